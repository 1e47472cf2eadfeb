"""A picture of calibration: of the pairs to which a model gives .7, are seven of ten paraphrases?"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from paraphrast.errors import CommandError
from paraphrast.identify.evaluation import Line
from paraphrast.stats.labels import Bin, ece, reliability

SIDE, MARGIN = 240, 44
INK, DOT, FAINT = "#1f2933", "#3b6ea8", "#c9d2dc"


def write_diagram(path: Path, lines: Sequence[Line]) -> None:
    """Draw a reliability diagram for every model on every corpus, and write it."""
    if path.suffix.lower() not in (".svg", ".html"):
        raise CommandError(f"{path}: the picture is an .svg or .html file")
    panels: list[str] = []
    for line in lines:
        if line.scores is not None and line.rows is not None:
            gold = line.rows[:, 0] + line.rows[:, 2]
            title = f"{line.model}, {line.corpus}: ECE {ece(gold, line.scores):.3f}, n {line.pairs}"
            panels.append(_draw_panel(reliability(gold, line.scores), title, place=len(panels)))
    size = f'width="{len(panels) * (SIDE + 2 * MARGIN)}" height="{SIDE + 2 * MARGIN}"'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(panels)}</svg>'
    if path.suffix.lower() == ".html":
        drawn = f'<!doctype html>\n<meta charset="utf-8">\n<title>Calibration</title>\n{drawn}\n'
    path.write_text(drawn, encoding="utf-8")


def _draw_panel(bins: Sequence[Bin], title: str, *, place: int) -> str:
    """Draw the share of paraphrases against what the model said, with intervals and the diagonal."""
    left = place * (SIDE + 2 * MARGIN) + MARGIN

    def x(value: float) -> float:
        return left + value * SIDE

    def y(value: float) -> float:
        return MARGIN + (1 - value) * SIDE

    most = max(bin.size for bin in bins)
    parts = [
        f'<rect x="{left}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{FAINT}"/>',
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="{FAINT}" stroke-dasharray="4"/>',
        write_label(left, MARGIN - 12, title),
        write_label(left, MARGIN + SIDE + 18, "0"),
        write_label(left + SIDE / 2 - 24, MARGIN + SIDE + 32, "said"),
        write_label(left + SIDE - 8, MARGIN + SIDE + 18, "1"),
        write_label(left - 34, MARGIN + SIDE / 2, "true"),
    ]
    for bin in bins:
        low, high = bin.interval
        told = f"{bin.size} pairs: said {bin.said:.3f}, true {bin.true:.3f} [{low:.3f}, {high:.3f}]"
        parts.append(
            f'<line x1="{x(bin.said):.1f}" x2="{x(bin.said):.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}" '
            f'stroke="{DOT}"/><circle cx="{x(bin.said):.1f}" cy="{y(bin.true):.1f}" '
            f'r="{3 + 5 * (bin.size / most) ** 0.5:.1f}" fill="{DOT}"><title>{told}</title></circle>'
        )
    return "".join(parts)


def write_label(x: float, y: float, text: str) -> str:
    """Write a text into the picture."""
    style = f'font-size="12" font-family="sans-serif" fill="{INK}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
