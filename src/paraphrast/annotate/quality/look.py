"""One look at the crowd: find who copies, and explain the votes of people, whatever accounts they have."""

from __future__ import annotations

import numpy as np

from paraphrast.annotate.quality.ballots import Ballots, Ints
from paraphrast.annotate.quality.copying import find_copies, join_copies
from paraphrast.annotate.quality.crowd import Crowd, fit_crowd


def look_at_crowd(ballots: Ballots) -> Crowd:
    """Explain the votes, those who copy each other being one worker; what is found holds for each of them.

    A ban must not hang on the word of a group that has not been found out yet, so its evidence (`firm`) is
    what is left of it when all who may possibly copy each other are one worker.
    """
    copies = find_copies(ballots)
    crowd = _explain(ballots, copies.likely)._replace(apart=copies.likely)
    if (copies.likely == copies.possible).all():
        return crowd
    return crowd._replace(firm=np.minimum(crowd.evidence, _explain(ballots, copies.possible).evidence))


def _explain(ballots: Ballots, copies: Ints) -> Crowd:
    """Explain the votes of people, whatever accounts they have."""
    crowd = fit_crowd(join_copies(ballots, copies))
    found = {name: getattr(crowd, name)[copies] for name in ("evidence", "firm", "spam", "accuracy")}
    return crowd._replace(**found)
