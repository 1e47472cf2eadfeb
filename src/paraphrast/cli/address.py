"""paraphrast address: where the server may send something."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from paraphrast.cli.databases import check_is_there
from paraphrast.cli.options import Database

app = typer.Typer(
    no_args_is_help=True,
    help="Say where the server may send something: webhooks and endpoints of models.",
    epilog="Examples: paraphrast address add chat https://hooks.example.org/T0\n\n"
    "paraphrast address allow 10.0.0.0/8",
)
DATABASE = "sqlite:///paraphrast.db"


@app.command("list", epilog="Example: paraphrast address list")
def list_(database: Database = DATABASE) -> None:
    """List the addresses, and the private ranges that are allowed."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.addresses import allowed_ranges, list_addresses

    check_is_there(database)
    with closing(Store(database)) as store, store.read() as connection:
        for row in list_addresses(connection):
            print(f"{row.name}\t{row.kind}\t{row.url}")
        for one in allowed_ranges(connection):
            print(f"-\trange\t{one}")


@app.command(epilog="Example: paraphrast address add chat https://hooks.example.org/T0")
def add(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    url: Annotated[str, typer.Argument(help="Where it is.")],
    kind: Annotated[str, typer.Option("--kind", help="webhook or model.")] = "webhook",
    database: Database = DATABASE,
) -> None:
    """Add an address."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.addresses import add_address

    check_is_there(database)
    with closing(Store(database)) as store, store.write() as connection:
        add_address(connection, name, kind, url, at=store.clock(), by=None)


@app.command(epilog="Example: paraphrast address remove chat")
def remove(
    name: Annotated[str, typer.Argument(help="What it is called.")], database: Database = DATABASE
) -> None:
    """Remove an address."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.addresses import remove_address

    check_is_there(database)
    with closing(Store(database)) as store, store.write() as connection:
        remove_address(connection, name, at=store.clock(), by=None)


@app.command(epilog="Example: paraphrast address allow 10.0.0.0/8 fd00::/8")
def allow(
    ranges: Annotated[
        list[str] | None, typer.Argument(help="The ranges, in place of those before; without any, none.")
    ] = None,
    database: Database = DATABASE,
) -> None:
    """Set the private ranges that may be sent to; all others are refused."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.addresses import allow_ranges

    check_is_there(database)
    with closing(Store(database)) as store, store.write() as connection:
        given = allow_ranges(connection, ranges or [], at=store.clock(), by=None)
    print(f"allowed: {', '.join(given) or 'none'}", file=sys.stderr)


@app.command("try", epilog="Example: paraphrast address try chat")
def try_(
    name: Annotated[str, typer.Argument(help="What it is called.")], database: Database = DATABASE
) -> None:
    """Send a word to an address, and print the status that came back."""
    from paraphrast.annotate.store import Store
    from paraphrast.web.outgoing import try_address

    check_is_there(database)
    with closing(Store(database)) as store:
        print(try_address(store, name).status)
