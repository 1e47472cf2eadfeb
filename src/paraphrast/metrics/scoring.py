"""Scoring pairs: a few in memory, or a stream of millions in batches."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, TypeVar

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.metrics.metric import Metric, Score
from paraphrast.metrics.registry import build
from paraphrast.stats import paired
from paraphrast.stats.intervals import Array, Blocks
from paraphrast.stats.paired import Difference

BATCH = 2048
T = TypeVar("T")


def score(
    metric: str | Metric, pairs: Iterable[Pair], *, samples: int = 1000, seed: int = 0, **settings: object
) -> Score:
    """Score pairs with a metric, by name or as made by `build`.

    >>> pairs = [Pair(a="a cat sat", b="the cat sat", refs=("the cat sat",), lang="en")]
    >>> score("rouge-1", pairs).value
    1.0
    """
    made = build(metric, **settings) if isinstance(metric, str) else metric
    tables = [made.rows(batch) for batch in batches(pairs)]
    if not tables:
        raise DataError("there is nothing to score: no pairs came")
    rows = np.concatenate(tables)
    held = Blocks(most=max(20_000, 2))
    held.add(rows)
    interval = held.interval(made.total, samples=samples, seed=seed)
    return Score(made, held.total(made.total), interval, len(rows), rows)


def stream(
    metrics: Sequence[Metric],
    pairs: Iterable[Pair],
    *,
    each: Callable[[Sequence[Pair], Mapping[str, Array]], None] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> list[Score]:
    """Score any number of pairs in bounded memory; `each` is told the sentence scores of every batch."""
    held = [Blocks() for _ in metrics]
    for batch in batches(pairs):
        told = {}
        for metric, blocks in zip(metrics, held, strict=True):
            rows = metric.rows(batch)
            blocks.add(rows)
            told[metric.name] = metric.sentences(rows)
        if each:
            each(batch, told)
    if held and not held[0].count:
        raise DataError("there is nothing to score: no pairs came")
    return [
        Score(
            metric,
            blocks.total(metric.total),
            blocks.interval(metric.total, samples=samples, seed=seed),
            blocks.count,
            blocks.rows(),
        )
        for metric, blocks in zip(metrics, held, strict=True)
    ]


def compare(
    first: Score,
    second: Score,
    *,
    test: Literal["bootstrap", "randomisation"] = "bootstrap",
    samples: int = 1000,
    seed: int = 0,
) -> Difference:
    """Test whether two systems, scored by the same metric on the same items, differ."""
    if first.signature != second.signature:
        raise CommandError(f"two scores compare only if made alike: {first.signature} and {second.signature}")
    run = paired.bootstrap if test == "bootstrap" else paired.randomisation
    return run(first.rows, second.rows, first.metric.total, samples=samples, seed=seed)


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Yield lists of up to `size` items."""
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch
