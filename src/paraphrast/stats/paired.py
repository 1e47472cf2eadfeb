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
    first: ArrayLike, second: ArrayLike, total: Total, *, samples: int = 1000, seed: int = 0
) -> Difference:
    """Test by drawing the same items for both systems (Koehn 2004, https://aclanthology.org/W04-3250).

    The p-value is two-sided: the share of draws whose difference, centred at 0, is larger than the one seen.
    """
    a, b = _matched(first, second)
    seen = total(a) - total(b)
    drawn = _drawn(a, b, total, samples=samples, seed=seed)
    known = drawn[np.isfinite(drawn)]
    if len(known) == 0 or not np.isfinite(seen):
        return Difference(seen, spread(drawn), float("nan"))
    beyond = np.count_nonzero(np.abs(known - known.mean()) >= abs(seen))
    return Difference(seen, spread(drawn), (beyond + 1) / (len(known) + 1))


def randomisation(
    first: ArrayLike, second: ArrayLike, total: Total, *, samples: int = 1000, seed: int = 0
) -> Difference:
    """Test by swapping the systems' answers at random (Riezler and Maxwell 2005, https://aclanthology.org/W05-0908).

    The p-value is two-sided; the interval is that of the paired bootstrap.
    """
    a, b = _matched(first, second)
    seen = total(a) - total(b)
    rng = np.random.default_rng(seed)
    drawn = np.concatenate(list(_swapped(a, b, total, samples=samples, rng=rng)))
    # equal up to rounding counts as beyond: sums in another order differ in the last digits
    beyond = np.count_nonzero(np.abs(drawn) >= abs(seen) - 1e-12)
    interval = spread(_drawn(a, b, total, samples=samples, seed=seed))
    return Difference(seen, interval, (beyond + 1) / (samples + 1))


def _matched(first: ArrayLike, second: ArrayLike) -> tuple[Array, Array]:
    a, b = as_rows(first), as_rows(second)
    if a.shape != b.shape:
        raise DataError(
            f"the systems differ in items: {len(a)} and {len(b)} rows; score both on the same items"
        )
    return a, b


def _drawn(a: Array, b: Array, total: Total, *, samples: int, seed: int) -> Array:
    """Give the difference of totals in each resample of items."""
    rng = np.random.default_rng(seed)
    n = len(a)
    if not isinstance(total, Summed):
        picks = [rng.integers(0, n, n) for _ in range(samples)]
        return np.array([total(a[pick]) - total(b[pick]) for pick in picks])
    parts = []
    for weight in weights(n, samples, rng):
        held = weight.sum(axis=1)
        parts.append(total.each(weight @ a, held) - total.each(weight @ b, held))
    return np.concatenate(parts)


def _swapped(a: Array, b: Array, total: Total, *, samples: int, rng: np.random.Generator) -> Iterator[Array]:
    """Yield the differences after each row has changed sides by the toss of a coin."""
    n = len(a)
    if not isinstance(total, Summed):
        for _ in range(samples):
            coin = rng.random(n)[:, None] < 0.5
            yield np.array([total(np.where(coin, b, a)) - total(np.where(coin, a, b))])
        return
    sum_a, sum_b, gap = a.sum(axis=0), b.sum(axis=0), b - a
    slice_ = max(1, CELLS // n)
    for start in range(0, samples, slice_):
        moved = (rng.random((min(slice_, samples - start), n)) < 0.5).astype(np.float64) @ gap
        counts = np.full(len(moved), float(n))
        yield total.each(sum_a + moved, counts) - total.each(sum_b - moved, counts)
