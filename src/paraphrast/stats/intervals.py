"""Rows of statistics, the totals made of them, and how far a total can be trusted.

A measure is a table with one row of statistics per item and a `total` that turns any such rows into a number.
Where the total looks only at the sums of the columns it is a `Summed`, and a thousand resamples cost one
product of matrices; any other function of the rows is resampled row by row.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from paraphrast.errors import DataError

Array: TypeAlias = NDArray[np.float64]
Total: TypeAlias = Callable[[Array], float]

# Resamples are drawn in slices of this many cells, so that memory stays bounded for any number of rows.
CELLS = 4_000_000


class Interval(NamedTuple):
    """Where the number would lie if the items had been drawn again.

    >>> print(Interval(.25, .5))
    [0.250, 0.500]
    """

    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.3f}, {self.high:.3f}]"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (int, float)) and self.low <= value <= self.high


class Summed:
    """A total that needs only the column sums: `finish` maps sums (samples, columns) and counts to totals.

    >>> accuracy = Summed(lambda sums, n: sums[:, 0] / n)
    >>> accuracy(np.array([[1.0], [0.0], [1.0], [1.0]]))
    0.75
    """

    def __init__(self, finish: Callable[[Array, Array], Array]) -> None:
        self.finish = finish

    def __call__(self, rows: Array) -> float:
        table = as_rows(rows)
        return float(self.each(table.sum(axis=0, keepdims=True), np.array([float(len(table))]))[0])

    def each(self, sums: Array, counts: Array) -> Array:
        """Give one total per line of sums; what cannot be divided is nan, not a warning."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.finish(sums, counts), dtype=np.float64)


mean = Summed(lambda sums, n: sums[:, 0] / n)


def as_rows(rows: ArrayLike) -> Array:
    """Give the statistics as a table of floats, one row per item, or refuse an empty one."""
    table = np.asarray(rows, dtype=np.float64)
    if table.ndim == 1:
        table = table[:, None]
    if len(table) == 0:
        raise DataError("there is nothing to measure: no items came")
    return table


def weights(n: int, samples: int, rng: np.random.Generator) -> Iterator[Array]:
    """Yield slices of a (samples, n) table: how often each item falls into each resample."""
    slice_ = max(1, CELLS // n)
    for start in range(0, samples, slice_):
        drawn = rng.integers(0, n, size=(min(slice_, samples - start), n))
        yield np.stack([np.bincount(row, minlength=n) for row in drawn]).astype(np.float64)


def resample(
    rows: ArrayLike, total: Total, *, counts: Array | None = None, samples: int = 1000, seed: int = 0
) -> Array:
    """Give the total of each of `samples` draws of the rows; a row may stand for several items."""
    table = as_rows(rows)
    rng = np.random.default_rng(seed)
    if not isinstance(total, Summed):
        return np.array([total(table[rng.integers(0, len(table), len(table))]) for _ in range(samples)])
    held = np.ones(len(table)) if counts is None else counts
    drawn = weights(len(table), samples, rng)
    return np.concatenate([total.each(weight @ table, weight @ held) for weight in drawn])


def spread(drawn: Array, level: float = 0.95) -> Interval:
    """Give the interval that holds the middle `level` of the numbers; draws without a value do not count."""
    known = drawn[np.isfinite(drawn)]
    if len(known) == 0:
        return Interval(float("nan"), float("nan"))
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def bootstrap(
    rows: ArrayLike, total: Total, *, samples: int = 1000, seed: int = 0, level: float = 0.95
) -> Interval:
    """Give the interval that holds `level` of the resampled totals (percentiles; Efron 1979).

    >>> bootstrap(np.arange(100.0), mean, samples=500).low > 40
    True
    """
    return spread(resample(rows, total, samples=samples, seed=seed), level)


def wilson(right: int, count: int, *, level: float = 0.95) -> Interval:
    """Give the interval of a share of right answers (Wilson 1927, https://doi.org/10.1080/01621459.1927.10502953).

    It stays within 0 and 1 and has a width where all answers are right, unlike a resampled one.

    >>> print(wilson(10, 10))
    [0.722, 1.000]
    """
    if not 0 <= right <= count:
        raise DataError(f"{right} of {count} cannot be right")
    if count == 0:
        return Interval(float("nan"), float("nan"))
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = right / count
    middle = share + z * z / (2 * count)
    half = z * sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
    low, high = ((middle + side * half) / (1 + z * z / count) for side in (-1, 1))
    return Interval(max(0.0, low), min(1.0, high))


class Blocks:
    """The rows of a stream in bounded memory: when there are too many, each new one joins one at random.

    Sums of random blocks of rows vary in total as the rows do, so an interval over blocks is an interval over
    rows; it holds for `Summed` totals only.

    >>> blocks = Blocks(most=8)
    >>> blocks.add(np.arange(100.0))
    >>> blocks.count, len(blocks.rows()), blocks.total(mean)
    (100, 8, 49.5)
    """

    def __init__(self, most: int = 20_000, *, seed: int = 0) -> None:
        self.most = most
        self.count = 0
        self._rng = np.random.default_rng(seed)
        self._sums: Array = np.empty((0, 0))
        self._counts: Array = np.zeros(most)

    def add(self, rows: ArrayLike) -> None:
        """Take a batch of rows."""
        table = np.asarray(rows, dtype=np.float64)
        table = table[:, None] if table.ndim == 1 else table
        if self.count == 0:
            self._sums = np.zeros((self.most, table.shape[1]))
        numbers = np.arange(self.count, self.count + len(table))
        places = np.where(numbers < self.most, numbers, self._rng.integers(0, self.most, len(table)))
        np.add.at(self._sums, places, table)
        np.add.at(self._counts, places, 1.0)
        self.count += len(table)

    def rows(self) -> Array:
        """Give the sums of the blocks (the rows themselves while there are few)."""
        return self._sums[: self.count]

    def counts(self) -> Array:
        """Say how many items each block holds."""
        return self._counts[: self.count]

    def total(self, total: Summed) -> float:
        """Give the total of all items that came."""
        if not self.count:
            raise DataError("there is nothing to measure: no items came")
        return float(total.each(self.rows().sum(axis=0, keepdims=True), np.array([float(self.count)]))[0])

    def interval(self, total: Summed, *, samples: int = 1000, seed: int = 0, level: float = 0.95) -> Interval:
        """Give the bootstrap interval of the total."""
        return spread(resample(self.rows(), total, counts=self.counts(), samples=samples, seed=seed), level)
