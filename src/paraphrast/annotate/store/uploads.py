"""Files that people uploaded, and their collections: whose they are, who else may see them, where they lie.

Equal files lie on the disk once, under their digest, beside the database (or in PARAPHRAST_UPLOADS). A file
goes when the last who uploaded it removes it.
"""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import afterwards, note
from paraphrast.annotate.store.server_schema import collections, shares, uploads
from paraphrast.errors import CommandError

MOST_FILES, MOST_BYTES, MOST_COLLECTIONS = 20_000, 20 * 1024**3, 1_000  # of one person
DIGEST = re.compile(r"[0-9a-f]{64}")
TURN = 8_400_002  # of PostgreSQL: who adds a file and who removes the last one like it do not cross


class Arrived(NamedTuple):
    """A file that has come, is known by its content, and lies in a place of its own for now."""

    path: Path
    digest: str
    size: int
    kind: str
    name: str


def file_path(folder: Path, digest: str) -> Path:
    """Give where a file of this digest lies."""
    if not DIGEST.fullmatch(digest):
        raise CommandError("there is no such file")
    return folder / digest[:2] / digest


def _take_turn(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))


def add_upload(
    connection: sa.Connection, folder: Path, came: Arrived, user: int, *, collection: int | None, at: float
) -> int:
    """Keep a file that has come; what this person has there already under this name is not kept twice."""
    _take_turn(connection)
    mine = uploads.c.user == user
    same = sa.and_(
        mine,
        uploads.c.digest == came.digest,
        uploads.c.name == came.name,
        uploads.c.collection.is_not_distinct_from(collection),
    )
    there = connection.execute(sa.select(uploads.c.id).where(same)).scalar()
    if there is None:
        held = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(uploads.c.size), 0)).where(mine)
        count, size = connection.execute(held).one()
        if count >= MOST_FILES or size + came.size > MOST_BYTES:
            raise CommandError("you have as many files as one person may have; remove some first")
    target = file_path(folder, came.digest)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.replace(came.path, target)
    if there is not None:
        return int(there)
    row = {
        "user": user,
        "digest": came.digest,
        "name": came.name,
        "kind": came.kind,
        "size": came.size,
        "created": at,
        "collection": collection,
    }
    key = connection.execute(sa.insert(uploads).returning(uploads.c.id), row).scalar_one()
    note(connection, "upload", at=at, user=user, upload=key, digest=came.digest, name=came.name)
    return int(key)


def remove_upload(connection: sa.Connection, folder: Path, upload: int, *, at: float, by: int | None) -> None:
    """Forget an upload, and its file if nobody else has one like it."""
    _take_turn(connection)
    row = connection.execute(sa.select(uploads).where(uploads.c.id == upload)).first()
    if row is None:
        raise CommandError("there is no such file")
    connection.execute(sa.delete(uploads).where(uploads.c.id == upload))
    _drop_files(connection, folder, [row.digest])
    note(connection, "upload-removed", at=at, user=by, upload=upload, digest=row.digest, name=row.name)


def remove_uploads_of(connection: sa.Connection, folder: Path, user: int) -> None:
    """Remove everything somebody uploaded."""
    _take_turn(connection)
    digests = connection.execute(sa.select(uploads.c.digest).where(uploads.c.user == user)).scalars().all()
    connection.execute(sa.delete(uploads).where(uploads.c.user == user))
    _drop_files(connection, folder, digests)


def _drop_files(connection: sa.Connection, folder: Path, digests: Any) -> None:
    """Let files go that nobody has any more, once that is on the disk: a row never names what is gone."""
    afterwards(connection, partial(_unlink, folder=folder, digests=set(digests)))


def _unlink(connection: sa.Connection, folder: Path, digests: set[str]) -> None:
    _take_turn(connection)
    for digest in digests:
        if connection.execute(sa.select(uploads.c.id).where(uploads.c.digest == digest).limit(1)).first():
            continue
        file_path(folder, digest).unlink(missing_ok=True)


