"""Files for programs: brought as the body of a request, listed a page at a time, fetched, removed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.uploads import get_upload, list_uploads, remove_upload
from paraphrast.web.api.views import REFUSALS
from paraphrast.web.rights import check_unbound
from paraphrast.web.routes.files import Editor, Reader, check_place, collection_of, download, keep, upload_of
from paraphrast.web.state import state
from paraphrast.web.storage.receiving import receive_body

router = APIRouter(prefix="/api/v1/files", tags=["files"], responses=REFUSALS)
Collection = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="A collection, by its number.")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="A file, by its number.")]
BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {}}}}}


class UploadView(BaseModel):
    """A file that somebody brought."""

    id: int
    name: str
    kind: str = Field(description="What it is by its content: txt, jsonl, docx, ...")
    size: int
    digest: str = Field(description="Its SHA-256.")
    created: float
    collection: int | None


class Uploaded(BaseModel):
    """What came: one file, or those of an archive."""

    files: list[UploadView]


class UploadPage(Uploaded):
    """Files, the newest first; `next` is what to say as `after` for the next ones."""

    next: int | None


def _view(row: Any) -> UploadView:
    return UploadView(**{name: getattr(row, name) for name in UploadView.model_fields})


@router.get("")
def list_files(
    request: Request,
    account: Reader,
    collection: Collection = None,
    after: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> UploadPage:
    """List one's files, or those of a collection."""
    if collection is not None:
        collection_of(request, account, collection, "reader")
    else:
        check_unbound(account)
    with state(request).store.read() as connection:
        rows = list_uploads(connection, account.id, collection=collection, after=after, limit=limit + 1)
    more = rows[limit - 1].id if len(rows) > limit else None
    return UploadPage(files=[_view(row) for row in rows[:limit]], next=more)


@router.post("", status_code=201, openapi_extra=BODY)
async def add_file(
    request: Request,
    account: Editor,
    name: Annotated[
        str, Query(max_length=1000, description="What it is called; its ending says what it is.")
    ],
    collection: Collection = None,
) -> Uploaded:
    """Take a file as the body of the request, as it comes; an archive becomes its files."""
    await run_in_threadpool(check_place, request, account, collection)
    folder = uploads_folder(state(request).store)
    came = await receive_body(folder, request.stream(), name)
    keys = await run_in_threadpool(keep, request, account, came, collection)
    with state(request).store.read() as connection:
        return Uploaded(files=[_view(get_upload(connection, account.id, key)[0]) for key in keys])


@router.get("/{upload}")
def show_file(request: Request, account: Reader, upload: Number) -> UploadView:
    """Say what is known of a file."""
    return _view(upload_of(request, account, upload, "reader"))


@router.get("/{upload}/content", response_class=FileResponse)
def read_content(request: Request, account: Reader, upload: Number) -> Response:
    """Give the file itself, to be saved."""
    return download(request, account, upload)


@router.delete("/{upload}", status_code=204)
def remove_file(request: Request, account: Editor, upload: Number) -> Response:
    """Remove a file."""
    row = upload_of(request, account, upload, "editor")
    store = state(request).store
    with store.write() as connection:
        remove_upload(connection, uploads_folder(store), row.id, at=store.clock(), by=account.id)
    return Response(status_code=204)
