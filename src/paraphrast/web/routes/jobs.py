"""Long work in the browser: ask for it, see how far it is, stop it, take what it made home.

What is asked for here is the same order that a program sends, and the same command that the shell has.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from paraphrast.annotate.store.roles import includes
from paraphrast.annotate.timeline import clock
from paraphrast.errors import CommandError, DataError
from paraphrast.web import rights
from paraphrast.web.api.asking import submit
from paraphrast.web.api.bodies import model, order_of
from paraphrast.web.api.desk import own_job
from paraphrast.web.context import go, render, state
from paraphrast.web.failures import nearest
from paraphrast.web.jobs import orders, queue
from paraphrast.web.jobs.forms import list_choices, read_form
from paraphrast.web.jobs.orders import LOG
from paraphrast.web.jobs.queue import Job
from paraphrast.web.jobs.verbs import Verb, verbs
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import Account, check_role

router = APIRouter()
Reader = Annotated[Account, Depends(rights.reader)]
Editor = Annotated[Account, Depends(rights.editor)]
Name = Annotated[str | None, Query(pattern="^[0-9a-f]{32}$")]
PAGE, TAIL = 50, 8_000  # jobs of a page, bytes of a log


@router.get("/jobs")
def jobs_page(request: Request, account: Reader, after: Name = None) -> Response:
    """List one's jobs, the newest first."""
    store = state(request).store
    if after:
        own_job(store, after, account)
    found = queue.listed(store, user=account.id, after=after, limit=PAGE + 1)
    more = found[PAGE - 1].name if len(found) > PAGE else None
    asks = includes(account.role, "editor")
    return render(request, "jobs.html", found=found[:PAGE], more=more, clock=clock, asks=asks)


@router.get("/jobs/new")
def choose_page(request: Request, account: Editor) -> Response:
    """List what can be asked for."""
    known = [one for one in verbs().values() if includes(account.role, one.role)]
    return render(request, "jobs_new.html", known=known)


def _verb(account: Account, name: str) -> Verb:
    """Give the job of an address, to whoever may ask for it."""
    found = verbs().get(name.replace("/", " "))
    if found is None:
        raise HTTPException(404, "there is no such page")
    check_role(account, found.role)
    return found


@router.get("/jobs/new/{verb:path}")
def ask_page(request: Request, account: Editor, verb: str) -> Response:
    """Show the parameters of a job, to be filled in."""
    return _form(request, account, _verb(account, verb))


def _form(
    request: Request, account: Account, verb: Verb, *, given: dict[str, list[str]] | None = None,
    problem: str = "", status: int = 200,
) -> Response:  # fmt: skip
    values: dict[str, Any] = {
        "verb": verb,
        "choices": list_choices(state(request).store, account.id),
        "given": given or {},
        "problem": problem,
        "key": secrets.token_hex(16),
    }
    return render(request, "job_ask.html", status=status, **values)


@router.post("/jobs/new/{verb:path}")
async def ask(request: Request, account: Editor, verb: str) -> Response:
    """Ask for a job; the form that is sent twice is one job."""
    found = _verb(account, verb)
    form = await request.form(max_files=0)
    given = {name: [str(one) for one in form.getlist(name)] for name in form}
    return await run_in_threadpool(_ask, request, account, found, given)


def _ask(request: Request, account: Account, verb: Verb, given: dict[str, list[str]]) -> Response:
    problem, status = "", 422
    try:
        order = order_of(verb, model(verb).model_validate(read_form(verb, given)))
        sent = given.get("key", [""])[0][:64]  # of the page: sent twice it is one job, changed another
        key = f"form-{sent}-{order.digest()[:16]}" if sent else None
        return go(f"/jobs/{submit(request, account, order, key).name}")
    except ValidationError as error:
        told = nearest([(one["loc"], str(one["msg"])) for one in error.errors()])
        problem = "; ".join(f"{place}: {why}" for place, why in told.items())
    except (CommandError, DataError) as error:
        problem, status = refusal(request, error), 409
    return _form(request, account, verb, given=given, problem=problem, status=status)


@router.get("/jobs/{name}")
def job_page(request: Request, account: Reader, name: str) -> Response:
    """Show a job: what was asked, how far it is, what it says, what came of it."""
    return _show(request, own_job(state(request).store, name, account), "job.html")


@router.get("/jobs/{name}/live")
def live_part(request: Request, account: Reader, name: str) -> Response:
    """Give the part of the page that changes while the job runs."""
    return _show(request, own_job(state(request).store, name, account), "job_live.html")


def _show(request: Request, job: Job, page: str) -> Response:
    values: dict[str, Any] = {"job": job, "clock": clock, "ended": job.state in queue.ENDED}
    return render(request, page, log=_tail(Path(job.folder) / LOG), **values)


def _tail(path: Path) -> str:
    """Give the end of a log."""
    if not path.is_file():
        return ""
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - TAIL))
        return stream.read().decode("utf-8", "replace")


@router.post("/jobs/{name}/cancel")
def cancel(request: Request, account: Editor, name: str) -> Response:
    """Stop a job; what it has made stays."""
    queue.cancel(state(request).store, own_job(state(request).store, name, account).name)
    return go(f"/jobs/{name}")


@router.post("/jobs/{name}/resume")
def resume(request: Request, account: Editor, name: str) -> Response:
    """Have a job go on where it was."""
    queue.resume(state(request).store, own_job(state(request).store, name, account).name)
    return go(f"/jobs/{name}")


@router.post("/jobs/{name}/remove")
def remove(request: Request, account: Editor, name: str) -> Response:
    """Forget a job and remove its files."""
    job = queue.remove(state(request).store, own_job(state(request).store, name, account).name)
    orders.discard(Path(job.folder))
    return go("/jobs")
