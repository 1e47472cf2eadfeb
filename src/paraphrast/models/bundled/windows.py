"""Two long texts as pairs of windows that the reader can take in, so that nothing of either goes unread.

The first text is cut into windows at ends of sentences; each is read beside the stretch of the second text
that shares most with it, wherever that stands; what no window asked for is read beside its like in the first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paraphrast.text import language
from paraphrast.text.languages import as_known
from paraphrast.text.rough import rough_sentences

FULL = 96  # pieces of a window, where sentences allow; its partner may be longer, up to what the reader takes


class Window(NamedTuple):
    """Piece ids of a stretch of each text."""

    first: list[int]
    second: list[int]


def cut_sentences(text: str, offsets: Sequence[tuple[int, int]], ids: Sequence[int]) -> list[list[int]]:
    """Share out a text's pieces to its sentences; a sentence too long for a window is cut."""
    ends = [stop for _, stop in rough_sentences(text, as_known(language(text)))]
    units: list[list[int]] = [[]]
    place = 0
    for piece, (start, _) in zip(ids, offsets, strict=True):
        while place < len(ends) - 1 and start >= ends[place]:
            place += 1
            units.append([])
        if len(units[-1]) == FULL:
            units.append([])
        units[-1].append(piece)
    return [unit for unit in units if unit]


def pair_windows(first: list[list[int]], second: list[list[int]], limit: int) -> Iterator[Window]:
    """Yield windows of two texts, each given as sentences of pieces, that cover both."""
    taken = [False] * len(second)
    for window in group(first):
        start, stop = nearest(window, second, limit)
        taken[start:stop] = [True] * (stop - start)
        yield Window(window, _flat(second[start:stop]))
    for left in _remainders(second, taken):
        for window in group(left):
            start, stop = nearest(window, first, limit)
            yield Window(_flat(first[start:stop]), window)


def group(units: Sequence[list[int]]) -> Iterator[list[int]]:
    """Join sentences that follow each other until a window is full.

    >>> list(group([[1] * 40, [2] * 40, [3] * 40]))[1] == [3] * 40
    True
    """
    window: list[int] = []
    for unit in units:
        if window and len(window) + len(unit) > FULL:
            yield window
            window = []
        window = window + unit
    if window:
        yield window


def nearest(window: Sequence[int], units: Sequence[list[int]], limit: int) -> tuple[int, int]:
    """Find the run of sentences that shares most pieces with a window for its length.

    >>> nearest([5, 6, 7], [[1, 2], [5, 6], [7], [8, 9]], 126)
    (1, 3)
    """
    wanted = Counter(window)
    best, place = -1.0, (0, 0)
    for start in range(len(units)):
        have: Counter[int] = Counter()
        size = 0
        for stop in range(start + 1, len(units) + 1):
            size += len(units[stop - 1])
            if size > limit or (size > 2 * len(window) and stop > start + 1):
                break
            have.update(units[stop - 1])
            shared = 2 * (wanted & have).total() / (len(window) + size)
            if shared > best:
                best, place = shared, (start, stop)
    return place


def _remainders(units: Sequence[list[int]], taken: Sequence[bool]) -> Iterator[list[list[int]]]:
    """Yield runs of sentences that no window took."""
    run: list[list[int]] = []
    for unit, gone in zip(units, taken, strict=True):
        if gone and run:
            yield run
            run = []
        if not gone:
            run.append(unit)
    if run:
        yield run


def _flat(units: Sequence[list[int]]) -> list[int]:
    return [piece for unit in units for piece in unit]
