"""How well do people who are not of the field do? The study of parade.txt 5.3.

A rater reads the criteria and 100 labelled examples of the training set, then labels 100 blind items of the
test set; raters and models are scored on the same items, side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paraphrast.annotate.votes import Votes, show
from paraphrast.data import Pair, Scorer
from paraphrast.errors import DataError
from paraphrast.stats import labels as measure
from paraphrast.stats.intervals import Interval, bootstrap


class Plan(NamedTuple):
    """The examples a rater reads with their labels, and the items they judge without."""

    shown: list[Pair]
    blind: list[Pair]


class Line(NamedTuple):
    """One rater, all raters together, or a model: how many items, accuracy and F1, each with its interval."""

    name: str
    n: int
    accuracy: float
    accuracy_interval: Interval
    f1: float
    f1_interval: Interval


def plan(
    train: Sequence[Pair], test: Sequence[Pair], *, shown: int = 100, blind: int = 100, seed: int = 0
) -> Plan:
    """Draw the examples and the blind items; a pair without a label cannot serve as either."""
    rng = np.random.default_rng(seed)
    return Plan(_draw(train, shown, rng, "training"), _draw(test, blind, rng, "test"))


def _draw(pairs: Sequence[Pair], count: int, rng: np.random.Generator, name: str) -> list[Pair]:
    known = [pair for pair in pairs if pair.label is not None]
    if len(known) < count:
        raise DataError(f"the {name} set has {len(known)} labelled pairs; the study needs {count}")
    return [known[place] for place in rng.choice(len(known), count, replace=False)]


def score(
    blind: Sequence[Pair], votes: Votes, models: Mapping[str, Scorer], *, positive: str = "1"
) -> Iterator[Line]:
    """Yield a line per rater, one for all raters together, and one per model, on the same blind items."""
    truth = {pair.id: float((pair.label or 0) >= 0.5) for pair in blind}
    said: dict[str, dict[str, float]] = {worker: {} for worker in votes.workers}
    for item, worker, label in zip(votes.item, votes.worker, votes.label, strict=True):
        said[votes.workers[worker]][votes.items[item]] = float(show(votes.labels[label]) == positive)
    for worker, answers in said.items():
        shared = [item for item in answers if item in truth]
        yield _line(worker, [truth[item] for item in shared], [answers[item] for item in shared])
    every = [
        (truth[item], label) for answers in said.values() for item, label in answers.items() if item in truth
    ]
    if every:
        yield _line("all raters", [real for real, _ in every], [label for _, label in every])
    for name, model in models.items():
        yield _line(name, list(truth.values()), [float(value >= 0.5) for value in model(blind)])


def _line(name: str, truth: Sequence[float], said: Sequence[float]) -> Line:
    if not truth:
        raise DataError(f"{name!r} judged none of the blind items")
    rows = measure.counts(truth, said)
    accuracy, f1 = measure.ACCURACY, measure.F1
    return Line(name, len(rows), accuracy(rows), bootstrap(rows, accuracy), f1(rows), bootstrap(rows, f1))
