"""Who is asking, what they may see, and how an answer is drawn."""

from __future__ import annotations

import secrets
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import sqlalchemy as sa
from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import escape

from paraphrast.annotate.project import Project, Words, say
from paraphrast.annotate.store.people import User, member
from paraphrast.annotate.store.projects import Row, find
from paraphrast.annotate.store.roles import WATCHING, includes
from paraphrast.text import identification
from paraphrast.text.languages import FALLBACK, LANGS
from paraphrast.web.rights import SESSION as SESSION
from paraphrast.web.rights import UNSAFE, Account, bearer_token, find_account, signed_in
from paraphrast.web.security import is_from_program, is_token, is_upload, token
from paraphrast.web.state import state as state

FOLDER = Path(__file__).parent
VISIT = "paraphrast_visit"


class Access(NamedTuple):
    """A person in a project, as a member with a role."""

    user: User
    row: Row
    who: sa.Row[Any]
    role: str


def address(request: Request) -> str:
    """Give where people reach the workbench: as its owner set it, else where it listens.

    Never by the Host header: whoever sends the request writes it.
    """
    if configured := state(request).address:
        return configured
    host, port = request.scope.get("server") or ("127.0.0.1", None)
    host = f"[{host}]" if ":" in host else host
    return f"{request.scope['scheme']}://{host}" + (f":{port}" if port else "")


@cache
def strings(lang: str) -> dict[str, str]:
    """Give the words of the interface in one language."""
    return tomllib.loads(
        files("paraphrast.web").joinpath("strings", f"{lang}.toml").read_text(encoding="utf-8")
    )


@cache
def environment() -> Environment:
    """Give the templates; everything put into them is escaped."""
    made = Environment(loader=FileSystemLoader(FOLDER / "pages"), autoescape=True, undefined=StrictUndefined)
    made.trim_blocks = made.lstrip_blocks = True
    return made


def language(request: Request) -> str:
    """Give the language of the interface: the one chosen, else the first of the browser's that we speak."""
    chosen = request.cookies.get("lang", "")
    if chosen in LANGS:
        return chosen
    for part in request.headers.get("accept-language", "").lower().split(","):
        if part.strip()[:2] in LANGS:
            return part.strip()[:2]
    return FALLBACK


def render(request: Request, page: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Draw a page in the visitor's language and look."""
    lang, theme = language(request), request.cookies.get("theme", "")
    visit = request.cookies.get(SESSION) or request.cookies.get(VISIT) or secrets.token_urlsafe(24)
    words = strings(lang)
    text = (
        environment()
        .get_template(page)
        .render(
            t=lambda key, **slots: escape(words[key]).format(**slots),
            name_of=lambda kind, name: words.get(f"{kind}-{name}", name),
            say=lambda told: say(told, lang),
            said_lang=lambda told: said_lang(told, lang),
            text_lang=text_lang,
            lang=lang,
            theme=theme if theme in ("light", "dark") else "",
            csrf=token(state(request).secret, visit),
            path=request.url.path,
            **{"user": getattr(request.state, "user", None), **values},
        )
    )
    response = HTMLResponse(text, status_code=status)
    if not request.cookies.get(SESSION) and not request.cookies.get(VISIT):
        put(request, response, VISIT, visit)
    return response


def said_lang(words: Words, lang: str) -> str:
    """Name the language that `say` gives these words in, for programs that read aloud.

    >>> said_lang({"en": "yes"}, "zh"), said_lang({"zh": "是"}, "zh"), said_lang("да", "ru")
    ('en', 'zh', 'ru')
    """
    if isinstance(words, str) or words.get(lang) or not words:
        return lang
    return FALLBACK if words.get(FALLBACK) else next(iter(words))


def text_lang(text: str, fields: dict[str, Any], project: Project) -> str:
    """Name the language of a text: as its item or project says, else by its letters; empty if unknown."""
    told = fields.get("lang") or project.lang
    return str(told) if told in LANGS else _guess_lang(str(text)[:300])


@lru_cache(4096)
def _guess_lang(text: str) -> str:
    found = identification.language(text)
    return "" if found == "other" else found


def put(request: Request, response: Response, name: str, value: str, *, seconds: int | None = None) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send along."""
    secure = request.url.scheme == "https" or state(request).address.startswith("https:")
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/")


def go(path: str) -> RedirectResponse:
    """Send the browser on after a form."""
    return RedirectResponse(path, status_code=303)


async def unforged(request: Request) -> None:
    """Refuse a write that does not carry the token of this visit, or that comes from another site."""
    if request.method not in UNSAFE or bearer_token(request) is not None:
        return  # nobody's browser sends a token by itself, and with one the cookies do not count
    origin = request.headers.get("origin")
    if origin and origin != "null" and origin.split("://", 1)[-1] != request.headers.get("host"):
        raise HTTPException(403, "this request comes from another site")
    given = request.headers.get("x-csrf-token")
    kind = request.headers.get("content-type", "")
    has_form = given is None and not request.url.path.startswith("/api/")  # programs send no forms
    if has_form and kind.startswith("multipart/form-data") and is_upload(request.scope):
        return  # a large body: the route reads it when it knows who sends it, and then checks the token
    if has_form and kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        given = str((await request.form()).get("csrf", ""))
    try:
        check_token(request, given)
    except HTTPException:
        await request.close()  # files that came with the form do not stay open
        raise


def check_token(request: Request, given: object) -> None:
    """Refuse a form that does not carry the token of this visit, unless no browser's cookie speaks for it."""
    if bearer_token(request) is not None:
        return
    if state(request).local is not None and is_from_program(request.method, request.headers):
        return
    visit = request.cookies.get(SESSION) or request.cookies.get(VISIT) or ""
    told = request.headers.get("x-csrf-token") or given
    if not is_token(state(request).secret, visit, str(told or "")):
        raise HTTPException(403, "this form is out of date; load the page again")


def visitor(request: Request) -> User | None:
    """Give who is signed in, if anyone."""
    account = find_account(request)
    return account.user if account else None


def member_of(*roles: str) -> Any:
    """Make a dependency: the project in the address, for its members with one of these roles.

    To everyone else the project does not exist; a member in another role is told that it is not theirs to do.
    """

    def access(request: Request, slug: str, account: Annotated[Account, Depends(signed_in)]) -> Access:
        with state(request).store.read() as connection:
            row = find(connection, slug)
            who = member(connection, row.id, account.id) if row else None
        if row is None or who is None or not account.reaches("project", slug):
            raise HTTPException(404, "there is no such page")
        role = account.within(who.role)
        if role not in roles:
            raise HTTPException(403, "this is not yours to do")
        return Access(account.user, row, who, role)

    return Depends(access)


def watching(role: str) -> Any:
    """Make a dependency: the project in the address, for members who watch it with at least this role."""
    return member_of(*(one for one in WATCHING if includes(one, role)))


def slowly(request: Request) -> None:
    """Refuse one address that tries passwords or invitations too often; a class may join from one."""
    if request.method in UNSAFE:
        check_rate(request, "sign_in", request.client.host if request.client else "")


def check_rate(request: Request, name: Literal["sign_in", "account"], who: str) -> None:
    """Refuse whoever (or whatever account) has had too many attempts."""
    if not state(request).buckets.allow(name, who, getattr(state(request).limits, name)):
        raise HTTPException(429, "too many attempts; wait a minute")
