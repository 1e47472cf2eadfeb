"""Who can be relied on, and which items must be judged again by those who can (the rule of PARADE).

Labels are binarised before the majority (2 and 3 -> 1); each worker's kappa is taken against it; an item
judged by two workers under .4 goes to the five best over .75, who do not see the old labels.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from paraphrast.annotate.aggregate import method
from paraphrast.annotate.votes import Votes, show
from paraphrast.stats.agreement import against


class Reassignment(NamedTuple):
    """The items to be judged again, by whom, and the kappas behind the choice."""

    items: list[str]
    best: list[str]
    kappas: dict[str, float]


def kappas(votes: Votes, *, by: str = "majority", positive: Iterable[str] = ()) -> dict[str, float]:
    """Measure each worker against the consensus; labels are binarised if positive ones are named."""
    votes = votes.binarised(positive) if positive else votes
    truth = method(by)(votes).labels()
    said = [show(votes.labels[code]) for code in votes.label]
    judged = [show(truth[votes.items[code]]) for code in votes.item]
    measures = against([votes.workers[code] for code in votes.worker], said, judged)
    return {worker: measure.value for worker, measure in measures.items()}


def reassign(
    votes: Votes,
    *,
    positive: Iterable[str] = (),
    low: float = 0.4,
    high: float = 0.75,
    careless: int = 2,
    best: int = 5,
    among: set[str] | None = None,
) -> Reassignment:
    """List the items with `careless` or more workers under `low`, and the `best` workers over `high`.

    Where there are no workers over `high`, nothing is given to the second best: `best` is empty. Only those
    `among` the named are chosen, where some are.
    """
    if not len(votes):
        return Reassignment([], [], {})
    measured = kappas(votes, positive=positive)
    # a worker who said one thing only, as the truth did, has no kappa: neither low nor high
    poor = np.array([measured[worker] < low for worker in votes.workers], dtype=bool)
    many = np.bincount(votes.item, poor[votes.worker], len(votes.items))
    ranked = sorted(
        (worker for worker in measured if measured[worker] > high and (among is None or worker in among)),
        key=lambda w: (-measured[w], w),
    )
    items = [item for item, count in zip(votes.items, many, strict=True) if count >= careless]
    return Reassignment(items, ranked[:best], measured)
