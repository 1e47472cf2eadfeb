"""Where what a server keeps lies on the disk: beside its database, under the database's own name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paraphrast.annotate.store.database import Store


def beside(store: Store, what: str) -> Path:
    """Give the folder of a database for uploads, jobs or backups; two databases in a folder share none."""
    name = store.engine.url.database or ""
    if not store.sqlite:
        return Path(f"{name or 'paraphrast'}-{what}")
    path = Path("paraphrast" if name.startswith((":", "file:")) or not name else name)
    return path.with_name(f"{path.stem}-{what}")


def uploads_folder(store: Store) -> Path:
    """Give where files that people brought lie, or what PARAPHRAST_UPLOADS says."""
    named = os.environ.get("PARAPHRAST_UPLOADS")
    return Path(named) if named else beside(store, "uploads")


def jobs_folder(store: Store) -> Path:
    """Give where jobs lie, or what PARAPHRAST_JOBS says; the same from whichever folder one asks."""
    named = os.environ.get("PARAPHRAST_JOBS")
    return (Path(named) if named else beside(store, "jobs")).absolute()


def backups_folder(store: Store) -> Path:
    """Give where backups go that nobody named a place for."""
    return beside(store, "backups")
