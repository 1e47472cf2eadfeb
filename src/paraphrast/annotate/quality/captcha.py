"""The check that a worker is a person: when it is due, and when too many were failed."""

from __future__ import annotations

from typing import Any

from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality.facts import Facts


def is_check_due(rules: Rules, pages: int, last: int) -> bool:
    """Tell whether the worker must show that they are a person before the next page."""
    return rules.captcha_every > 0 and pages - last >= rules.captcha_every


def judge_captcha(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give how many checks were failed, if they were too many."""
    if not rules.captcha_every or not 0 < rules.captcha_wrong <= facts.captcha_wrong:
        return None
    return {"wrong": facts.captcha_wrong}
