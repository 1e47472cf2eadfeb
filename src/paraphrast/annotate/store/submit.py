"""Answers come in: on disk before they are acknowledged, and once however often they are sent."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.answers import agrees, check_answer, check_seconds, is_draft
from paraphrast.annotate.quality import find_broken_rule
from paraphrast.annotate.quality.exam import is_passed
from paraphrast.annotate.quality.haste import is_fast
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, dump, lock, note, parse
from paraphrast.annotate.store.decide import decide, gather_facts, set_member
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError, DataError


class Held(NamedTuple):
    """An item on the page being answered."""

    item: int
    attempt: int
    state: str
    role: str
    fields: dict[str, Any]
    gold: dict[str, Any] | None
    why: Any


def begin(store: Store, row: Row, user: int, *, address: str = "") -> str:
    """Note that the instructions were read, and give the next stage: training, exam or work.

    The address one works from is kept as a hash: votes from one address are one witness.
    """
    with store.write() as connection:
        who = member(connection, row.id, user)
        if who is None:
            raise CommandError("this person is not in the project")
        if who.stage == "instructions":
            stage = "work" if who.role == "expert" else _after(connection, row, "instructions")
            came = hashlib.sha256(f"{row.id} {address}".encode()).hexdigest() if address else ""
            set_member(connection, row.id, user, stage=stage, address=came)
            note(connection, "begin", at=store.clock(), project=row.id, user=user, stage=stage)
            return stage
        return str(who.stage)


def _after(connection: sa.Connection, row: Row, stage: str) -> str:
    """Give the stage that follows, past those the project has no items or no rule for."""
    table = schema.items
    query = sa.select(table.c.role).where(table.c.project == row.id).distinct()
    have = set(connection.execute(query).scalars())
    if stage == "instructions" and row.project.rules.training and "training" in have:
        return "training"
    if stage in ("instructions", "training") and row.project.rules.exam is not None and "exam" in have:
        return "exam"
    return "work"


def save_draft(store: Store, page: str, user: int, draft: dict[str, Any]) -> bool:
    """Keep unfinished answers with the page; False when the page is no longer open."""
    if not all(is_draft(answer) for answer in draft.values()):
        raise DataError("a draft has for each item a table of texts or lists of texts")
    table = schema.pages
    mine = (table.c.id == page, table.c.user == user, table.c.state == "open")
    with store.write() as connection:
        return connection.execute(sa.update(table).where(*mine).values(draft=dump(draft))).rowcount == 1


def submit(
    store: Store,
    row: Row,
    page: str,
    user: int,
    answers: dict[str, Any],
    *,
    key: str,
    seconds: dict[str, float] | None = None,
) -> dict[str, Any]:
    """Save the answers of a page and give a receipt; the same key sent again gets the same receipt."""
    now = store.clock()
    with store.write() as connection:
        lock(connection, row.id)
        found = connection.execute(
            sa.select(schema.pages).where(
                schema.pages.c.id == page, schema.pages.c.user == user, schema.pages.c.project == row.id
            )
        ).first()
        if found is None:
            raise CommandError("there is no such page")
        if found.state == "done":
            if key and key == found.key:
                return parse(found.receipt)  # type: ignore[no-any-return]
            raise CommandError("this page was handed in before")
        who = member(connection, row.id, user)
        if found.state not in ("open", "expired") or who is None or who.state != "active":
            raise CommandError("this page is no longer yours")
        held = _held(connection, page)
        checked = {one.item: _checked(row, one, answers) for one in held}
        took = {item: check_seconds(given) for item, given in (seconds or {}).items()}
        kept = [one for one in held if one.state == "held" or _hold_again(connection, one, page)]
        _insert(connection, row, found, kept, checked, now, took)
        receipt = {
            "saved": len(kept),
            "late": len(answers) - len(kept),
            "feedback": _feedback(row, kept, checked),
        }
        receipt |= _conduct(connection, row, found, who, now, items=len(held))
        done = {"state": "done", "done": now, "key": key, "receipt": dump(receipt)}
        connection.execute(sa.update(schema.pages).where(schema.pages.c.id == page).values(**done))
        note(connection, "submit", at=now, project=row.id, user=user, page=page, saved=len(kept))
        return receipt


def _held(connection: sa.Connection, page: str) -> list[Held]:
    table, items = schema.assignments, schema.items
    columns = (
        table.c.item,
        table.c.attempt,
        table.c.state,
        items.c.role,
        items.c.fields,
        items.c.gold,
        items.c.why,
    )
    query = sa.select(*columns).join(items, items.c.id == table.c.item).where(table.c.page == page)
    return [
        Held(one.item, one.attempt, one.state, one.role, parse(one.fields), parse(one.gold), parse(one.why))
        for one in connection.execute(query.order_by(table.c.place))
    ]


def _checked(row: Row, one: Held, answers: dict[str, Any]) -> dict[str, Any]:
    if str(one.item) not in answers:
        raise DataError("not every item of the page is answered")
    return check_answer(row.project, one.fields, answers[str(one.item)])


def _hold_again(connection: sa.Connection, one: Held, page: str) -> bool:
    """Accept a late answer where the place is still free; otherwise somebody else has been asked."""
    if one.role != "task":
        return True
    items = schema.items
    free = sa.update(items).where(items.c.id == one.item, items.c.missing > 0)
    return connection.execute(free.values(missing=items.c.missing - 1)).rowcount == 1


def _insert(
    connection: sa.Connection,
    row: Row,
    page: sa.Row[Any],
    kept: list[Held],
    checked: dict[int, dict[str, Any]],
    now: float,
    took: dict[str, float | None],
) -> None:
    even = max(now - page.given, 0.0) / max(len(kept), 1)
    rows = [
        {
            "project": row.id,
            "item": one.item,
            "user": page.user,
            "page": page.id,
            "attempt": one.attempt,
            "answer": dump(checked[one.item]),
            "label": str(checked[one.item]["label"])[:200],
            "right": None if one.gold is None else agrees(row.project, checked[one.item], one.gold),
            "seconds": round(even if (said := took.get(str(one.item))) is None else said, 3),
            "at": now,
            "state": "valid",
        }
        for one in kept
    ]
    if rows:
        connection.execute(sa.insert(schema.judgements), rows)
    table = schema.assignments
    mine = (table.c.page == page.id, table.c.item.in_([one.item for one in kept]))
    connection.execute(sa.update(table).where(*mine).values(state="done"))


def _feedback(row: Row, kept: list[Held], checked: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """Explain training questions, also those repeated while labelling; never an exam or a control."""
    return [
        {
            "item": one.item,
            "right": agrees(row.project, checked[one.item], one.gold),
            "answer": one.gold,
            "why": one.why,
        }
        for one in kept
        if one.role == "training" and one.gold is not None
    ]


def _conduct(
    connection: sa.Connection, row: Row, page: sa.Row[Any], who: sa.Row[Any], now: float, *, items: int
) -> dict[str, Any]:
    """Move the worker on, or out, by the rules."""
    stage, state = str(who.stage), "active"
    if page.stage == "work":
        fast = is_fast(row.project.rules, now - page.given, items=items, page=row.project.page)
        set_member(connection, row.id, who.user, pages=who.pages + 1, fast=who.fast + fast)
        broken = find_broken_rule(row.project.rules, gather_facts(connection, row, who.user))
        # experts are chosen by a person and not put out by a rule
        if broken is not None and who.role == "annotator":
            decide(connection, row, who.user, broken.rule, "ban", at=now, evidence=broken.evidence)
            state = "banned"
    elif not _left(connection, row.id, page.stage, who):
        stage, state = _lesson_over(connection, row, page.stage, who, now)
    return {"stage": stage, "state": state}


def _left(connection: sa.Connection, project: int, stage: str, who: sa.Row[Any]) -> bool:
    """Tell whether the training or the exam has items this worker has not answered in this attempt."""
    items, said = schema.items, schema.judgements
    answered = sa.select(said.c.id).where(
        said.c.item == items.c.id,
        said.c.user == who.user,
        said.c.attempt == who.attempts,
        said.c.state == "valid",
    )
    left = sa.select(items.c.id).where(items.c.project == project, items.c.role == stage, ~answered.exists())
    return connection.execute(left.limit(1)).first() is not None


def _lesson_over(
    connection: sa.Connection, row: Row, stage: str, who: sa.Row[Any], now: float
) -> tuple[str, str]:
    if stage == "training":
        following = _after(connection, row, "training")
        set_member(connection, row.id, who.user, stage=following)
        return following, "active"
    said, items = schema.judgements, schema.items
    query = (
        sa.select(sa.func.count(), sa.func.count().filter(said.c.right.is_(True)))
        .join(items, items.c.id == said.c.item)
        .where(items.c.project == row.id, items.c.role == "exam", said.c.user == who.user)
        .where(said.c.attempt == who.attempts, said.c.state == "valid")
    )
    seen, right = connection.execute(query).one()
    evidence = {"right": right, "seen": seen, "attempt": who.attempts + 1}
    if is_passed(row.project.rules, right, seen):
        set_member(connection, row.id, who.user, stage="work")
        decide(connection, row, who.user, "exam", "admit", at=now, evidence=evidence)
        return "work", "active"
    set_member(connection, row.id, who.user, attempts=who.attempts + 1)
    if who.attempts + 1 < row.project.rules.exam_attempts:
        note(connection, "exam-failed", at=now, project=row.id, user=who.user, **evidence)
        return "exam", "active"
    decide(connection, row, who.user, "exam", "refuse", at=now, evidence=evidence)
    return "exam", "refused"
