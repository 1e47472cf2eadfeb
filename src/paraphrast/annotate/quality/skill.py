"""The sequential test of skill: is this worker looking at the items at all?

Wald's sequential probability ratio test (1945, https://doi.org/10.1214/aoms/1177731118): after every look at
the votes a worker is banned, trusted, or asked on. The ratio is between votes that have nothing to do with
the items and those of an honest worker of unknown ability, on controls and on agreement with others. Under
the model an honest worker is ever banned with a chance of at most `wrong_ban` (Ville's inequality: the ratio
is a martingale), and one who does not look is trusted with a chance of at most `WRONG_TRUST`.

Agreement is what others say, and most of them may collude; so whoever has not failed the owner's controls is
banned by agreement alone only when it is beyond any such doubt (`STRONG` times the bound).

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
STRONG = 1.5
# Doubt reckons with this share of workers who do not look, even where there seem to be fewer.
LEAST_SHARE = 0.25


def _find_bound(rules: Rules, right: int, seen: int) -> float:
    """Give the evidence by which a worker is banned: more where the owner's controls are not against them.

    >>> [round(_find_bound(Rules(), right, seen), 1) for right, seen in [(6, 6), (3, 6), (2, 2), (0, 0)]]
    [7.9, 5.3, 7.9, 7.9]
    """
    failed = rules.control is not None and right < rules.control * seen
    return -log(rules.wrong_ban) * (1.0 if failed else STRONG)


def judge_skill(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give the evidence if the worker's answers have nothing to do with the items."""
    bound, least = _find_bound(rules, facts.control_right, facts.control_seen), -log(rules.wrong_ban)
    if rules.skill != "sequential" or (facts.evidence <= bound and facts.control_evidence <= least):
        return None
    return {
        "log_ratio": round(max(facts.evidence, facts.control_evidence), 2),
        "bound": round(bound if facts.evidence > bound else least, 2),
        "right": facts.control_right,
        "seen": facts.control_seen,
    }


def is_trusted(crowd: Crowd) -> NDArray[np.bool_]:
    """Mark the workers who have shown that they look at the items."""
    return np.asarray((crowd.evidence < log(WRONG_TRUST)) & (crowd.spam < WRONG_TRUST))


def is_doubtful(rules: Rules, crowd: Crowd) -> NDArray[np.bool_]:
    """Mark the workers whose votes should rather be asked again, though nothing is proved against them."""
    if not rules.doubt:
        return np.zeros(len(crowd.spam), dtype=bool)
    share = max(crowd.share, LEAST_SHARE)
    return np.asarray(crowd.evidence + log(share / (1 - share)) > log(rules.doubt / (1 - rules.doubt)))


def must_wait(rules: Rules, spam: float) -> bool:
    """Tell whether a worker gets no new page until more is known of the items they judged.

    >>> must_wait(Rules(), 0.75), must_wait(Rules(), 0.5), must_wait(Rules(wait=0), 0.99)
    (True, False, False)
    """
    return bool(rules.skill == "sequential" and rules.wait and spam > rules.wait)
