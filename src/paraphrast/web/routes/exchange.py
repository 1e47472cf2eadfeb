"""Items in, judgements and labels out."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, HTTPException, Request, UploadFile
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask

from paraphrast.annotate.exchange import bring_in, send_out
from paraphrast.annotate.formats import ENDINGS, FORMATS
from paraphrast.errors import CommandError, DataError
from paraphrast.web.context import Access, member_of, render, state

router = APIRouter()
Owned = Annotated[Access, member_of("owner")]
WHAT = ("judgements", "labels", "items", "controls", "trail")


@router.post("/projects/{slug}/import")
def import_file(
    request: Request,
    access: Owned,
    file: Annotated[UploadFile, File()],
    kind: Annotated[str, Form()] = "table",
) -> Response:
    """Take a file of items, with or without judgements."""
    name = Path(file.filename or "items.jsonl").name
    ending = "".join(Path(name).suffixes[-2:]) if name.endswith((".gz", ".zst")) else Path(name).suffix
    with tempfile.TemporaryDirectory() as folder:
        # only the ending of the visitor's file name is used, and only if it is plain
        path = Path(folder) / f"upload{ending if ending.replace('.', '').isalnum() else ''}"
        with path.open("wb") as target:
            shutil.copyfileobj(file.file, target)
        try:
            came = bring_in(state(request).store, access.row, str(path), kind=kind, user=access.user.id)
        except (DataError, CommandError) as error:
            raise DataError(str(error).replace(str(path), name)) from error
    slots = {"items": came.items, "judgements": came.judgements}
    return render(request, "done.html", row=access.row, what="import-done", slots=slots)


@router.get("/projects/{slug}/export")
def export_file(
    request: Request,
    access: Owned,
    what: str = "judgements",
    kind: str = "table",
    ending: str = ".jsonl",
    anonymous: bool = False,
) -> Response:
    """Give a file of judgements, labels, items or the audit trail."""
    if what not in WHAT or kind not in FORMATS:
        raise HTTPException(422, f"what can be {', '.join(WHAT)}; kind can be {', '.join(FORMATS)}")
    ending = ending if ending in ENDINGS[kind] else ENDINGS[kind][0]
    folder = Path(tempfile.mkdtemp())
    path = folder / f"{access.row.slug}-{what}{ending}"
    try:
        send_out(state(request).store, access.row, str(path), what=what, kind=kind, anonymous=anonymous)
    except DataError:
        shutil.rmtree(folder)
        raise
    return FileResponse(path, filename=path.name, background=BackgroundTask(shutil.rmtree, folder))
