"""Who is in a project, as what, and the invitations to it that are out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.directory import (
    list_invitations,
    list_members,
    remove_member,
    revoke_invitation,
    set_member_role,
)
from paraphrast.annotate.store.roles import MEMBER_ROLES
from paraphrast.annotate.timeline import clock
from paraphrast.web.context import Access, go, render, state, watching

router = APIRouter()
Organising = Annotated[Access, watching("organiser")]


@router.get("/projects/{slug}/members")
def members_page(request: Request, access: Organising) -> Response:
    """List the members and the invitations, to be changed or taken back."""
    store = state(request).store
    with store.read() as connection:
        people = list_members(connection, access.row.id)
        invited = list_invitations(connection, access.row.id, at=store.clock())
    values: dict[str, Any] = {"people": people, "invited": invited, "roles": MEMBER_ROLES, "clock": clock}
    return render(request, "members.html", row=access.row, **values)


@router.post("/projects/{slug}/members/{member}/role")
def change_role(request: Request, access: Organising, member: int, role: Annotated[str, Form()]) -> Response:
    """Give a member another role, up to one's own."""
    store, by = state(request).store, (access.user.id, access.role)
    with store.write() as connection:
        set_member_role(connection, access.row.id, member, role, at=store.clock(), by=by)
    return go(f"/projects/{access.row.slug}/members")


@router.post("/projects/{slug}/members/{member}/remove")
def remove(request: Request, access: Organising, member: int) -> Response:
    """Take the project away from somebody who does not judge in it."""
    store, by = state(request).store, (access.user.id, access.role)
    with store.write() as connection:
        remove_member(connection, access.row.id, member, at=store.clock(), by=by)
    return go(f"/projects/{access.row.slug}/members")


@router.post("/projects/{slug}/invitations/{invitation}/revoke")
def revoke(request: Request, access: Organising, invitation: int) -> Response:
    """Take an invitation back."""
    store = state(request).store
    with store.write() as connection:
        revoke_invitation(connection, access.row.id, invitation, at=store.clock(), by=access.user.id)
    return go(f"/projects/{access.row.slug}/members")
