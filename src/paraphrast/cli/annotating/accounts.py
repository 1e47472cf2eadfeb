"""paraphrast annotate password, upgrade: what the keeper of a server does in the shell."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from paraphrast.cli.databases import check_is_there, open_upgraded
from paraphrast.cli.options import Database
from paraphrast.errors import CommandError

PASSWORD = "Example: paraphrast annotate password anna --address https://crowd.example.org"
DATABASE = "sqlite:///paraphrast.db"


def password(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    address: Annotated[
        str, typer.Option("--address", envvar="PARAPHRAST_ADDRESS", help="Where people reach the server.")
    ] = "http://127.0.0.1:8400",
    database: Database = DATABASE,
) -> None:
    """Print a link by which somebody who forgot a password sets another, once, within two days."""
    import sqlalchemy as sa

    from paraphrast.annotate.store import Store, schema
    from paraphrast.annotate.store.accounts import make_reset

    check_is_there(database)
    with closing(Store(database)) as store, store.write() as connection:
        found = connection.execute(sa.select(schema.users).where(schema.users.c.name == name)).first()
        if found is None or not found.password:
            raise CommandError(f"there is no account {name!r} that can sign in")
        token = make_reset(connection, found.id, at=store.clock(), by=None)
    print(f"{address.rstrip('/')}/password/{token}")


def upgrade(database: Database = DATABASE) -> None:
    """Bring a database of an older version up to date, after a backup; serve does so by itself."""
    check_is_there(database)
    open_upgraded(database).close()
    print("the database is up to date", file=sys.stderr)
