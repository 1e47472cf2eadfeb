"""Counts in what a person reads."""


def many(count: int, noun: str) -> str:
    """Write a number and what it counts.

    >>> many(1, "text"), many(1200, "text"), many(0, "pair")
    ('1 text', '1,200 texts', '0 pairs')
    """
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
