"""Scoring pairs: a few in memory, or a stream of millions in batches, over several processes if need be."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
import numpy as np

from paraphrast import engine, plans
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import replacing
from paraphrast.metrics.judges import UnreadRows, rows_of
from paraphrast.metrics.metric import Metric, Score
from paraphrast.metrics.registry import build
from paraphrast.plans.plan import part_path, shard_path, summaries
from paraphrast.plans.records import read_lines
from paraphrast.plans.running import finish
from paraphrast.stats import paired
from paraphrast.stats.intervals import Array, Blocks
from paraphrast.stats.paired import Difference

BATCH = 2048
T = TypeVar("T")
Watch: TypeAlias = Callable[[Sequence[Pair], Mapping[str, Array]], None]


def score(
    metric: str | Metric, pairs: Iterable[Pair], *, samples: int = 1000, seed: int = 0, **settings: object
) -> Score:
    """Score pairs with a metric, by name or as made by `build`.

    >>> pairs = [Pair(a="a cat sat", b="the cat sat", refs=("the cat sat",), lang="en")]
    >>> score("rouge-1", pairs).value
    1.0
    """
    made = build(metric, **settings) if isinstance(metric, str) else metric
    tables, references, rest = [], References(), UnreadRows(made)
    for batch in batches(pairs):
        tables.append(rows_of(made, batch))
        references.count(batch)
        rest.add(batch, tables[-1])
    if not tables:
        raise DataError("there is nothing to score: no pairs came")
    rows = np.concatenate(tables)
    held = Blocks()
    held.add(rows)
    interval = held.interval(made.total, samples=samples, seed=seed)
    told = references.describe(made) | {"boot": samples, "seed": seed}
    unread = rest.measure(samples=samples, seed=seed)
    return Score(made, held.total(made.total), interval, len(rows), rows, made=told, unread=unread)


def stream(
    metrics: Sequence[Metric],
    pairs: Iterable[Pair],
    *,
    each: Watch | None = None,
    workers: int = 1,
    folder: str | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> list[Score]:
    """Score any number of pairs in bounded memory; `each` is told the sentence scores of every batch.

    With a `folder`, scores wait there, and a run that was stopped goes on.
    """
    held, references = [Blocks() for _ in metrics], References()
    rest = [UnreadRows(metric) for metric in metrics]
    for batch, tables in _tables(metrics, pairs, workers, folder):
        references.count(batch)
        for blocks, others, rows in zip(held, rest, tables, strict=True):
            blocks.add(rows)
            others.add(batch, rows)
        if each:
            told = zip(metrics, tables, strict=True)
            each(batch, {metric.name: metric.sentences(rows) for metric, rows in told})
    if held and not held[0].count:
        raise DataError("there is nothing to score: no pairs came")
    return [
        Score(
            metric,
            blocks.total(metric.total),
            blocks.interval(metric.total, samples=samples, seed=seed),
            blocks.count,
            blocks.rows(),
            blocks.counts(),
            made=references.describe(metric) | {"boot": samples, "seed": seed},
            unread=others.measure(samples=samples, seed=seed),
        )
        for metric, blocks, others in zip(metrics, held, rest, strict=True)
    ]


class References:
    """Counts the references of pairs as they go by, for signatures.

    >>> seen = References()
    >>> seen.count([Pair(a="x", b="y", refs=("z",)), Pair(a="x", b="y", refs=("u", "v"))])
    >>> seen.describe(build("chrf")), seen.describe(build("selfbleu"))
    ({'nrefs': '1-2'}, {})
    """

    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def count(self, pairs: Sequence[Pair]) -> None:
        self.numbers |= {len(pair.refs) for pair in pairs}

    def describe(self, metric: Metric) -> dict[str, object]:
        """Say how many references each pair had, where the metric looks at them."""
        if "refs" not in (metric.settings.get("against"), *metric.settings) or not self.numbers:
            return {}
        least, most = min(self.numbers), max(self.numbers)
        return {"nrefs": str(least) if least == most else f"{least}-{most}"}


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
    return run(first.rows, second.rows, first.metric.total, counts=first.counts, samples=samples, seed=seed)


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Yield lists of up to `size` items."""
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch


def _tables(
    metrics: Sequence[Metric], pairs: Iterable[Pair], workers: int, folder: str | None
) -> Iterator[tuple[list[Pair], list[Array]]]:
    """Yield batches of pairs, and the rows that each metric makes of them."""
    if workers == 1 and folder is None:
        for batch in batches(engine.progress(pairs, "score")):
            yield batch, [rows_of(metric, batch) for metric in metrics]
        return
    recipes = [metric.recipe for metric in metrics]
    if None in recipes:
        raise CommandError("only metrics made by name can be sent to other processes; use one worker")
    with nullcontext(folder) if folder else TemporaryDirectory() as place:
        yield from _planned(Path(place) / "parts", msgspec.json.encode(recipes), pairs, workers)


def _planned(
    folder: Path, recipes: bytes, pairs: Iterable[Pair], workers: int
) -> Iterator[tuple[list[Pair], list[Array]]]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Rows(recipes)
    plan = plans.make(folder, work, pairs, key=recipes.decode(), label="score", size=BATCH)
    if not plan.shards:
        return
    finish(folder, workers, work)
    for number in range(len(summaries(folder))):
        batch = list(read_lines(shard_path(folder, plan, number), Pair))
        with np.load(part_path(folder, number, "npz")) as tables:
            yield batch, [tables[str(at)] for at in range(len(tables))]


class Rows:
    """Makes of a shard of pairs the rows of each metric, in whatever process this is."""

    def __init__(self, recipes: bytes) -> None:
        self.recipes = recipes

    def __call__(self, shard: Path, part: Path) -> int:
        batch = list(read_lines(shard, Pair))
        tables = engine.apply(self.measure, 0, batch)
        named: dict[str, Any] = {str(at): np.stack(rows) for at, rows in enumerate(zip(*tables, strict=True))}
        with replacing(f"{part}npz") as file:
            np.savez(file, **named)
        return len(batch)

    def measure(self, batch: list[Pair]) -> list[tuple[Array, ...]]:
        """Give one row per metric for each pair."""
        return list(zip(*(rows_of(metric, batch) for metric in _made(self.recipes)), strict=True))


@cache
def _made(recipes: bytes) -> list[Metric]:
    known = msgspec.json.decode(recipes, type=list[tuple[str, dict[str, object]]])
    return [build(name, **settings) for name, settings in known]
