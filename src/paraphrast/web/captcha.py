"""A picture of digits, drawn as strokes rather than text: a person reads it, a simple script does not."""

import numpy as np

# The seven strokes of a digit: ends in a box one wide and two high.
STROKES = {
    "top": ((0, 0), (1, 0)),
    "upper left": ((0, 0), (0, 1)),
    "upper right": ((1, 0), (1, 1)),
    "middle": ((0, 1), (1, 1)),
    "lower left": ((0, 1), (0, 2)),
    "lower right": ((1, 1), (1, 2)),
    "bottom": ((0, 2), (1, 2)),
}
NAMES = list(STROKES)
DIGITS = [
    "1110111",
    "0010010",
    "1011101",
    "1011011",
    "0111010",
    "1101011",
    "1101111",
    "1010010",
    "1111111",
    "1111011",
]
LENGTH = 5


def code(rng: np.random.Generator) -> str:
    """Choose the digits to be read."""
    return "".join(str(digit) for digit in rng.integers(0, 10, LENGTH))


def picture(digits: str, rng: np.random.Generator) -> str:
    """Draw the digits, each stroke a little off, with lines across."""
    paths = []
    for place, digit in enumerate(digits):
        for name, on in zip(NAMES, DIGITS[int(digit)], strict=True):
            if on == "1":
                paths.append(_stroke(STROKES[name], 24 + place * 38, 18, rng))
    noise = [
        f"M{rng.integers(0, 20)} {rng.integers(5, 75)} L{rng.integers(180, 210)} {rng.integers(5, 75)}"
        for _ in range(3)
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 80" width="220" height="80">'
        '<rect width="220" height="80" fill="#f4f1ea"/>'
        f'<path d="{" ".join(noise)}" stroke="#b9b2a3" stroke-width="1.5" fill="none"/>'
        f'<path d="{" ".join(paths)}" stroke="#2b2620" stroke-width="4" stroke-linecap="round" fill="none"/>'
        "</svg>"
    )


def _stroke(
    ends: tuple[tuple[int, int], tuple[int, int]], left: int, top: int, rng: np.random.Generator
) -> str:
    (x1, y1), (x2, y2) = ends
    shift = rng.normal(0, 1.3, 6)
    start = f"{left + x1 * 20 + shift[0]:.1f} {top + y1 * 22 + shift[1]:.1f}"
    bend = f"{left + (x1 + x2) * 10 + shift[2] * 2:.1f} {top + (y1 + y2) * 11 + shift[3] * 2:.1f}"
    stop = f"{left + x2 * 20 + shift[4]:.1f} {top + y2 * 22 + shift[5]:.1f}"
    return f"M{start} Q{bend} {stop}"
