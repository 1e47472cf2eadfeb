"""One's own tokens for programs: make one, see which there are, end one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.roles import ROLES, includes
from paraphrast.annotate.store.tokens import list_tokens, make_token, revoke_token
from paraphrast.annotate.timeline import clock
from paraphrast.errors import CommandError
from paraphrast.web.context import go, render, state
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import Account, in_person

router = APIRouter()
Person = Annotated[Account, Depends(in_person)]


def _page(request: Request, account: Account, *, made: str = "", problem: str = "") -> Response:
    store = state(request).store
    with store.read() as connection:
        mine = [one for one in list_tokens(connection, account.id) if one.revoked is None]
    lines = [(one, one.expires > store.clock()) for one in mine]
    mayhave = [role for role in ROLES if includes(account.role, role)]
    values: dict[str, Any] = {
        "lines": lines,
        "made": made,
        "problem": problem,
        "mayhave": mayhave,
        "clock": clock,
    }
    return render(request, "tokens.html", status=409 if problem else 200, **values)


@router.get("/me/tokens")
def tokens_page(request: Request, account: Person) -> Response:
    """List the tokens that were not revoked."""
    return _page(request, account)


@router.post("/me/tokens")
def make(
    request: Request,
    account: Person,
    name: Annotated[str, Form()],
    role: Annotated[str, Form()],
    things: Annotated[str, Form()] = "",
    days: Annotated[float, Form()] = 30,
) -> Response:
    """Make a token and show it once: only its hash is kept."""
    store, scopes = state(request).store, [role, *things.split()]
    try:
        with store.write() as connection:
            made = make_token(connection, account.user, name, scopes, days=days, at=store.clock())
    except CommandError as error:
        return _page(request, account, problem=refusal(request, error))
    return _page(request, account, made=made)


@router.post("/me/tokens/{token}/revoke")
def revoke(request: Request, account: Person, token: int) -> Response:
    """End a token."""
    store = state(request).store
    with store.write() as connection:
        revoke_token(connection, account.id, token, at=store.clock())
    return go("/me/tokens")
