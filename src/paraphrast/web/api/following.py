"""What becomes of jobs: lists, logs, results; cancelled, resumed, removed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import FileResponse, Response

from paraphrast.web import rights
from paraphrast.web.api.desk import is_mine, kept_job, own_job
from paraphrast.web.api.views import REFUSALS, JobPage, JobView, LogPart, outline, view
from paraphrast.web.jobs import orders, queue
from paraphrast.web.jobs.orders import LOG
from paraphrast.web.jobs.queue import Job
from paraphrast.web.rights import Account
from paraphrast.web.state import state

router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"], responses=REFUSALS)
Reader = Annotated[Account, Depends(rights.reader)]
Asking = Annotated[Account, Depends(rights.editor)]
Name = Annotated[str, "the name of a job"]
PART = 64 * 1024  # bytes of a log that are sent at once
State = Literal["waiting", "running", "done", "failed", "cancelled"]


@router.get("")
def list_jobs(
    request: Request,
    account: Reader,
    state_: Annotated[State | None, Query(alias="state")] = None,
    verb: Annotated[str | None, Query(max_length=40)] = None,
    after: Annotated[str | None, Query(pattern="^[0-9a-f]{32}$")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    everyones: Annotated[
        bool, Query(description="Of all people, without what is in them; for the owner.")
    ] = False,
) -> JobPage:
    """List jobs, the newest first, a page at a time."""
    if everyones and account.role != "owner":
        raise HTTPException(403, "only the owner sees the jobs of all")
    user = queue.ALL if everyones else account.id
    if after:
        kept_job(state(request).store, after, account)
    found = queue.listed(
        state(request).store, user=user, state=state_, verb=verb, after=after, limit=limit + 1
    )
    shown = [_seen(job, account) for job in found[:limit]]
    return JobPage(jobs=shown, next=shown[-1].name if len(found) > limit else None)


def _seen(job: Job, account: Account) -> JobView:
    return view(job) if is_mine(job, account) else outline(job)


@router.get("/{name}")
def show_job(request: Request, name: Name, account: Reader) -> JobView:
    """Show a job."""
    return view(own_job(state(request).store, name, account))


@router.post("/{name}/cancel")
def cancel_job(request: Request, name: Name, account: Asking) -> JobView:
    """Stop a job; what it has made stays, so that it can be resumed."""
    store = state(request).store
    return _seen(queue.cancel(store, kept_job(store, name, account).name), account)


@router.post("/{name}/resume")
def resume_job(request: Request, name: Name, account: Asking) -> JobView:
    """Have a job that failed or was cancelled go on where it was."""
    store = state(request).store
    return view(queue.resume(store, own_job(store, name, account).name))


@router.delete("/{name}", status_code=204)
def remove_job(request: Request, name: Name, account: Asking) -> Response:
    """Forget a job and remove its files."""
    store = state(request).store
    job = queue.remove(store, own_job(store, name, account).name)
    orders.discard(Path(job.folder))
    return Response(status_code=204)


@router.get("/{name}/log")
def read_log(
    request: Request,
    name: Name,
    account: Reader,
    start: Annotated[int, Query(alias="from", ge=0, le=2**53)] = 0,
) -> LogPart:
    """Give what the job said, from a byte on."""
    job = own_job(state(request).store, name, account)
    path = Path(job.folder) / LOG
    data = b""
    if path.is_file():
        with path.open("rb") as stream:
            stream.seek(start)
            data = stream.read(PART)
    if job.state not in queue.ENDED or len(data) == PART:  # the rest of a character may still come
        data = _whole_characters(data)
    ended = job.state in queue.ENDED and (not path.is_file() or start + len(data) >= path.stat().st_size)
    return LogPart(text=data.decode("utf-8", "replace"), next=start + len(data), ended=ended)


def _whole_characters(data: bytes) -> bytes:
    """Leave out the beginning of a character whose rest has not been read.

    >>> _whole_characters("да".encode()[:3]).decode()
    'д'
    """
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return data[:-back] if back < length else data
        if byte < 0x80:
            return data
    return data


@router.get("/{name}/files/{path:path}", response_class=FileResponse)
def read_file(request: Request, name: Name, path: str, account: Reader) -> FileResponse:
    """Give a file that the job made, to be saved."""
    job = own_job(state(request).store, name, account)
    place = queue.result_path(job, path)
    if not any(made.path == path for made in job.files) or not place.is_file():
        raise HTTPException(404, "the job made no such file")
    return FileResponse(place, media_type="application/octet-stream", filename=place.name)
