"""A share of a text as every report gives it: thousandths, counted the same in Python and in the page."""


def share(part: int, whole: int) -> float:
    """Give part / whole to three places, halves upwards: whole numbers, so that a page rounds them alike.

    >>> share(1, 3), share(1, 2000), share(0, 0)
    (0.333, 0.001, 0.0)
    """
    return _thousandths(part, whole) / 1000


def _thousandths(part: int, whole: int) -> int:
    """Give part / whole in thousandths, halves upwards."""
    return (2000 * part + whole) // (2 * whole) if whole else 0


def divide(borrowed: int, quoted: int, unreferenced: int, whole: int) -> tuple[float, float, float, float]:
    """Give the shares of what is borrowed, quoted, quoted without a reference, and original.

    Borrowed, quoted and original add up to 1; what is quoted without a reference is a part of what is quoted.

    >>> divide(1, 1, 0, 3)
    (0.333, 0.333, 0.0, 0.334)
    """
    taken = _thousandths(borrowed, whole)
    cited = min(_thousandths(quoted, whole), 1000 - taken)
    bare = min(_thousandths(unreferenced, whole), cited)
    return taken / 1000, cited / 1000, bare / 1000, (1000 - taken - cited) / 1000


def percent(value: float) -> str:
    """Write a share for people.

    >>> percent(0.333)
    '33.3%'
    """
    return f"{value * 100:.1f}%"
