"""What a report shows of a stream, in little memory: a sample of the scores, and the best and worst pairs."""

from collections.abc import Mapping, Sequence
from heapq import heappush, heapreplace

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.stats.intervals import Array


class Example(msgspec.Struct, frozen=True):
    """A pair and what one metric said of it."""

    score: float
    pair: Pair


class ScoreSamples:
    """Watches batches go by and keeps, for each metric, a fair sample of scores and both ends."""

    def __init__(self, *, sample: int = 10_000, ends: int = 5, seed: int = 0) -> None:
        self.sample = sample
        self.ends = ends
        self.seen = 0
        self._rng = np.random.default_rng(seed)
        self._scores: dict[str, Array] = {}
        self._ends: dict[tuple[str, int], list[tuple[float, int, Pair]]] = {}

    def __call__(self, pairs: Sequence[Pair], told: Mapping[str, Array]) -> None:
        """Take in one batch."""
        places = self._places(len(pairs))
        for name, values in told.items():
            held = self._scores.setdefault(name, np.full(self.sample, np.nan))
            kept = places < self.sample
            held[places[kept]] = values[kept]
            for sign in (1, -1):
                self._extremes(name, sign, pairs, values)
        self.seen += len(pairs)

    def scores(self, name: str) -> Array:
        """Give the sampled scores of a metric."""
        return self._scores[name][: min(self.seen, self.sample)]

    def best(self, name: str) -> list[Example]:
        """Give the pairs with the highest scores, highest first."""
        return [Example(value, pair) for value, _, pair in sorted(self._ends[name, 1], key=_value)[::-1]]

    def worst(self, name: str) -> list[Example]:
        """Give the pairs with the lowest scores, lowest first."""
        return [Example(-value, pair) for value, _, pair in sorted(self._ends[name, -1], key=_value)[::-1]]

    def _places(self, count: int) -> Array:
        """Give each newcomer a place in the sample, or one beyond it (reservoir sampling)."""
        numbers = np.arange(self.seen, self.seen + count)
        drawn = (self._rng.random(count) * (numbers + 1)).astype(np.int64)
        return np.where(numbers < self.sample, numbers, drawn)

    def _extremes(self, name: str, sign: int, pairs: Sequence[Pair], values: Array) -> None:
        heap = self._ends.setdefault((name, sign), [])
        for place in np.argsort(-sign * values, kind="stable")[: self.ends]:
            entry = (float(sign * values[place]), -(self.seen + int(place)), pairs[place])
            if len(heap) < self.ends:
                heappush(heap, entry)
            elif entry[:2] > heap[0][:2]:
                heapreplace(heap, entry)


def _value(entry: tuple[float, int, Pair]) -> tuple[float, int]:
    return entry[:2]
