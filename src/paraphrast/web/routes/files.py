"""Files and collections: one's own, and those that others share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import FileResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.roles import includes
from paraphrast.annotate.store.uploads import (
    Arrived,
    add_upload,
    file_path,
    get_collection,
    get_upload,
    list_collections,
    list_uploads,
    remove_upload,
)
from paraphrast.errors import CommandError
from paraphrast.web.context import check_token, go, render, state
from paraphrast.web.rights import Account, at_least, check_unbound
from paraphrast.web.storage.receiving import LARGEST_FILE, receive, sweep, unpack

router = APIRouter()
Reader = Annotated[Account, Depends(at_least("reader", bound=True))]
Editor = Annotated[Account, Depends(at_least("editor", bound=True))]
After = Annotated[int | None, Query(ge=1, le=2**31 - 1)]
MOST_AT_ONCE, PAGE = 100, 200


def collection_of(request: Request, account: Account, key: int, role: str) -> tuple[Any, str]:
    """Give a collection to somebody who has at least this role with it; to others it is not there."""
    if not account.reaches("collection", key):
        raise CommandError("there is no such collection")
    with state(request).store.read() as connection:
        found, held = get_collection(connection, account.id, key)
    held = account.within(held)
    if not includes(held, role):
        raise HTTPException(403, "this is not yours to do")
    return found, held


def upload_of(request: Request, account: Account, key: int, role: str) -> Any:
    """Give an upload to somebody who has at least this role with it; to others it is not there."""
    with state(request).store.read() as connection:
        try:
            row, held = get_upload(connection, account.id, key)
        except CommandError as error:
            raise HTTPException(404, "there is no such file") from error
    if not account.reaches("collection", row.collection):
        raise HTTPException(404, "there is no such file")
    if not includes(account.within(held), role):
        raise HTTPException(403, "this is not yours to do")
    return row


def check_place(request: Request, account: Account, collection: int | None) -> None:
    """Refuse files for a place where this account, or its token, may not put any."""
    if collection is None:
        check_unbound(account)
    else:
        collection_of(request, account, collection, "editor")


def _number(text: object) -> int | None:
    given = str(text or "").strip()
    if given and not (given.isdigit() and len(given) < 10):
        raise CommandError("there is no such collection")
    return int(given) if given else None


def keep(request: Request, account: Account, came: Arrived, collection: int | None) -> list[int]:
    """Keep a file that has come, or the files of an archive; all of it or nothing."""
    store = state(request).store
    folder, parts = uploads_folder(store), [came]
    try:
        if came.kind == "zip":
            for one in unpack(folder, came):
                parts.append(one)
        with store.write() as connection:
            return [
                add_upload(connection, folder, one, account.id, collection=collection, at=store.clock())
                for one in parts
                if one.kind != "zip"
            ]
    finally:
        for one in parts:
            one.path.unlink(missing_ok=True)
        sweep(folder)


@router.get("/files")
def files_page(request: Request, account: Reader, after: After = None) -> Response:
    """List one's files, and the collections that one may see."""
    check_unbound(account)
    with state(request).store.read() as connection:
        mine, more = page_of(connection, account, None, after)
        known = list_collections(connection, account.id)
    brings = includes(account.role, "editor")
    values: dict[str, Any] = {"mine": mine, "known": known, "most": LARGEST_FILE >> 20, "brings": brings}
    return render(request, "files.html", more=more, **values)


def page_of(
    connection: sa.Connection, account: Account, collection: int | None, after: int | None
) -> tuple[list[Any], int | None]:
    """Give the files of a page, and after which one the next begins, if there is one."""
    rows = list_uploads(connection, account.id, collection=collection, after=after, limit=PAGE + 1)
    return rows[:PAGE], rows[PAGE - 1].id if len(rows) > PAGE else None


@router.post("/files")
async def add_files(request: Request, account: Editor) -> Response:
    """Take files from the form; who sends them is known before the body is read."""
    async with request.form(max_files=MOST_AT_ONCE, max_fields=10) as form:
        check_token(request, form.get("csrf"))
        collection = _number(form.get("collection"))
        files = [one for one in form.getlist("file") if isinstance(one, UploadFile)]
        await run_in_threadpool(_add_all, request, account, files, collection)
    return go(f"/collections/{collection}" if collection else "/files")


def _add_all(request: Request, account: Account, files: Sequence[UploadFile], collection: int | None) -> None:
    check_place(request, account, collection)
    if not files:
        raise HTTPException(422, "the request is not of the right shape: file")
    folder = uploads_folder(state(request).store)
    for file in files:
        keep(request, account, receive(folder, file.file, file.filename or "file"), collection)


@router.post("/files/{upload}/remove")
def remove(request: Request, account: Editor, upload: int) -> Response:
    """Remove a file."""
    row = upload_of(request, account, upload, "editor")
    store = state(request).store
    with store.write() as connection:
        remove_upload(connection, uploads_folder(store), row.id, at=store.clock(), by=account.id)
    return go(f"/collections/{row.collection}" if row.collection else "/files")


@router.get("/files/{upload}")
def download(request: Request, account: Reader, upload: int) -> Response:
    """Give a file to be kept: no browser is to show or run it here."""
    row = upload_of(request, account, upload, "reader")
    path = file_path(uploads_folder(state(request).store), row.digest)
    if not path.is_file():
        raise HTTPException(404, "there is no such file")
    return FileResponse(path, filename=row.name, media_type="application/octet-stream")
