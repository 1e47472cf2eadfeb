"""Signing in and out, joining by invitation, and how the pages look."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import Response

from paraphrast.annotate.store.people import (
    SESSION_SECONDS,
    User,
    add_user,
    check_password,
    close_session,
    hash_password,
    invitation,
    open_session,
    redeem,
)
from paraphrast.annotate.store.projects import by_id
from paraphrast.errors import CommandError
from paraphrast.text.languages import LANGS
from paraphrast.web.context import SESSION, VISIT, check_rate, go, put, render, slowly, state, visitor
from paraphrast.web.outgoing import announce
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import NOT_FOR_TOKENS, bearer_token
from paraphrast.web.security import local_path

router = APIRouter()
OVER = "this invitation has been used up or has expired; ask for a new one"


def _enter(request: Request, user: int, path: str) -> Response:
    """Begin a new session: what was known of the visit before is forgotten."""
    response = go(path)
    put(request, response, SESSION, open_session(state(request).store, user), seconds=int(SESSION_SECONDS))
    response.delete_cookie(VISIT, path="/")
    return response


@router.get("/sign-in")
def sign_in_page(request: Request, user: Annotated[User | None, Depends(visitor)]) -> Response:
    """Ask for name and password."""
    return go("/") if user else render(request, "sign_in.html", name="", wrong=False)


@router.post("/sign-in", dependencies=[Depends(slowly)])
def sign_in(request: Request, name: Annotated[str, Form()], password: Annotated[str, Form()]) -> Response:
    """Let in whoever has the right password; one account can be tried only so often, from wherever."""
    check_rate(request, "account", name.strip().lower()[:100])
    user = check_password(state(request).store, name, password)
    if user is None:
        return render(request, "sign_in.html", status=401, name=name, wrong=True)
    return _enter(request, user.id, "/")


@router.post("/sign-out")
def sign_out(request: Request) -> Response:
    """End the session."""
    close_session(state(request).store, request.cookies.get(SESSION, ""))
    response = go("/sign-in")
    response.delete_cookie(SESSION, path="/")
    return response


def _invitation_page(
    request: Request, token: str, user: User | None, *, status: int = 200, problem: str = "", name: str = ""
) -> Response:
    store = state(request).store
    with store.read() as connection:
        found = invitation(connection, token, at=store.clock())
        row = by_id(connection, found.project) if found and found.project is not None else None
    if found is None:
        return render(request, "message.html", status=404, code=404, message=refusal(request, OVER))
    project = row.project if row else None
    values = {"token": token, "role": found.role, "project": project, "problem": problem, "name": name}
    return render(request, "join.html", status=status, langs=LANGS, **values, user=user)


@router.get("/join/{token}")
def join_page(request: Request, token: str, user: Annotated[User | None, Depends(visitor)]) -> Response:
    """Show what an invitation opens, and ask for a name and a password."""
    return _invitation_page(request, token, user)


@router.post("/join/{token}", dependencies=[Depends(slowly)])
def join(
    request: Request,
    token: str,
    user: Annotated[User | None, Depends(visitor)],
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    native: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Use an invitation: for the account that is signed in, or for a new one; never by a token."""
    if bearer_token(request) is not None:
        raise HTTPException(403, NOT_FOR_TOKENS)
    store = state(request).store
    now, known = store.clock(), user is not None
    try:
        hashed = "" if known else hash_password(password)
        with store.write() as connection:
            if user is None:
                spoken = ",".join(lang for lang in native or [] if lang in LANGS)
                user = add_user(connection, name, hashed, at=now, native=spoken)
            found = redeem(connection, token, user, at=now)
            row = by_id(connection, found.project) if found.project is not None else None
    except CommandError as error:
        return _invitation_page(request, token, None, status=409, problem=refusal(request, error), name=name)
    announce(store, "joined", name=user.name, project=row.slug if row else None)
    path = f"/projects/{row.slug}" if row else "/"
    return go(path) if known else _enter(request, user.id, path)


@router.post("/look")
def look(
    request: Request,
    lang: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "/",
) -> Response:
    """Choose the language of the interface, or light or dark."""
    response = go(local_path(back))
    if lang in LANGS:
        put(request, response, "lang", lang, seconds=366 * 86400)
    if theme in ("light", "dark"):
        put(request, response, "theme", theme, seconds=366 * 86400)
    return response
