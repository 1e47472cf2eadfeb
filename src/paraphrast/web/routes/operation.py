"""For whoever runs the server: is it well, its numbers, and who saw what."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import PlainTextResponse, Response

from paraphrast import __version__
from paraphrast.annotate.store.views import list_views
from paraphrast.annotate.timeline import clock
from paraphrast.web.context import render, state
from paraphrast.web.rights import Account, owner

router = APIRouter()
Owner = Annotated[Account, Depends(owner)]
PAGE = 200


@router.get("/health")
def health(request: Request) -> dict[str, str]:
    """Say that the server answers and reaches its data (503 where it does not)."""
    with state(request).store.read() as connection:
        connection.execute(sa.select(1))
    return {"status": "ok", "version": __version__}


@router.get("/metrics")
def metrics(request: Request, by: Owner) -> Response:
    """Give the numbers of this process; a program reads them with a token of the owner."""
    text = request.app.state.metrics.text()
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/seen")
def seen(request: Request, by: Owner, account: int | None = None, before: int | None = None) -> Response:
    """Show who saw what, newest first."""
    if before is not None and before < 1:
        raise HTTPException(404, "there is no such page")
    with state(request).store.read() as connection:
        lines = list_views(connection, user=account, limit=PAGE, before=before)
    more = lines[-1].id if len(lines) == PAGE else None
    return render(request, "seen.html", lines=lines, clock=clock, more=more, account=account)
