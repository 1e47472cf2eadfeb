"""A project's items and judgements, in from files and out to them."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate import formats
from paraphrast.annotate.answers import agrees, check_answer, check_seconds
from paraphrast.annotate.formats import Entry, Said, rows
from paraphrast.annotate.results import EVERYONE, judged, labels
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.controls import list_controls
from paraphrast.annotate.store.database import Store, dump, lock, note, parse
from paraphrast.annotate.store.people import add_member, secret
from paraphrast.annotate.store.projects import Item, Row, add_items
from paraphrast.annotate.timeline import iso
from paraphrast.annotate.workers import trail
from paraphrast.errors import DataError

BATCH = 2_000
ALL_STATES = ("valid", "rejected", "discarded", "aside", "undone", "forgiven", "vetoed")


class Imported(NamedTuple):
    """How much came in."""

    items: int
    judgements: int


def bring_in(store: Store, row: Row, path: str, *, kind: str = "table", user: int | None = None) -> Imported:
    """Put the items of a file into a project, with its judgements: all of it or nothing."""
    count = said = 0
    with store.write() as connection:
        lock(connection, row.id)
        entries, now = formats.read(path, row.project, kind=kind), store.clock()
        while batch := list(islice(entries, BATCH)):
            items = [Item(entry.fields, entry.key, entry.role, entry.gold, entry.why) for entry in batch]
            try:
                count += add_items(connection, row, items, at=now, user=user)
                said += _add_said(connection, row, batch, now)
            except DataError as error:
                raise DataError(str(error), path=path) from error
    return Imported(count, said)


def _add_said(connection: sa.Connection, row: Row, batch: list[Entry], now: float) -> int:
    """Add judgements made elsewhere; their workers become members who cannot sign in."""
    spoken = [entry for entry in batch if entry.said]
    if not spoken:
        return 0
    table = schema.items
    mine = (
        table.c.project == row.id,
        table.c.audience == EVERYONE,
        table.c.key.in_([entry.key for entry in spoken]),
    )
    found = {
        (one.key, one.role): one.id
        for one in connection.execute(sa.select(table.c.key, table.c.role, table.c.id).where(*mine))
    }
    people = _people(connection, row, {said.worker for entry in spoken for said in entry.said}, now)
    values = [
        _judgement(row, entry, said, found[entry.key, entry.role], people[said.worker], now)
        for entry in spoken
        for said in entry.said
    ]
    try:
        connection.execute(sa.insert(schema.judgements), values)
    except sa.exc.IntegrityError:
        raise DataError("a worker judges the same item twice") from None
    for item, votes in Counter(one["item"] for one in values).items():
        less = sa.case((table.c.missing > votes, table.c.missing - votes), else_=0)
        needed = sa.case((table.c.needed > votes, table.c.needed), else_=votes)
        change = sa.update(table).where(table.c.id == item, table.c.role == "task")
        connection.execute(change.values(missing=less, needed=needed))
    return len(values)


def _judgement(row: Row, entry: Entry, said: Said, item: int, user: int, now: float) -> dict[str, Any]:
    try:
        answer, seconds = check_answer(row.project, entry.fields, said.answer), check_seconds(said.seconds)
    except DataError as error:
        raise DataError(f"item {entry.key!r}, worker {said.worker!r}: {error}") from error
    return {
        "project": row.id,
        "item": item,
        "user": user,
        "page": None,
        "answer": dump(answer),
        "label": str(answer["label"])[:200],
        "right": None if entry.gold is None else agrees(row.project, answer, entry.gold),
        "seconds": seconds,
        "at": now if said.at is None else said.at,
        "state": "valid",
    }


def _people(connection: sa.Connection, row: Row, names: Iterable[str], now: float) -> dict[str, int]:
    users = schema.users
    wanted = {name: f"{row.slug}/{name}"[:64] for name in names}
    query = sa.select(users.c.name, users.c.id).where(users.c.name.in_(wanted.values()))
    known = {one.name: one.id for one in connection.execute(query)}
    for full in sorted(set(wanted.values()) - set(known)):
        # an empty password matches nothing: these names belong to people elsewhere
        values = {"name": full, "password": "", "owner": False, "native": "", "created": now}
        known[full] = connection.execute(sa.insert(users).returning(users.c.id), values).scalar_one()
        add_member(connection, row.id, known[full], "annotator", at=now)
    return {name: known[full] for name, full in wanted.items()}


def entries(store: Store, row: Row, *, anonymous: bool = False, every_state: bool = False) -> Iterator[Entry]:
    """Yield each item with its judgements; anonymous ones name workers by codes and leave moments out."""
    code = _coder(store, row) if anonymous else (lambda name: name.removeprefix(f"{row.slug}/"))
    states = ALL_STATES if every_state else ("valid",)
    said: dict[int, list[Said]] = {}
    with store.read() as connection:
        for one in judged(connection, row, roles=("task", "control", "exam", "training"), states=states):
            at = None if anonymous else one.at
            said.setdefault(one.item, []).append(
                Said(code(one.worker), parse(one.answer), at, one.seconds, one.state)
            )
        table = schema.items
        query = sa.select(table).where(table.c.project == row.id).order_by(table.c.id)
        for item in connection.execution_options(yield_per=5000).execute(query):
            fields = parse(item.fields)
            fields |= {"round": item.audience} if item.audience else {}
            gold, why = parse(item.gold), parse(item.why) or ""
            yield Entry(item.key, fields, item.role, gold, why, tuple(said.get(item.id, ())))


def _coder(store: Store, row: Row) -> Any:
    """Make a function from names to codes: alike in every export, not to be undone without the key."""
    key = secret(store)

    def code(name: str) -> str:
        return "w" + hmac.new(key, f"{row.slug}:{name}".encode(), hashlib.sha256).hexdigest()[:10]

    return code


def send_out(
    store: Store,
    row: Row,
    path: str,
    *,
    what: str = "judgements",
    kind: str = "table",
    anonymous: bool = False,
) -> int:
    """Write judgements, labels, items, controls or the trail of a project to a file; give how many rows."""
    with store.write() as connection:
        note(
            connection, "export", at=store.clock(), project=row.id, what=what, kind=kind, anonymous=anonymous
        )
    if what == "judgements":
        found = entries(store, row, anonymous=anonymous, every_state=kind == "table")
        # what people outside see is the work, not the tests among it
        kept = (entry for entry in found if entry.role == "task" or not anonymous)
        return formats.write(path, row.project, kept, kind=kind)
    if what == "items":
        plain = (
            entry._replace(said=()) for entry in entries(store, row) if entry.fields.get("round") is None
        )
        return formats.write(path, row.project, plain, kind=kind)
    if what == "labels":
        return rows.write(path, labelled(store, row))
    if what == "trail":
        with store.read() as connection:
            lines = trail(connection, row)
        return rows.write(path, ({**line, "at": iso(line["at"])} for line in reversed(lines)))
    if what == "controls":
        with store.read() as connection:
            known = list_controls(connection, row)
        return rows.write(path, (_plain_control(one) for one in known))
    raise DataError(f"{what!r} cannot be exported; judgements, labels, items, controls and trail can")


def _plain_control(one: dict[str, Any]) -> dict[str, Any]:
    """Give a control as a row: its texts and answer, where it comes from, how hard, and whether vetoed."""
    told = {name: one[name] for name in ("grown", "difficulty", "vetoed", "seen", "known")}
    return {"id": one["key"], **one["fields"], "answer": one["gold"], **told}


def labelled(store: Store, row: Row) -> Iterator[dict[str, Any]]:
    """Yield each task with the label its votes come to, question by question."""
    asked = [question.name for question in row.project.questions if question.kind == "choice"]
    with store.read() as connection:
        found = {name: labels(connection, row, question=name) for name in asked}
        table = schema.items
        mine = (table.c.project == row.id, table.c.role == "task", table.c.audience == EVERYONE)
        items = [
            (one.key, parse(one.fields))
            for one in connection.execute(sa.select(table).where(*mine).order_by(table.c.id))
        ]
    for key, fields in items:
        # an item without a label on every question is not labelled: full agreement is on all criteria
        if all(key in found[name] for name in asked):
            more = {name: found[name][key]["label"] for name in asked if name != "label"}
            yield {"id": key, **fields, **found["label"][key], **more}
