"""Haste: answers that come too fast to have been read, by the item and by the kind of answer.

`fast` is the rule of RUSSE 2022 (a page in less than 15 seconds; a shorter page has its part of them).
`haste` is relative: each answer is compared with what others take for the same kind of answer to a text as
long, and with the worker's own pace, so that neither a quick reader nor a short text is taken for a bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality.facts import Facts

# Every text is as long to answer as it is to read so many characters more.
OVERHEAD = 40
# A pace is known from so many answers of so many others; a sudden page is this much faster than one's own.
LEAST_ANSWERS, LEAST_WORKERS, SUDDEN = 30, 3, 0.5


class Timed(NamedTuple):
    """One answer: whose, on which page, of what kind, to how long a text, in how many seconds."""

    worker: int
    page: str
    kind: str
    length: int
    seconds: float


def is_fast(rules: Rules, seconds: float, *, items: int, page: int) -> bool:
    """Tell whether items were answered too fast to have been read: by the seconds each has on a full page.

    >>> is_fast(Rules(), 8, items=4, page=10), is_fast(Rules(), 8, items=10, page=10)
    (False, True)
    """
    return rules.fast_seconds is not None and seconds * page < rules.fast_seconds * items


def judge_fast(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give how many pages were too fast, if they were enough."""
    if rules.fast_seconds is None or not 0 < rules.fast_pages <= facts.fast:
        return None
    return {"pages": facts.fast, "seconds": rules.fast_seconds}


def judge_haste(rules: Rules, facts: Facts) -> dict[str, Any] | None:
    """Give how many pages were far faster than others' and one's own, if they were enough."""
    if not rules.haste or not 0 < rules.haste_pages <= facts.hasty:
        return None
    return {"pages": facts.hasty, "share": rules.haste}


def count_hasty_pages(answers: Sequence[Timed], share: float) -> dict[int, int]:
    """Count for each worker the pages on which most answers took less than this share of what others take."""
    if not answers:
        return {}
    pace = np.array([one.seconds / (OVERHEAD + one.length) for one in answers])
    worker = np.array([one.worker for one in answers])
    usual = _usual([one.kind for one in answers], worker, pace)
    ratio = pace / usual
    known = ~np.isnan(ratio)
    own = {int(who): float(np.median(ratio[known & (worker == who)])) for who in np.unique(worker[known])}
    pages: dict[tuple[int, str], list[bool]] = {}
    for one, relative in zip(answers, ratio, strict=True):
        usual_share = own.get(one.worker, 1.0)
        sudden = relative < SUDDEN * usual_share or usual_share < share
        pages.setdefault((one.worker, one.page), []).append(bool(relative < share and sudden))
    counts: dict[int, int] = {}
    for (who, _), hasty in pages.items():
        counts[who] = counts.get(who, 0) + (2 * sum(hasty) > len(hasty))
    return counts


def _usual(kinds: list[str], worker: Any, pace: Any) -> Any:
    """Give for each answer the median pace of other workers with its kind, or nan where too few gave it."""
    kind = np.array(kinds)
    found = np.full(len(pace), np.nan)
    for name in np.unique(kind):
        mine = np.flatnonzero(kind == name)
        # the median of workers' medians: who answers most does not set the pace of all
        medians = {int(who): np.median(pace[mine[worker[mine] == who]]) for who in np.unique(worker[mine])}
        for who in medians:
            others = [value for other, value in medians.items() if other != who]
            count = int((worker[mine] != who).sum())
            if len(others) >= LEAST_WORKERS and count >= LEAST_ANSWERS:
                found[mine[worker[mine] == who]] = max(float(np.median(others)), 1e-9)
    return found
