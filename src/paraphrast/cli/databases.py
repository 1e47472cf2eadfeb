"""Opening the database of the workbench from the shell."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import Row

SQLITE = "sqlite:///"


def check_is_there(database: str) -> None:
    """Refuse the name of a SQLite file that is not there, instead of making an empty one."""
    path = database.removeprefix(SQLITE)
    if database.startswith(SQLITE) and not Path(path).is_file():
        raise CommandError(f"there is no database {path!r}; name it with --database")


def open_upgraded(database: str, backups: str = "") -> "Store":
    """Open a database, and bring an older one up to date after a backup, saying so."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.backup import upgrade_store
    from paraphrast.annotate.store.folders import backups_folder

    raw = Store(database, prepared=False)
    saved = upgrade_store(raw, backups or backups_folder(raw))
    raw.close()
    if saved:
        print(f"the database was brought up to date; as it was before, it is in {saved}", file=sys.stderr)
    return Store(database)


def find_project(database: str, project: str) -> "tuple[Store, Row]":
    """Open a database and give a project of it."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import get

    store = Store(database)
    with store.read() as connection:
        return store, get(connection, project)
