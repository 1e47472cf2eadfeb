"""Who carries a job out: claimed in fair turns, held by a lease, given back when its worker is gone."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.store import Store
from paraphrast.annotate.store.database import dump
from paraphrast.web.jobs.queue import TRIES, Job, jobs, read_row

LEASE = 30.0  # seconds that a worker may be silent


def name_worker() -> str:
    """Name this process among the workers of all machines."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}"


def is_wanted(store: Store) -> bool:
    """Tell whether a job waits, or has lost its worker; a look that stops nobody from writing."""
    lost = sa.and_(jobs.c.state == "running", jobs.c.lease < store.clock())
    with store.read() as connection:
        found = sa.select(jobs.c.id).where(sa.or_(jobs.c.state == "waiting", lost)).limit(1)
        return connection.execute(found).first() is not None


def claim(store: Store, worker: str, *, most: int | None = None) -> Job | None:
    """Take the job whose turn it is, if one waits.

    First comes whoever has the fewest jobs running, among those whoever was served longest ago, and of a
    person's own jobs the oldest. Nobody has more than `most` running, so that one worker is left to others.
    """
    with store.write() as connection:
        person = jobs.c.user
        waiting = sa.select(person, sa.func.min(jobs.c.id)).where(jobs.c.state == "waiting").group_by(person)
        first = {user: int(key) for user, key in connection.execute(waiting)}
        if not first:
            return None
        count = sa.select(person, sa.func.count()).where(jobs.c.state == "running").group_by(person)
        running: dict[Any, int] = {user: int(number) for user, number in connection.execute(count)}
        latest = sa.select(person, sa.func.max(jobs.c.started)).group_by(person)
        served: dict[Any, float] = {user: at or 0.0 for user, at in connection.execute(latest)}
        free = [user for user in first if most is None or running.get(user, 0) < most]
        turns = sorted(free, key=lambda user: (running.get(user, 0), served.get(user, 0.0), first[user]))
        for user in turns:
            if row := _take(connection, first[user], worker, at=store.clock()):
                return read_row(row)
    return None


def _take(connection: sa.Connection, key: int, worker: str, *, at: float) -> sa.Row[Any] | None:
    values = {"state": "running", "worker": worker, "started": at, "beat": at, "lease": at + LEASE}
    change = sa.update(jobs).where(jobs.c.id == key, jobs.c.state == "waiting")
    change = change.values(attempt=jobs.c.attempt + 1, **values)
    return connection.execute(change.returning(jobs)).first()


def beat(store: Store, job: Job, *, step: str, done: int, total: int | None) -> str:
    """Renew the lease and say how far it is; gives `go on`, `stop` where it was cancelled, or `lost`."""
    at = store.clock()
    values: dict[str, Any] = {"beat": at, "lease": at + LEASE, "step": step[:100]}
    with store.write() as connection:
        row = connection.execute(sa.select(jobs).where(_mine(job)).with_for_update()).first()
        if row is None:
            return "lost"
        if (step[:100], done) != (row.step, row.done):
            values |= {"done": done, "total": total, "deaths": 0 if done else row.deaths}
        connection.execute(sa.update(jobs).where(jobs.c.id == row.id).values(**values))
        return "stop" if row.cancelled else "go on"


def end(store: Store, job: Job, state: str, **told: Any) -> bool:
    """Say what became of a job; False where it was no longer this worker's."""
    values = {
        name: dump(value) if name in ("files", "maker", "inputs") else value for name, value in told.items()
    }
    with store.write() as connection:
        change = sa.update(jobs).where(_mine(job))
        done = change.values(state=state, ended=store.clock(), lease=None, worker="", **values)
        return connection.execute(done).rowcount == 1


def _mine(job: Job) -> sa.ColumnElement[bool]:
    return sa.and_(
        jobs.c.id == job.id,
        jobs.c.state == "running",
        jobs.c.worker == job.worker,
        jobs.c.attempt == job.attempt,
    )


def give_back(store: Store, job: Job) -> None:
    """Have a job wait again that its worker leaves because it is told to go: the job is not to blame."""
    with store.write() as connection:
        if row := connection.execute(sa.select(jobs).where(_mine(job)).with_for_update()).first():
            _give_back(connection, read_row(row), at=store.clock(), deaths=row.deaths)


def release(store: Store, gone: Callable[[Job], bool] | None = None, *, blame: bool = True) -> list[str]:
    """Have the jobs wait again whose lease has run out, or whose worker is known to be gone.

    A job whose workers die again and again is to blame, unless they were told to go.
    """
    found: list[str] = []
    with store.read() as connection:  # a look first, which stops nobody from writing
        those = map(read_row, connection.execute(sa.select(jobs).where(jobs.c.state == "running")).all())
    if not any((job.lease or 0.0) < store.clock() or (gone is not None and gone(job)) for job in those):
        return found
    with store.write() as connection:
        running = sa.select(jobs).where(jobs.c.state == "running").with_for_update()
        for job in map(read_row, connection.execute(running).all()):
            if (job.lease or 0.0) < store.clock() or (gone is not None and gone(job)):
                _give_back(connection, job, at=store.clock(), deaths=job.deaths + blame)
                found.append(job.name)
    return found


def _give_back(connection: sa.Connection, job: Job, *, at: float, deaths: int) -> None:
    values: dict[str, Any] = {"state": "waiting", "lease": None, "worker": "", "deaths": deaths}
    if job.cancelled:
        values |= {"state": "cancelled", "ended": at}
    elif deaths >= TRIES:
        error = f"this job took {deaths} workers down without getting any further; it ran out of memory, or"
        values |= {
            "state": "failed",
            "ended": at,
            "error": f"{error} meets a fault of the program",
            "code": 1,
        }
    connection.execute(sa.update(jobs).where(jobs.c.id == job.id).values(**values))


def is_gone(job: Job) -> bool:
    """Tell whether the worker of a job was a process of this machine that is no longer there."""
    host, _, number = job.worker.rpartition(":")
    if host != socket.gethostname()[:60] or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
