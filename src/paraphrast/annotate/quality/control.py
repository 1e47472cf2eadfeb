"""Hidden controls: how many a page gets, what they tell, and the papers' rule of a share of right answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality.ballots import Ballots
from paraphrast.annotate.quality.crowd import fit_crowd
from paraphrast.annotate.quality.facts import Facts

# Of the answers of one who is trusted, half as many are controls as the project says; of one in doubt more.
TRUSTED, DOUBTED, MOST = 0.5, 10.0, 0.5


def judge_share(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give the counts if too few controls were known (RUSSE 2022: 70%), where the project goes by that."""
    if rules.skill != "share" or not rules.control or facts.control_seen < max(rules.control_least, 1):
        return None
    if facts.control_right / facts.control_seen >= rules.control:
        return None
    return {"right": facts.control_right, "seen": facts.control_seen}


def control_rate(rules: Rules, spam: float) -> float:
    """Give the share of controls among a worker's answers: more while it is open whether they look at all.

    >>> round(control_rate(Rules(), 0.0), 3), round(control_rate(Rules(), 0.3), 3), control_rate(Rules(), 0.9)
    (0.05, 0.35, 0.5)
    >>> control_rate(Rules(skill="share"), 0.9), control_rate(Rules(control=None), 0.9)
    (0.1, 0.0)
    """
    if not rules.control or rules.control_every <= 0:
        return 0.0
    plain = 1 / rules.control_every
    if rules.skill != "sequential":
        return plain
    return max(min(plain * (TRUSTED + DOUBTED * spam), MOST), min(plain, MOST) * TRUSTED)


def weigh_controls(said: Sequence[int], known: Sequence[int], labels: int) -> float:
    """Give the evidence of not looking by controls alone: positive speaks against the worker.

    >>> weigh_controls([0, 1, 0, 1, 0], [0, 1, 0, 1, 0], 2) < 0 < weigh_controls([0] * 6, [0, 1] * 3, 2)
    True
    """
    if not said:
        return 0.0
    items = np.arange(len(said))
    nobody = np.zeros(len(said), dtype=np.int64)
    ballots = Ballots(items, nobody, np.array(said), np.array(known), np.zeros(1, dtype=np.int64), labels)
    return float(fit_crowd(ballots).evidence[0])
