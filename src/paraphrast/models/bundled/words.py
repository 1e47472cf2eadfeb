"""Pieces back into words: which belong together, and which stretch of the text they are."""

from collections.abc import Sequence
from itertools import pairwise

MARK = "▁"
WIDE = range(0x3040, 0xA000)  # kana and Chinese characters: a piece is a word there
SIGNS = "*@#$'’-"


def groups(pieces: Sequence[str]) -> list[range]:
    """List the words of a text as ranges of its pieces; punctuation and Chinese pieces stand alone.

    >>> groups(["▁При", "вет", ",", "▁мир", "!", "▁", "你好"])
    [range(0, 2), range(2, 3), range(3, 4), range(4, 5), range(5, 7)]
    """
    starts = [at for at in range(len(pieces)) if at == 0 or begins(pieces[at], pieces[at - 1])]
    return [range(a, b) for a, b in pairwise([*starts, len(pieces)])]


def begins(piece: str, before: str) -> bool:
    """Say whether a word begins at this piece."""
    if before == MARK:
        return False
    return piece.startswith(MARK) or not joins(piece) or not joins(before.removeprefix(MARK))


def joins(piece: str) -> bool:
    """Say whether a piece may be part of a longer word: letters, digits, what hides letters; not Chinese."""
    return ord(piece[0]) not in WIDE and all(sign.isalnum() or sign in SIGNS for sign in piece)
