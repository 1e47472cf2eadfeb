"""Is one system better than another on the same items? Two tests on their rows of statistics."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from paraphrast.errors import DataError
from paraphrast.stats.intervals import CELLS, Array, Interval, Summed, Total, as_rows, spread, weights


class Difference(NamedTuple):
    """How much higher the first total is, between what bounds, and how likely chance alone would do it.

    >>> print(Difference(.1, Interval(.05, .15), .01))
    +0.100 [0.050, 0.150], p = 0.010
    """

    value: float
    interval: Interval
    p: float

    def __str__(self) -> str:
        return f"{self.value:+.3f} {self.interval}, p = {self.p:.3f}"


def bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    total: Total,
    *,
    counts: Array | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Difference:
    """Test by drawing the same items for both systems (Koehn 2004, https://aclanthology.org/W04-3250).

    The p-value is two-sided: the share of draws whose difference, centred at 0, is larger than the one seen.
    `counts` says how many items each row stands for, where it is a sum of several.
    """
    sides = _Sides(first, second, total, counts)
    seen, drawn = sides.seen(), sides.drawn(samples, seed)
    known = drawn[np.isfinite(drawn)]
    if len(known) == 0 or not np.isfinite(seen):
        return Difference(seen, spread(drawn), float("nan"))
    beyond = int(np.count_nonzero(np.abs(known - known.mean()) >= abs(seen)))
    return Difference(seen, spread(drawn), (beyond + 1) / (len(known) + 1))


def randomisation(
    first: ArrayLike,
    second: ArrayLike,
    total: Total,
    *,
    counts: Array | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Difference:
    """Test by swapping the systems' answers at random.

    Riezler and Maxwell (2005), https://aclanthology.org/W05-0908. The p-value is two-sided; the interval is
    that of the paired bootstrap.
    """
    sides = _Sides(first, second, total, counts)
    seen = sides.seen()
    drawn = np.concatenate(list(sides.swapped(samples, np.random.default_rng(seed))))
    # equal up to rounding counts as beyond: sums in another order differ in the last digits
    beyond = int(np.count_nonzero(np.abs(drawn) >= abs(seen) - 1e-12))
    return Difference(seen, spread(sides.drawn(samples, seed)), (beyond + 1) / (samples + 1))


class _Sides:
    """Two systems' rows on the same items, and the total that compares them."""

    def __init__(self, first: ArrayLike, second: ArrayLike, total: Total, counts: Array | None) -> None:
        self.a, self.b, self.total = as_rows(first), as_rows(second), total
        self.counts = np.ones(len(self.a)) if counts is None else counts
        if self.a.shape != self.b.shape:
            raise DataError(
                f"the systems differ in items: {len(self.a)} and {len(self.b)} rows; "
                "score both on the same items"
            )

    def seen(self) -> float:
        """Give the difference of the totals."""
        if not isinstance(self.total, Summed):
            return self.total(self.a) - self.total(self.b)
        sums = np.stack([self.a.sum(axis=0), self.b.sum(axis=0)])
        one, other = self.total.each(sums, np.full(2, self.counts.sum()))
        return float(one - other)

    def drawn(self, samples: int, seed: int) -> Array:
        """Give the difference of totals in each resample of items."""
        rng, n = np.random.default_rng(seed), len(self.a)
        if not isinstance(self.total, Summed):
            picks = [rng.integers(0, n, n) for _ in range(samples)]
            return np.array([self.total(self.a[pick]) - self.total(self.b[pick]) for pick in picks])
        parts = []
        for weight in weights(n, samples, rng):
            held = weight @ self.counts
            parts.append(self.total.each(weight @ self.a, held) - self.total.each(weight @ self.b, held))
        return np.concatenate(parts)

    def swapped(self, samples: int, rng: np.random.Generator) -> Iterator[Array]:
        """Yield the differences after each row has changed sides by the toss of a coin."""
        a, b, total, n = self.a, self.b, self.total, len(self.a)
        if not isinstance(total, Summed):
            for _ in range(samples):
                coin = rng.random(n)[:, None] < 0.5
                yield np.array([total(np.where(coin, b, a)) - total(np.where(coin, a, b))])
            return
        sum_a, sum_b, gap = a.sum(axis=0), b.sum(axis=0), b - a
        slice_ = max(1, CELLS // n)
        for start in range(0, samples, slice_):
            moved = (rng.random((min(slice_, samples - start), n)) < 0.5).astype(np.float64) @ gap
            held = np.full(len(moved), self.counts.sum())
            yield total.each(sum_a + moved, held) - total.each(sum_b - moved, held)
