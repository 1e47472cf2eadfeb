"""Who gets which items: blind, by lot, never one person twice, and promises that expire.

`items.missing` counts votes neither given nor promised. A promise (a held assignment) takes one and gives it
back when it expires, so votes, promises and missing always sum to what the item needs. All of it is one
transaction that holds the project.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.answers import is_draft
from paraphrast.annotate.quality.skill import must_wait
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.controls import (
    count_due_controls,
    draw_controls,
    has_controls,
    leave_out_known,
)
from paraphrast.annotate.store.database import Store, lock, parse
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.store.roles import WORKING
from paraphrast.errors import CommandError

# Choosing among a few times more than are needed keeps neighbours apart.
SPREAD = 5


class Shown(NamedTuple):
    """An item on a page, as its worker sees it: no labels of others, no answer, no sign of being a test."""

    id: int
    fields: dict[str, Any]


class Page(NamedTuple):
    """A page of items promised to one worker until it expires."""

    id: str
    stage: str
    state: str
    given: float
    expires: float
    items: list[Shown]
    draft: dict[str, Any]


def take(store: Store, row: Row, user: int) -> Page | None:
    """Give the worker's open page, or a new one; None when there is nothing for them now."""
    now = store.clock()
    with store.write() as connection:
        lock(connection, row.id)
        release_expired(connection, row.id, now)
        who = member(connection, row.id, user)
        if who is None or who.state != "active" or who.role not in WORKING:
            raise CommandError("this worker is not admitted to the project")
        if who.stage not in ("training", "exam", "work"):
            raise CommandError("read the instructions first")
        found = _open(connection, row.id, user)
        if found is None and row.state == "open" and not is_waiting(row, who):
            chosen = _chosen(connection, row, who, store.chance())
            found = _new(connection, row, who, now, chosen) if chosen else None
        return page(connection, found) if found else None


def is_waiting(row: Row, who: sa.Row[Any]) -> bool:
    """Tell whether the worker gets no page while their answers so far are being compared with others'."""
    return who.role == "annotator" and who.stage == "work" and must_wait(row.project.rules, float(who.spam))


def page(connection: sa.Connection, key: str) -> Page | None:
    """Give the page with this key, its held items in order."""
    found = connection.execute(sa.select(schema.pages).where(schema.pages.c.id == key)).first()
    if found is None:
        return None
    table, items = schema.assignments, schema.items
    query = sa.select(items.c.id, items.c.fields).join(table, table.c.item == items.c.id)
    query = query.where(table.c.page == key).order_by(table.c.place)
    shown = [Shown(one.id, parse(one.fields)) for one in connection.execute(query)]
    kept = parse(found.draft)
    draft = {item: answer for item, answer in kept.items() if is_draft(answer)}
    return Page(key, found.stage, found.state, found.given, found.expires, shown, draft)


def _open(connection: sa.Connection, project: int, user: int) -> str | None:
    table = schema.pages
    query = sa.select(table.c.id).where(
        table.c.project == project, table.c.user == user, table.c.state == "open"
    )
    return connection.execute(query).scalar()


