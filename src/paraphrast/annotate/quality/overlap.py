"""How many votes an item gets: no more when its label is sure, more when it is not, within a budget."""

from __future__ import annotations

import numpy as np

from paraphrast.annotate.project import Overlap
from paraphrast.annotate.quality.ballots import Floats, Ints


def plan_votes(overlap: Overlap, votes: Ints, sure: Floats, *, base: int) -> Ints:
    """Give how many votes each item should have, by those it has and how sure its label is.

    The budget is on the mean: what is saved on sure items is spent on the least sure, up to `budget` times
    `base` votes an item. An item never gets fewer than `least` or more than `most`.

    >>> overlap = Overlap(least=2, most=4, sure=0.9)
    >>> plan_votes(overlap, np.array([2, 2, 4, 0]), np.array([0.99, 0.6, 0.6, 0.0]), base=3).tolist()
    [2, 3, 4, 2]
    """
    open_ = (votes >= overlap.least) & (sure < overlap.sure) & (votes < overlap.most)
    wanted = np.where(votes < overlap.least, overlap.least, votes + open_)
    over = int(wanted.sum() - overlap.budget * base * len(votes))
    if over > 0:
        places = np.flatnonzero(open_)
        places = places[np.argsort(-sure[places], kind="stable")][:over]
        wanted[places] = votes[places]
    return np.asarray(wanted)
