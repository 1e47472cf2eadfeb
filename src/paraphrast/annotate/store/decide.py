"""Decisions about workers: made by a rule or a person, logged with their evidence, and reversible."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.quality import Facts
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import release
from paraphrast.annotate.store.database import dump, note
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError

# What a decision makes of a member.
STATES = {"ban": "banned", "refuse": "refused", "admit": "active"}


def facts(connection: sa.Connection, project: int, user: int) -> Facts:
    """Give what the rules look at."""
    who = member(connection, project, user)
    table, items = schema.judgements, schema.items
    query = (
        sa.select(sa.func.count(), sa.func.count().filter(table.c.right.is_(True)))
        .join(items, items.c.id == table.c.item)
        .where(
            table.c.project == project,
            table.c.user == user,
            table.c.state == "valid",
            items.c.role == "control",
        )
    )
    seen, right = connection.execute(query).one()
    if who is None:
        return Facts(right, seen)
    return Facts(right, seen, who.fast, who.skipped)


def decide(
    connection: sa.Connection,
    row: Row,
    user: int,
    rule: str,
    action: str,
    *,
    at: float,
    evidence: dict[str, Any] | None = None,
    by: int | None = None,
) -> int:
    """Carry out a decision and log it; a ban takes back open pages and, if the project says so, votes."""
    if member(connection, row.id, user) is None:
        raise CommandError("this person is not in the project")
    table = schema.decisions
    values = {"project": row.id, "user": user, "rule": rule, "action": action, "by": by, "at": at}
    values["evidence"] = dump(evidence or {})
    key = int(connection.execute(sa.insert(table).returning(table.c.id), values).scalar_one())
    set_member(connection, row.id, user, state=STATES[action])
    if action == "ban":
        _close_pages(connection, row.id, user)
        if row.project.rules.discard_banned:
            discard(connection, row.id, user)
    note(connection, action, at=at, project=row.id, user=by, worker=user, rule=rule, decision=key)
    return key


def revert(connection: sa.Connection, row: Row, decision: int, *, at: float, by: int | None) -> int:
    """Undo a decision: the worker is back with a clean sheet, and so are votes that still have a place."""
    table = schema.decisions
    query = sa.select(table).where(table.c.id == decision, table.c.project == row.id)
    found = connection.execute(query).first()
    if found is None or found.reverted is not None:
        raise CommandError("there is no such decision to revert")
    connection.execute(sa.update(table).where(table.c.id == decision).values(reverted=at, reverted_by=by))
    restored = 0
    if found.action in ("ban", "refuse"):
        fresh = {"fast": 0, "skipped": 0}
        set_member(connection, row.id, found.user, state="active", **fresh)
        restored = restore(connection, row.id, found.user)
        if found.rule == "control":
            _forgive(connection, row.id, found.user)
        if found.action == "refuse":
            set_member(connection, row.id, found.user, stage="work")
    elif found.action == "admit":
        set_member(connection, row.id, found.user, state="refused")
        _close_pages(connection, row.id, found.user)
    note(connection, "revert", at=at, project=row.id, user=by, decision=decision, restored=restored)
    return restored


def set_member(connection: sa.Connection, project: int, user: int, **values: Any) -> None:
    """Change what the person is in the project."""
    table = schema.members
    connection.execute(
        sa.update(table).where(table.c.project == project, table.c.user == user).values(**values)
    )


def _close_pages(connection: sa.Connection, project: int, user: int) -> None:
    table = schema.pages
    mine = (table.c.project == project, table.c.user == user, table.c.state == "open")
    for key in list(connection.execute(sa.select(table.c.id).where(*mine)).scalars()):
        release(connection, key, "returned")


def _tasks_of(project: int, user: int, state: str) -> sa.Select[Any]:
    table, items = schema.judgements, schema.items
    query = sa.select(table.c.id, table.c.item).join(items, items.c.id == table.c.item)
    return query.where(
        table.c.project == project, table.c.user == user, table.c.state == state, items.c.role == "task"
    )


def discard(connection: sa.Connection, project: int, user: int) -> int:
    """Set a worker's votes aside, so that others are asked instead."""
    found = connection.execute(_tasks_of(project, user, "valid")).all()
    for row in found:
        set_judgement(connection, row.id, row.item, "discarded")
    return len(found)


def restore(connection: sa.Connection, project: int, user: int) -> int:
    """Bring discarded votes back where nobody was asked instead: no item gets more votes than it needs."""
    count = 0
    for row in connection.execute(_tasks_of(project, user, "discarded")).all():
        count += restore_judgement(connection, row.id, row.item)
    return count


def set_judgement(connection: sa.Connection, key: int, item: int, state: str) -> None:
    """Take a valid vote away and ask for another."""
    table, items = schema.judgements, schema.items
    gone = sa.update(table).where(table.c.id == key, table.c.state == "valid").values(state=state)
    if connection.execute(gone).rowcount == 1:
        asked = sa.update(items).where(items.c.id == item, items.c.role == "task")
        connection.execute(asked.values(missing=items.c.missing + 1))


def restore_judgement(connection: sa.Connection, key: int, item: int) -> bool:
    """Bring a vote back if its place is still free."""
    table, items = schema.judgements, schema.items
    place = sa.update(items).where(items.c.id == item, items.c.missing > 0)
    if connection.execute(place.values(missing=items.c.missing - 1)).rowcount != 1:
        return False
    connection.execute(sa.update(table).where(table.c.id == key).values(state="valid"))
    return True


def _forgive(connection: sa.Connection, project: int, user: int) -> None:
    """Leave the control answers out of later verdicts; they stay in the records."""
    table, items = schema.judgements, schema.items
    controls = sa.select(items.c.id).where(items.c.project == project, items.c.role == "control")
    mine = (
        table.c.project == project,
        table.c.user == user,
        table.c.item.in_(controls),
        table.c.state == "valid",
    )
    connection.execute(sa.update(table).where(*mine).values(state="forgiven"))


def review(
    connection: sa.Connection,
    row: Row,
    judgement: int,
    state: str,
    *,
    at: float,
    by: int | None,
    reason: str = "",
) -> None:
    """Reject one vote by hand, or bring it back; the reason goes into the audit trail."""
    table = schema.judgements
    found = connection.execute(
        sa.select(table).where(table.c.id == judgement, table.c.project == row.id)
    ).first()
    if found is None or state not in ("valid", "rejected"):
        raise CommandError("there is no such judgement to review")
    if state == "rejected":
        set_judgement(connection, found.id, found.item, "rejected")
    elif found.state == "rejected" and not restore_judgement(connection, found.id, found.item):
        raise CommandError("others have been asked in the meantime: the item has all its votes")
    note(
        connection, "review", at=at, project=row.id, user=by, judgement=judgement, state=state, reason=reason
    )
