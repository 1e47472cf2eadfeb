"""A file comes into a project in small steps, and is seen whole or not at all.

Its items have a role that begins with `in:` until the last is there: nobody is asked about them, nothing
counts them. So the database is held for a moment at a time, and an import that was cut off goes on where it
stopped when the same file is given again. A file that is refused leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from paraphrast.annotate import formats
from paraphrast.annotate.answers import agrees, check_answer, check_seconds
from paraphrast.annotate.formats import NO_NAMES, Entry, Naming, Said
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, dump, lock, note, parse
from paraphrast.annotate.store.imported import abandon, begin, check_holder, clear_stale, people_of
from paraphrast.annotate.store.people import add_member
from paraphrast.annotate.store.projects import Item, Row, by_id, item_values
from paraphrast.errors import CommandError, DataError

STEP = 500
LONGEST_REST = 0.2
HIDDEN = "in:"
THERE = "an item with the same id is there already; ids must differ"
Place = tuple[str, str, str]


class Imported(NamedTuple):
    """How much came in."""

    items: int
    judgements: int


class Known(NamedTuple):
    """An item of this import that is in the database already."""

    id: int
    fields: dict[str, Any]
    gold: dict[str, Any] | None


def bring_in(
    store: Store,
    row: Row,
    path: str,
    *,
    kind: str = "table",
    user: int | None = None,
    naming: Naming = NO_NAMES,
) -> Imported:
    """Put the items of a file into a project, with its judgements: all of it or nothing."""
    source = formats.read(path, row.project, kind=kind, naming=naming)
    first = next(source, None)  # what cannot be read at all is refused before anything is begun
    entries = iter(()) if first is None else _chain(first, source)
    clear_stale(store, row.id)
    job = begin(store, row.id, _digest(path, kind, naming))
    try:
        for _ in islice(entries, job.entries):
            pass
        while batch := list(islice(entries, STEP)):
            begun = time.perf_counter()
            _step(store, row, job.id, job.holder, batch)
            time.sleep(min(time.perf_counter() - begun, LONGEST_REST))  # as long as the others had to wait
        return _finish(store, row, job.id, job.holder, user)
    except (DataError, CommandError) as error:
        abandon(store, job.id, job.holder)
        told = str(error)
        raise DataError(told, path=None if told.startswith(str(path)) else path) from error


def _chain(first: Entry, rest: Iterator[Entry]) -> Iterator[Entry]:
    yield first
    yield from rest


def _digest(path: str, kind: str, naming: Naming) -> str:
    with Path(path).open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256")
    found.update(msgspec.json.encode([kind, sorted(naming.columns.items()), sorted(naming.labels.items())]))
    return found.hexdigest()


def _step(store: Store, row: Row, job: int, holder: str, batch: list[Entry]) -> None:
    """Put some entries in; what can be checked without the database is checked before it is held."""
    fresh = {_place(entry): entry for entry in reversed(batch)}
    values = {place: _values(row, entry, job) for place, entry in fresh.items() if _has_fields(row, entry)}
    with store.write() as connection:
        check_holder(connection, job, holder)
        known = _known(connection, row.id, job, fresh)
        _check_new(connection, row.id, [entry for place, entry in fresh.items() if place not in known])
        _check_once(batch, known)
        rows = [value for place, value in values.items() if place not in known]
        try:
            if rows:
                connection.execute(sa.insert(schema.items), rows[::-1])
        except sa.exc.IntegrityError:
            raise DataError(THERE) from None
        known = _known(connection, row.id, job, fresh)
        said = _add_said(connection, row, batch, known, store.clock())
        table = schema.imports
        more = {"entries": table.c.entries + len(batch), "judgements": table.c.judgements + said}
        connection.execute(sa.update(table).where(table.c.id == job).values(at=store.clock(), **more))


def _place(entry: Entry) -> Place:
    return entry.key, entry.role, entry.round


def _has_fields(row: Row, entry: Entry) -> bool:
    """Tell apart an item from another vote on one, which need not repeat its texts."""
    return not entry.said or any(name in entry.fields for name in row.project.fields)


def _values(row: Row, entry: Entry, job: int) -> dict[str, Any]:
    item = Item(entry.fields, entry.key, entry.role, entry.gold, entry.why)
    made = item_values(row, item, votes=None, audience=entry.round)
    return {**made, "role": HIDDEN + entry.role, "batch": job}


def _known(connection: sa.Connection, project: int, job: int, wanted: Iterable[Place]) -> dict[Place, Known]:
    table = schema.items
    mine = (
        table.c.project == project,
        table.c.batch == job,
        table.c.key.in_({key for key, _, _ in wanted}),
    )
    return {
        (one.key, one.role.removeprefix(HIDDEN), one.audience): Known(
            one.id, parse(one.fields), parse(one.gold)
        )
        for one in connection.execute(sa.select(table).where(*mine))
    }


def _check_new(connection: sa.Connection, project: int, entries: list[Entry]) -> None:
    """Refuse ids that the project has, or that another file is bringing."""
    table = schema.items
    query = sa.select(table.c.key, table.c.role, table.c.audience).where(
        table.c.project == project, table.c.key.in_({entry.key for entry in entries})
    )
    there = {(one.key, one.role.removeprefix(HIDDEN), one.audience) for one in connection.execute(query)}
    if any(_place(entry) in there for entry in entries):
        raise DataError(THERE)


def _check_once(batch: list[Entry], known: dict[Place, Known]) -> None:
    """Refuse an item that comes again other than as another vote on the same texts."""
    seen = {place: item.fields for place, item in known.items()}
    for entry in batch:
        before = seen.setdefault(_place(entry), entry.fields)
        if before is entry.fields:
            continue
        if not entry.said:
            raise DataError(f"item {entry.key!r} comes twice")
        if entry.fields and before != entry.fields:
            raise DataError(f"item {entry.key!r} comes with other texts than before; ids must differ")


def _add_said(
    connection: sa.Connection, row: Row, batch: list[Entry], known: dict[Place, Known], now: float
) -> int:
    """Add judgements made elsewhere; their workers are people who cannot sign in."""
    spoken = [entry for entry in batch if entry.said]
    people = people_of(connection, row, {said.worker for entry in spoken for said in entry.said}, now)
    values = []
    for entry in spoken:
        if (item := known.get(_place(entry))) is None:
            raise DataError(
                f"item {entry.key!r} has votes, but none of the texts {', '.join(row.project.fields)}"
            )
        values += [_judgement(row, entry, said, item, people[said.worker], now) for said in entry.said]
    if not values:
        return 0
    try:
        connection.execute(sa.insert(schema.judgements), values)
    except sa.exc.IntegrityError:
        raise DataError("a worker judges the same item twice") from None
    _count_votes(connection, [one["item"] for one in values if one["state"] == "valid"])
    return len(values)


def _judgement(row: Row, entry: Entry, said: Said, item: Known, user: int, now: float) -> dict[str, Any]:
    try:
        answer, seconds = check_answer(row.project, item.fields, said.answer), check_seconds(said.seconds)
    except DataError as error:
        raise DataError(f"item {entry.key!r}, worker {said.worker!r}: {error}") from error
    return {
        "project": row.id,
        "item": item.id,
        "user": user,
        "page": None,
        "attempt": said.attempt,
        "answer": dump(answer),
        "label": str(answer["label"])[:200],
        "right": None if item.gold is None else agrees(row.project, answer, item.gold),
        "seconds": seconds,
        "at": now if said.at is None else said.at,
        "state": said.state,
    }


def _count_votes(connection: sa.Connection, items: list[int]) -> None:
    """Take votes that came from those that are missing; an item with more than it needs needs as many."""
    table, number = schema.items, sa.bindparam("votes", type_=sa.Integer)
    over = sa.case((number > table.c.missing, number - table.c.missing), else_=0)
    less = sa.case((table.c.missing > number, table.c.missing - number), else_=0)
    change = (
        sa.update(table)
        .where(table.c.id == sa.bindparam("item"), table.c.role == f"{HIDDEN}task")
        .values(missing=less, needed=table.c.needed + over)
    )
    counts: dict[int, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    if counts:
        connection.execute(change, [{"item": item, "votes": votes} for item, votes in counts.items()])


def _finish(store: Store, row: Row, job: int, holder: str, user: int | None) -> Imported:
    """Show all of it at once, and let the people who judged it into the project."""
    items, said, now = schema.items, schema.judgements, store.clock()
    with store.write() as connection:
        lock(connection, row.id)
        found = check_holder(connection, job, holder)
        # the owner may have asked for more votes in the meantime
        more = by_id(connection, row.id).project.votes - row.project.votes
        if more:
            late = sa.update(items).where(items.c.batch == job, items.c.role == f"{HIDDEN}task")
            connection.execute(late.values(needed=items.c.needed + more, missing=items.c.missing + more))
        query = sa.select(said.c.user).join(items, items.c.id == said.c.item).where(items.c.batch == job)
        for person in connection.execute(query.distinct()).scalars().all():
            add_member(connection, row.id, person, "annotator", at=now)
        shown = sa.func.substr(items.c.role, len(HIDDEN) + 1)
        changed = connection.execute(
            sa.update(items).where(items.c.batch == job).values(role=shown, batch=None)
        ).rowcount
        connection.execute(sa.delete(schema.imports).where(schema.imports.c.id == job))
        if changed:
            note(connection, "import", at=now, project=row.id, user=user, items=changed)
    return Imported(changed, found.judgements)
