"""Do two lists of numbers go together? Pearson, Spearman, Kendall, with intervals, and Williams' test."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from paraphrast.errors import DataError
from paraphrast.stats import intervals
from paraphrast.stats.intervals import Array, Interval


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Give the linear correlation, nan when one side never changes.

    >>> round(pearson([1, 2, 3, 4], [1, 3, 2, 4]), 3)
    0.8
    """
    a, b = _matched(x, y)
    a, b = a - a.mean(), b - b.mean()
    scale = sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale > 0 else float("nan")


def spearman(x: ArrayLike, y: ArrayLike) -> float:
    """Give the correlation of the ranks, ties sharing their mean rank.

    >>> spearman([1, 2, 3], [10, 100, 1000])
    1.0
    """
    a, b = _matched(x, y)
    return pearson(ranks(a), ranks(b))


def kendall(x: ArrayLike, y: ArrayLike) -> float:
    """Give tau-b: concordant less discordant pairs, corrected for ties.

    >>> round(kendall([1, 2, 3, 4], [1, 3, 2, 4]), 3)
    0.667
    """
    from scipy.stats import kendalltau

    a, b = _matched(x, y)
    return float(kendalltau(a, b).statistic)


def ranks(values: ArrayLike) -> Array:
    """Give each value its rank from 1, equal values the mean of theirs.

    >>> ranks([10, 30, 20, 20]).tolist()
    [1.0, 4.0, 2.5, 2.5]
    """
    _, place, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place], dtype=np.float64)


MEASURES: dict[str, Callable[[ArrayLike, ArrayLike], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}


def interval(
    x: ArrayLike,
    y: ArrayLike,
    measure: Callable[[ArrayLike, ArrayLike], float] = spearman,
    *,
    samples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Give the bootstrap interval of a correlation over items."""
    a, b = _matched(x, y)
    rows = np.column_stack([a, b])
    return intervals.bootstrap(rows, lambda t: measure(t[:, 0], t[:, 1]), samples=samples, seed=seed)


class Williams(NamedTuple):
    """Williams' t and how likely chance alone would make it as large, on both sides."""

    t: float
    p: float


def williams(first: float, second: float, between: float, *, n: int) -> Williams:
    """Test whether two measures differ in how they correlate with the same human scores (Williams 1959).

    `first` and `second` are their correlations with people, `between` that of one with the other, over n
    items; see Graham and Baldwin (2014), https://aclanthology.org/D14-1020. With rank correlations it is the
    usual approximation.
    """
    if n <= 3:
        raise DataError(f"Williams' test needs more than 3 items, and {n} came")
    from scipy.special import stdtr

    shared = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    middle = (first + second) ** 2 / 4 * (1 - between) ** 3
    below = 2 * shared * (n - 1) / (n - 3) + middle
    if below <= 0:
        return Williams(0.0, 1.0)
    t = (first - second) * sqrt((n - 1) * (1 + between) / below)
    return Williams(t, float(2 * stdtr(n - 3, -abs(t))))


def _matched(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    a, b = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 1:
        raise DataError(f"two lists of the same length are needed; {a.shape} and {b.shape} came")
    return a, b
