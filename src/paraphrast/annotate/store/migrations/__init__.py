"""Which tables a database has, and how older ones become those of `schema` and `server_schema`.

A revision is a file in `versions` with `revision`, `down_revision` and `upgrade()`; the last one is `HEAD`.
Everything happens in the transaction of the caller, so that a database is upgraded whole or not at all.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from paraphrast.annotate.store import job_schema, server_schema
from paraphrast.errors import DatabaseError

HEAD, FIRST = "0006", "0001"
NAME = "alembic_version"
VERSION = sa.Table(NAME, sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
# a number of our own, so that two processes that open an empty PostgreSQL do not both make the tables
TURN = 8_400_001


def version(connection: sa.Connection) -> str | None:
    """Give the revision of the tables that are there; None when there are none."""
    look = sa.inspect(connection)
    if look.has_table(NAME):
        found = connection.execute(sa.select(VERSION.c.version_num)).scalar()
        return str(found) if found else None
    return FIRST if look.has_table("judgements") and look.has_table("projects") else None


def prepare(connection: sa.Connection) -> None:
    """Make the tables where there are none, and refuse those of another version."""
    take_turn(connection)
    found = version(connection)
    if found is None:
        for tables in (server_schema, job_schema):  # of `schema` too
            tables.metadata.create_all(connection)
        VERSION.create(connection, checkfirst=True)
        connection.execute(sa.insert(VERSION), {"version_num": HEAD})
    elif found != HEAD:
        check_version(found)
        raise DatabaseError(
            f"this database has the tables of an older paraphrast ({found}, now {HEAD}); "
            "`paraphrast serve` and `paraphrast annotate upgrade` back it up and upgrade it"
        )


def take_turn(connection: sa.Connection) -> None:
    """Wait until no other process makes or changes tables (on SQLite a writer is alone anyway)."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))


def check_version(found: str) -> None:
    """Refuse tables that this paraphrast does not know."""
    if found not in revisions():
        raise DatabaseError(
            f"these are the tables of a newer paraphrast ({found}; this one knows up to {HEAD}); "
            "install a newer one"
        )


def revisions() -> list[str]:
    """List the revisions, oldest first."""
    folder = Path(__file__).parent / "versions"
    return sorted(path.stem[1:].partition("_")[0] for path in folder.glob("v*.py"))


def upgrade(connection: sa.Connection, to: str = HEAD) -> None:
    """Bring the tables to a revision, from none or from an older one."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    if version(connection) == FIRST and not sa.inspect(connection).has_table(NAME):
        VERSION.create(connection)
        connection.execute(sa.insert(VERSION), {"version_num": FIRST})
    command.upgrade(config, to)
