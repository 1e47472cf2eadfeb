"""Admission: strictly above the mark, as in RUSSE 2022 (Dementieva et al. 2022, section 5.2.2: above 80%)."""

from __future__ import annotations

from paraphrast.annotate.project import Rules


def is_passed(rules: Rules, right: int, seen: int) -> bool:
    """Tell whether the exam is passed.

    >>> is_passed(Rules(), 8, 10), is_passed(Rules(), 9, 10), is_passed(Rules(exam=None), 0, 10)
    (False, True, True)
    """
    return rules.exam is None or seen == 0 or right / seen > rules.exam
