"""A project over time: votes by the hour, agreement as it grew, and what it will cost."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.results import EVERYONE, judgements
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.votes import Votes
from paraphrast.errors import DataError
from paraphrast.stats.agreement import krippendorff

POINTS = 24


def hourly(connection: sa.Connection, row: Row) -> list[tuple[str, float]]:
    """Count votes in up to 24 equal stretches from the first to the last, each named by its time."""
    said, items = schema.judgements, schema.items
    query = (
        sa.select(said.c.at)
        .join(items, items.c.id == said.c.item)
        .where(said.c.project == row.id, said.c.state == "valid", items.c.role == "task")
    )
    times = np.array(connection.execute(query).scalars().all(), dtype=np.float64)
    if not len(times):
        return []
    stretch = max((times.max() - times.min()) / POINTS, 60.0)
    places = ((times - times.min()) // stretch).astype(int).clip(0, POINTS - 1)
    counts = np.bincount(places)
    return [(clock(times.min() + place * stretch), float(count)) for place, count in enumerate(counts)]


def clock(at: float) -> str:
    """Give a time for people, in UTC.

    >>> clock(0)
    '1970-01-01 00:00'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def agreement(connection: sa.Connection, row: Row) -> tuple[list[tuple[str, float]], dict[str, Any] | None]:
    """Give Krippendorff's alpha of the votes up to each of some moments, and of all with its interval."""
    given = judgements(connection, row, audience=EVERYONE)
    level = "ordinal" if row.project.kind in ("pair-graded", "fluency") else "nominal"
    points: list[tuple[str, float]] = []
    for share in np.linspace(1 / 12, 1, 12):
        upto = given[: max(int(len(given) * share), 1)]
        value = _alpha(upto, level)
        if value is not None and np.isfinite(value):
            points.append((clock(float(upto[-1].at)), float(value)))
    if not points:
        return [], None
    whole = krippendorff(Votes.of(given).counts(), level=level)  # type: ignore[arg-type]
    low, high = whole.interval(samples=200)
    return points, {"value": whole.value, "low": low, "high": high, "level": level}


def _alpha(given: list[Any], level: str) -> float | None:
    if not given:
        return None
    try:
        return krippendorff(Votes.of(given).counts(), level=level).value  # type: ignore[arg-type]
    except DataError:
        return None


def cost(connection: sa.Connection, row: Row, done: dict[str, int]) -> dict[str, Any]:
    """Estimate money and hours: so far, and for all the votes the project needs."""
    said, items = schema.judgements, schema.items
    query = (
        sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(said.c.seconds), 0.0))
        .join(items, items.c.id == said.c.item)
        .where(said.c.project == row.id, items.c.role.in_(["task", "control"]))
    )
    if not row.project.rules.pay_void:
        query = query.where(said.c.state != "discarded")
    paid, seconds = connection.execute(query).one()
    each = seconds / paid if paid else 0.0
    left = max(done["needed"] - done["votes"], 0)
    # controls are paid for like tasks, so the votes still wanted cost a little more than their number
    extra = 1 + (
        1 / row.project.rules.control_every
        if row.project.rules.control and row.project.rules.control_every
        else 0
    )
    more = left * extra
    return {
        "spent": paid * row.project.pay,
        "total": (paid + more) * row.project.pay,
        "currency": row.project.currency,
        "hours": seconds / 3600,
        "hours_left": more * each / 3600,
        "seconds": each,
    }


def iso(at: float | None) -> str:
    """Give a moment as ISO 8601 in UTC, or nothing.

    >>> iso(0.5)
    '1970-01-01T00:00:00.500000+00:00'
    """
    return "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds")


def seconds_of(moment: Any) -> float | None:
    """Give the seconds since 1970 of an ISO moment (UTC unless it says otherwise) or of a number.

    >>> seconds_of("1970-01-01T00:01:00Z"), seconds_of(""), seconds_of("60")
    (60.0, None, 60.0)
    """
    if moment in (None, ""):
        return None
    try:
        return float(moment)
    except ValueError:
        pass
    try:
        found = datetime.fromisoformat(str(moment).replace("Z", "+00:00"))
    except ValueError as error:
        raise DataError(f"{moment!r} is not a moment like 2024-05-01T12:00:00Z") from error
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
