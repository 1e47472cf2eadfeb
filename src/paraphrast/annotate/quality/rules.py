"""Which rules of quality control there are, and the first that a worker breaks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from paraphrast.annotate.quality.facts import Facts, Verdict

if TYPE_CHECKING:
    from paraphrast.annotate.project import Rules

RULES = {
    "control": "paraphrast.annotate.quality.control:judge_share",
    "skill": "paraphrast.annotate.quality.skill:judge_skill",
    "fast": "paraphrast.annotate.quality.haste:judge_fast",
    "haste": "paraphrast.annotate.quality.haste:judge_haste",
    "skipped": "paraphrast.annotate.quality.skipping:judge_skipping",
}
# Bans by these are about the votes, which are void; others leave them, unless the project says so.
VOIDING = ("skill", "haste")
# These look at answers to controls, which are forgiven when a ban is taken back.
CONTROLLING = ("control", "skill")


def find_broken_rule(rules: Rules, facts: Facts) -> Verdict | None:
    """Give the first rule a worker has broken, or nothing.

    >>> from paraphrast.annotate.project import Rules
    >>> find_broken_rule(Rules(), Facts(skipped=5)).rule
    'skipped'
    >>> find_broken_rule(Rules(skipped_pages=0), Facts(skipped=5)) is None
    True
    """
    for name, place in RULES.items():
        module, function = place.split(":")
        evidence = getattr(import_module(module), function)(rules, facts)
        if evidence is not None:
            return Verdict(name, evidence)
    return None
