"""What becomes of jobs: lists, progress as events, logs, results; cancelled, resumed, removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import FileResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from paraphrast.web import rights
from paraphrast.web.api.desk import is_mine, kept_job, own_job
from paraphrast.web.api.views import REFUSALS, JobPage, JobView, LogPart, outline, view
from paraphrast.web.jobs import orders, table
from paraphrast.web.jobs.orders import LOG, OUT
from paraphrast.web.jobs.table import Job
from paraphrast.web.rights import Account
from paraphrast.web.state import state

router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"], responses=REFUSALS)
Reader = Annotated[Account, Depends(rights.reader)]
Asking = Annotated[Account, Depends(rights.editor)]
Name = Annotated[str, "the name of a job"]
EVERY = 0.5  # seconds between two looks at a job that somebody follows
SILENT = 15.0  # seconds after which those who follow are told that the line is open
PART = 64 * 1024  # bytes of a log that are sent at once
STREAMS = 500  # people who may follow at once
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
    user = table.ALL if everyones else account.id
    if after:
        kept_job(state(request).store, after, account)
    found = table.listed(
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
    return _seen(table.cancel(store, kept_job(store, name, account).name), account)


@router.post("/{name}/resume")
def resume_job(request: Request, name: Name, account: Asking) -> JobView:
    """Have a job that failed or was cancelled go on where it was."""
    store = state(request).store
    return view(table.resume(store, own_job(store, name, account).name))


@router.delete("/{name}", status_code=204)
def remove_job(request: Request, name: Name, account: Asking) -> Response:
    """Forget a job and remove its files."""
    store = state(request).store
    job = table.remove(store, own_job(store, name, account).name)
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
            data = whole_characters(stream.read(PART))
    ended = job.state in table.ENDED and (not path.is_file() or start + len(data) >= path.stat().st_size)
    return LogPart(text=data.decode("utf-8", "replace"), next=start + len(data), ended=ended)


def whole_characters(data: bytes) -> bytes:
    """Leave out the beginning of a character whose rest has not been read.

    >>> whole_characters("да".encode()[:3]).decode()
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
    place = Path(job.folder) / OUT / path
    if not any(made.path == path for made in job.files) or not place.is_file():
        raise HTTPException(404, "the job made no such file")
    return FileResponse(place, media_type="application/octet-stream", filename=place.name)


@router.get("/{name}/events", response_class=StreamingResponse)
async def follow_job(request: Request, name: Name, account: Reader) -> StreamingResponse:
    """Tell how far the job is, as server-sent events: `progress` when that changes, `end` at the end."""
    await run_in_threadpool(own_job, state(request).store, name, account)
    if request.app.state.streams >= STREAMS:
        raise HTTPException(503, f"{STREAMS} people follow jobs already; ask for the job now and then")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_events(request, name), media_type="text/event-stream", headers=headers)


async def _events(request: Request, name: str) -> AsyncIterator[bytes]:
    store, last, silent = state(request).store, b"", 0.0
    request.app.state.streams += 1
    try:
        while True:
            job = await run_in_threadpool(table.get, store, name)
            if job is None:
                yield b"event: end\ndata: null\n\n"
                return
            told = view(job).model_dump_json().encode()
            if job.state in table.ENDED:
                yield b"event: end\ndata: " + told + b"\n\n"
                return
            if told != last:
                yield b"event: progress\ndata: " + told + b"\n\n"
                last, silent = told, 0.0
            elif silent >= SILENT:
                yield b": still there\n\n"
                silent = 0.0
            await asyncio.sleep(EVERY)
            silent += EVERY
    finally:
        request.app.state.streams -= 1
