"""paraphrast account: what the owner of a server does with accounts on its machine."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from paraphrast.cli.databases import check_is_there
from paraphrast.cli.options import Database, Json

if TYPE_CHECKING:
    from paraphrast.annotate.store import Store

app = typer.Typer(
    no_args_is_help=True,
    help="Make accounts, give them roles and tokens, close them: on the machine of the server.",
    epilog="Examples: paraphrast account create anna --role editor\n\n"
    "paraphrast account token anna --role reader --days 30",
)
DATABASE = "sqlite:///paraphrast.db"
Name: TypeAlias = Annotated[str, typer.Argument(help="The name of the account.")]
Address: TypeAlias = Annotated[
    str, typer.Option("--address", envvar="PARAPHRAST_ADDRESS", help="Where people reach the server.")
]
HERE = "http://127.0.0.1:8400"
ROLE = "reader, annotator, editor, organiser or owner."


@contextmanager
def _opened(database: str) -> "Iterator[Store]":
    from paraphrast.annotate.store import Store

    check_is_there(database)
    with closing(Store(database)) as store:
        yield store


@app.command("list", epilog="Example: paraphrast account list --json")
def list_(json: Json = False, database: Database = DATABASE) -> None:
    """List the accounts with their roles."""
    import msgspec

    from paraphrast.annotate.store.directory import list_accounts
    from paraphrast.annotate.timeline import iso

    with _opened(database) as store, store.read() as connection:
        rows = list_accounts(connection)
    for row in rows:
        told = {"name": row.name, "role": row.role, "created": iso(row.created), "closed": bool(row.closed)}
        if json:
            print(msgspec.json.encode(told).decode())
        else:
            print(f"{row.name:<24} {row.role:<10} {told['created'][:10]}{'  closed' if row.closed else ''}")


@app.command(epilog="Example: paraphrast account create anna --role editor")
def create(
    name: Name,
    role: Annotated[str, typer.Option("--role", help=ROLE)] = "editor",
    address: Address = HERE,
    database: Database = DATABASE,
) -> None:
    """Make an account and print a link by which its owner sets a password, once, within two days."""
    from paraphrast.annotate.store.accounts import make_reset
    from paraphrast.annotate.store.directory import set_role
    from paraphrast.annotate.store.people import add_user

    with _opened(database) as store, store.write() as connection:
        user = add_user(connection, name, "", at=store.clock())
        set_role(connection, user.id, role, at=store.clock(), by=None)
        token = make_reset(connection, user.id, at=store.clock(), by=None)
    print(f"{address.rstrip('/')}/password/{token}")


@app.command(epilog="Example: paraphrast account role anna organiser")
def role(
    name: Name,
    role: Annotated[str, typer.Argument(help=ROLE)],
    database: Database = DATABASE,
) -> None:
    """Give an account another role."""
    from paraphrast.annotate.store.directory import find_user, set_role

    with _opened(database) as store, store.write() as connection:
        set_role(connection, find_user(connection, name).id, role, at=store.clock(), by=None)
    print(f"{name} is {role} now", file=sys.stderr)


@app.command(epilog="Example: paraphrast account reset anna --address https://crowd.example.org")
def reset(name: Name, address: Address = HERE, database: Database = DATABASE) -> None:
    """Print a link by which somebody who forgot a password sets another, once, within two days."""
    from paraphrast.annotate.store.accounts import make_reset
    from paraphrast.annotate.store.directory import find_user

    with _opened(database) as store, store.write() as connection:
        token = make_reset(connection, find_user(connection, name).id, at=store.clock(), by=None)
    print(f"{address.rstrip('/')}/password/{token}")


@app.command(epilog="Example: paraphrast account close anna")
def close(name: Name, database: Database = DATABASE) -> None:
    """Let nobody in by an account: its sessions and tokens end, what it made stays."""
    from paraphrast.annotate.store.directory import close_account, find_user

    with _opened(database) as store, store.write() as connection:
        close_account(connection, find_user(connection, name).id, at=store.clock(), by=None)
    print(f"{name} is closed", file=sys.stderr)


@app.command("open", epilog="Example: paraphrast account open anna")
def open_(name: Name, database: Database = DATABASE) -> None:
    """Let somebody in again."""
    from paraphrast.annotate.store.directory import find_user, open_account

    with _opened(database) as store, store.write() as connection:
        open_account(connection, find_user(connection, name).id, at=store.clock(), by=None)
    print(f"{name} is open", file=sys.stderr)


@app.command(epilog="Example: paraphrast account remove anna")
def remove(name: Name, database: Database = DATABASE) -> None:
    """Close an account for good, with its files and collections; its judgements stay, without its name."""
    from paraphrast.annotate.store.directory import find_user, forget_account
    from paraphrast.annotate.store.folders import uploads_folder

    with _opened(database) as store, store.write() as connection:
        user = find_user(connection, name).id
        forget_account(connection, uploads_folder(store), user, at=store.clock(), by=None)
    print(f"{name} is gone; what they judged is by removed-{user}", file=sys.stderr)


@app.command(epilog="Example: paraphrast account token anna --role reader --only project:same --days 30")
def token(
    name: Name,
    role: Annotated[str, typer.Option("--role", help="What it may do at most: " + ROLE)] = "reader",
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="THING", help="project:NAME or collection:NUMBER; without it, all."),
    ] = None,
    days: Annotated[float, typer.Option("--days", help="How long it lives, up to 366 days.")] = 30,
    label: Annotated[str, typer.Option("--for", help="What it is for.")] = "shell",
    database: Database = DATABASE,
) -> None:
    """Print a new token of an account, which a program sends as `Authorization: Bearer TOKEN`."""
    from paraphrast.annotate.store.directory import find_user
    from paraphrast.annotate.store.people import User
    from paraphrast.annotate.store.tokens import make_token

    with _opened(database) as store, store.write() as connection:
        row = find_user(connection, name)
        user = User(row.id, row.name, row.role, row.native)
        made = make_token(connection, user, label, [role, *(only or [])], days=days, at=store.clock())
    print(made)


@app.command(epilog="Example: paraphrast account tokens anna")
def tokens(name: Name, database: Database = DATABASE) -> None:
    """List the tokens of an account; what is sent is not kept."""
    from paraphrast.annotate.store.directory import find_user
    from paraphrast.annotate.store.tokens import list_tokens
    from paraphrast.annotate.timeline import iso

    with _opened(database) as store, store.read() as connection:
        rows, now = list_tokens(connection, find_user(connection, name).id), store.clock()
    for row in rows:
        state = "revoked" if row.revoked else "expired" if row.expires <= now else f"until {iso(row.expires)}"
        print(f"{row.id:>6} {row.name:<20} {' '.join(row.scopes):<30} {state}")


@app.command(epilog="Example: paraphrast account revoke anna 3")
def revoke(
    name: Name,
    number: Annotated[int, typer.Argument(help="The number of the token, as `tokens` lists it.")],
    database: Database = DATABASE,
) -> None:
    """End a token."""
    from paraphrast.annotate.store.directory import find_user
    from paraphrast.annotate.store.tokens import revoke_token

    with _opened(database) as store, store.write() as connection:
        revoke_token(connection, find_user(connection, name).id, number, at=store.clock())
    print(f"token {number} is over", file=sys.stderr)


@app.command(epilog="Example: paraphrast account seen anna --limit 50")
def seen(
    name: Annotated[str, typer.Argument(help="The name of the account; without it, of all.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many lines.")] = 200,
    database: Database = DATABASE,
) -> None:
    """Print who saw what, newest first, one JSON object per line."""
    import msgspec

    from paraphrast.annotate.store.directory import find_user
    from paraphrast.annotate.store.views import list_views
    from paraphrast.annotate.timeline import iso

    with _opened(database) as store, store.read() as connection:
        user = find_user(connection, name).id if name else None
        rows = list_views(connection, user=user, limit=limit)
    for row in rows:
        told = {"at": iso(row.at), "name": row.name, "host": row.host, "token": row.token}
        told |= {"method": row.method, "path": row.path, "status": row.status}
        print(msgspec.json.encode(told).decode())
