"""The interface inside an application: its routes, its description, and where jobs lie."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse

from paraphrast import __version__
from paraphrast.web.api import asking, events, files, following, quick
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import unforged
from paraphrast.web.service.description import describe_rewriting

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


def describe(request: Request) -> JSONResponse:
    """Describe the interface as OpenAPI: the addresses that this server has."""
    served = any(getattr(route, "path", "") == "/rewrite" for route in request.app.routes)
    return JSONResponse(document(rewriting=served))


@cache
def document(*, rewriting: bool = True) -> dict[str, Any]:
    """Give the OpenAPI document, with the addresses of rewriting or without."""
    found = get_openapi(title="paraphrast", version=__version__, description=ABOUT, routes=list(routes()))
    parts = found.setdefault("components", {})
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    if rewriting:
        paths, schemas = describe_rewriting()
        found["paths"] |= paths
        parts["schemas"] |= schemas
    return {**found, "security": [{"token": []}]}
