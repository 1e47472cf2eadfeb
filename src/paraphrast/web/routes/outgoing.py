"""Where the server may send something, for its owner alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.addresses import (
    KINDS,
    add_address,
    allow_ranges,
    allowed_ranges,
    list_addresses,
    remove_address,
)
from paraphrast.errors import CommandError, DataError
from paraphrast.web.context import go, render, state
from paraphrast.web.outgoing import try_address
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import Account, owner

router = APIRouter()
Owner = Annotated[Account, Depends(owner)]


def _page(request: Request, *, problem: str = "", answer: dict[str, Any] | None = None) -> Response:
    with state(request).store.read() as connection:
        known, ranges = list_addresses(connection), allowed_ranges(connection)
    values: dict[str, Any] = {"known": known, "ranges": ranges, "kinds": KINDS, "answer": answer}
    return render(request, "addresses.html", status=409 if problem else 200, problem=problem, **values)


@router.get("/addresses")
def addresses_page(request: Request, by: Owner) -> Response:
    """List the addresses and the private ranges that are allowed."""
    return _page(request)


@router.post("/addresses")
def add(
    request: Request,
    by: Owner,
    name: Annotated[str, Form()],
    kind: Annotated[str, Form()],
    url: Annotated[str, Form()],
) -> Response:
    """Keep an address."""
    store = state(request).store
    try:
        with store.write() as connection:
            add_address(connection, name.strip(), kind, url.strip(), at=store.clock(), by=by.id)
    except CommandError as error:
        return _page(request, problem=refusal(request, error))
    return go("/addresses")


@router.post("/addresses/ranges")
def allow(request: Request, by: Owner, ranges: Annotated[str, Form()] = "") -> Response:
    """Set the private ranges that may be sent to."""
    store = state(request).store
    try:
        with store.write() as connection:
            allow_ranges(connection, ranges.split(), at=store.clock(), by=by.id)
    except CommandError as error:
        return _page(request, problem=refusal(request, error))
    return go("/addresses")


@router.post("/addresses/{name}/try")
def try_it(request: Request, by: Owner, name: str) -> Response:
    """Send a word there and show what came back."""
    try:
        answer = try_address(state(request).store, name)
    except (CommandError, DataError) as error:
        return _page(request, problem=refusal(request, error))
    return _page(request, answer={"name": name, "status": answer.status})


@router.post("/addresses/{name}/remove")
def remove(request: Request, by: Owner, name: str) -> Response:
    """Forget an address."""
    store = state(request).store
    with store.write() as connection:
        remove_address(connection, name, at=store.clock(), by=by.id)
    return go("/addresses")
