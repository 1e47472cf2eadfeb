"""The application: routers, one file per area, behind one shield."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from paraphrast.annotate.scheduler import Scheduler
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.backup import default_folder
from paraphrast.annotate.store.people import local_owner, secret
from paraphrast.errors import CommandError, DatabaseError, DataError, ParaphrastError
from paraphrast.web.api import mounting
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import go, render, unforged
from paraphrast.web.metrics import Metrics
from paraphrast.web.refusals import refusal
from paraphrast.web.routes import (
    account,
    accounts,
    backups,
    collections,
    dashboard,
    exchange,
    files,
    members,
    operation,
    outgoing,
    people,
    profile,
    projects,
    tokens,
    work,
)
from paraphrast.web.security import Buckets, Limits, Shield
from paraphrast.web.service.rewriting import Service
from paraphrast.web.state import State
from paraphrast.web.uploads import Uploads
from paraphrast.web.viewlog import ViewLog
from paraphrast.web.witness import Witness

AREAS = [
    *(account, profile, projects, work, dashboard, people, members, exchange, tokens, accounts, backups),
    *(files, collections, outgoing, operation),
]
NO_DATA = "the server cannot reach its data now; nothing was lost, try again in a moment"
TOO_LARGE, NO_LENGTH = "the request is too large", "the request does not say how long it is"


def application(  # noqa: PLR0913 - one for each thing that a server may have
    url: str = "sqlite:///paraphrast.db",
    *,
    store: Store | None = None,
    limits: Limits | None = None,
    rewriting: Service | None = None,
    address: str | None = None,
    backups: str | Path = "",
    local: bool = False,
    desk: Desk | None = None,
    seen: bool = False,
) -> FastAPI:
    """Make the workbench over the database at `url` (or over a store that is open already).

    While it is served, the scheduler moves chains and follows the crowds of all projects in the background.
    With `rewriting`, programs can have texts rewritten at the same place; its addresses need no account.
    Links for others begin with `address`; without it, with the place where the server listens. Backups that
    the owner asks for go to the folder `backups`; without it, beside the database. `local` is for one person
    on this machine: nobody signs in, and whoever comes by its own address is the owner. `desk` says where
    jobs lie, and what answers small questions; without it, beside the database, and nothing.
    With `seen`, it is written who asked for which page.
    """
    store = store or Store(url)
    scheduler = Scheduler(store)

    log = ViewLog(store) if seen else None

    @asynccontextmanager
    async def scheduled(_: FastAPI) -> AsyncIterator[None]:
        running: list[Scheduler | ViewLog] = [scheduler, *([log] if log else [])]
        for one in running:
            one.start()
        yield
        for one in running:
            one.stop()

    pages = {"docs_url": None, "redoc_url": None, "openapi_url": None}
    app = FastAPI(title="paraphrast", dependencies=[Depends(unforged)], lifespan=scheduled, **pages)  # type: ignore[arg-type]
    app.state.scheduler = scheduler
    app.state.paraphrast = State(
        store,
        secret(store),
        limits or Limits(),
        Buckets(),
        Uploads(),
        (address or "").rstrip("/"),
        Path(backups) if backups else default_folder(store),
        local_owner(store) if local else None,
    )
    app.state.metrics = numbers = Metrics()
    app.add_middleware(Shield, refuse=_shielded)
    app.add_middleware(Witness, metrics=numbers, log=log)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    for area in AREAS:
        app.include_router(area.router)
    app.router.routes.extend(rewriting.routes() if rewriting else [])
    mounting.mount(app, desk or Desk(mounting.default_folder(store)))
    app.add_exception_handler(StarletteHTTPException, _refused)  # type: ignore[arg-type]
    app.add_exception_handler(DatabaseError, _broken)  # type: ignore[arg-type]
    app.add_exception_handler(ParaphrastError, _wrong)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _misshapen)  # type: ignore[arg-type]
    return app


def _answer(request: Request, status: int, message: str) -> Response:
    if request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": message}, status_code=status)
    return render(request, "message.html", status=status, code=status, message=refusal(request, message))


def _shielded(scope: Scope, status: int) -> Response:
    return _answer(Request(scope), status, TOO_LARGE if status == 413 else NO_LENGTH)


async def _refused(request: Request, error: HTTPException) -> Response:
    if error.status_code == 401 and not request.url.path.startswith("/api/") and request.method == "GET":
        return go("/sign-in")
    message = "there is no such page" if error.status_code == 404 else str(error.detail)
    answer = _answer(request, error.status_code, message)
    answer.headers.update(error.headers or {})
    return answer


async def _wrong(request: Request, error: ParaphrastError) -> Response:
    status = 422 if isinstance(error, DataError) else 409 if isinstance(error, CommandError) else 500
    return _answer(request, status, str(error))


async def _broken(request: Request, error: DatabaseError) -> Response:
    # where the data lies is for the log, not for visitors
    print(f"paraphrast: {error}", file=sys.stderr)
    return _answer(request, 503, NO_DATA)


async def _misshapen(request: Request, error: RequestValidationError) -> Response:
    places = ", ".join(".".join(str(part) for part in one["loc"][1:]) for one in error.errors())
    return _answer(request, 422, f"the request is not of the right shape: {places}")
