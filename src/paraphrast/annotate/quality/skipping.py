"""Skipped pages: leaving many unanswered is a sign of not understanding the task (RUSSE 2022: 5 pages)."""

from __future__ import annotations

from typing import Any

from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality.facts import Facts


def judge_skipping(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give how many pages were skipped, if they were too many."""
    return {"pages": facts.skipped} if 0 < rules.skipped_pages <= facts.skipped else None
