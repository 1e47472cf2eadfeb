"""One look at the crowd: explain all votes, join who copies, and explain them again without the copies."""

from __future__ import annotations

from paraphrast.annotate.quality.ballots import Ballots
from paraphrast.annotate.quality.copying import join_copies
from paraphrast.annotate.quality.crowd import Crowd, fit_crowd


def look_at_crowd(ballots: Ballots) -> Crowd:
    """Explain the votes, those who copy each other being one witness."""
    crowd = fit_crowd(ballots)
    group = join_copies(ballots, crowd)
    return crowd if (group == ballots.group).all() else fit_crowd(ballots._replace(group=group))
