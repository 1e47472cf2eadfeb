"""What a rule looks at, and what it says."""

from __future__ import annotations

from typing import Any, NamedTuple


class Facts(NamedTuple):
    """What is known of a worker's conduct in one project.

    `evidence` is the logarithm of how much likelier the answers are from one who does not look at the items:
    by all votes at the last look at the crowd, and by the owner's controls answered so far, which
    `control_right` and `control_seen` count.
    """

    control_right: int = 0
    control_seen: int = 0
    fast: int = 0
    skipped: int = 0
    hasty: int = 0
    evidence: float = 0.0
    control_evidence: float = 0.0


class Verdict(NamedTuple):
    """A rule that was broken, and the numbers that show it."""

    rule: str
    evidence: dict[str, Any]
