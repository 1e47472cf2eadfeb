"""The rules of quality control as functions of what a worker has done; each is a setting of the project.

The rules and their marks are those of RUSSE 2022 (Dementieva et al. 2022, section 5.2.2): admit above 80% in
the exam, ban under 70% on control tasks, for a page in less than 15 seconds, and for 5 skipped pages.
A page that is not full has as many seconds as its items would have on a full one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from paraphrast.annotate.project import Rules


class Facts(NamedTuple):
    """What is known of a worker's conduct in one project."""

    control_right: int = 0
    control_seen: int = 0
    fast: int = 0
    skipped: int = 0


class Verdict(NamedTuple):
    """A rule that was broken, and the numbers that show it."""

    rule: str
    evidence: dict[str, Any]


def passed(rules: Rules, right: int, seen: int) -> bool:
    """Tell whether the exam is passed: strictly above the mark.

    >>> passed(Rules(), 8, 10), passed(Rules(), 9, 10), passed(Rules(exam=None), 0, 10)
    (False, True, True)
    """
    return rules.exam is None or seen == 0 or right / seen > rules.exam


def is_fast(rules: Rules, seconds: float, *, items: int, page: int) -> bool:
    """Tell whether items were answered too fast to have been read: by the seconds each has on a full page.

    >>> is_fast(Rules(), 8, items=4, page=10), is_fast(Rules(), 8, items=10, page=10)
    (False, True)
    """
    return rules.fast_seconds is not None and seconds * page < rules.fast_seconds * items


def verdict(rules: Rules, facts: Facts) -> Verdict | None:
    """Give the first rule a worker has broken, or nothing.

    >>> verdict(Rules(), Facts(control_right=3, control_seen=5)).rule
    'control'
    >>> verdict(Rules(), Facts(control_right=7, control_seen=10)) is None
    True
    """
    if rules.control is not None and facts.control_seen >= max(rules.control_least, 1):
        share = facts.control_right / facts.control_seen
        if share < rules.control:
            return Verdict("control", {"right": facts.control_right, "seen": facts.control_seen})
    if rules.fast_seconds is not None and 0 < rules.fast_pages <= facts.fast:
        return Verdict("fast", {"pages": facts.fast, "seconds": rules.fast_seconds})
    if 0 < rules.skipped_pages <= facts.skipped:
        return Verdict("skipped", {"pages": facts.skipped})
    return None
