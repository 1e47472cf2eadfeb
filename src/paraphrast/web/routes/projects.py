"""The list of projects, making one, its settings, and inviting people."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import Response

from paraphrast.annotate.loading import from_dict, in_language, kinds, template, templates
from paraphrast.annotate.loading import parse as parse_project
from paraphrast.annotate.results import progress
from paraphrast.annotate.store.people import invite
from paraphrast.annotate.store.projects import change, create, of_user, set_state
from paraphrast.annotate.store.roles import MEMBER_ROLES, includes
from paraphrast.errors import DataError
from paraphrast.text.languages import LANGS
from paraphrast.web.context import Access, address, go, render, state, watching
from paraphrast.web.outgoing import announce
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import Account, organiser, signed_in

router = APIRouter()
Organising = Annotated[Access, watching("organiser")]
Maker = Annotated[Account, Depends(organiser)]


@router.get("/")
def home(request: Request, account: Annotated[Account, Depends(signed_in)]) -> Response:
    """List the projects this person is in; a token for some of them sees those."""
    with state(request).store.read() as connection:
        known = [one for one in of_user(connection, account.id) if account.reaches("project", one[0].slug)]
        mine = [(row, account.within(role), progress(connection, row)) for row, role in known]
    return render(request, "home.html", mine=mine, keeper=account.role == "owner")


@router.get("/new")
def new_page(request: Request, by: Maker) -> Response:
    """Offer the ready projects, the kinds of task, and a place for TOML."""
    return render(request, "new.html", **_offer(), problem="", text="", chosen="", name="")


def _offer() -> dict[str, Any]:
    ready = [(name, template(name)) for name in templates()]
    return {"ready": ready, "kinds": list(kinds()), "langs": LANGS}


@router.post("/new")
def new(
    request: Request,
    by: Maker,
    chosen: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    lang: Annotated[str, Form()] = "",
    votes: Annotated[int, Form()] = 0,
    text: Annotated[str, Form()] = "",
) -> Response:
    """Make a project from a template, a kind, or TOML."""
    try:
        if text.strip():
            project = parse_project(text)
        else:
            plain = msgspec.to_builtins(template(chosen)) if chosen in templates() else {"kind": chosen}
            plain |= {"name": name.strip()}
            plain = in_language(plain, lang) if lang in LANGS else plain
            project = from_dict(plain | ({"votes": votes} if votes else {}))
        store = state(request).store
        with store.write() as connection:
            row = create(connection, project, owner=by.id, at=store.clock())
    except (DataError, ValueError) as error:
        values = {"problem": refusal(request, error), "text": text, "chosen": chosen, "name": name}
        return render(request, "new.html", status=422, **_offer(), **values)
    return go(f"/projects/{row.slug}/dashboard")


@router.get("/projects/{slug}/settings")
def settings_page(request: Request, access: Organising) -> Response:
    """Show the settings as JSON to change, and the state."""
    text = msgspec.json.format(msgspec.json.encode(access.row.project), indent=2).decode()
    return render(request, "settings.html", row=access.row, text=text, problem="")


@router.post("/projects/{slug}/settings")
def settings(request: Request, access: Organising, text: Annotated[str, Form()]) -> Response:
    """Change the settings; the old ones stay in the audit trail."""
    store = state(request).store
    try:
        project = from_dict(msgspec.json.decode(text, type=dict))
        with store.write() as connection:
            change(connection, access.row, project, at=store.clock(), user=access.user.id)
    except (DataError, ValueError, msgspec.DecodeError) as error:
        return render(
            request, "settings.html", status=422, row=access.row, text=text, problem=refusal(request, error)
        )
    return go(f"/projects/{access.row.slug}/dashboard")


@router.post("/projects/{slug}/state")
def open_or_pause(request: Request, access: Organising, to: Annotated[str, Form()]) -> Response:
    """Open or pause the project."""
    if to not in ("open", "paused"):
        raise HTTPException(422, "a project is open or paused")
    store = state(request).store
    with store.write() as connection:
        set_state(connection, access.row, to, at=store.clock(), user=access.user.id)
    announce(store, "project", project=access.row.slug, state=to)
    return go(f"/projects/{access.row.slug}/dashboard")


@router.post("/projects/{slug}/invite")
def invite_to(
    request: Request,
    access: Organising,
    role: Annotated[str, Form()],
    uses: Annotated[int, Form()] = 1,
    days: Annotated[float, Form()] = 14,
) -> Response:
    """Make an invitation link and show it once: only its hash is kept."""
    store = state(request).store
    if role not in MEMBER_ROLES:
        raise HTTPException(422, f"a role is one of {', '.join(MEMBER_ROLES)}")
    if not includes(access.role, role):
        raise HTTPException(403, "nobody gives or takes a role above their own")
    with store.write() as connection:
        made = invite(
            connection, role, at=store.clock(), project=access.row.id, uses=uses, days=days, by=access.user.id
        )
    link = f"{address(request)}/join/{made}"
    return render(
        request,
        "invited.html",
        back=f"/projects/{access.row.slug}/dashboard",
        link=link,
        role=role,
        uses=uses,
        days=days,
    )
