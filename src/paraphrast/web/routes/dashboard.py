"""The owner's live view: progress, agreement over time, labels, workers, disagreements, cost."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import Response

from paraphrast.annotate.chains import advance
from paraphrast.annotate.results import disagreements, distribution, progress
from paraphrast.annotate.rounds import to_best, to_experts
from paraphrast.annotate.store.controls import list_controls, veto_control
from paraphrast.annotate.timeline import agreement, clock, cost, hourly
from paraphrast.annotate.watch import read_warnings
from paraphrast.annotate.workers import decisions, trail, workers
from paraphrast.web import charts
from paraphrast.web.context import Access, go, language, render, state, strings, watching

router = APIRouter()
Watching = Annotated[Access, watching("reader")]
Editing = Annotated[Access, watching("editor")]
Organising = Annotated[Access, watching("organiser")]


def _view(request: Request, access: Access) -> dict[str, Any]:
    row, lang = access.row, language(request)
    with state(request).store.read() as connection:
        done = progress(connection, row)
        labels = distribution(connection, row)
        rate, agreed, overall = hourly(connection, row), *agreement(connection, row)
        people = workers(connection, row)
        divided = disagreements(connection, row, limit=10)
        decided = decisions(connection, row)[:10]
        price = cost(connection, row, done)
        warned = read_warnings(connection, row)
    names, words = charts.names(row.project, lang), strings(lang)
    drawn = {
        "votes_chart": charts.line(rate, whole=True, title=words["votes-over-time"]),
        "agreement_chart": charts.line(agreed, low=charts.floor(agreed), high=1.0, title=words["agreement"]),
        "label_chart": charts.bars(
            [(names.get(label, label), count) for label, count in labels.items()], title=words["labels"]
        ),
    }
    lists = {"people": people, "divided": divided, "decided": decided, "cost": price, "overall": overall}
    return {"row": row, "role": access.role, "done": done, "warned": warned, **drawn, **lists}


@router.get("/projects/{slug}/dashboard")
def dashboard(request: Request, access: Watching) -> Response:
    """Show how the project goes."""
    return render(request, "dashboard.html", **_view(request, access))


@router.get("/projects/{slug}/live")
def live(request: Request, access: Watching) -> Response:
    """Give the part of the dashboard that changes, for the page to put in place of the old."""
    return render(request, "live.html", **_view(request, access))


@router.post("/projects/{slug}/next")
def next_round(request: Request, access: Organising) -> Response:
    """Send accepted items to the next project of the chain, and doubtful ones to the experts."""
    store = state(request).store
    sent = advance(store, access.row, at_once=True)
    experts = to_experts(store, access.row)
    return render(
        request, "done.html", row=access.row, what="next-done", slots={"sent": sent, "experts": experts}
    )


@router.post("/projects/{slug}/reassign")
def reassign(request: Request, access: Organising) -> Response:
    """Give the items of careless raters to the best."""
    found = to_best(state(request).store, access.row, by=access.user.id)
    slots = {"items": len(found.items) if found.best else 0, "best": ", ".join(found.best) or "—"}
    return render(request, "done.html", row=access.row, what="reassign-done", slots=slots)


@router.get("/projects/{slug}/trail")
def audit_trail(request: Request, access: Organising, limit: int = 500) -> Response:
    """Show the audit trail."""
    if not 1 <= limit <= 10_000:
        raise HTTPException(422, "limit is 1 to 10000")
    with state(request).store.read() as connection:
        lines = trail(connection, access.row, limit=limit)
    return render(request, "trail.html", row=access.row, lines=lines, clock=clock)


@router.get("/projects/{slug}/controls")
def controls(request: Request, access: Editing) -> Response:
    """Show the controls, those grown from tasks among them, for the owner to veto."""
    with state(request).store.read() as connection:
        known = list_controls(connection, access.row)
    return render(request, "controls.html", row=access.row, known=known)


@router.post("/projects/{slug}/controls/{item}/veto")
def veto(request: Request, access: Editing, item: int, vetoed: Annotated[bool, Form()] = True) -> Response:
    """Take a control out of use, or back into it."""
    store = state(request).store
    with store.write() as connection:
        veto_control(connection, access.row, item, at=store.clock(), by=access.user.id, vetoed=vetoed)
    return go(f"/projects/{access.row.slug}/controls")
