"""The connection: one writer at a time on SQLite, and nothing is acknowledged before it is on the disk."""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
import sqlalchemy as sa
from sqlalchemy import event

from paraphrast.annotate.store import migrations, schema
from paraphrast.annotate.store.failures import describe, explain, make_private, sentence
from paraphrast.errors import CommandError, DatabaseError, MissingExtra

WAIT_SECONDS = 30
LATER = "afterwards"
Act: TypeAlias = Callable[[sa.Connection], object]


class Store:
    """A database of projects: `sqlite:///path` or `postgresql://...`.

    `clock` gives the time, and `chance` what items are drawn with, anew for each page. Tables that are not
    there are made, and those of another version refused, unless it is not `prepared`.
    """

    def __init__(
        self,
        url: str = "sqlite:///paraphrast.db",
        *,
        clock: Callable[[], float] = time.time,
        chance: Callable[[], np.random.Generator] = np.random.default_rng,
        prepared: bool = True,
    ) -> None:
        self.clock, self.chance = clock, chance
        self.engine = _engine(url)
        weakref.finalize(self, self.engine.dispose)  # whoever forgets to close it leaves nothing open
        self.sqlite = self.engine.dialect.name == "sqlite"
        self._turn = threading.Lock()
        if prepared:
            self._prepare()

    def _prepare(self) -> None:
        try:
            with self.write() as connection:
                migrations.prepare(connection)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Give a connection for looking; what it sees is one moment."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        """Give a connection that sees one moment for as long as it is open, and stops nobody from writing."""
        frozen = {} if self.sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self.engine.connect().execution_options(**frozen) as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Give a connection for changing, committed at the end or not at all."""
        # SQLite's own waiting is not fair and a thread can starve, so threads of one process queue up here
        with self._turn if self.sqlite else nullcontext():
            engine = self.engine.execution_options(write=True)
            with engine.begin() as connection:
                connection.info[LATER] = later = list[Act]()
                yield connection
            for act in later:
                with engine.begin() as connection:
                    act(connection)

    def settle(self) -> None:
        """Have SQLite put what it keeps beside its file into it, as far as nobody holds it up."""
        if self.sqlite:
            with self.engine.connect() as connection:
                connection.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() == "postgresql":
            engine = sa.create_engine(
                parsed.set(drivername="postgresql+psycopg"), pool_size=20, max_overflow=30
            )
        elif parsed.get_backend_name() == "sqlite":
            engine = _sqlite(parsed)
        else:
            raise CommandError(
                f"a database is sqlite:///file or postgresql://..., not {parsed.get_backend_name()}"
            )
    except sa.exc.ArgumentError as error:
        raise CommandError(f"{url!r} is not the address of a database; sqlite:///file.db is one") from error
    except ModuleNotFoundError as error:
        raise MissingExtra("psycopg", "postgres") from error
    explain(engine)
    return engine


def _sqlite(url: sa.URL) -> sa.Engine:
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        make_private(Path(url.database))
    engine = sa.create_engine(url, connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # transactions are begun below, by hand: the driver would begin them too late to be safe
        connection.isolation_level = None
        # its own knows the letters of ASCII alone, and names are written in others too
        connection.create_function("lower", 1, _lower, deterministic=True)
        try:
            for pragma in (
                f"busy_timeout={WAIT_SECONDS * 1000}",
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
            ):
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error as error:
            place = describe(url)
            raise DatabaseError(sentence(error, place) or f"{place} cannot be used: {error}") from error

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        write = connection.get_execution_options().get("write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _lower(text: Any) -> Any:
    return text.lower() if isinstance(text, str) else text


def afterwards(connection: sa.Connection, act: Act) -> None:
    """Have something done when the change is on the disk, as when a file goes that a row named."""
    connection.info[LATER].append(act)


def lock(connection: sa.Connection, project: int) -> None:
    """Hold the project until the end of the transaction (SQLite has one writer anyway)."""
    if connection.dialect.name == "postgresql":
        row = sa.select(schema.projects.c.id).where(schema.projects.c.id == project)
        connection.execute(row.with_for_update())


def dump(value: Any) -> str:
    """Give the value as JSON text."""
    return msgspec.json.encode(value).decode()


def parse(text: str | None) -> Any:
    """Give the value of JSON text (None for none)."""
    return msgspec.json.decode(text) if text else None


def note(
    connection: sa.Connection,
    action: str,
    *,
    at: float,
    project: int | None = None,
    user: int | None = None,
    **detail: Any,
) -> None:
    """Write a line of the audit trail, in the transaction of what it tells."""
    row = {"at": at, "project": project, "user": user, "action": action, "detail": dump(detail)}
    connection.execute(sa.insert(schema.audit), row)
