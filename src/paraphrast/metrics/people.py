"""Does a metric agree with people? Correlations at sentence and system level, with intervals, and a test.

A table has one row per judged output: the scores of the metrics, the human score, and the system that made
it.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.errors import DataError
from paraphrast.stats import correlation
from paraphrast.stats.correlation import MEASURES, Williams
from paraphrast.stats.intervals import Array, Interval

Level: TypeAlias = Literal["sentence", "unread", "system"]


class Agreement(msgspec.Struct, frozen=True):
    """How one metric goes with one human score; `system` is empty when all systems are taken together.

    The level `unread` is of the sentences that the metric's bundled judges had not learned from.
    """

    metric: str
    human: str
    level: Level
    system: str
    n: int
    pearson: float
    spearman: float
    kendall: float
    interval: Interval


class Beaten(NamedTuple):
    """Two metrics beside each other: their correlations with people, and Williams' test of the difference."""

    first: str
    second: str
    first_value: float
    second_value: float
    test: Williams


class Judged(msgspec.Struct, frozen=True):
    """Outputs as columns: what the metrics and the people said of each, and which system wrote it.

    `read` says for a metric that asks bundled models which outputs these had learned from.
    """

    metrics: Mapping[str, Array]
    humans: Mapping[str, Array]
    systems: Sequence[str] = ()
    read: Mapping[str, NDArray[np.bool_]] = MappingProxyType({})


def agree(judged: Judged, *, samples: int = 1000, seed: int = 0) -> list[Agreement]:
    """Give every metric's agreement with every human score: over all sentences, per system, and over systems.

    Intervals are of Spearman's correlation.
    """
    names = sorted(set(judged.systems))
    found = []
    for human, wanted in judged.humans.items():
        for metric, told in judged.metrics.items():
            found.append(_one(metric, human, told, wanted, samples=samples, seed=seed))
            rest = ~judged.read.get(metric, np.zeros(len(told), dtype=bool))
            if not rest.all() and rest.sum() > 2:
                left = told[rest], wanted[rest]
                found.append(_one(metric, human, *left, level="unread", samples=samples, seed=seed))
            found += [
                _one(metric, human, told[own], wanted[own], system=name, samples=samples, seed=seed)
                for name in names
                if len(names) > 1 and len(own := _of(judged, name)) > 2
            ]
            if len(names) > 2:
                means = _by_system(judged, told, wanted, names)
                found.append(_one(metric, human, *means, level="system", samples=samples, seed=seed))
    return found


def _by_system(judged: Judged, told: Array, wanted: Array, names: Sequence[str]) -> tuple[Array, Array]:
    """Give the means of a metric and of people for each system."""
    groups = [_of(judged, name) for name in names]
    return np.array([told[own].mean() for own in groups]), np.array([wanted[own].mean() for own in groups])


def beats(judged: Judged, human: str, *, measure: str = "spearman") -> list[Beaten]:
    """Test, over all sentences, each metric against the next best: which lead is more than chance?"""
    if human not in judged.humans:
        raise DataError(f"nobody scored {human!r}; there are {', '.join(judged.humans)}")
    wanted, correlate = judged.humans[human], MEASURES[measure]
    values = {name: correlate(told, wanted) for name, told in judged.metrics.items()}
    # a metric of likeness may go against people as surely as another goes with them: the size ranks
    known = [name for name in values if np.isfinite(values[name])]
    ranked = sorted(known, key=lambda name: -abs(values[name]))
    lines = []
    for first, second in pairwise(ranked):
        signs = np.sign(values[first]), np.sign(values[second])
        between = correlate(judged.metrics[first], judged.metrics[second]) * signs[0] * signs[1]
        test = correlation.williams(abs(values[first]), abs(values[second]), float(between), n=len(wanted))
        lines.append(Beaten(first, second, values[first], values[second], test))
    return lines


def _of(judged: Judged, system: str) -> list[int]:
    return [place for place, name in enumerate(judged.systems) if name == system]


def _one(
    metric: str,
    human: str,
    told: Array,
    wanted: Array,
    *,
    level: Level = "sentence",
    system: str = "",
    samples: int = 1000,
    seed: int = 0,
) -> Agreement:
    values = {name: measure(told, wanted) for name, measure in MEASURES.items()}
    interval = correlation.interval(told, wanted, samples=samples, seed=seed)
    return Agreement(
        metric=metric, human=human, level=level, system=system, n=len(wanted), interval=interval, **values
    )
