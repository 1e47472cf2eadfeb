"""One look at the crowd: find who copies, and explain the votes of people, whatever accounts they have."""

from __future__ import annotations

from paraphrast.annotate.quality.ballots import Ballots
from paraphrast.annotate.quality.copying import find_copies, join_copies
from paraphrast.annotate.quality.crowd import Crowd, fit_crowd


def look_at_crowd(ballots: Ballots) -> Crowd:
    """Explain the votes, those who copy each other being one worker; what is found holds for each of them."""
    copies = find_copies(ballots)
    crowd = fit_crowd(join_copies(ballots, copies))
    found = {name: getattr(crowd, name)[copies] for name in ("evidence", "spam", "accuracy")}
    return crowd._replace(**found)
