"""paraphrast restore: a backup in the place of what a database holds."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from paraphrast.cli.options import Database
from paraphrast.errors import CommandError

EXAMPLE = "Example: paraphrast restore crowd.backup --database sqlite:///paraphrast.db"
app = typer.Typer(
    help="Put a backup in the place of what a database holds, whole or not at all.",
)


@app.command(epilog=EXAMPLE)
def restore(
    file: Annotated[str, typer.Argument(help="A file that paraphrast backup wrote, here or elsewhere.")],
    database: Database = "sqlite:///paraphrast.db",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what is there, after a backup of it.")
    ] = False,
) -> None:
    """Restore a backup; from SQLite to PostgreSQL and back too, and from older versions."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.backup import (
        back_up_into,
        check_backup,
        is_in_use,
    )
    from paraphrast.annotate.store.backup import restore as put_back
    from paraphrast.annotate.store.folders import backups_folder

    header = check_backup(file)
    with closing(Store(database, prepared=False)) as store:
        if is_in_use(store):
            if not replace:
                raise CommandError(
                    "this database holds people or projects; "
                    "--replace backs them up and puts this in their place"
                )
            print(f"what was there is in {back_up_into(store, backups_folder(store))}", file=sys.stderr)
        put_back(store, file)
    print(f"{sum(header.rows.values())} rows, as of {header.made}", file=sys.stderr)
