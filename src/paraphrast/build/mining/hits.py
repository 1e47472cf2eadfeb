"""Hits of a search as three columns, row, row of the other list and cosine, and the best of each row."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Rows = NDArray[np.int64]
NEVER = -2.0  # below every cosine


class Hits(NamedTuple):
    """Which rows are near which, and how near."""

    row: Rows
    column: Rows
    score: Matrix


class Limits(NamedTuple):
    """What counts as a hit: a cosine between two bounds, and of each row only the `top` best."""

    low: float
    high: float = 1.0
    top: int = 10


class Nearest:
    """The best columns seen so far of each of some rows, the best first."""

    def __init__(self, number: int, limits: Limits) -> None:
        self.limits = limits
        self.score = np.full((number, limits.top), NEVER, dtype=np.float32)
        self.column = np.full((number, limits.top), -1, dtype=np.int64)
        # what a new hit of a row has to reach
        self.floor = np.full(number, limits.low, dtype=np.float32)

    def look(self, scores: Matrix, columns: Rows, rows: Rows) -> None:
        """Take the best of the scores of some rows."""
        row, place = picked(scores, self.floor[rows], self.limits.top)
        if len(row):
            self._add(best(Hits(rows[row], columns[place], scores[row, place]), self.limits.top))

    def _add(self, hits: Hits) -> None:
        """Merge hits, sorted by row, with what is known of their rows."""
        names, starts, counts = np.unique(hits.row, return_index=True, return_counts=True)
        which = np.repeat(np.arange(len(names)), counts)
        rank = self.limits.top + np.arange(len(hits.row)) - starts[which]
        score = np.full((len(names), 2 * self.limits.top), NEVER, dtype=np.float32)
        column = np.full(score.shape, -1, dtype=np.int64)
        score[:, : self.limits.top], column[:, : self.limits.top] = self.score[names], self.column[names]
        score[which, rank], column[which, rank] = hits.score, hits.column
        order = np.lexsort((column, -score), axis=1)[:, : self.limits.top]
        self.score[names] = np.take_along_axis(score, order, axis=1)
        self.column[names] = np.take_along_axis(column, order, axis=1)
        # an equal one that comes later does not push out an earlier one
        full = np.nextafter(self.score[names, -1], np.float32(2))
        self.floor[names] = np.maximum(full, self.limits.low)

    def hits(self, rows: Rows) -> Hits:
        """Give the hits, where the rows have these names."""
        row, rank = np.nonzero(self.column >= 0)
        return Hits(rows[row], self.column[row, rank], self.score[row, rank])


def picked(scores: Matrix, floor: Matrix, top: int) -> tuple[Rows, Rows]:
    """Find where each row reaches its floor; where that is often, only its best places.

    >>> row, place = picked(np.array([[0.9, 0.1, 0.8, 0.7], [0.2, 0.3, 0.1, 0.6]]), np.array([0.5, 0.5]), 2)
    >>> row.tolist(), place.tolist()
    ([0, 0, 1], [0, 2, 3])
    """
    reached = scores >= floor[:, None]
    crowded = np.flatnonzero(np.count_nonzero(reached, axis=1) > top)
    if len(crowded):
        some = scores[crowded]
        edge = np.partition(some, -top, axis=1)[:, -top]
        reached[crowded] = some >= edge[:, None]
    if reached.flags.c_contiguous:
        row, place = np.divmod(np.flatnonzero(reached), scores.shape[1])
    else:  # a matrix on its side is read the way it lies
        place, row = np.divmod(np.flatnonzero(reached.T), scores.shape[0])
    return row, place


def capped(scores: Matrix, high: float) -> Matrix:
    """Take out, in place, what is above a bound; few blocks have any."""
    if high < 1.0 and scores.size and scores.max() > high:
        np.putmask(scores, scores > high, NEVER)
    return scores


def best(hits: Hits, top: int) -> Hits:
    """Keep the best hits of each row, sorted by row."""
    order = np.lexsort((hits.column, -hits.score, hits.row))
    row = hits.row[order]
    opens = np.r_[True, row[1:] != row[:-1]] if len(row) else np.zeros(0, dtype=bool)
    rank = np.arange(len(row)) - np.maximum.accumulate(np.where(opens, np.arange(len(row)), 0))
    kept = order[rank < top]
    return Hits(hits.row[kept], hits.column[kept], hits.score[kept])


def once(hits: Hits) -> Hits:
    """Keep each two rows of one list once, the lower number first, sorted by it and by the score."""
    one, other = np.minimum(hits.row, hits.column), np.maximum(hits.row, hits.column)
    order = np.lexsort((other, -hits.score, one))
    keys = one * (1 + int(other.max(initial=0))) + other
    _, first = np.unique(keys[order], return_index=True)
    kept = order[np.sort(first)]
    return Hits(one[kept], other[kept], hits.score[kept])