def _chosen(
    connection: sa.Connection, row: Row, who: sa.Row[Any], rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Choose the items of a new page, each with the attempt that it is for."""
    if who.stage in ("training", "exam"):
        return _lesson(connection, row, who)
    return _work(connection, row, who, rng)


def _new(
    connection: sa.Connection, row: Row, who: sa.Row[Any], now: float, chosen: Sequence[tuple[int, int]]
) -> str:
    """Promise the chosen items to a worker on a new page, and give its key."""
    key = secrets.token_hex(12)
    values = {"id": key, "project": row.id, "user": who.user, "stage": who.stage, "given": now}
    connection.execute(sa.insert(schema.pages), {**values, "expires": now + row.project.minutes * 60})
    held = [
        {"page": key, "item": item, "user": who.user, "attempt": attempt, "place": place}
        for place, (item, attempt) in enumerate(chosen)
    ]
    table = schema.assignments
    again = (
        table.c.user == who.user,
        table.c.state == "expired",
        table.c.item.in_([item for item, _ in chosen]),
    )
    connection.execute(sa.delete(table).where(*again))
    connection.execute(sa.insert(table), held)
    return key


def _lesson(connection: sa.Connection, row: Row, who: sa.Row[Any]) -> list[tuple[int, int]]:
    """Choose the next known items of the training or the exam; an exam taken again is a new attempt."""
    attempt = int(who.attempts)
    query = unseen_items(row, who.stage, "", who.user, attempt).limit(row.project.page)
    ids = connection.execute(query.order_by(schema.items.c.id)).scalars()
    return [(item, attempt) for item in ids]


def _work(
    connection: sa.Connection, row: Row, who: sa.Row[Any], rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Choose tasks, and mix hidden controls and repeated training among them."""
    rules, size, pages = row.project.rules, row.project.page, int(who.pages)
    due = count_due_controls(row, who, rng)
    unseen = unseen_items(row, "control", "", who.user, 0)
    drawn = draw_controls(connection, unseen, due, rng)
    if due and not drawn and has_controls(connection, row):
        return []  # a page without a control could not be judged; the owner is warned
    extra = [(item, 0) for item in leave_out_known(connection, row, drawn, rng)]
    if rules.repeat_training_every and (pages + 1) % rules.repeat_training_every == 0:
        attempt = 1000 + pages
        ids = list(connection.execute(unseen_items(row, "training", "", who.user, attempt)).scalars())
        extra += [(ids[place], attempt) for place in rng.permutation(len(ids))[:1]]
    wanted = max(size - len(extra), 1)
    tasks: list[int] = []
    for audience in _audiences(row, who):
        tasks += _tasks(connection, row, audience, who.user, wanted - len(tasks), rng)
    if not tasks:
        return []
    _promise(connection, tasks, -1)
    chosen = [(item, 0) for item in tasks] + extra
    return [chosen[place] for place in rng.permutation(len(chosen))]


def _audiences(row: Row, who: sa.Row[Any]) -> list[str]:
    """List whose items the worker judges, the first to be done first."""
    if who.role == "expert":
        return ["expert", ""] if row.project.has_expert_raters() else ["expert"]
    return ["best", ""] if who.best else [""]


def unseen_items(row: Row, role: str, audience: str, user: int, attempt: int) -> sa.Select[Any]:
    """Select the items this worker has neither judged, nor skipped, nor been promised, nor met before.

    What they wrote they never judge; what they saw in an earlier step of a chain, or as the task a control
    was grown from, they do not judge with fresh eyes.
    """
    items, held = schema.items, schema.assignments
    mine = (items.c.project == row.id, items.c.role == role, items.c.audience == audience, ~items.c.vetoed)
    seen = sa.select(held.c.id).where(
        held.c.item == items.c.id, held.c.user == user, held.c.attempt == attempt, held.c.state != "expired"
    )
    written = sa.and_(items.c.author.is_not(None), items.c.author == user)
    query = sa.select(items.c.id).where(*mine, ~written, ~seen.exists())
    twin = schema.items.alias("twin")
    if role == "control":
        before = sa.select(held.c.id).where(held.c.item == items.c.grown, held.c.user == user)
        query = query.where(sa.or_(items.c.grown.is_(None), ~before.exists()))
    elif role == "task":
        as_control = sa.select(held.c.id).where(
            held.c.item == twin.c.id, twin.c.grown == items.c.id, held.c.user == user
        )
        query = query.where(~as_control.exists())
    if row.project.rules.fresh_eyes:
        earlier = schema.items.alias("earlier")
        met = (
            sa.select(held.c.id)
            .join(earlier, earlier.c.id == held.c.item)
            .where(held.c.user == user, held.c.state != "expired")
            .where(earlier.c.root == items.c.root, earlier.c.project != items.c.project)
        )
        query = query.where(sa.or_(items.c.root == "", ~met.exists()))
    return query


def _tasks(
    connection: sa.Connection, row: Row, audience: str, user: int, count: int, rng: np.random.Generator
) -> list[int]:
    """Choose tasks level by level, those that miss most votes first, at random within a level.

    Where people are compared with each other, what others have begun comes before all: an answer to what
    nobody else has judged tells nothing yet of whoever gave it. But no more than half of it, so that two who
    come after each other do not get the same pages.
    """
    items = schema.items
    mine = (items.c.project == row.id, items.c.role == "task", items.c.audience == audience)
    unseen = unseen_items(row, "task", audience, user, 0)
    level = connection.execute(sa.select(sa.func.max(items.c.missing)).where(*mine)).scalar()
    chosen: list[int] = []
    if level and audience == "" and row.project.rules.skill == "sequential" and row.project.kind != "rewrite":
        begun = _draw(connection, unseen.where(*_is_begun(level)), count, rng)
        chosen += begun[: min(count, (len(begun) + 1) // 2)]
    while level and level > 0 and len(chosen) < count:
        rest = unseen.where(items.c.missing == level, items.c.id.not_in(chosen))
        chosen += _draw(connection, rest, count - len(chosen), rng)[: count - len(chosen)]
        below = sa.select(sa.func.max(items.c.missing)).where(*mine, items.c.missing < level)
        level = connection.execute(below).scalar()
    return chosen


def _is_begun(level: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Mark items that miss votes, fewer than this, and that somebody has judged: a promise is no answer."""
    items, said = schema.items, schema.judgements
    judged = sa.select(said.c.id).where(said.c.item == items.c.id, said.c.state == "valid")
    return (items.c.missing > 0, items.c.missing < level, judged.exists())


def _draw(
    connection: sa.Connection, unseen: sa.Select[Any], count: int, rng: np.random.Generator
) -> list[int]:
    """Draw a few times as many items as are needed, by lot."""
    shuffle, start = schema.items.c.shuffle, float(rng.random())
    some = unseen.order_by(shuffle).limit(count * SPREAD)
    ids = list(connection.execute(some.where(shuffle >= start)).scalars())
    if len(ids) < count * SPREAD:
        ids += connection.execute(some.where(shuffle < start)).scalars()
    return [ids[place] for place in rng.permutation(len(ids))]


def _promise(connection: sa.Connection, tasks: list[int], change: int) -> None:
    items = schema.items
    wanted = sa.update(items).where(items.c.id.in_(tasks), items.c.role == "task")
    connection.execute(wanted.values(missing=items.c.missing + change))


def release_expired(connection: sa.Connection, project: int, now: float) -> int:
    """Take back the promises whose time is over."""
    table = schema.pages
    over = (table.c.project == project, table.c.state == "open", table.c.expires < now)
    keys = list(connection.execute(sa.select(table.c.id).where(*over)).scalars())
    for key in keys:
        release(connection, key, "expired")
    return len(keys)


def release(connection: sa.Connection, key: str, state: str) -> None:
    """Take the promises of a page back and give it this state (expired, skipped or returned)."""
    table = schema.assignments
    held = (table.c.page == key, table.c.state == "held")
    ids = list(connection.execute(sa.select(table.c.item).where(*held)).scalars())
    _promise(connection, ids, +1)
    connection.execute(
        sa.update(table).where(*held).values(state="skipped" if state == "skipped" else "expired")
    )
    connection.execute(sa.update(schema.pages).where(schema.pages.c.id == key).values(state=state))