def list_uploads(
    connection: sa.Connection,
    user: int,
    *,
    collection: int | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> list[Any]:
    """List somebody's own files, or all of a collection, newest first, from after one of them."""
    here = uploads.c.collection == collection if collection is not None else uploads.c.user == user
    query = sa.select(uploads).where(here).order_by(uploads.c.id.desc()).limit(limit)
    return list(connection.execute(query.where(uploads.c.id < after) if after is not None else query))


def get_upload(connection: sa.Connection, user: int, upload: int) -> tuple[Any, str]:
    """Give a file and one's role with it; to everyone else it is not there."""
    row = connection.execute(sa.select(uploads).where(uploads.c.id == upload)).first()
    if row is not None and row.user == user:
        return row, "owner"
    if row is not None and row.collection is not None:
        role = _role_in_collection(connection, row.collection, user)
        if role is not None:
            return row, role
    raise CommandError("there is no such file")


def make_collection(connection: sa.Connection, user: int, name: str, *, at: float) -> int:
    """Make an empty collection, its maker's alone."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 200 or not name.isprintable():
        raise CommandError("the name of a collection has 1 to 200 characters")
    held = sa.select(sa.func.count()).where(collections.c.user == user)
    if connection.execute(held).scalar_one() >= MOST_COLLECTIONS:
        raise CommandError("you have as many collections as one person may have; remove some first")
    row = {"user": user, "name": name, "created": at}
    key = connection.execute(sa.insert(collections).returning(collections.c.id), row).scalar_one()
    note(connection, "collection", at=at, user=user, collection=key, name=name)
    return int(key)


def _role_in_collection(connection: sa.Connection, collection: int, user: int) -> str | None:
    """Say what somebody may do with a collection: all with their own, else what was shared with them."""
    row = connection.execute(sa.select(collections.c.user).where(collections.c.id == collection)).first()
    if row is None:
        return None
    if row.user == user:
        return "owner"
    mine = sa.and_(shares.c.kind == "collection", shares.c.thing == str(collection), shares.c.user == user)
    found = connection.execute(sa.select(shares.c.role).where(mine)).scalar()
    return str(found) if found else None


def list_collections(connection: sa.Connection, user: int) -> list[Any]:
    """List one's own collections and those shared with one, with one's role and how many files they have."""
    files = sa.select(sa.func.count()).where(uploads.c.collection == collections.c.id).scalar_subquery()
    shared = sa.and_(
        shares.c.kind == "collection",
        shares.c.thing == sa.cast(collections.c.id, sa.String),
        shares.c.user == user,
    )
    role = sa.case((collections.c.user == user, "owner"), else_=shares.c.role)
    query = sa.select(collections.c.id, collections.c.name, role.label("role"), files.label("files"))
    query = query.join(shares, shared, isouter=True)
    query = query.where(sa.or_(collections.c.user == user, shares.c.user == user))
    return list(connection.execute(query.order_by(collections.c.id.desc())))


def get_collection(connection: sa.Connection, user: int, collection: int) -> tuple[Any, str]:
    """Give a collection and one's role with it; to everyone else it is not there."""
    row = connection.execute(sa.select(collections).where(collections.c.id == collection)).first()
    role = _role_in_collection(connection, collection, user)
    if row is None or role is None:
        raise CommandError("there is no such collection")
    return row, role


def share_collection(
    connection: sa.Connection, collection: int, user: int, role: str, *, at: float, by: int
) -> None:
    """Let somebody else read a collection (reader) or change it (editor)."""
    if role not in ("reader", "editor"):
        raise CommandError("a collection is shared with a reader or an editor")
    maker = connection.execute(sa.select(collections.c.user).where(collections.c.id == collection)).scalar()
    if maker == user:
        raise CommandError("it is theirs already")
    unshare_collection(connection, collection, user, at=at, by=by)
    row = {"kind": "collection", "thing": str(collection), "user": user, "role": role, "by": by, "at": at}
    connection.execute(sa.insert(shares), row)
    note(connection, "share", at=at, user=by, collection=collection, account=user, role=role)


def unshare_collection(connection: sa.Connection, collection: int, user: int, *, at: float, by: int) -> None:
    """Take a collection away from somebody again."""
    mine = sa.and_(shares.c.kind == "collection", shares.c.thing == str(collection), shares.c.user == user)
    if connection.execute(sa.delete(shares).where(mine)).rowcount:
        note(connection, "unshare", at=at, user=by, collection=collection, account=user)


def list_shares(connection: sa.Connection, collection: int) -> list[Any]:
    """List with whom a collection is shared."""
    users = schema.users
    query = sa.select(shares.c.user, users.c.name, shares.c.role).join(users, users.c.id == shares.c.user)
    here = sa.and_(shares.c.kind == "collection", shares.c.thing == str(collection))
    return list(connection.execute(query.where(here).order_by(users.c.name)))


def remove_collection(
    connection: sa.Connection, folder: Path, collection: int, *, at: float, by: int | None
) -> None:
    """Remove a collection with its files."""
    _take_turn(connection)
    here = uploads.c.collection == collection
    digests = connection.execute(sa.select(uploads.c.digest).where(here)).scalars().all()
    connection.execute(sa.delete(uploads).where(here))
    shared = sa.and_(shares.c.kind == "collection", shares.c.thing == str(collection))
    connection.execute(sa.delete(shares).where(shared))
    connection.execute(sa.delete(collections).where(collections.c.id == collection))
    _drop_files(connection, folder, digests)
    note(connection, "collection-removed", at=at, user=by, collection=collection)
