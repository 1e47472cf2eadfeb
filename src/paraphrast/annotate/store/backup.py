"""Everything the server keeps in one file, taken while it runs, and put back whole or not at all.

A backup is JSON lines under zstandard, the same for SQLite and PostgreSQL, so that it can move from one to
the other: a line about the backup, for each table a line with its columns and one for each row, then each
file of an upload or a job in pieces, and at the end the counts with a SHA-256 of all lines before. It is read
from one moment and stops nobody.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import msgspec
import sqlalchemy as sa

from paraphrast import __version__
from paraphrast.annotate.store import migrations, schema
from paraphrast.annotate.store.database import Store
from paraphrast.annotate.store.folders import jobs_folder, uploads_folder
from paraphrast.annotate.store.job_files import (
    adopt_jobs,
    job_file,
    list_folders,
    list_job_files,
    remove_folders,
)
from paraphrast.annotate.store.server_schema import uploads
from paraphrast.annotate.store.uploads import file_path
from paraphrast.annotate.timeline import iso
from paraphrast.errors import CommandError, DataError

KIND, BATCH, PIECE = "paraphrast-backup", 1_000, 1 << 20
ENDING = ".backup"


class Header(NamedTuple):
    """What a backup says of itself: the revision of its tables, when it was made, its rows by table."""

    revision: str
    made: str
    rows: dict[str, int]


def back_up(store: Store, path: str | Path) -> dict[str, int]:
    """Write all tables to a file that only its owner can read (`-` is stdout), and give the rows of each."""
    with store.snapshot() as connection:
        revision = migrations.version(connection)
        if revision is None:
            raise CommandError("there is nothing to back up: this database has no tables of paraphrast")
        with _writing(path) as stream:
            about = {"revision": revision, "made": iso(store.clock())}
            return _write(stream, connection, about, uploads_folder(store))


def back_up_into(store: Store, folder: str | Path) -> Path:
    """Write a backup into a folder of backups, under a name by the time, and give its path."""
    made = Path(folder)
    made.mkdir(mode=0o700, parents=True, exist_ok=True)
    moment = iso(store.clock())[:19].replace(":", "").replace("T", "-")
    path = made / f"paraphrast-{moment}-{secrets.token_hex(3)}{ENDING}"
    back_up(store, path)
    return path


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """List our tables as they are there, which may be older than `schema`; those referred to come first."""
    found = sa.MetaData()
    there = set(sa.inspect(connection).get_table_names())
    found.reflect(connection, only=[name for name in schema.metadata.tables if name in there])
    return found.sorted_tables


def _write(
    stream: BinaryIO, connection: sa.Connection, about: dict[str, str], folder: Path
) -> dict[str, int]:
    digest, counts = hashlib.sha256(), dict[str, int]()

    def put(value: Any) -> None:
        line = msgspec.json.encode(value) + b"\n"
        digest.update(line)
        stream.write(line)

    put({"kind": KIND, "format": 1, "version": __version__, **about})
    for table in _tables(connection):
        put({"table": str(table.name), "columns": [str(column.name) for column in table.columns]})
        query = sa.select(table).order_by(*table.primary_key.columns)
        counts[str(table.name)] = 0
        for row in connection.execute(query, execution_options={"yield_per": BATCH}):
            put(list(row))
            counts[str(table.name)] += 1
    for path in _files(connection, folder):
        _put_file(put, {"file": path.name}, path)
    for name, inner, path in list_job_files(connection):
        _put_file(put, {"job": name, "path": inner}, path)
    stream.write(msgspec.json.encode({"rows": counts, "sha256": digest.hexdigest()}) + b"\n")
    return counts


def _put_file(put: Callable[[Any], None], about: dict[str, str], path: Path) -> None:
    with (
        suppress(FileNotFoundError),
        path.open("rb") as source,
    ):  # removed since the moment of the tables
        put(about)
        while piece := source.read(PIECE):
            put([base64.b64encode(piece).decode()])


def _files(connection: sa.Connection, folder: Path) -> Iterator[Path]:
    """Yield the files of the uploads that are known, each once; older tables know none."""
    if not sa.inspect(connection).has_table(uploads.name):
        return
    known = connection.execute(sa.select(uploads.c.digest).distinct()).scalars().all()
    there = [path for digest in known if (path := file_path(folder, digest)).is_file()]
    if known and not there:
        raise CommandError(
            f"none of the {len(known):,} files that people brought is in {str(folder)!r}; say in "
            "PARAPHRAST_UPLOADS where they lie, as to the server"
        )
    if missing := len(known) - len(there):  # gone, if not removed since the moment that the tables are of
        print(f"paraphrast: {missing:,} files are not in {str(folder)!r}, nor in the backup", file=sys.stderr)
    yield from there


@contextmanager
def _writing(path: str | Path) -> Iterator[BinaryIO]:
    import zstandard

    with _private(path) as raw, zstandard.ZstdCompressor().stream_writer(raw, closefd=False) as packed:
        yield cast(BinaryIO, packed)


@contextmanager
def _private(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file that is nobody else's from its first byte, and is there only when it is whole."""
    if str(path) == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.is_dir() or not target.parent.is_dir():
        raise CommandError(f"{str(path)!r} is not a place for a file; its folder must be there")
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, target)
    except PermissionError as error:
        raise CommandError(f"{target} cannot be written ({error.strerror}); name another place") from error
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _lines(path: str | Path) -> Iterator[bytes]:
    import zstandard

    try:
        with open(path, "rb") as raw:
            unpacked = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
            yield from io.BufferedReader(cast(io.RawIOBase, unpacked))
    except FileNotFoundError:
        raise CommandError(f"there is no file {str(path)!r}") from None
    except (OSError, zstandard.ZstdError) as error:
        raise DataError(f"cannot be read as a backup: {error}", path=path) from error


