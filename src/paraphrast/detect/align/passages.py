"""From seeds to passages: join what stands close together in both texts, and drop what says too little."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paraphrast.detect.align.runs import Boxes
from paraphrast.detect.cover import spread
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import Hashes, Ints

PORTION = 4_000_000  # pairs of boxes compared at a time


class Rules(Struct, frozen=True):
    """What makes a passage; lengths count words."""

    run: int = 5  # the shortest run of equal stems that is a seed
    gap: int = 6  # how far apart seeds of one passage may stand, here and there
    hole: int = 11  # how far apart parts of a shuffled passage may stand, here and there
    bridge: float = 0.01  # the probability from which two sentences may fill a gap of a shuffled passage
    least: int = 5  # words without stop words that a passage has at least
    likely: float = 0.4  # the probability from which two sentences are a seed
    again: float = 0.9  # the same, where the sentence there was copied elsewhere already
    exact: int | None = None  # words of a copied run that is a passage, however few of them are no stop words
    alone: int = 12  # the same, for a passage that is a small part of its sentences on both sides
    margin: float = 1.05  # how far the cosine of like sentences stands out among neighbours
    abroad: float = 1.03  # the same across languages, for sentences that are nearest to each other
    leap: int = 16  # how far apart seeds may stand across languages, where a sentence may go unnoticed
    sure: float = 0.5  # what the pair model must say of sentences that only their vectors bring together
    foreign: float = 0.1  # the same across languages, where it is far less sure of anything
    cover: float = 0.4  # the part of a passage's words that the other side must have too (geometric mean)


def joined(boxes: Boxes, gap: int) -> Boxes:
    """Join boxes until no two are within `gap` words of each other in both texts."""
    while len(boxes) > 1:
        order = np.lexsort((boxes[:, 2], boxes[:, 0]))
        boxes = boxes[order]
        group = _groups(boxes, gap)
        count = int(group.max()) + 1
        if count == len(boxes):
            break
        boxes = _hulls(boxes, group, count)
    return boxes


def gathered(boxes: Boxes, bridges: Boxes, gap: int) -> Boxes:
    """Join boxes that leave no gap in either text, in whatever order they stand: shuffled passages.

    Bridges, which prove nothing by themselves, may fill a gap, but add nothing at the ends.
    """
    every = np.concatenate([boxes, bridges])
    group = np.zeros(len(every), dtype=np.int64)
    count, before = 1, 0
    while count != before:  # what was cut in one text may fall apart in the other
        before = count
        for begin, end in ((0, 1), (2, 3)):
            group = _cut(group, every[:, begin], every[:, end], gap)
        count = int(group.max(initial=-1)) + 1
    names, group = np.unique(group[: len(boxes)], return_inverse=True)
    return _hulls(boxes, group, len(names))


def _cut(group: Ints, begin: Ints, end: Ints, gap: int) -> Ints:
    """Number anew the parts of each group that are farther apart than `gap`."""
    order = np.lexsort((begin, group))
    same = np.concatenate([[False], np.diff(group[order]) == 0])[: len(order)]
    # groups lie one after another on one line, so that the farthest end so far is that of the group itself
    line = group * (int(end.max(initial=0)) + 1)
    reached = np.maximum.accumulate((line + end)[order])
    far = (line + begin)[order] > np.concatenate([[0], reached])[: len(order)] + gap
    answer = np.empty(len(order), dtype=np.int64)
    answer[order] = np.cumsum(~same | far) - 1
    return answer


def _hulls(boxes: Boxes, group: Ints, count: int) -> Boxes:
    """Put the boxes of each group into one."""
    merged = np.empty((count, 4), dtype=np.int64)
    for column, reduce in enumerate((np.minimum, np.maximum, np.minimum, np.maximum)):
        merged[:, column] = np.iinfo(np.int64).max if reduce is np.minimum else -1
        reduce.at(merged[:, column], group, boxes[:, column])
    return merged


def _groups(boxes: Boxes, gap: int) -> Ints:
    """Number the groups of boxes (in order of their beginning) that are near each other."""
    count = len(boxes)
    begin, end, first, last = boxes.T
    # whoever is near stands between this box and the last that begins before its end
    high = np.searchsorted(begin, end + gap, side="right")
    parent = np.arange(count)
    for some in _portions(high - np.arange(count)):
        row, other = spread(some + 1, high[some])
        row = some[row]
        near = (last[other] + gap >= first[row]) & (last[row] + gap >= first[other])
        _unite(parent, row[near], other[near])
    return np.unique(parent, return_inverse=True)[1]


def _portions(sizes: Ints) -> list[Ints]:
    """Cut rows into portions of bounded size, however many neighbours they have."""
    return np.array_split(np.arange(len(sizes)), 1 + int(sizes.sum()) // PORTION)


def _unite(parent: Ints, left: Ints, right: Ints) -> None:
    """Give everything that is linked the same, least parent, following links until nothing changes."""
    while True:
        least = np.minimum(parent[left], parent[right])
        if np.array_equal(parent[left], least) and np.array_equal(parent[right], least):
            return
        np.minimum.at(parent, parent[left], least)
        np.minimum.at(parent, parent[right], least)
        while not np.array_equal(parent, parent[parent]):
            parent[:] = parent[parent]


class Shared(NamedTuple):
    """How much of each side the other has, how many words that is, and if sentences are whole."""

    left: float
    right: float
    words: int
    whole: bool

    def passes(self, rules: Rules) -> bool:
        """Tell whether this is a passage at all."""
        least = rules.least if self.whole else rules.alone
        return self.words >= least and (self.left * self.right) ** 0.5 >= rules.cover


def shared(here: Reading, there: Reading, box: Ints) -> Shared:
    """Compare the words of the two sides of a passage."""
    a, b, c, d = (int(value) for value in box)
    left, right = here.stem[a:b][here.heavy[a:b]], there.stem[c:d][there.heavy[c:d]]
    both = _overlap(left, right)
    whole = max(_share(here, a, b), _share(there, c, d)) >= 0.6
    return Shared(both / max(len(left), 1), both / max(len(right), 1), min(len(left), len(right)), whole)


def is_copy(here: Reading, there: Reading, box: Ints, rules: Rules) -> bool:
    """Tell whether a passage is a copy, word for word, that is long enough to need no other proof.

    One that is but a part of sentences and of lines must be longer.
    """
    a, b, c, d = (int(value) for value in box)
    if rules.exact is None or b - a < rules.exact or not np.array_equal(here.stem[a:b], there.stem[c:d]):
        return False
    return b - a >= rules.exact + rules.least or (is_border(here, a) and is_border(here, b))


def is_border(reading: Reading, word: int) -> bool:
    """Tell whether a sentence or a line begins with this word, or ends before it."""
    if word in (0, len(reading.start)) or reading.first[reading.sentence_of(word)] == word:
        return True
    return "\n" in reading.normal.text[int(reading.stop[word - 1]) : int(reading.start[word])]


def _share(reading: Reading, begin: int, end: int) -> float:
    """Say which part of its sentences a stretch of words is."""
    head, tail = reading.sentence_of(begin), reading.sentence_of(end - 1)
    return (end - begin) / int(reading.first[tail + 1] - reading.first[head])


def _overlap(left: Hashes, right: Hashes) -> int:
    """Count the words two bags have in common."""
    return (Counter(left.tolist()) & Counter(right.tolist())).total()


def whole_sentences(reading: Reading, begin: Ints, end: Ints, *, most: float = 0.5) -> tuple[Ints, Ints]:
    """Move ends that cut a sentence to its border, where the passage already has most of the sentence."""
    head = reading.sentences_of(begin)
    tail = reading.sentences_of(end - 1)
    start, stop = reading.first[head], reading.first[head + 1]
    has = np.minimum(end, stop) - begin
    begin = np.where(has >= most * (stop - start), start, begin)
    start, stop = reading.first[tail], reading.first[tail + 1]
    has = end - np.maximum(begin, start)
    return begin, np.where(has >= most * (stop - start), stop, end)


def best(boxes: Boxes, scores: npt.NDArray[np.float64]) -> Ints:
    """Choose passages greedily by score, none of which lies mostly inside better ones (on the first side)."""
    chosen: list[int] = []
    taken = np.zeros(int(boxes[:, 1].max(initial=0)), dtype=bool)
    size = boxes[:, 1] - boxes[:, 0]
    for place in np.lexsort((boxes[:, 2], boxes[:, 0], -scores * np.log1p(size))).tolist():
        begin, end = int(boxes[place, 0]), int(boxes[place, 1])
        if taken[begin:end].mean() < 0.5:
            chosen.append(place)
            taken[begin:end] = True
    return np.array(sorted(chosen), dtype=np.int64)
