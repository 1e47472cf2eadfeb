"""How well yes/no answers and probabilities fit the truth: accuracy, precision, recall, F1, MCC, AUC, ECE.

Gold labels and predictions are 0 or 1 (graded golds are cut at .5); `report` takes scores and gives them all
with bootstrap intervals. A measure with nothing to divide by (no positives at all) is 0, as in scikit-learn.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from paraphrast.errors import DataError
from paraphrast.stats import intervals
from paraphrast.stats.correlation import ranks
from paraphrast.stats.intervals import Array, Interval, Summed, Total

BINS = 10


class Estimate(NamedTuple):
    """A number and the interval around it.

    >>> print(Estimate(.5, Interval(.4, .6)))
    0.500 [0.400, 0.600]
    """

    value: float
    interval: Interval

    def __str__(self) -> str:
        return f"{self.value:.3f} {self.interval}"


def counts(gold: ArrayLike, predicted: ArrayLike) -> Array:
    """Give one row per item: true positive, false positive, false negative, true negative.

    >>> counts([1, 0], [1, 1]).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    """
    truth, answer = _matched(gold, predicted)
    yes, said = truth >= 0.5, answer >= 0.5
    return np.column_stack([yes & said, ~yes & said, yes & ~said, ~yes & ~said]).astype(np.float64)


def _ratio(above: Array, below: Array) -> Array:
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def _mcc(sums: Array, _: Array) -> Array:
    hit, false, missed, passed = sums.T
    below = (hit + false) * (hit + missed) * (passed + false) * (passed + missed)
    return _ratio(hit * passed - false * missed, np.sqrt(below))


ACCURACY = Summed(lambda s, n: (s[:, 0] + s[:, 3]) / n)
PRECISION = Summed(lambda s, n: _ratio(s[:, 0], s[:, 0] + s[:, 1]))
RECALL = Summed(lambda s, n: _ratio(s[:, 0], s[:, 0] + s[:, 2]))
F1 = Summed(lambda s, n: _ratio(2 * s[:, 0], 2 * s[:, 0] + s[:, 1] + s[:, 2]))
MCC = Summed(_mcc)


def accuracy(gold: ArrayLike, predicted: ArrayLike) -> float:
    """Give the share of items answered rightly."""
    return ACCURACY(counts(gold, predicted))


def precision(gold: ArrayLike, predicted: ArrayLike) -> float:
    """Give the share of positive answers that are right."""
    return PRECISION(counts(gold, predicted))


def recall(gold: ArrayLike, predicted: ArrayLike) -> float:
    """Give the share of positives that were found."""
    return RECALL(counts(gold, predicted))


def f1(gold: ArrayLike, predicted: ArrayLike) -> float:
    """Give the harmonic mean of precision and recall.

    >>> f1([1, 1, 0, 0], [1, 0, 0, 0])
    0.6666666666666666
    """
    return F1(counts(gold, predicted))


def mcc(gold: ArrayLike, predicted: ArrayLike) -> float:
    """Give Matthews' correlation of answers and truth (1975), https://doi.org/10.1016/0005-2795(75)90109-9."""
    return MCC(counts(gold, predicted))


def auc(gold: ArrayLike, scores: ArrayLike) -> float:
    """Give the chance that a positive scores above a negative, ties counting half; nan without both kinds.

    >>> auc([1, 0, 1], [.9, .2, .2])
    0.75
    """
    truth, score = _matched(gold, scores)
    yes = truth >= 0.5
    positives = np.count_nonzero(yes)
    pairs = positives * (len(yes) - positives)
    if not pairs:
        return float("nan")
    return float((ranks(score)[yes].sum() - positives * (positives + 1) / 2) / pairs)


def calibration(gold: ArrayLike, probabilities: ArrayLike, *, bins: int = BINS) -> Array:
    """Give one row per item for `ece`: truth less probability, in the column of its bin."""
    truth, score = _matched(gold, probabilities)
    if len(score) and (score.min() < 0 or score.max() > 1):
        raise DataError("calibration is about probabilities: scores from 0 to 1 are needed")
    rows = np.zeros((len(score), bins))
    # bins are open on the left, as in Guo et al. (2017); a probability of exactly 0 joins the first
    place = np.clip(np.ceil(score * bins).astype(int) - 1, 0, bins - 1)
    rows[np.arange(len(score)), place] = (truth >= 0.5) - score
    return rows


