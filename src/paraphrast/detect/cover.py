"""Interval arithmetic on columns of numbers: who overlaps whom, and how many characters are covered."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Match

Ints: TypeAlias = npt.NDArray[np.int64]


class Table(NamedTuple):
    """Matches as columns: document number, start and stop on the suspicious side and on the source side."""

    this: Ints
    start: Ints
    stop: Ints
    source: Ints
    source_start: Ints
    source_stop: Ints

    def size(self) -> Ints:
        """Count the characters of both sides of each match."""
        return (self.stop - self.start) + (self.source_stop - self.source_start)

    def take(self, rows: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> "Table":
        """Keep only these rows."""
        return Table(*(column[rows] for column in self))


def table(matches: Sequence[Match], names: dict[str, int]) -> Table:
    """Turn matches into columns, numbering documents in `names` as they come."""
    flat = np.empty((len(matches), 6), dtype=np.int64)
    number = names.setdefault
    flat[:] = [
        (
            number(a.doc, len(names)),
            a.start,
            a.stop,
            number(b.doc, len(names)),
            b.start,
            b.stop,
        )
        for a, b in ((match.suspicious, match.source) for match in matches)
    ] or flat
    return Table(*flat.T)


def _keys(cases: Table, found: Table) -> tuple[Ints, Ints]:
    """Number the document pairs of both tables alike."""
    width = 1 + max((int(column.max()) for t in (cases, found) for column in (t.this, t.source)), default=0)
    both = np.concatenate([cases.this * width + cases.source, found.this * width + found.source])
    _, keys = np.unique(both, return_inverse=True)
    return keys[: len(cases.this)], keys[len(cases.this) :]


def spread(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """List (row, position) for every position in low[row]..high[row].

    >>> [column.tolist() for column in spread(np.array([0, 5]), np.array([2, 6]))]
    [[0, 0, 1], [0, 1, 5]]
    """
    counts = np.maximum(high - low, 0)
    row = np.repeat(np.arange(len(low)), counts)
    first = np.repeat(low - (np.cumsum(counts) - counts), counts)
    return row, np.arange(len(row)) + first


def detecting(cases: Table, found: Table) -> tuple[Ints, Ints]:
    """List (case, detection) where the detection detects the case: same documents, overlap on both sides."""
    if not len(cases.this) or not len(found.this):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    case_key, key = _keys(cases, found)
    order = np.lexsort((found.start, key))
    # one number line for all document pairs, so that one binary search serves them all
    line = 1 + int(max(cases.stop.max(), found.stop.max()))
    longest = np.zeros(1 + int(max(case_key.max(), key.max())), dtype=np.int64)
    np.maximum.at(longest, key, found.stop - found.start)
    starts = (key * line + found.start)[order]
    low = np.searchsorted(starts, case_key * line + np.maximum(cases.start - longest[case_key] + 1, 0))
    high = np.searchsorted(starts, case_key * line + cases.stop)
    i, position = spread(low, high)
    j = order[position]
    real = (
        (found.stop[j] > cases.start[i])
        & (found.start[j] < cases.stop[i])
        & (found.source_stop[j] > cases.source_start[i])
        & (found.source_start[j] < cases.source_stop[i])
    )
    return i[real], j[real]


def covered(group: Ints, start: Ints, stop: Ints) -> Ints:
    """Count for each span the characters that no earlier span of its group has: they add up to the union.

    >>> covered(np.array([0, 0, 1]), np.array([0, 3, 3]), np.array([5, 9, 9])).tolist()
    [5, 4, 6]
    """
    new = np.zeros(len(group), dtype=np.int64)
    if not len(group):
        return new
    order = np.lexsort((stop, start, group))
    shift = group[order] * (1 + int(stop.max()))
    begin, end = start[order] + shift, stop[order] + shift
    reached = np.concatenate([[np.iinfo(np.int64).min], np.maximum.accumulate(end)[:-1]])
    new[order] = np.maximum(end - np.maximum(begin, reached), 0)
    return new


def shared(cases: Table, found: Table, i: Ints, j: Ints) -> Table:
    """Intersect each case with its detection, on both sides."""
    a, b = cases.take(i), found.take(j)
    return Table(
        a.this,
        np.maximum(a.start, b.start),
        np.minimum(a.stop, b.stop),
        a.source,
        np.maximum(a.source_start, b.source_start),
        np.minimum(a.source_stop, b.source_stop),
    )
