"""How far people agree beyond chance: Cohen's, Fleiss' and Krippendorff's coefficients, with intervals.

Every coefficient is a function of sums over items (confusions, counts of labels, coincidences), so it is a
`Measure`: rows of statistics per item and a `Summed` total; its interval costs one product of matrices.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from paraphrast.errors import DataError, unknown
from paraphrast.stats.intervals import Array, Interval, Summed, resample, spread

Weights: TypeAlias = Literal["none", "linear", "quadratic"]
Level: TypeAlias = Literal["nominal", "ordinal", "interval"]
Codes: TypeAlias = NDArray[np.int64]

# Resampling more rows than this only takes longer: sums of random blocks of rows vary alike.
BLOCKS = 5_000


class Measure(NamedTuple):
    """A coefficient as rows and their total; `value` is the number, `interval` how far to trust it."""

    rows: Array
    total: Summed

    @property
    def value(self) -> float:
        """The coefficient on all items (nan when chance leaves nothing to explain)."""
        return self.total(self.rows)

    def interval(self, *, samples: int = 1000, seed: int = 0, level: float = 0.95) -> Interval:
        """Give the percentile bootstrap interval over items."""
        rows, counts = self.rows, np.ones(len(self.rows))
        if len(rows) > BLOCKS:
            block = np.random.default_rng(seed).permutation(len(rows)) % BLOCKS
            counts = np.bincount(block, minlength=BLOCKS).astype(np.float64)
            rows = np.stack([np.bincount(block, column, BLOCKS) for column in rows.T], axis=1)
        return spread(resample(rows, self.total, counts=counts, samples=samples, seed=seed), level)


def encode(*columns: Sequence[object]) -> tuple[list[Codes], list[object]]:
    """Give the columns as codes into one sorted list of labels (numbers by size, text by letter).

    >>> encode(["b", "a"], ["a", "c"])[1]
    ['a', 'b', 'c']
    """
    known = sorted({value for column in columns for value in column}, key=_order)
    place = {value: code for code, value in enumerate(known)}
    return [np.array([place[value] for value in column], dtype=np.int64) for column in columns], known


def _order(value: object) -> tuple[int, float, str]:
    return (0, float(value), "") if isinstance(value, (int, float)) else (1, 0.0, str(value))


def cohen(first: Sequence[object], second: Sequence[object], *, weights: Weights = "none") -> Measure:
    """Measure how two raters of the same items agree (Cohen 1960, weighted 1968).

    >>> round(cohen([1, 1, 0, 0], [1, 1, 0, 1]).value, 3)
    0.5
    """
    if len(first) != len(second):
        raise DataError(f"two raters of the same items: {len(first)} and {len(second)} labels came")
    (a, b), known = encode(first, second)
    return confusion(a, b, len(known), weights=weights)


def weighted(first: Sequence[object], second: Sequence[object], *, weights: Weights = "quadratic") -> Measure:
    """Measure how two raters agree on an ordered scale, near misses counting less than far ones."""
    return cohen(first, second, weights=weights)


def confusion(a: Codes, b: Codes, size: int, *, weights: Weights = "none") -> Measure:
    """Measure agreement of two columns of label codes below `size`."""
    cost = _cost(size, weights)
    rows = np.zeros((len(a), size * size))
    rows[np.arange(len(a)), a * size + b] = 1.0

    def finish(sums: Array, counts: Array) -> Array:
        table = sums.reshape(-1, size, size)
        expected = table.sum(axis=2)[:, :, None] * table.sum(axis=1)[:, None, :] / counts[:, None, None]
        return 1 - (table * cost).sum(axis=(1, 2)) / (expected * cost).sum(axis=(1, 2))  # type: ignore[no-any-return]

    return Measure(rows, Summed(finish))


def _cost(size: int, weights: Weights) -> Array:
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64)
    costs = {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}
    if weights not in costs:
        raise unknown("weights", weights, costs)
    return costs[weights]


def fleiss(counts: ArrayLike) -> Measure:
    """Measure agreement on items with equally many votes (Fleiss 1971); counts are (items, labels).

    >>> round(fleiss([[3, 0], [0, 3], [2, 1]]).value, 4)
    0.55
    """
    table = np.asarray(counts, dtype=np.float64)
    votes = table.sum(axis=1)
    if len(table) == 0 or votes.min() != votes.max() or votes[0] < 2:
        raise DataError(
            "Fleiss' kappa needs equally many votes, two or more, on every item; use Krippendorff's alpha"
        )
    n = votes[0]
    agreed = (table * (table - 1)).sum(axis=1, keepdims=True) / (n * (n - 1))

    def finish(sums: Array, counts: Array) -> Array:
        shares = sums[:, 1:] / (counts * n)[:, None]
        chance = (shares**2).sum(axis=1)
        return (sums[:, 0] / counts - chance) / (1 - chance)  # type: ignore[no-any-return]

    return Measure(np.hstack([agreed, table]), Summed(finish))


def krippendorff(counts: ArrayLike, *, level: Level = "nominal", values: ArrayLike | None = None) -> Measure:
    """Measure how raters with gaps agree (Krippendorff 2011); counts are (items, labels in order).

    Items with fewer than two votes say nothing and are left out. `values` are the labels as numbers for the
    interval level (by default 0, 1, 2, ...).

    >>> round(krippendorff([[2, 0], [0, 2], [1, 1]]).value, 4)
    0.4444
    """
    if level not in ("nominal", "ordinal", "interval"):
        raise unknown("level of measurement", level, ["nominal", "ordinal", "interval"])
    table = np.asarray(counts, dtype=np.float64)
    table = table[table.sum(axis=1) >= 2]
    if len(table) == 0:
        raise DataError("no item has two votes: there is no agreement to measure")
    size = table.shape[1]
    together = table[:, :, None] * table[:, None, :]
    together[:, np.arange(size), np.arange(size)] -= table
    rows = (together / (table.sum(axis=1) - 1)[:, None, None]).reshape(len(table), -1)
    scale = np.arange(size, dtype=np.float64) if values is None else np.asarray(values, dtype=np.float64)

    def finish(sums: Array, counts: Array) -> Array:
        observed = sums.reshape(-1, size, size)
        each = observed.sum(axis=2)
        distance = _distance(each, level, scale)
        expected = each[:, :, None] * each[:, None, :] / (each.sum(axis=1) - 1)[:, None, None]
        return 1 - (observed * distance).sum(axis=(1, 2)) / (expected * distance).sum(axis=(1, 2))  # type: ignore[no-any-return]

    return Measure(rows, Summed(finish))


def _distance(each: Array, level: Level, scale: Array) -> Array:
    """Give the squared distances between labels: alike or not, by ranks passed, or by value."""
    size = each.shape[1]
    if level == "nominal":
        return np.broadcast_to(1 - np.eye(size), (len(each), size, size))
    if level == "interval":
        return np.broadcast_to(np.subtract.outer(scale, scale) ** 2, (len(each), size, size))
    upto = np.cumsum(each, axis=1) - each / 2
    return (upto[:, :, None] - upto[:, None, :]) ** 2


def against(
    workers: Sequence[str], said: Sequence[object], truth: Sequence[object], *, weights: Weights = "none"
) -> dict[str, Measure]:
    """Measure each worker against the truth of the items they judged: who can be relied on.

    >>> against(["ann", "ann", "bob", "bob"], [1, 0, 1, 1], [1, 0, 1, 0])["ann"].value
    1.0
    """
    (a, b), known = encode(said, truth)
    (who,), names = encode(list(workers))
    order = np.argsort(who, kind="stable")
    parts = np.split(order, np.searchsorted(who[order], np.arange(1, len(names))))
    return {
        str(name): confusion(a[part], b[part], len(known), weights=weights)
        for name, part in zip(names, parts, strict=True)
    }
