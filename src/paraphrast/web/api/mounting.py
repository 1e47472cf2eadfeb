"""The interface inside an application: its routes, its description, and where jobs lie."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse

from paraphrast import __version__
from paraphrast.web.api import asking, events, files, following, quick
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import unforged

DOCUMENT = "/api/v1/openapi.json"
ABOUT = """Every job of the shell, with its parameters; small questions answered at once; results as files.

Programs send a token, `Authorization: Bearer TOKEN`. What is wrong is said in `error`, in plain words."""


def mount(app: FastAPI, desk: Desk) -> None:
    """Put the interface into an application."""
    app.state.desk, app.state.streams = desk, Counter[int]()
    app.router.routes.extend(routes())


@cache
def routes() -> tuple[Any, ...]:
    """Make the routes, once for all applications of this process."""
    made = APIRouter(dependencies=[Depends(unforged)])
    made.include_router(following.router)
    made.include_router(events.router)
    made.include_router(quick.router)
    made.include_router(files.router)
    made.include_router(asking.routes())
    made.add_api_route(DOCUMENT, describe, methods=["GET"], include_in_schema=False)
    return tuple(made.routes)


def describe() -> JSONResponse:
    """Describe the interface as OpenAPI."""
    return JSONResponse(document())


@cache
def document() -> dict[str, Any]:
    """Give the OpenAPI document."""
    found = get_openapi(title="paraphrast", version=__version__, description=ABOUT, routes=list(routes()))
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    found.setdefault("components", {})["securitySchemes"] = schemes
    return {**found, "security": [{"token": []}]}
