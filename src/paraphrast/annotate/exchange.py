"""A project's items and judgements, out to files; how they come in is in `incoming`."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate import formats
from paraphrast.annotate.formats import Entry, Said, rows
from paraphrast.annotate.incoming import HIDDEN, Imported, bring_in
from paraphrast.annotate.results import EVERYONE, judged, labels
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.controls import list_controls
from paraphrast.annotate.store.database import Store, note, parse
from paraphrast.annotate.store.people import secret
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.timeline import iso
from paraphrast.annotate.workers import trail
from paraphrast.errors import DataError

ALL_STATES = ("valid", "rejected", "discarded", "aside", "undone", "forgiven", "vetoed")


def entries(store: Store, row: Row, *, anonymous: bool = False, every_state: bool = False) -> Iterator[Entry]:
    """Yield each item with its judgements; anonymous ones name workers by codes and leave moments out."""
    code = _coder(store, row) if anonymous else (lambda name: name.removeprefix(f"{row.slug}/"))
    states = ALL_STATES if every_state else ("valid",)
    said: dict[int, list[Said]] = {}
    with store.read() as connection:
        for one in judged(connection, row, roles=("task", "control", "exam", "training"), states=states):
            at = None if anonymous else one.at
            said.setdefault(one.item, []).append(
                Said(code(one.worker), parse(one.answer), at, one.seconds, one.state, one.attempt)
            )
        table = schema.items
        mine = (table.c.project == row.id, ~table.c.role.startswith(HIDDEN))
        query = sa.select(table).where(*mine).order_by(table.c.id)
        for item in connection.execute(query, execution_options={"yield_per": 5000}):
            gold, why, told = parse(item.gold), parse(item.why) or "", tuple(said.get(item.id, ()))
            yield Entry(item.key, parse(item.fields), item.role, gold, why, told, item.audience)


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
        found = entries(store, row, anonymous=anonymous, every_state=True)
        # what people outside see is the work, not the tests among it
        kept = (entry for entry in found if entry.role == "task" or not anonymous)
        return formats.write(path, row.project, kept, kind=kind)
    if what == "items":
        plain = (entry._replace(said=()) for entry in entries(store, row) if not entry.round)
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


__all__ = ["Imported", "bring_in", "entries", "labelled", "send_out"]
