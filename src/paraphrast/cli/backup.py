"""paraphrast backup: everything the server keeps, in one file, while it runs."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from paraphrast.cli.options import Database

EXAMPLE = "Example: paraphrast backup crowd.backup --database sqlite:///paraphrast.db"
app = typer.Typer(
    help="Write everything the server keeps to one file, while it runs.",
)


@app.command(epilog=EXAMPLE)
def backup(
    file: Annotated[
        str, typer.Argument(help="Where to write; - is stdout. Without it, a file named by the time.")
    ] = "",
    database: Database = "sqlite:///paraphrast.db",
) -> None:
    """Write people, projects, judgements, settings and the audit trail to one file that only you can read."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.backup import back_up, back_up_into
    from paraphrast.annotate.store.folders import backups_folder
    from paraphrast.cli.databases import check_is_there

    check_is_there(database)
    with closing(Store(database, prepared=False)) as store:
        if file:
            counts = back_up(store, file)
            print(f"{sum(counts.values())} rows of {len(counts)} tables", file=sys.stderr)
        else:
            print(back_up_into(store, backups_folder(store)))
