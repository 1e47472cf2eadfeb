"""What a model is worth on pairs that it has not learned from, beside what it is worth on all."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair, Scorer
from paraphrast.models.ledger import count_partly, find_read
from paraphrast.stats import intervals
from paraphrast.stats.intervals import Summed
from paraphrast.stats.labels import Estimate


class Unread(NamedTuple):
    """Of so many pairs, how many the model had read, its measures on the others, and of how many one text."""

    pairs: int
    read: int
    measures: dict[str, Estimate]
    partly: int = 0

    @property
    def share(self) -> float:
        """Give the share of the pairs that the model had read."""
        return self.read / self.pairs


def measure_unread(
    score: Scorer,
    pairs: Sequence[Pair],
    rows: NDArray[np.float64],
    measures: Mapping[str, Summed],
    *,
    samples: int = 1000,
    seed: int = 0,
) -> Unread | None:
    """Measure the rows (hits and misses) of pairs that a Scorer's ledgers do not hold; None without any."""
    ledgers = getattr(score, "ledgers", ())
    if not ledgers:
        return None
    read = find_read(ledgers, pairs)
    rest = rows[~read]
    found = {
        name: Estimate(total(rest), intervals.bootstrap(rest, total, samples=samples, seed=seed))
        for name, total in measures.items()
        if len(rest)
    }
    return Unread(len(pairs), int(read.sum()), found, count_partly(ledgers, pairs))


def describe_unread(model: str, corpus: str, found: Unread) -> str:
    """Say in a line what a model had read of a corpus, and how it does on the rest.

    >>> print(describe_unread("bundled", "pairs.tsv", Unread(4, 4, {})))
    bundled has read 1.000 of pairs.tsv (4 of 4 pairs); nothing is left to judge it by
    """
    line = f"{model} has read {found.share:.3f} of {corpus} ({found.read} of {found.pairs} pairs"
    line += f", and one text of {found.partly} others)" if found.partly else ")"
    if not found.measures:
        return f"{line}; nothing is left to judge it by"
    told = ", ".join(f"{name} {value}" for name, value in found.measures.items())
    return f"{line}; on the rest: {told}" if found.read else line


def describe_as_record(found: Unread) -> dict[str, Any]:
    """Give the same as a plain record, for JSON."""
    intervals_of = {f"{name}_interval": value.interval for name, value in found.measures.items()}
    return {
        "read": found.read,
        "partly": found.partly,
        "share": round(found.share, 4),
        "pairs": found.pairs - found.read,
        **{name: round(float(value.value), 4) for name, value in found.measures.items()},
        **{name: [round(float(x), 4) for x in value] for name, value in intervals_of.items()},
    }
