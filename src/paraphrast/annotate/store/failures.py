"""What a database that cannot be used says, as sentences with a way out."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from paraphrast.errors import DatabaseError, DataError

NUL = "a name or an id cannot hold the character NUL"
TOO_LARGE = "a number is larger than any that is kept here"
SQLITE = {
    sqlite3.SQLITE_NOTADB: "is not a SQLite database; name another file, or restore a backup",
    sqlite3.SQLITE_CORRUPT: "is damaged; stop the server and restore a backup with: paraphrast restore",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full; nothing was kept of this, make room and repeat",
    sqlite3.SQLITE_READONLY: "cannot be written; give this user the right to write the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; its folder must be there, and open to this user",
    sqlite3.SQLITE_PERM: "cannot be opened; this user is not allowed to",
    sqlite3.SQLITE_BUSY: "is held by another process for too long; try again in a moment",
    sqlite3.SQLITE_LOCKED: "is held by another process for too long; try again in a moment",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error; look after the disk",
}
# https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRES = {
    "28P01": "the password is wrong",
    "28000": "this user may not enter",
    "3D000": "there is no such database; make it with: createdb",
    "42501": "this user may not do that; grant it the rights on the schema",
    "53100": "the disk of the server is full; nothing of this request was kept, make room and repeat it",
    "53300": "the server has too many connections; raise max_connections or stop other clients",
    "57P01": "the server is being stopped; try again when it is back",
    "57P03": "the server is starting or stopping; try again in a moment",
    "25006": "the server is read-only now; connect to the one that writes",
    "40P01": "two requests waited for each other; try again",
}


def explain(engine: sa.Engine) -> None:
    """Have the engine raise sentences instead of what its driver says."""
    place = describe(engine.url)

    @event.listens_for(engine, "handle_error")
    def _(context: Any) -> BaseException | None:
        error = context.original_exception
        if "NUL (0x00)" in str(error) or "embedded null" in str(error):
            return DataError(NUL)
        if isinstance(error, OverflowError) or getattr(error, "sqlstate", None) == "22003":
            return DataError(TOO_LARGE)
        told = sentence(error, place)
        return DatabaseError(told) if told else None


def describe(url: sa.URL) -> str:
    """Name a database without its password.

    >>> describe(sa.make_url("postgresql://me:secret@db.example.org/crowd"))
    'postgresql://me:***@db.example.org/crowd'
    """
    if url.get_backend_name() == "sqlite":
        return str(url.database or ":memory:")
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def sentence(error: BaseException | None, place: str) -> str | None:
    """Say what a driver's error means to a person, or nothing where it is not about the whole database."""
    if isinstance(error, sqlite3.Error):
        told = SQLITE.get((getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF)
        return f"{place} {told}" if told else None
    state = getattr(error, "sqlstate", None)
    if state in POSTGRES:
        return f"{place}: {POSTGRES[state]}"
    if type(error).__module__.startswith("psycopg") and type(error).__name__ in (
        "OperationalError",
        "ConnectionTimeout",
        "AdminShutdown",
    ):
        said = " ".join(str(error).split())[:300]
        return f"{place}: no PostgreSQL answers there ({said}); is it running, and is the address right?"
    return None


def make_private(path: Path) -> None:
    """Make the file of a database for its owner alone, and take it from everybody else where it is there."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            with suppress(OSError):  # not ours to change
                mode = stat.S_IMODE(part.stat().st_mode)
                if mode & 0o007:
                    part.chmod(mode & ~0o007)
    except OSError as error:
        raise DatabaseError(f"{path} cannot be opened ({error.strerror}); name another place") from error
