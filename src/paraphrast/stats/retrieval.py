"""How good is a ranked list? Precision, recall, F1, P@k, average precision, nDCG, per query and over queries.

`found` is ranked, best first, without repeats; `relevant` is what should have been found. Over queries
precision and recall are means and F1 comes from those means; nothing found counts 0 (PlagEvalRus 2017).
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from math import log2
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from paraphrast.errors import DataError
from paraphrast.stats import intervals
from paraphrast.stats.intervals import Array, Summed, Total
from paraphrast.stats.labels import Estimate

Key = TypeVar("Key", bound=Hashable)
Reading: TypeAlias = Literal["all", "printed"]


def precision(found: Sequence[Key], relevant: Collection[Key]) -> float:
    """Give the share of what was found that is relevant.

    >>> precision(["a", "b"], {"a", "c"})
    0.5
    """
    return _hits(found, relevant) / len(found) if found else 0.0


def recall(found: Sequence[Key], relevant: Collection[Key]) -> float:
    """Give the share of what is relevant that was found."""
    return _hits(found, relevant) / len(set(relevant)) if relevant else 0.0


def f1(found: Sequence[Key], relevant: Collection[Key]) -> float:
    """Give the harmonic mean of precision and recall of one query."""
    return harmonic(precision(found, relevant), recall(found, relevant))


def harmonic(first: float, second: float) -> float:
    """Give the harmonic mean of two shares, 0 when both are 0."""
    return 2 * first * second / (first + second) if first + second else 0.0


def precision_at(found: Sequence[Key], relevant: Collection[Key], k: int) -> float:
    """Give the share of the first k places that hold something relevant; an empty place does not.

    >>> precision_at(["a"], {"a"}, 5)
    0.2
    """
    return _hits(found[:k], relevant) / k


def _recall_at(found: Sequence[Key], relevant: Collection[Key], k: int) -> float:
    """Give the share of what is relevant that stands in the first k places."""
    return recall(found[:k], relevant)


def average_precision(found: Sequence[Key], relevant: Collection[Key], *, reading: Reading = "all") -> float:
    """Give the sum of P@k over hits, over everything relevant; "printed" divides by the hits only.

    >>> average_precision(["a", "x", "b"], {"a", "b", "c"})
    0.5555555555555555
    """
    wanted = set(relevant)
    hits, summed = 0, 0.0
    for place, key in enumerate(found, start=1):
        if key in wanted:
            hits += 1
            summed += hits / place
    below = len(wanted) if reading == "all" else hits
    return summed / below if below else 0.0


def ndcg(found: Sequence[Key], gains: Mapping[Key, float] | Collection[Key], k: int | None = None) -> float:
    """Give the discounted gain over that of the best order (Järvelin, Kekäläinen 2002); in a set all gain 1.

    >>> ndcg(["b", "a"], {"a": 1.0})
    0.6309297535714575
    """
    worth = gains if isinstance(gains, Mapping) else dict.fromkeys(gains, 1.0)
    best = sorted(worth.values(), reverse=True)[: k or None]
    ideal = sum(gain / log2(place + 1) for place, gain in enumerate(best, start=1))
    seen = sum(worth.get(key, 0.0) / log2(place + 1) for place, key in enumerate(found[: k or None], start=1))
    return seen / ideal if ideal else 0.0


def rows(
    found: Mapping[str, Sequence[Key]], relevant: Mapping[str, Collection[Key]], *, k: int = 10
) -> Array:
    """Give one row per query that has an answer: P, R, AP, P@k, R@k, nDCG@k."""
    table = []
    for query, wanted in relevant.items():
        got = found.get(query, ())
        if len(set(got)) != len(got):
            raise DataError(f"query {query!r} has the same result twice; each may be ranked once")
        table.append(
            [
                precision(got, wanted),
                recall(got, wanted),
                average_precision(got, wanted),
                precision_at(got, wanted, k),
                _recall_at(got, wanted, k),
                ndcg(got, wanted, k),
            ]
        )
    return intervals.as_rows(np.array(table))


def _column(place: int) -> Summed:
    return Summed(lambda sums, n: sums[:, place] / n)


def _f1(sums: Array, n: Array) -> Array:
    below = sums[:, 0] + sums[:, 1]
    return np.where(below > 0, 2 * sums[:, 0] * sums[:, 1] / np.where(below > 0, below, 1) / n, 0.0)


def report(
    found: Mapping[str, Sequence[Key]],
    relevant: Mapping[str, Collection[Key]],
    *,
    k: int = 10,
    samples: int = 1000,
    seed: int = 0,
) -> dict[str, Estimate]:
    """Give means over queries with intervals: precision, recall, f1, map, p@k, r@k, ndcg@k."""
    table = rows(found, relevant, k=k)
    names = ["precision", "recall", "map", f"p@{k}", f"r@{k}", f"ndcg@{k}"]
    totals: dict[str, Total] = {name: _column(place) for place, name in enumerate(names)}
    totals["f1"] = Summed(_f1)
    return {
        name: Estimate(total(table), intervals.bootstrap(table, total, samples=samples, seed=seed))
        for name, total in totals.items()
    }


def _hits(found: Sequence[Key], relevant: Collection[Key]) -> int:
    wanted = set(relevant)
    return sum(key in wanted for key in found)
