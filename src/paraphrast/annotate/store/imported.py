"""The state of imports: who is bringing in which file, how far it has come, and how it is given up."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError

STALE_SECONDS = 24 * 3600.0
STEP = 500
LONGEST_NAME = 64


class Job(NamedTuple):
    """An import under way: how many entries of its file are in."""

    id: int
    holder: str
    entries: int


def begin(store: Store, project: int, digest: str) -> Job:
    """Begin an import, or take over one of the same file that was cut off."""
    table, holder = schema.imports, secrets.token_hex(8)
    with store.write() as connection:
        same = (table.c.project == project, table.c.digest == digest, table.c.state == "running")
        found = connection.execute(sa.select(table).where(*same)).first()
        if found is not None:
            taken = sa.update(table).where(table.c.id == found.id).values(holder=holder, at=store.clock())
            connection.execute(taken)
            return Job(found.id, holder, found.entries)
        values = {"project": project, "digest": digest, "holder": holder, "at": store.clock()}
        made = connection.execute(sa.insert(table).returning(table.c.id), values).scalar_one()
        return Job(made, holder, 0)


def check_holder(connection: sa.Connection, job: int, holder: str) -> sa.Row[Any]:
    """Give the state of an import that is still ours to bring in."""
    found = connection.execute(sa.select(schema.imports).where(schema.imports.c.id == job)).first()
    if found is None or found.holder != holder:
        raise CommandError("this file is being imported by somebody else, who goes on with it")
    return found


def abandon(store: Store, job: int, holder: str | None = None) -> None:
    """Take back what an import has put in, in steps; one that somebody else has taken over is left."""
    table, said = schema.items, schema.judgements
    with store.write() as connection:
        mine = (schema.imports.c.id == job, *((schema.imports.c.holder == holder,) if holder else ()))
        gone = sa.update(schema.imports).where(*mine).values(state="refused", holder="")
        if connection.execute(gone).rowcount != 1:
            return
    while True:
        with store.write() as connection:
            query = sa.select(table.c.id).where(table.c.batch == job).limit(STEP)
            some = list(connection.execute(query).scalars())
            if not some:
                break
            connection.execute(sa.delete(said).where(said.c.item.in_(some)))
            connection.execute(sa.delete(table).where(table.c.id.in_(some)))
    with store.write() as connection:
        project = connection.execute(
            sa.delete(schema.imports).where(schema.imports.c.id == job).returning(schema.imports.c.project)
        ).scalar_one()
        _forget_people(connection, project)


def _forget_people(connection: sa.Connection, project: int) -> None:
    """Remove names that came with an import and have neither judged nor joined anything."""
    users, said, members = schema.users, schema.judgements, schema.members
    slug = connection.execute(
        sa.select(schema.projects.c.slug).where(schema.projects.c.id == project)
    ).scalar()
    unused = (
        users.c.password == "",
        users.c.name.startswith(f"{slug}/", autoescape=True),
        ~sa.exists().where(said.c.user == users.c.id),
        ~sa.exists().where(members.c.user == users.c.id),
    )
    connection.execute(sa.delete(users).where(*unused))


def clear_stale(store: Store, project: int) -> None:
    """Give up imports that nobody has gone on with for a day."""
    table = schema.imports
    with store.read() as connection:
        over = (table.c.project == project, table.c.at < store.clock() - STALE_SECONDS)
        old = list(connection.execute(sa.select(table.c.id).where(*over)).scalars())
    for job in old:
        abandon(store, job)


def people_of(connection: sa.Connection, row: Row, names: Iterable[str], now: float) -> dict[str, int]:
    """Give the numbers of people elsewhere, made where they are new; they become members at the end."""
    users = schema.users
    wanted = {name: _full_name(row.slug, name) for name in names}
    query = sa.select(users.c.name, users.c.id).where(users.c.name.in_(wanted.values()))
    known = {one.name: one.id for one in connection.execute(query)}
    for full in sorted(set(wanted.values()) - set(known)):
        # an empty password matches nothing: these names belong to people elsewhere
        values = {"name": full, "password": "", "role": "annotator", "native": "", "created": now}
        known[full] = connection.execute(sa.insert(users).returning(users.c.id), values).scalar_one()
    return {name: known[full] for name, full in wanted.items()}


def _full_name(slug: str, name: str) -> str:
    full = f"{slug}/{name}"
    if len(full) <= LONGEST_NAME:
        return full
    mark = hashlib.sha256(full.encode()).hexdigest()[:8]  # two long names that begin alike stay two
    return f"{full[: LONGEST_NAME - 9]}#{mark}"
