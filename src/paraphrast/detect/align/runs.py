"""Seeds of the first kind: runs of words that stand in both texts, found by sorting and one binary search."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.cover import spread
from paraphrast.detect.reading import Flags, Reading
from paraphrast.detect.terms import GRAM, Hashes, Ints, grams

Boxes: TypeAlias = npt.NDArray[np.int64]  # one row per passage: words begin..end here, begin..end there
BITS = 20  # sorting is what costs, so grams that no such table of bits knows are put aside first
SPARSE = 64  # places of the table for each gram
COMMON = 4  # a run that stands more often than this in either text is a set phrase
WHOLE = 0.8  # the part of a sentence that a run must have to say where the sentence is from
LITTLE = 0.5  # a sentence that is a smaller part of another was put into it


def runs(here: Reading, there: Reading, *, length: int = 4) -> Boxes:
    """List all longest runs of at least `length` equal stems, as boxes."""
    left, right = (side.runs if length == GRAM else grams(side.stem, length) for side in (here, there))
    return longest(left, right, length=length)


def longest(here: Hashes, there: Hashes, *, length: int) -> Boxes:
    """Join equal grams along diagonals into the longest runs."""
    left, right = _perhaps(here, there), _perhaps(there, here)
    i, j = _equal(here[left], there[right])
    if not len(i):
        return np.empty((0, 4), dtype=np.int64)
    i, j = left[i], right[j]
    along = np.lexsort((i, j - i))
    i, j = i[along], j[along]
    fresh = np.flatnonzero(np.concatenate([[True], (np.diff(i) != 1) | (np.diff(j) != 1)]))
    last = np.concatenate([fresh[1:], [len(i)]]) - 1
    return np.stack([i[fresh], i[last] + length, j[fresh], j[last] + length], axis=1)


def _perhaps(some: Hashes, others: Hashes) -> Ints:
    """List where stand grams that the other text may have: those whose low bits it has."""
    size = 1 << min(BITS, (SPARSE * len(others)).bit_length())
    seen = np.zeros(size, dtype=np.bool_)
    low = np.uint64(size - 1)
    seen[others & low] = True
    return np.flatnonzero(seen[some & low])


def _equal(here: Hashes, there: Hashes) -> tuple[Ints, Ints]:
    """List the places of equal grams, set phrases left out."""
    order = np.argsort(there, kind="stable")
    known = there[order]
    low, high = np.searchsorted(known, here), np.searchsorted(known, here, side="right")
    _, number, count = np.unique(here, return_inverse=True, return_counts=True)
    set_phrase = (high - low > COMMON) | (count[number] > COMMON)
    i, place = spread(low, np.where(set_phrase, low, high))
    return i, order[place]


def without_echoes(boxes: Boxes) -> Boxes:
    """Leave out runs inside a longer one here: their words are from there, and stand elsewhere by chance."""
    order = np.lexsort((boxes[:, 2], -boxes[:, 1], boxes[:, 0]))
    end = boxes[order, 1]
    reached = np.concatenate([[-1], np.maximum.accumulate(end)])[: len(end)]
    kept: Boxes = boxes[order[end > reached]]
    return kept


class Settled(NamedTuple):
    """For each sentence, how far off its longest run stands in the other text, and if that has most of it."""

    shift: Ints
    sure: Flags


def settle(side: Reading, equal: Boxes) -> Settled:
    """Say where the sentences of a text stand in the other one, word for word."""
    count = len(side.first) - 1
    shift, most = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    begin, end = equal[:, 0], equal[:, 1]
    row, sentence = spread(side.sentences_of(begin), side.sentences_of(end - 1) + 1)
    inside = np.minimum(end[row], side.first[sentence + 1]) - np.maximum(begin[row], side.first[sentence])
    order = np.argsort(inside, kind="stable")  # the longest comes last, and stays
    shift[sentence[order]] = (equal[:, 2] - begin)[row[order]]
    most[sentence[order]] = inside[order]
    return Settled(shift, most >= WHOLE * np.diff(side.first))


def settled_apart(
    here: Reading, there: Reading, settled: Settled, pairs: tuple[Ints, Ints]
) -> tuple[Flags, Flags]:
    """Tell which pairs of sentences are none, by what is settled of the sentences here.

    Either the sentence here stands word for word, and not in the sentence there; or it is but a small part of
    that, so the rest is not from it.
    """
    i, j = pairs
    begin, end = here.first[i] + settled.shift[i], here.first[i + 1] + settled.shift[i]
    first, last = there.first[j], there.first[j + 1]
    apart = (end <= first) | (begin >= last)
    small = end - begin < LITTLE * (last - first)
    return settled.sure[i] & apart, settled.sure[i] & ~apart & small
