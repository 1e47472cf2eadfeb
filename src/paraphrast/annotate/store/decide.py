"""Decisions about workers: made by a rule or a person, logged with their evidence, and reversible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.answers import LabelCoder
from paraphrast.annotate.quality import CONTROLLING, VOIDING, Facts
from paraphrast.annotate.quality.control import weigh_controls
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import release
from paraphrast.annotate.store.database import dump, note, parse
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError

# What a decision makes of a member.
STATES = {"ban": "banned", "refuse": "refused", "admit": "active"}


def gather_facts(connection: sa.Connection, row: Row, user: int) -> Facts:
    """Give what the rules look at."""
    who = member(connection, row.id, user)
    table, items = schema.judgements, schema.items
    query = (
        sa.select(table.c.label, table.c.right, items.c.gold)
        .join(items, items.c.id == table.c.item)
        .where(
            table.c.project == row.id,
            table.c.user == user,
            table.c.state == "valid",
            items.c.role == "control",
        )
    )
    # those that have grown are what others say, and are weighed with that
    answered = connection.execute(query.where(items.c.grown.is_(None))).all()
    right, seen = sum(bool(one.right) for one in answered), len(answered)
    if who is None:
        return Facts(right, seen)
    conduct = (who.fast, who.skipped, who.hasty, float(who.evidence))
    return Facts(right, seen, *conduct, _control_evidence(row, answered))


def _control_evidence(row: Row, answered: Sequence[Any]) -> float:
    """Weigh the owner's controls: what was said against what is known, a right answer being the known one."""
    if row.project.rules.skill != "sequential":
        return 0.0
    code = LabelCoder(row.project)
    known = [code(str(parse(one.gold)["label"])) for one in answered]
    said = [
        gold if one.right else _another(code(one.label), gold)
        for one, gold in zip(answered, known, strict=True)
    ]
    return weigh_controls(said, known, max([code.size, *(label + 1 for label in (*said, *known))]))


def _another(label: int, gold: int) -> int:
    return label if label != gold else int(gold == 0)


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
        if row.project.rules.discard_banned or rule in VOIDING:
            _say_what_is_void(connection, row, key, evidence or {}, discard(connection, row.id, user))
    note(connection, action, at=at, project=row.id, user=by, worker=user, rule=rule, decision=key)
    return key


def revert(connection: sa.Connection, row: Row, decision: int, *, at: float, by: int | None) -> int:
    """Undo a decision: the worker is back with a clean sheet, and so are the votes that were void."""
    table = schema.decisions
    query = sa.select(table).where(table.c.id == decision, table.c.project == row.id)
    found = connection.execute(query).first()
    if found is None or found.reverted is not None:
        raise CommandError("there is no such decision to revert")
    connection.execute(sa.update(table).where(table.c.id == decision).values(reverted=at, reverted_by=by))
    restored = 0
    if found.action in ("ban", "refuse"):
        fresh = {"fast": 0, "skipped": 0, "hasty": 0, "evidence": 0.0, "spam": 0.0}
        set_member(connection, row.id, found.user, state="active", **fresh)
        restored = restore(connection, row.id, found.user)
        if found.rule in CONTROLLING:
            _forgive(connection, row.id, found.user)
        if found.action == "refuse":
            set_member(connection, row.id, found.user, stage="work")
    elif found.action == "admit":
        set_member(connection, row.id, found.user, state="refused")
        _close_pages(connection, row.id, found.user)
    note(connection, "revert", at=at, project=row.id, user=by, decision=decision, restored=restored)
    return restored


def _say_what_is_void(
    connection: sa.Connection, row: Row, decision: int, evidence: dict[str, Any], void: tuple[int, int]
) -> None:
    """Write into the decision how many votes are void, how many are asked again, and what is paid."""
    votes, again = void
    paid = votes if row.project.rules.pay_void else 0
    told = {**evidence, "void": votes, "asked_again": again, "paid": round(paid * row.project.pay, 6)}
    table = schema.decisions
    connection.execute(sa.update(table).where(table.c.id == decision).values(evidence=dump(told)))


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


def discard(
    connection: sa.Connection, project: int, user: int, *, state: str = "discarded"
) -> tuple[int, int]:
    """Set a worker's votes aside, and give how many, and how many are asked of others instead."""
    found = connection.execute(_tasks_of(project, user, "valid")).all()
    return len(found), sum(_set_judgement(connection, row.id, row.item, state) for row in found)


def restore(connection: sa.Connection, project: int, user: int, *, state: str = "discarded") -> int:
    """Bring a worker's votes back, all of them; where others were asked meanwhile, an item has more."""
    found = connection.execute(_tasks_of(project, user, state)).all()
    for row in found:
        _restore_judgement(connection, row.id, row.item)
    return len(found)


def _set_judgement(connection: sa.Connection, key: int, item: int, state: str) -> bool:
    """Take a valid vote away and ask for another; False if it was not valid any more."""
    table, items = schema.judgements, schema.items
    gone = sa.update(table).where(table.c.id == key, table.c.state == "valid").values(state=state)
    if connection.execute(gone).rowcount != 1:
        return False
    task = sa.update(items).where(items.c.id == item, items.c.role == "task")
    connection.execute(task.values(missing=items.c.missing + 1))
    return True


def _restore_judgement(connection: sa.Connection, key: int, item: int) -> None:
    """Bring a vote back: into its place if it is still free, else beside those that were asked instead."""
    table, items = schema.judgements, schema.items
    task = sa.update(items).where(items.c.id == item, items.c.role == "task")
    place = task.where(items.c.missing > 0).values(missing=items.c.missing - 1)
    if connection.execute(place).rowcount != 1:
        connection.execute(task.values(needed=items.c.needed + 1))
    connection.execute(sa.update(table).where(table.c.id == key).values(state="valid"))


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
        _set_judgement(connection, found.id, found.item, "rejected")
    elif found.state == "rejected":
        _restore_judgement(connection, found.id, found.item)
    note(
        connection, "review", at=at, project=row.id, user=by, judgement=judgement, state=state, reason=reason
    )
