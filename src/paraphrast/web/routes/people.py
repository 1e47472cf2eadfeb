"""One worker at a time: what they did, manual review, bans, and taking decisions back."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import Response

from paraphrast.annotate.results import judged, labels
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.accounts import may_reset
from paraphrast.annotate.store.database import parse
from paraphrast.annotate.store.decide import decide, revert, review
from paraphrast.annotate.workers import decisions, workers
from paraphrast.web.context import Access, go, render, state, watching

router = APIRouter()
Organising = Annotated[Access, watching("organiser")]
LATEST = 200


@router.get("/projects/{slug}/workers/{worker}")
def worker_page(request: Request, access: Organising, worker: int) -> Response:
    """Show a worker's numbers, decisions and latest answers beside the label of the item."""
    row = access.row
    with state(request).store.read() as connection:
        found = [one for one in workers(connection, row) if one["id"] == worker]
        if not found:
            raise HTTPException(404, "there is no such page")
        told = decisions(connection, row, user=worker)
        everything = judged(connection, row, roles=("task", "control"), states=("valid", "rejected"))
        said = [one for one in everything if one.user == worker][-LATEST:][::-1]
        truth, resettable = labels(connection, row), may_reset(connection, access.user, worker)
        table = schema.items
        texts = connection.execute(
            sa.select(table.c.id, table.c.fields).where(table.c.id.in_([one.item for one in said]))
        )
        fields = {one.id: parse(one.fields) for one in texts}
    lines = [
        {
            "id": one.id,
            "fields": fields[one.item],
            "label": one.label,
            "text": parse(one.answer).get("text", ""),
            "truth": parse(one.gold)["label"] if one.gold else truth.get(one.key, {}).get("label"),
            "role": one.role,
            "state": one.state,
            "seconds": one.seconds,
        }
        for one in said
    ]
    values: dict[str, Any] = {"decided": told, "lines": lines, "resettable": resettable}
    return render(request, "worker.html", row=row, worker=found[0], **values)


@router.post("/projects/{slug}/workers/{worker}/decide")
def decide_by_hand(
    request: Request,
    access: Organising,
    worker: int,
    action: Annotated[str, Form()],
    reason: Annotated[str, Form()] = "",
) -> Response:
    """Ban or admit a worker by hand."""
    if action not in ("ban", "admit"):
        raise HTTPException(422, "a decision is ban or admit")
    store = state(request).store
    with store.write() as connection:
        evidence = {"reason": reason[:500]}
        decide(
            connection,
            access.row,
            worker,
            "manual",
            action,
            at=store.clock(),
            evidence=evidence,
            by=access.user.id,
        )
    return go(f"/projects/{access.row.slug}/workers/{worker}")


@router.post("/projects/{slug}/decisions/{decision}/revert")
def take_back(request: Request, access: Organising, decision: int) -> Response:
    """Take a decision back."""
    store = state(request).store
    with store.write() as connection:
        revert(connection, access.row, decision, at=store.clock(), by=access.user.id)
    return go(f"/projects/{access.row.slug}/dashboard")


@router.post("/projects/{slug}/judgements/{judgement}/review")
def review_one(
    request: Request,
    access: Organising,
    judgement: int,
    to: Annotated[str, Form()],
    worker: Annotated[int, Form()],
    reason: Annotated[str, Form()] = "",
) -> Response:
    """Reject one vote, or bring it back."""
    store = state(request).store
    with store.write() as connection:
        review(
            connection, access.row, judgement, to, at=store.clock(), by=access.user.id, reason=reason[:500]
        )
    return go(f"/projects/{access.row.slug}/workers/{worker}")
