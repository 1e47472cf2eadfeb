"""Hits of a search as three columns: row, row of the other list, cosine."""

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
    """What counts as a hit: a cosine between two bounds, and of each row only the `top` best.

    In one list (`same`) a text is compared with those after it, so that every two texts meet once.
    """

    low: float
    high: float = 1.0
    top: int = 10
    same: bool = False


def nothing() -> Hits:
    """Give no hits."""
    return Hits(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32))


def chosen(scores: Matrix, rows: Rows, columns: Rows, limits: Limits) -> Hits:
    """Pick the best columns of each row within the limits."""
    if limits.same and columns.min() <= rows.max():
        scores[columns[None, :] <= rows[:, None]] = NEVER
    if limits.high < 1.0:
        scores[scores > limits.high] = NEVER
    # few rows have anything to pick from: looking first spares the sorting of the others
    row, place = np.nonzero(scores >= limits.low)
    return best(Hits(rows[row], columns[place], scores[row, place]), limits.top)


def best(hits: Hits, top: int) -> Hits:
    """Keep the best hits of each row."""
    order = np.lexsort((hits.column, -hits.score, hits.row))
    row = hits.row[order]
    opens = np.r_[True, row[1:] != row[:-1]] if len(row) else np.zeros(0, dtype=bool)
    rank = np.arange(len(row)) - np.maximum.accumulate(np.where(opens, np.arange(len(row)), 0))
    kept = order[rank < top]
    return Hits(hits.row[kept], hits.column[kept], hits.score[kept])


def merged(first: Hits, second: Hits, top: int) -> Hits:
    """Join hits and keep the best of each row."""
    row = np.concatenate([first.row, second.row])
    column = np.concatenate([first.column, second.column])
    return best(Hits(row, column, np.concatenate([first.score, second.score])), top)
