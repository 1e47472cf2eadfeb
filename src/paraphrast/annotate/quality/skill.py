"""The sequential test of skill: is this worker looking at the items at all?

Wald's sequential probability ratio test (1945, https://doi.org/10.1214/aoms/1177731118): after every look at
the votes a worker is banned, trusted, or asked on. The ratio is between votes that have nothing to do with
the items and those of an honest worker of unknown ability, on controls and on agreement with others. Under
the model an honest worker is ever banned with a chance of at most `wrong_ban` (Ville's inequality: the ratio
is a martingale), and one who does not look is trusted with a chance of at most `WRONG_TRUST`.

A ban is about a person and needs that much; votes need less. While it is likelier than `wait` that a worker
does not look, they get no new page; and when a project has all its votes, those of workers with whom it is
likelier than `doubt` are set aside and asked again. Nobody is banned by that, and it ends when doubt does.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality.crowd import Crowd
from paraphrast.annotate.quality.facts import Facts

WRONG_TRUST = 0.03
# Doubt reckons with this share of workers who do not look, even where there seem to be fewer.
LEAST_SHARE = 0.25


def judge_skill(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give the evidence if the worker's answers have nothing to do with the items."""
    worst = max(facts.evidence, facts.control_evidence)
    if rules.skill != "sequential" or worst <= -log(rules.wrong_ban):
        return None
    return {
        "log_ratio": round(worst, 2),
        "bound": round(-log(rules.wrong_ban), 2),
        "right": facts.control_right,
        "seen": facts.control_seen,
    }


def is_dull(rules: Rules, crowd: Crowd) -> NDArray[np.bool_]:
    """Mark the workers to be banned: their votes have nothing to do with the items."""
    return np.asarray(crowd.evidence > -log(rules.wrong_ban))


def is_trusted(crowd: Crowd) -> NDArray[np.bool_]:
    """Mark the workers who have shown that they look at the items."""
    return np.asarray((crowd.evidence < log(WRONG_TRUST)) & (crowd.spam < WRONG_TRUST))


def is_doubtful(rules: Rules, crowd: Crowd) -> NDArray[np.bool_]:
    """Mark the workers whose votes should rather be asked again, though nothing is proved against them."""
    if rules.doubt is None:
        return np.zeros(len(crowd.spam), dtype=bool)
    share = max(crowd.share, LEAST_SHARE)
    return np.asarray(crowd.evidence + log(share / (1 - share)) > log(rules.doubt / (1 - rules.doubt)))


def must_wait(rules: Rules, spam: float) -> bool:
    """Tell whether a worker gets no new page until more is known of the items they judged.

    >>> must_wait(Rules(), 0.75), must_wait(Rules(), 0.5), must_wait(Rules(wait=None), 0.99)
    (True, False, False)
    """
    return rules.skill == "sequential" and rules.wait is not None and spam > rules.wait
