"""Where words of a Chinese text begin, the fast way: each border is judged by the four characters around it.

After Neubig et al. (2011), https://aclanthology.org/P11-2093/: a sum of weights for each place, all places at
once. The weights were fitted to what jieba cuts (training/borders.py; the card is borders.md). A
copied passage is cut as its source is, whatever stands before and after it: enough to compare texts by. Where
words are shown to a person, or labelled, use `words`.
"""

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
FIRST, LAST = 0x3400, 0x9FFF  # the characters that the weights know
BITS = (15, 16, 16, 16)  # of the numbers that stand for one character, for two, three and four in a row
PLACES = (1, 0, -1)  # a border stands so far from the last character of such a row
MIX = 0x1E3779B97F4A7C15


def borders(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Say of each character whether a word begins with it.

    >>> text = "我们在图书馆学习"
    >>> borders(np.array([*map(ord, text)], dtype=np.uint32)).tolist()
    [True, False, True, True, False, False, True, False]
    """
    codes = np.append(codes, np.uint32(0))  # the end of a text is like any character that is not Chinese
    total = np.zeros(len(codes), dtype=np.int16)
    for weights, row in zip(tables(), rows(codes), strict=True):
        # the weights of all places of a row lie together: one look into the table gives them all
        found = weights[row].view(np.int8).reshape(-1, 4)
        total[1:] += found[:-1, 0]
        total += found[:, 1]
        total[:-1] += found[1:, 2]
    return total[:-1] > 0


def rows(codes: npt.NDArray[np.uint32]) -> list[Ints]:
    """Number the characters, and the rows of two, three and four characters that end with each.

    A row begins anew after what is not Chinese, so a stretch of Chinese is cut alike wherever it stands.
    """
    known = np.where((codes >= FIRST) & (codes <= LAST), codes.astype(np.int64) - (FIRST - 1), 0)
    answer, last = [known], known
    for bits in BITS[1:]:
        row = known * MIX
        row[1:] += last[:-1]
        row *= MIX  # products of whole numbers wrap around
        row ^= row >> 29
        answer.append((row >> 40) & ((1 << bits) - 1))
        last = row * (known > 0)
    return answer


@cache
def tables() -> Sequence[npt.NDArray[np.uint32]]:
    """Read the weights: of each row for its three places, in one number."""
    packed = files(__package__).joinpath("borders.gz").read_bytes()
    weights = np.frombuffer(gzip.decompress(packed), dtype=np.int8).reshape(-1, len(PLACES))
    wide = np.zeros((len(weights), 4), dtype=np.int8)
    wide[:, : len(PLACES)] = weights
    return np.split(wide.view(np.uint32)[:, 0], np.cumsum([1 << bits for bits in BITS])[:-1])
