"""Progress of a job as server-sent events.

Each event says the whole state, under an id that is a hash of it: who comes back after the line broke sends
the last id (`Last-Event-ID`, browsers do so by themselves) and is told what has changed since, if anything.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from paraphrast.web import rights
from paraphrast.web.api.desk import own_job
from paraphrast.web.api.views import REFUSALS, view
from paraphrast.web.jobs import queue
from paraphrast.web.jobs.queue import Job
from paraphrast.web.rights import Account
from paraphrast.web.state import state

EVERY = 0.5  # seconds between two looks at a job that somebody follows
SILENT = 15.0  # seconds after which those who follow are told that the line is open
RETRY = b"retry: 2000\n\n"  # milliseconds after which a browser comes back
STREAMS, OF_ONE = 500, 50  # jobs that are followed at once, by all and by one person
OVER: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "`progress` as it changes, `end` at the end."},
    204: {"description": "The job has ended, and the last event said so: there is nothing more to come."},
}
router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"], responses=REFUSALS)
Last = Annotated[
    str | None,
    Header(alias="Last-Event-ID", max_length=100, description="The id of the last event that arrived."),
]


@router.get("/{name}/events", response_class=StreamingResponse, responses=OVER)
async def follow_job(
    request: Request,
    name: Annotated[str, "the name of a job"],
    account: Annotated[Account, Depends(rights.reader)],
    last: Last = None,
) -> Response:
    """Tell how far the job is, as server-sent events: `progress` when that changes, `end` at the end."""
    job = await run_in_threadpool(own_job, state(request).store, name, account)
    if job.state in queue.ENDED and last == event(job)[0]:
        return Response(status_code=204)
    followed: Counter[int] = request.app.state.streams
    if followed.total() >= STREAMS or followed[account.id] >= OF_ONE:
        raise HTTPException(503, "too many jobs are followed already; ask for the job now and then")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    told = _events(request, name, account, last)
    return StreamingResponse(told, media_type="text/event-stream", headers=headers)


def event(job: Job) -> tuple[str, bytes]:
    """Give the state of a job as an event, and its id."""
    told = view(job).model_dump_json().encode()
    key = hashlib.sha256(told).hexdigest()[:32]
    kind = b"end" if job.state in queue.ENDED else b"progress"
    return key, b"id: %s\nevent: %s\ndata: %s\n\n" % (key.encode(), kind, told)


async def _events(request: Request, name: str, account: Account, last: str | None) -> AsyncIterator[bytes]:
    followed: Counter[int] = request.app.state.streams
    followed[account.id] += 1
    silent = checked = 0.0
    try:
        yield RETRY
        while True:
            job = await run_in_threadpool(queue.get, state(request).store, name)
            if job is None or (checked >= SILENT and not await run_in_threadpool(_may_still, request)):
                yield b"event: end\ndata: null\n\n"
                return
            key, told = event(job)
            if key != last:
                yield told
                last, silent = key, 0.0
            if job.state in queue.ENDED:
                return
            if silent >= SILENT:
                yield b": still there\n\n"
                silent = 0.0
            checked = 0.0 if checked >= SILENT else checked
            await asyncio.sleep(EVERY)
            silent, checked = silent + EVERY, checked + EVERY
    finally:
        followed[account.id] -= 1


def _may_still(request: Request) -> bool:
    """Tell whether the session or the token is still good: it may have ended while somebody follows."""
    del request.state.account
    try:
        return rights.find_account(request) is not None
    except HTTPException:
        return False
