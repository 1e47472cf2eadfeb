"""How each worker of a project does: how much, how fast, how right, and how far with the others."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.reassign import kappas
from paraphrast.annotate.results import votes
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import parse
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.store.roles import WORKING


def workers(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """List the members who judge: stage, state, counts, times, shares right, and kappa with the consensus."""
    given = votes(connection, row)
    positive = row.project.question().positive if row.project.aggregation.binarise else ()
    agreement = kappas(given, positive=positive) if len(given) else {}
    counted = _counts(connection, row.id)
    table, users = schema.members, schema.users
    query = sa.select(table, users.c.name).join(users, users.c.id == table.c.user)
    found = []
    for one in connection.execute(
        query.where(table.c.project == row.id, table.c.role.in_(WORKING)).order_by(users.c.name)
    ):
        mine = counted.get(one.user, {})
        found.append(
            {
                "id": one.user,
                "name": one.name,
                "role": one.role,
                "stage": one.stage,
                "state": one.state,
                "best": one.best,
                "pages": one.pages,
                "skipped": one.skipped,
                "fast": one.fast,
                "judged": mine.get("task", (0, 0, 0.0))[0],
                "seconds": mine.get("task", (0, 0, 0.0))[2],
                "control": _share(mine.get("control")),
                "exam": _share(mine.get("exam")),
                "training": _share(mine.get("training")),
                "kappa": agreement.get(one.name),
            }
        )
    return found


def _share(counted: tuple[int, int, float] | None) -> float | None:
    return counted[1] / counted[0] if counted and counted[0] else None


def _counts(connection: sa.Connection, project: int) -> dict[int, dict[str, tuple[int, int, float]]]:
    """Count by worker and role: judged, right, and mean seconds."""
    said, items = schema.judgements, schema.items
    query = (
        sa.select(
            said.c.user,
            items.c.role,
            sa.func.count(),
            sa.func.count().filter(said.c.right.is_(True)),
            sa.func.coalesce(sa.func.avg(said.c.seconds), 0.0),
        )
        .join(items, items.c.id == said.c.item)
        .where(said.c.project == project, said.c.state == "valid")
        .group_by(said.c.user, items.c.role)
    )
    found: dict[int, dict[str, tuple[int, int, float]]] = {}
    for user, role, seen, right, seconds in connection.execute(query):
        found.setdefault(user, {})[role] = (seen, right, float(seconds))
    return found


def decisions(connection: sa.Connection, row: Row, *, user: int | None = None) -> list[dict[str, Any]]:
    """List the decisions about workers, newest first."""
    table, users = schema.decisions, schema.users
    query = (
        sa.select(table, users.c.name)
        .join(users, users.c.id == table.c.user)
        .where(table.c.project == row.id)
    )
    query = query if user is None else query.where(table.c.user == user)
    return [
        {**one._mapping, "evidence": parse(one.evidence)}
        for one in connection.execute(query.order_by(table.c.id.desc()))
    ]


def trail(connection: sa.Connection, row: Row, *, limit: int | None = None) -> list[dict[str, Any]]:
    """List the audit trail, newest first."""
    table, users = schema.audit, schema.users
    query = sa.select(table, users.c.name).join(users, users.c.id == table.c.user, isouter=True)
    query = query.where(table.c.project == row.id).order_by(table.c.id.desc()).limit(limit)
    return [{**one._mapping, "detail": parse(one.detail)} for one in connection.execute(query)]