class Bin(NamedTuple):
    """Items of like probability: how many, their mean probability, and the share that is true."""

    size: int
    said: float
    true: float
    interval: Interval


def reliability(gold: ArrayLike, probabilities: ArrayLike, *, bins: int = BINS) -> list[Bin]:
    """Give the bins of a reliability diagram that hold anything, with Wilson's intervals.

    >>> [(bin.size, bin.said, bin.true) for bin in reliability([1, 0, 1], [.95, .95, .2])]
    [(1, 0.2, 1.0), (2, 0.95, 0.5)]
    """
    truth, score = _matched(gold, probabilities)
    calibration(truth, score, bins=bins)  # refuses what is no probability
    place = np.clip(np.ceil(score * bins).astype(int) - 1, 0, bins - 1)
    found = []
    for number in np.unique(place):
        own = place == number
        true = truth[own] >= 0.5
        interval = intervals.wilson(int(true.sum()), len(true))
        found.append(Bin(len(true), float(score[own].mean()), float(true.mean()), interval))
    return found


ECE = Summed(lambda s, n: np.abs(s).sum(axis=1) / n)


def ece(gold: ArrayLike, probabilities: ArrayLike, *, bins: int = BINS) -> float:
    """Give the expected calibration error, equal-width bins (Guo et al. 2017, https://arxiv.org/abs/1706.04599).

    >>> round(ece([1, 0], [.8, .3]), 3)
    0.25
    """
    return ECE(calibration(gold, probabilities, bins=bins))


def best_threshold(gold: ArrayLike, scores: ArrayLike) -> float:
    """Give the lowest threshold with the highest F1 over these items (choose it on dev data, never on test).

    >>> best_threshold([0, 1, 1], [.1, .4, .9])
    0.4
    """
    truth, score = _matched(gold, scores)
    order = np.argsort(-score, kind="stable")
    hits = np.cumsum(truth[order] >= 0.5)
    # a threshold can only fall between different scores
    ends: NDArray[np.intp] = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    value = 2 * hits[ends] / (ends + 1 + np.count_nonzero(truth >= 0.5))
    best = len(value) - 1 - int(np.argmax(value[::-1]))
    return float(score[order][ends[best]])


def report(
    gold: ArrayLike,
    scores: ArrayLike,
    *,
    threshold: float = 0.5,
    only: Sequence[str] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> dict[str, Estimate]:
    """Give the measures of this file, or some of them, with intervals; ECE only where all is within 0..1."""
    truth, score = _matched(gold, scores)
    answers = counts(truth, score >= threshold)
    totals: dict[str, tuple[Array, Total]] = {
        "accuracy": (answers, ACCURACY),
        "precision": (answers, PRECISION),
        "recall": (answers, RECALL),
        "f1": (answers, F1),
        "mcc": (answers, MCC),
        "auc": (np.column_stack([truth, score]), lambda rows: auc(rows[:, 0], rows[:, 1])),
    }
    if score.min() >= 0 and score.max() <= 1:
        totals["ece"] = (calibration(truth, score), ECE)
    return {
        name: Estimate(total(rows), intervals.bootstrap(rows, total, samples=samples, seed=seed))
        for name, (rows, total) in totals.items()
        if only is None or name in only
    }


def _matched(gold: ArrayLike, answers: ArrayLike) -> tuple[Array, Array]:
    truth, answer = np.asarray(gold, dtype=np.float64), np.asarray(answers, dtype=np.float64)
    if truth.shape != answer.shape or truth.ndim != 1:
        raise DataError(
            f"{truth.size} gold labels and {answer.size} answers came; one answer per label is needed"
        )
    if not len(truth):
        raise DataError("there is nothing to measure: no items came")
    return truth, answer
