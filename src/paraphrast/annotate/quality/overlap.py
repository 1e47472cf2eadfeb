"""How many votes an item gets: no more when its label is sure, more when it is not, within a budget."""

from __future__ import annotations

import numpy as np

from paraphrast.annotate.project import Overlap
from paraphrast.annotate.quality.ballots import Floats, Ints


def plan_votes(overlap: Overlap, votes: Ints, sure: Floats, *, given: Ints, base: int) -> Ints:
    """Give how many votes each item should have, by those it has and how sure its label is.

    `given` counts those too that were set aside in doubt: they are asked again only where the label is not
    sure without them, or nothing else was said.

    The budget is on the mean: what is saved on sure items is spent on the least sure, up to `budget` times
    `base` votes an item. An item never gets fewer than `least` votes, in doubt or not, or more
    than `most` that count.

    >>> overlap = Overlap(least=2, most=4, sure=0.9)
    >>> votes, given = np.array([2, 2, 4, 0, 1, 1]), np.array([2, 2, 4, 0, 2, 2])
    >>> plan_votes(overlap, votes, np.array([0.99, 0.6, 0.6, 0.0, 0.95, 0.6]), given=given, base=3).tolist()
    [2, 3, 4, 2, 1, 2]
    """
    first = np.maximum(overlap.least - given, votes == 0)
    open_ = (first <= 0) & (sure < overlap.sure) & (votes < overlap.most)
    wanted = votes + np.where(first > 0, first, open_)
    over = int(wanted.sum() - overlap.budget * base * len(votes))
    if over > 0:
        places = np.flatnonzero(open_)
        places = places[np.argsort(-sure[places], kind="stable")][:over]
        wanted[places] = votes[places]
    return np.asarray(wanted)
