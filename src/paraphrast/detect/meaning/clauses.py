"""Long sentences cut into clauses: what one language says in a hundred words another says in five sentences.

None of the five is near to the whole, and each is near to its part.
"""

import re
from itertools import pairwise

import numpy as np

from paraphrast.detect.reading import Reading

MARK = re.compile(r"[,;:，；：—]")
LONG = 30  # words of a sentence that is cut
PART = 12  # words of a part at least


def cut_clauses(reading: Reading) -> Reading:
    """Give a reading whose long sentences are cut at commas and the like, into parts of some length."""
    first: list[int] = []
    left: list[int] = []
    right: list[int] = []
    for number, (begin, end) in enumerate(pairwise(reading.first.tolist())):
        cuts = _places(reading, begin, end)
        first += [begin, *cuts]
        left += [int(reading.left[number]), *reading.start[cuts].tolist()]
        right += [*(_after_mark(reading, cut) for cut in cuts), int(reading.right[number])]
    return reading._replace(
        first=np.array([*first, len(reading.start)], dtype=np.int64),
        left=np.array(left, dtype=np.int64),
        right=np.array(right, dtype=np.int64),
    )


def _places(reading: Reading, begin: int, end: int) -> list[int]:
    """List the words of a sentence that begin another part of it."""
    cuts: list[int] = []
    last = begin
    for word in range(begin + PART, end - PART + 1) if end - begin >= LONG else ():
        if word - last >= PART and MARK.search(_between(reading, word)):
            cuts.append(word)
            last = word
    return cuts


def _between(reading: Reading, word: int) -> str:
    """Give what stands between a word and the one before it."""
    return reading.normal.text[int(reading.stop[word - 1]) : int(reading.start[word])]


def _after_mark(reading: Reading, word: int) -> int:
    """Say where the part ends that stands before this word."""
    return int(reading.stop[word - 1]) + len(_between(reading, word).rstrip())
