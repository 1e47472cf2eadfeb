"""The application: routers, one file per area, behind one shield."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import Depends, FastAPI
from starlette.staticfiles import StaticFiles

from paraphrast.annotate.scheduler import Scheduler
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.folders import backups_folder, jobs_folder
from paraphrast.annotate.store.people import local_owner, secret
from paraphrast.web.api import mounting
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import unforged
from paraphrast.web.failures import add_handlers, shielded
from paraphrast.web.jobs import queue
from paraphrast.web.metrics import Metrics
from paraphrast.web.routes import (
    account,
    accounts,
    backups,
    collections,
    dashboard,
    exchange,
    files,
    jobs,
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
    *(files, collections, jobs, outgoing, operation),
]


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
    log, numbers = ViewLog(store) if seen else None, Metrics()
    app = _empty(Scheduler(store), log)
    app.state.paraphrast = State(
        store,
        secret(store),
        limits or Limits(),
        Buckets(),
        Uploads(),
        (address or "").rstrip("/"),
        Path(backups) if backups else backups_folder(store),
        local_owner(store) if local else None,
    )
    app.state.metrics = measured(numbers, store)
    app.add_middleware(Shield, refuse=shielded)
    app.add_middleware(Witness, metrics=numbers, log=log)
    add_handlers(app)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    for area in AREAS:
        app.include_router(area.router)
    app.router.routes.extend(rewriting.routes() if rewriting else [])
    mounting.mount(app, desk or Desk(jobs_folder(store)))
    return app


def measured(numbers: Metrics, store: Store) -> Metrics:
    """Have what the database and its disk are like told beside what this process has answered."""
    name = store.engine.url.database
    home = Path(name).parent if store.sqlite and name else Path()
    numbers.gauge("jobs_waiting", "Jobs that wait.", partial(queue.count, store, "waiting"))
    numbers.gauge("jobs_running", "Jobs that are carried out.", partial(queue.count, store, "running"))
    numbers.gauge("disk_free_bytes", "Room where the data lies.", lambda: shutil.disk_usage(home).free)
    return numbers


def _empty(scheduler: Scheduler, log: ViewLog | None) -> FastAPI:
    """Make an application without an address, whose scheduler and log begin and end with it."""

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        parts: list[Scheduler | ViewLog] = [scheduler, *([log] if log else [])]
        for one in parts:
            one.start()
        yield
        for one in parts:
            one.stop()

    pages = {"docs_url": None, "redoc_url": None, "openapi_url": None}
    app = FastAPI(title="paraphrast", dependencies=[Depends(unforged)], lifespan=running, **pages)  # type: ignore[arg-type]
    app.state.scheduler = scheduler
    return app
