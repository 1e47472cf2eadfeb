"""The accounts of the workbench, for its owner: roles, closing, links for passwords, invitations."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.accounts import RESET_HOURS, make_reset
from paraphrast.annotate.store.directory import (
    close_account,
    get_user,
    list_accounts,
    list_invitations,
    open_account,
    revoke_invitation,
    set_role,
)
from paraphrast.annotate.store.people import invite
from paraphrast.annotate.store.roles import ROLES
from paraphrast.annotate.timeline import clock
from paraphrast.web.context import address, go, render, state
from paraphrast.web.rights import Account, in_person, owner

router = APIRouter()
Owner = Annotated[Account, Depends(owner)]
# what gives somebody a way in outlives a token, so a token that was lost must not give it
IN_PERSON = [Depends(in_person)]


@router.get("/accounts")
def accounts_page(request: Request, by: Owner) -> Response:
    """List the accounts and the invitations to the workbench."""
    store = state(request).store
    with store.read() as connection:
        people = list_accounts(connection)
        invited = list_invitations(connection, None, at=store.clock())
    values: dict[str, Any] = {
        "people": people,
        "invited": invited,
        "roles": ROLES,
        "clock": clock,
        "own": by.id,
    }
    return render(request, "accounts.html", **values)


@router.post("/accounts/invite", dependencies=IN_PERSON)
def invite_to(
    request: Request,
    by: Owner,
    role: Annotated[str, Form()],
    uses: Annotated[int, Form()] = 1,
    days: Annotated[float, Form()] = 14,
) -> Response:
    """Make an invitation to the workbench and show it once."""
    store = state(request).store
    with store.write() as connection:
        made = invite(connection, role, at=store.clock(), uses=uses, days=days, by=by.id)
    link = f"{address(request)}/join/{made}"
    values: dict[str, Any] = {"link": link, "role": role, "uses": uses, "days": days, "back": "/accounts"}
    return render(request, "invited.html", **values)


@router.post("/accounts/invitations/{invitation}/revoke")
def revoke(request: Request, by: Owner, invitation: int) -> Response:
    """Take an invitation to the workbench back."""
    store = state(request).store
    with store.write() as connection:
        revoke_invitation(connection, None, invitation, at=store.clock(), by=by.id)
    return go("/accounts")


@router.post("/accounts/{account}/role", dependencies=IN_PERSON)
def change_role(request: Request, by: Owner, account: int, role: Annotated[str, Form()]) -> Response:
    """Give an account another role."""
    store = state(request).store
    with store.write() as connection:
        set_role(connection, account, role, at=store.clock(), by=by.id)
    return go("/accounts")


@router.post("/accounts/{account}/close")
def close(request: Request, by: Owner, account: int) -> Response:
    """Let nobody in by this account any more."""
    store = state(request).store
    with store.write() as connection:
        close_account(connection, account, at=store.clock(), by=by.id)
    return go("/accounts")


@router.post("/accounts/{account}/open", dependencies=IN_PERSON)
def open_again(request: Request, by: Owner, account: int) -> Response:
    """Let somebody in again."""
    store = state(request).store
    with store.write() as connection:
        open_account(connection, account, at=store.clock(), by=by.id)
    return go("/accounts")


@router.post("/accounts/{account}/password", dependencies=IN_PERSON)
def password_link(request: Request, by: Owner, account: int) -> Response:
    """Make a link by which somebody sets a new password, and show it once."""
    store = state(request).store
    with store.write() as connection:
        get_user(connection, account)
        token = make_reset(connection, account, at=store.clock(), by=by.id)
    link = f"{address(request)}/password/{token}"
    return render(request, "reset.html", link=link, hours=RESET_HOURS, back="/accounts")
