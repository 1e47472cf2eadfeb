"""Items in, judgements and labels out."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from paraphrast.annotate.exchange import bring_in, send_out
from paraphrast.annotate.formats import ENDINGS, FORMATS, Naming
from paraphrast.annotate.preview import guess_naming, preview, wanted_fields
from paraphrast.errors import CommandError, DataError
from paraphrast.web.context import Access, check_token, render, state, watching
from paraphrast.web.refusals import refusal

router = APIRouter()
Editing = Annotated[Access, watching("editor")]
WHAT = ("judgements", "labels", "items", "controls", "trail")


@router.post("/projects/{slug}/import")
async def import_file(request: Request, access: Editing) -> Response:
    """Take a file of items, with or without judgements; what has other columns is shown first.

    Who may do it is known before the body is read, so it takes no parameters of a form.
    """
    async with request.form(max_files=1, max_fields=20) as form:
        check_token(request, form.get("csrf"))
        file, kind = form.get("file"), str(form.get("kind", "table"))
        if not isinstance(file, UploadFile):
            raise HTTPException(422, "the request is not of the right shape: file")
        return await run_in_threadpool(_receive, request, access, file, kind, bool(form.get("preview")))


def _receive(request: Request, access: Access, file: UploadFile, kind: str, look: bool) -> Response:
    name = Path(file.filename or "items.jsonl").name
    owner = (access.row.id, access.user.id)
    path = state(request).uploads.keep(file.file, name, owner)
    naming = Naming()
    seen = preview(str(path), access.row.project, kind=kind)
    if look or (seen.problem and _lacks_fields(access, seen.columns)):
        naming = Naming(guess_naming(access.row.project, seen.columns))
        return _show(request, access, path, (name, kind), naming)
    try:
        return _import(request, access, path, (name, kind), naming)
    finally:
        path.unlink(missing_ok=True)


def _lacks_fields(access: Access, columns: list[str]) -> bool:
    return bool(columns) and any(name not in columns for name in access.row.project.fields)


@router.post("/projects/{slug}/import/{upload}")
async def import_named(request: Request, access: Editing, upload: str) -> Response:
    """Import a file that was shown, with its columns named; or show it again under these names."""
    async with request.form(max_files=0, max_fields=100) as form:
        return await run_in_threadpool(_go_on, request, access, upload, form)


def _go_on(request: Request, access: Access, upload: str, form: FormData) -> Response:
    path = state(request).uploads.find(upload, (access.row.id, access.user.id))
    about = (Path(str(form.get("name", "file"))).name, str(form.get("kind", "table")))
    columns = {name: str(form.get(f"column:{name}", "")) for name in wanted_fields(access.row.project)}
    pairs = (line.partition("=") for line in str(form.get("labels", "")).splitlines())
    labels = {theirs.strip(): ours.strip() for theirs, equals, ours in pairs if equals}
    naming = Naming({name: column for name, column in columns.items() if column}, labels)
    if form.get("preview"):
        return _show(request, access, path, about, naming)
    try:
        done = _import(request, access, path, about, naming)
    except DataError as error:
        return _show(request, access, path, about, naming, problem=refusal(request, error))
    path.unlink(missing_ok=True)
    return done


def _show(
    request: Request, access: Access, path: Path, about: tuple[str, str], naming: Naming, *, problem: str = ""
) -> Response:
    name, kind = about
    seen = preview(str(path), access.row.project, kind=kind, naming=naming)
    said = problem or (refusal(request, seen.problem.replace(str(path), name)) if seen.problem else "")
    values: dict[str, Any] = {"upload": path.name, "name": name, "kind": kind, "problem": said}
    values |= {"columns": seen.columns, "entries": seen.entries, "naming": naming}
    wanted = wanted_fields(access.row.project)
    return render(
        request, "import.html", status=422 if said else 200, row=access.row, wanted=wanted, **values
    )


def _import(request: Request, access: Access, path: Path, about: tuple[str, str], naming: Naming) -> Response:
    name, kind = about
    try:
        came = bring_in(
            state(request).store, access.row, str(path), kind=kind, user=access.user.id, naming=naming
        )
    except (DataError, CommandError) as error:
        raise DataError(str(error).replace(str(path), name)) from error
    slots = {"items": came.items, "judgements": came.judgements}
    return render(request, "done.html", row=access.row, what="import-done", slots=slots)


@router.get("/projects/{slug}/export")
def export_file(
    request: Request,
    access: Editing,
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
    except BaseException:
        shutil.rmtree(folder)
        raise
    return FileResponse(path, filename=path.name, background=BackgroundTask(shutil.rmtree, folder))