def check_backup(path: str | Path) -> Header:
    """Read a backup to its end and give what it says of itself, or say why it cannot be trusted."""
    digest, last, first = hashlib.sha256(), b"", b""
    for line in _lines(path):
        digest.update(last)
        first, last = first or line, line
    try:
        begun, ended = msgspec.json.decode(first), msgspec.json.decode(last)
        if begun["kind"] != KIND or begun["format"] != 1:
            raise KeyError("kind")
        header = Header(str(begun["revision"]), str(begun["made"]), ended["rows"])
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        raise DataError("is not a whole backup of paraphrast; it may be cut off", path=path) from error
    if ended["sha256"] != digest.hexdigest():
        raise DataError("is damaged: its lines are not those that were written", path=path)
    migrations.check_version(header.revision)
    return header


def restore(store: Store, path: str | Path) -> Header:
    """Put a backup in the place of everything in the database, in one go; older ones are upgraded."""
    header = check_backup(path)
    jobs = (
        jobs_folder(store) / f"restored-{secrets.token_hex(4)}"
    )  # all in one: jobs name each other beside them
    try:
        with store.write() as connection:
            before = list_folders(connection, jobs_folder(store))
            migrations.take_turn(connection)
            drop_tables(connection)
            migrations.upgrade(connection, header.revision)
            _load(connection, path, uploads_folder(store), jobs)
            migrations.upgrade(connection)
            adopt_jobs(connection, jobs)
    except BaseException:
        remove_folders([jobs])
        raise
    remove_folders(before)
    return header


def drop_tables(connection: sa.Connection) -> None:
    """Remove our tables and all that is in them."""
    for table in reversed(_tables(connection)):
        table.drop(connection)
    migrations.VERSION.drop(connection, checkfirst=True)


def _load(connection: sa.Connection, path: str | Path, folder: Path, jobs: Path) -> None:
    tables = {table.name: table for table in _tables(connection)}
    for told, rows in _parts(path):
        if "table" not in told:
            place = file_path(folder, told["file"]) if "file" in told else None
            _load_file(place or job_file(jobs, told["job"], told["path"]), rows)
            continue
        name, columns = told["table"], told["columns"]
        while batch := [dict(zip(columns, row, strict=True)) for row in islice(rows, BATCH)]:
            connection.execute(sa.insert(tables[name]), batch)
        if connection.dialect.name == "postgresql" and "id" in columns and name != "pages":
            last = f"SELECT setval(pg_get_serial_sequence('\"{name}\"', 'id'), max(id)) FROM \"{name}\""
            connection.execute(sa.text(last))


def _load_file(target: Path, pieces: Iterable[list[Any]]) -> None:
    """Put an uploaded file where it belongs; one that is there already has the same content."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _private(target) as stream:
        for (piece,) in pieces:
            stream.write(base64.b64decode(piece))


def _parts(path: str | Path) -> Iterator[tuple[dict[str, Any], Iterable[list[Any]]]]:
    """Yield what is said of each table with its rows, and of each file with its pieces, in their order."""
    lines = map(msgspec.json.decode, _lines(path))
    next(lines)
    told = next(lines)
    while {"table", "file", "job"} & set(told):
        rest: list[Any] = []
        yield told, _rows(lines, rest)
        told = rest[0]


def _rows(lines: Iterator[Any], rest: list[Any]) -> Iterator[list[Any]]:
    for line in lines:
        if isinstance(line, dict):
            rest.append(line)
            return
        yield line


def is_in_use(store: Store) -> bool:
    """Tell whether the database holds people or projects that a restore would replace."""
    with store.read() as connection:
        for table in _tables(connection):
            if table.name in ("users", "projects") and connection.execute(sa.select(table).limit(1)).first():
                return True
    return False


def upgrade_store(store: Store, folder: str | Path) -> Path | None:
    """Bring older tables up to date after a backup, and give its path; None when there was nothing to do."""
    with store.read() as connection:
        found = migrations.version(connection)
    if found in (None, migrations.HEAD):
        return None
    migrations.check_version(str(found))
    path = back_up_into(store, folder)
    with store.write() as connection:
        migrations.take_turn(connection)
        if migrations.version(connection) != migrations.HEAD:
            migrations.upgrade(connection)
    return path
