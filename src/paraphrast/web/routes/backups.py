"""Backups for an owner of the workbench: make one, see them, take one home."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import FileResponse, Response

from paraphrast.annotate.store.backup import ENDING, back_up_into
from paraphrast.annotate.store.database import note
from paraphrast.annotate.timeline import clock
from paraphrast.web.context import go, render, state
from paraphrast.web.outgoing import announce
from paraphrast.web.rights import Account, owner

router = APIRouter()
NAME = re.compile(rf"paraphrast-[0-9-]+-[0-9a-f]+{re.escape(ENDING)}")


# a backup holds every project and every account
Keeper = Annotated[Account, Depends(owner)]


@router.get("/backups")
def backups_page(request: Request, user: Keeper) -> Response:
    """List the backups, newest first."""
    folder = state(request).backups
    found = [path for path in folder.iterdir() if NAME.fullmatch(path.name)] if folder.is_dir() else []
    lines = [
        (path.name, clock(path.stat().st_mtime), path.stat().st_size / 1e6) for path in sorted(found)[::-1]
    ]
    return render(request, "backups.html", lines=lines)


@router.post("/backups")
def make_backup(request: Request, user: Keeper) -> Response:
    """Make a backup now, while everyone works on."""
    store = state(request).store
    path = back_up_into(store, state(request).backups)
    with store.write() as connection:
        note(connection, "backup", at=store.clock(), user=user.id, file=path.name)
    announce(store, "backup", file=path.name)
    return go("/backups")


@router.get("/backups/{name}")
def download(request: Request, user: Keeper, name: str) -> Response:
    """Give a backup as a file."""
    path = state(request).backups / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise HTTPException(404, "there is no such page")
    store = state(request).store
    with store.write() as connection:
        note(connection, "backup-download", at=store.clock(), user=user.id, file=name)
    return FileResponse(path, filename=name, media_type="application/zstd")
