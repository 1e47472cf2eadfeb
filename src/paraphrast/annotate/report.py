"""Agreement of votes as rows: alpha, Fleiss' kappa where it can be had, and each worker's kappa."""

from typing import Any

import numpy as np

from paraphrast.annotate.aggregate import method
from paraphrast.annotate.votes import Votes, show
from paraphrast.stats.agreement import Measure, against, cohen, fleiss, krippendorff


def lines(votes: Votes, *, level: str = "nominal", by: str = "majority") -> list[dict[str, Any]]:
    """List the coefficients with their intervals; two workers who share items also get Cohen's kappa."""
    counts = votes.counts()
    values = votes.values() if level == "interval" else None
    found = [_line("alpha", "", krippendorff(counts, level=level, values=values))]  # type: ignore[arg-type]
    given = counts.sum(axis=1)
    if len(given) and given.min() == given.max() >= 2:
        found.append(_line("fleiss", "", fleiss(counts)))
    if len(votes.workers) == 2:
        found += _two(votes, level)
    truth = method(by)(votes).labels()
    kept = np.array([votes.items[code] in truth for code in votes.item], dtype=bool)
    said = [show(votes.labels[code]) for code in votes.label[kept]]
    real = [show(truth[votes.items[code]]) for code in votes.item[kept]]
    measures = against([votes.workers[code] for code in votes.worker[kept]], said, real)
    return found + [_line("kappa", worker, measure) for worker, measure in measures.items()]


def _two(votes: Votes, level: str) -> list[dict[str, Any]]:
    """Give Cohen's kappa of two workers, weighted too where labels are in order."""
    said: list[dict[int, int]] = [{}, {}]
    for item, worker, label in zip(votes.item, votes.worker, votes.label, strict=True):
        said[worker][int(item)] = int(label)
    both = sorted(said[0].keys() & said[1].keys())
    if not both:
        return []
    first, second = ([one[item] for item in both] for one in said)
    names = " and ".join(votes.workers)
    found = [_line("cohen", names, cohen(first, second))]
    if level != "nominal":
        found.append(_line("cohen-quadratic", names, cohen(first, second, weights="quadratic")))
    return found


def _line(measure: str, worker: str, coefficient: Measure) -> dict[str, Any]:
    low, high = coefficient.interval()
    value = coefficient.value
    return {
        "measure": measure,
        "worker": worker,
        "value": value,
        "low": low,
        "high": high,
        "n": len(coefficient.rows),
    }
