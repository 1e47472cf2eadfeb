"""Where people judge: instructions, training, exam, pages of tasks; for people and for programs."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Body, HTTPException, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from paraphrast.annotate.answers import keys, values
from paraphrast.annotate.project import say
from paraphrast.annotate.results import progress
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import is_waiting, take
from paraphrast.annotate.store.assign import page as stored_page
from paraphrast.annotate.store.database import parse
from paraphrast.annotate.store.leave import skip, undo
from paraphrast.annotate.store.roles import MEMBER_ROLES, WATCHING, WORKING
from paraphrast.annotate.store.submit import begin, save_draft, submit
from paraphrast.errors import DataError
from paraphrast.web.context import Access, go, language, member_of, render, state
from paraphrast.web.disguise import find_items, hide_items, hide_receipt, name_item

router = APIRouter()
Working = Annotated[Access, member_of(*WORKING)]
Anyone = Annotated[Access, member_of(*MEMBER_ROLES)]


@router.get("/projects/{slug}")
def start(request: Request, access: Anyone) -> Response:
    """Show the instructions; who watches is taken to the dashboard."""
    if access.role in WATCHING:
        return go(f"/projects/{access.row.slug}/dashboard")
    return render(request, "instructions.html", row=access.row, who=access.who, native=_native(access))


def _native(access: Access) -> bool:
    wanted = access.row.project.rules.native
    return wanted is None or wanted in access.user.native.split(",")


@router.post("/projects/{slug}/begin")
def begin_work(request: Request, access: Working) -> Response:
    """Note that the instructions were read."""
    if not _native(access):
        raise HTTPException(403, "this project is for native speakers")
    host = request.client.host if request.client else ""
    begin(state(request).store, access.row, access.user.id, address=host)
    return go(f"/projects/{access.row.slug}/work")


@router.get("/projects/{slug}/work")
def work_page(request: Request, access: Working) -> Response:
    """Show the worker's page of items, or what stands in the way of one."""
    row, who = access.row, access.who
    if who.state != "active":
        return render(request, "stopped.html", row=row, who=who, status=403)
    if who.stage == "instructions":
        return go(f"/projects/{row.slug}")
    found = take(state(request).store, row, access.user.id)
    if found is None:
        with state(request).store.read() as connection:
            done = progress(connection, row)
        return render(request, "nothing.html", row=row, who=who, done=done, waiting=is_waiting(row, who))
    lang, secret = language(request), state(request).secret
    given: dict[str, Any] = {
        "name_item": lambda item: name_item(secret, found.id, item),
        "values": values,
        "keys": lambda question, allowed: keys(allowed, [say(one.say, lang) for one in question.options]),
    }
    return render(request, "work.html", row=row, who=who, sheet=found, mine=_mine(request, access), **given)


def _mine(request: Request, access: Access) -> int:
    """Count what this worker has judged."""
    table = schema.judgements
    query = sa.select(sa.func.count()).where(
        table.c.project == access.row.id, table.c.user == access.user.id, table.c.state == "valid"
    )
    with state(request).store.read() as connection:
        return int(connection.execute(query).scalar_one())


@router.post("/projects/{slug}/pages/{page}")
async def hand_in(request: Request, access: Working, page: str) -> Response:
    """Take a page from the form; explanations come back where there are any."""
    form = await request.form()
    answers: dict[str, dict[str, Any]] = {}
    ticks = {question.name for question in access.row.project.questions if question.kind == "ticks"}
    for name in form:
        item, _, question = name.partition(":")
        if question:
            given = [str(value) for value in form.getlist(name)]
            answers.setdefault(item, {})[question] = given if question in ticks else given[0]
    for given_answer in answers.values():
        if access.row.project.kind == "rewrite" and given_answer.get("label") != "rewritten":
            given_answer.pop("text", None)
    key = str(form.get("key", ""))[:64]
    receipt = await run_in_threadpool(_submit, request, access, page, answers, key, {})
    shown = receipt["feedback"] or receipt["late"] or receipt["stage"] != access.who.stage
    return go(f"/projects/{access.row.slug}/pages/{page}" if shown else f"/projects/{access.row.slug}/work")


def _submit(
    request: Request, access: Access, page: str, answers: dict[str, Any], key: str, seconds: dict[str, float]
) -> dict[str, Any]:
    here, secret = state(request), state(request).secret
    with here.store.read() as connection:
        sheet = stored_page(connection, page)
    given, took = (find_items(secret, sheet, told) for told in (answers, seconds))
    return submit(here.store, access.row, page, access.user.id, given, key=key, seconds=took)


@router.get("/projects/{slug}/pages/{page}")
def receipt_page(request: Request, access: Working, page: str) -> Response:
    """Show what a page came to: explanations, and whether one was admitted."""
    with state(request).store.read() as connection:
        table = schema.pages
        mine = (table.c.id == page, table.c.user == access.user.id, table.c.project == access.row.id)
        found = connection.execute(sa.select(table).where(*mine)).first()
        if found is None or found.state != "done":
            raise HTTPException(404, "there is no such page")
        shown = stored_page(connection, page)
    receipt = parse(found.receipt)
    items = {item.id: item.fields for item in shown.items} if shown else {}
    return render(
        request,
        "receipt.html",
        row=access.row,
        who=access.who,
        receipt=receipt,
        items=items,
        stage=found.stage,
    )


@router.post("/projects/{slug}/pages/{page}/skip")
def skip_page(request: Request, access: Working, page: str) -> Response:
    """Leave a page unanswered."""
    skip(state(request).store, access.row, page, access.user.id)
    return go(f"/projects/{access.row.slug}/work")


@router.post("/projects/{slug}/undo")
def undo_page(request: Request, access: Working) -> Response:
    """Take the last page back."""
    undo(state(request).store, access.row, access.user.id)
    return go(f"/projects/{access.row.slug}/work")


@router.post("/api/projects/{slug}/page")
def api_page(request: Request, access: Working) -> dict[str, Any]:
    """Give a page of items to a program (the load test is one)."""
    found = take(state(request).store, access.row, access.user.id)
    return {"page": hide_items(state(request).secret, found, access.row.project) if found else None}


@router.put("/api/projects/{slug}/pages/{page}/draft")
def api_draft(
    request: Request, access: Working, page: str, draft: Annotated[dict[str, Any], Body()]
) -> dict[str, bool]:
    """Keep unfinished answers."""
    if len(str(draft)) > 500_000:
        raise DataError("a draft has up to 500,000 characters")
    here = state(request)
    with here.store.read() as connection:
        sheet = stored_page(connection, page)
    given = find_items(here.secret, sheet, draft)
    return {"saved": save_draft(here.store, page, access.user.id, given)}


@router.post("/api/projects/{slug}/pages/{page}")
def api_submit(
    request: Request,
    access: Working,
    page: str,
    answers: Annotated[dict[str, Any], Body()],
    key: Annotated[str, Body(max_length=64)],
    seconds: Annotated[dict[str, float] | None, Body()] = None,
) -> dict[str, Any]:
    """Take a page from a program; the receipt means that it is on the disk."""
    receipt = _submit(request, access, page, answers, key, seconds or {})
    return hide_receipt(state(request).secret, page, receipt)
