"""The table of jobs: who waits, who runs and until when, what came of it.

A job is acknowledged when its row is committed, and its folder was written before. A worker holds a job by a
lease that it renews; when it does not, the job waits again and the next worker goes on from its parts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from paraphrast.annotate.store import Store, job_schema
from paraphrast.annotate.store.database import dump, parse
from paraphrast.errors import CommandError, ParaphrastError
from paraphrast.web.jobs.orders import OUT, PRINTED, Input

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED = ("done", "failed", "cancelled")
WAITING, OF_ONE = 1_000, 100  # jobs that may wait, of all and of one person
TRIES = 5  # so often a job may take its worker down without getting any further
TURN = 8_400_003  # of PostgreSQL: requests that come at the same moment are looked up one after the other
jobs = job_schema.jobs


class QueueFull(ParaphrastError):
    """Too many jobs wait already."""


class Made(msgspec.Struct, frozen=True):
    """A file that a job made."""

    path: str
    size: int
    sha256: str = ""


class Job(msgspec.Struct, frozen=True):
    """A job, as its row says."""

    id: int
    name: str
    user: int | None
    verb: str
    args: list[str]
    settings: dict[str, Any]
    inputs: list[Input]
    place: str
    folder: str
    state: State
    created: float
    started: float | None
    ended: float | None
    worker: str
    attempt: int
    deaths: int
    lease: float | None
    step: str
    done: int
    total: int | None
    cancelled: bool
    error: str
    code: int | None
    maker: dict[str, Any]
    files: list[Made]


def result_path(job: Job, path: str) -> Path:
    """Give where something lies that a job made: in its folder, or where its command was typed."""
    typed = job.place != job.folder and path != PRINTED
    return Path(job.place) / path if typed else Path(job.folder) / OUT / path


class Entry(msgspec.Struct, frozen=True):
    """A job that is to wait."""

    name: str
    verb: str
    args: list[str]
    place: str
    folder: str
    settings: dict[str, Any] = {}
    inputs: list[Input] = []
    user: int | None = None
    key: str | None = None
    request: str = ""


def read_row(row: sa.Row[Any]) -> Job:
    """Make a job of its row."""
    told = {str(name): value for name, value in row._mapping.items()}
    for name in ("args", "settings", "inputs", "maker", "files"):
        told[name] = parse(told[name])
    return msgspec.convert(told, Job)


def add(store: Store, entry: Entry) -> tuple[Job, bool]:
    """Have a job wait, and say whether it is new: a request that was sent before is the same job."""
    key = None if entry.key is None else f"{entry.user or ''}:{entry.key}"
    with store.write() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))
        if key and (earlier := connection.execute(sa.select(jobs).where(jobs.c.key == key)).first()):
            if earlier.request != entry.request:
                raise CommandError("this idempotency key was sent with another request; use a key of its own")
            return read_row(earlier), False
        _check_room(connection, entry.user)
        values = msgspec.to_builtins(entry) | {"key": key, "created": store.clock()}
        values |= {name: dump(values[name]) for name in ("args", "settings", "inputs")}
        row = connection.execute(sa.insert(jobs).returning(jobs), values).one()
        return read_row(row), True


def earlier(store: Store, user: int | None, key: str, request: str) -> Job | None:
    """Give the job of a request that was sent before, if there is one."""
    with store.read() as connection:
        row = connection.execute(sa.select(jobs).where(jobs.c.key == f"{user or ''}:{key}")).first()
    if row is not None and row.request != request:
        raise CommandError("this idempotency key was sent with another request; use a key of its own")
    return read_row(row) if row else None


def _check_room(connection: sa.Connection, user: int | None) -> None:
    waiting = sa.select(sa.func.count()).select_from(jobs).where(jobs.c.state == "waiting")
    if connection.execute(waiting).scalar_one() >= WAITING:
        raise QueueFull(f"{WAITING:,} jobs wait already; try again when some are done")
    if connection.execute(waiting.where(jobs.c.user.is_not_distinct_from(user))).scalar_one() >= OF_ONE:
        raise QueueFull(f"{OF_ONE} jobs of yours wait already; try again when some are done")


def get(store: Store, name: str) -> Job | None:
    """Give a job by its name."""
    with store.read() as connection:
        row = connection.execute(sa.select(jobs).where(jobs.c.name == name)).first()
    return read_row(row) if row else None


def count(store: Store, state: State) -> int:
    """Count the jobs in a state."""
    with store.read() as connection:
        query = sa.select(sa.func.count()).select_from(jobs).where(jobs.c.state == state)
        return int(connection.execute(query).scalar_one())


def begin_with(store: Store, begin: str) -> list[str]:
    """Give the names of the jobs that begin so."""
    with store.read() as connection:
        query = sa.select(jobs.c.name).where(jobs.c.name.startswith(begin, autoescape=True)).limit(10)
        return list(connection.execute(query).scalars())


def local_person(store: Store) -> int | None:
    """Give as whom one works in the shell: the owner of the workbench, if there is one."""
    from paraphrast.annotate.store.people import local_owner

    return local_owner(store)


class Nobody(msgspec.Struct, frozen=True):
    """Stands for all people, where a list is of the jobs of one."""


ALL = Nobody()


def listed(
    store: Store,
    *,
    user: int | Nobody | None = ALL,
    state: str | None = None,
    verb: str | None = None,
    after: str | None = None,
    limit: int = 50,
) -> list[Job]:
    """List jobs, the newest first, from after one of them."""
    query = sa.select(jobs).order_by(jobs.c.id.desc()).limit(limit)
    if not isinstance(user, Nobody):
        query = query.where(jobs.c.user.is_not_distinct_from(user))
    if state:
        query = query.where(jobs.c.state == state)
    if verb:
        query = query.where(jobs.c.verb == verb)
    if after:
        query = query.where(jobs.c.id < sa.select(jobs.c.id).where(jobs.c.name == after).scalar_subquery())
    with store.read() as connection:
        return [read_row(row) for row in connection.execute(query)]


def cancel(store: Store, name: str) -> Job:
    """Stop a job: at once where it waits; where it runs, its worker stops at the next beat."""
    with store.write() as connection:
        job = _locked(connection, name)
        if job.state == "waiting":
            values = {"state": "cancelled", "cancelled": True, "ended": store.clock()}
        elif job.state == "running":
            values = {"cancelled": True}
        else:
            raise CommandError(f"this job is {job.state} already")
        return _updated(connection, job, values)


def resume(store: Store, name: str) -> Job:
    """Have a job that failed or was cancelled wait again; it goes on from the parts that are there."""
    with store.write() as connection:
        job = _locked(connection, name)
        if job.state not in ("failed", "cancelled"):
            raise CommandError(f"this job is {job.state}; only one that failed or was cancelled is resumed")
        _check_room(connection, job.user)
        fresh = {"state": "waiting", "cancelled": False, "error": "", "code": None, "deaths": 0}
        return _updated(connection, job, fresh | {"ended": None, "lease": None, "worker": ""})


def remove(store: Store, name: str) -> Job:
    """Forget a job that has ended, or that waits; its folder is for the caller to remove."""
    with store.write() as connection:
        job = _locked(connection, name)
        if job.state == "running":
            raise CommandError("this job is running; cancel it first")
        connection.execute(sa.delete(jobs).where(jobs.c.id == job.id))
        return job


def _locked(connection: sa.Connection, name: str) -> Job:
    row = connection.execute(sa.select(jobs).where(jobs.c.name == name).with_for_update()).first()
    if row is None:
        raise CommandError(f"there is no job {name!r}")
    return read_row(row)


def _updated(connection: sa.Connection, job: Job, values: dict[str, Any]) -> Job:
    change = sa.update(jobs).where(jobs.c.id == job.id).values(**values).returning(jobs)
    return read_row(connection.execute(change).one())
