"""One's own account: languages and password; and setting a password by a link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import Response

from paraphrast.annotate.store.accounts import (
    RESET_HOURS,
    change_password,
    make_reset,
    may_reset,
    reset_user,
    set_languages,
    use_reset,
)
from paraphrast.errors import CommandError
from paraphrast.text.languages import LANGS
from paraphrast.web.context import (
    SESSION,
    Access,
    address,
    check_rate,
    go,
    render,
    slowly,
    state,
    watching,
)
from paraphrast.web.refusals import refusal
from paraphrast.web.rights import Account, in_person

router = APIRouter()
Organising = Annotated[Access, watching("organiser")]
Person = Annotated[Account, Depends(in_person)]
OVER = "this link has been used or has expired; ask for a new one"


def _page(request: Request, *, status: int = 200, problem: str = "", done: str = "") -> Response:
    return render(request, "me.html", status=status, langs=LANGS, problem=problem, done=done)


@router.get("/me")
def profile(request: Request, user: Person) -> Response:
    """Show what the account says, to be corrected."""
    return _page(request)


@router.post("/me/languages")
def languages(request: Request, user: Person, native: Annotated[list[str] | None, Form()] = None) -> Response:
    """Correct the languages one speaks natively."""
    store = state(request).store
    with store.write() as connection:
        request.state.user = set_languages(connection, user.user, native or [], at=store.clock())
    return _page(request, done="me-saved")


@router.post("/me/password")
def password(
    request: Request, user: Person, old: Annotated[str, Form()], new: Annotated[str, Form()]
) -> Response:
    """Change one's password; other devices are signed out."""
    check_rate(request, "account", user.name.lower())
    try:
        change_password(state(request).store, user.user, old, new, session=request.cookies.get(SESSION, ""))
    except CommandError as error:
        return _page(request, status=409, problem=refusal(request, error))
    return _page(request, done="me-password-saved")


@router.post("/projects/{slug}/workers/{worker}/password", dependencies=[Depends(in_person)])
def password_link(request: Request, access: Organising, worker: int) -> Response:
    """Make a link by which a worker sets a new password, and show it once."""
    store = state(request).store
    with store.write() as connection:
        if not may_reset(connection, access.user, worker):
            raise CommandError("only an owner of the workbench can give this person a link")
        token = make_reset(connection, worker, at=store.clock(), by=access.user.id)
    link, back = f"{address(request)}/password/{token}", f"/projects/{access.row.slug}/workers/{worker}"
    return render(request, "reset.html", link=link, hours=RESET_HOURS, back=back)


def _set_page(request: Request, token: str, *, status: int = 200, problem: str = "") -> Response:
    store = state(request).store
    with store.read() as connection:
        user = reset_user(connection, token, at=store.clock())
    if user is None:
        return render(request, "message.html", status=404, code=404, message=refusal(request, OVER))
    return render(request, "password.html", status=status, token=token, name=user.name, problem=problem)


@router.get("/password/{token}")
def set_password_page(request: Request, token: str) -> Response:
    """Ask for a new password."""
    return _set_page(request, token)


@router.post("/password/{token}", dependencies=[Depends(slowly)])
def set_password(request: Request, token: str, new: Annotated[str, Form()]) -> Response:
    """Set a new password by a link; then one signs in with it."""
    try:
        use_reset(state(request).store, token, new)
    except CommandError as error:
        return _set_page(request, token, status=409, problem=refusal(request, error))
    return go("/sign-in")
