"""Who is asking and what they may do: by the cookie of a session, by a token, or as the one local person.

A route of the workbench asks for the least role that may use it:

    def check(account: Annotated[Account, Depends(editor)]) -> ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

import sqlalchemy as sa
from fastapi import HTTPException, Request

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.people import User, session_user
from paraphrast.annotate.store.roles import ROLES, Role, includes, lower
from paraphrast.annotate.store.tokens import token_user
from paraphrast.web.security import is_local_request
from paraphrast.web.state import state

SESSION = "paraphrast_session"
EVERYTHING = ("everything",)
NOT_FOR_TOKENS = "this is not for tokens; sign in for it"
ELSEWHERE = "this workbench is for its own machine alone; serve it with --host for others"
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}


class Account(NamedTuple):
    """Who is asking. A token's `scopes` are the role it does not go beyond, and the things it is for."""

    id: int
    name: str
    role: Role
    scopes: tuple[str, ...] = EVERYTHING
    native: str = ""
    token: int | None = None

    @property
    def user(self) -> User:
        """Give the person as the projects know them."""
        return User(self.id, self.name, self.role, self.native)

    def reaches(self, kind: str, thing: object) -> bool:
        """Tell whether a token is for this project or collection too (or for all).

        >>> Account(1, "anna", "reader", ("reader", "project:same")).reaches("project", "other")
        False
        """
        things = [scope for scope in self.scopes if ":" in scope]
        return not things or f"{kind}:{thing}" in things

    def within(self, role: str) -> str:
        """Give a role in a project or collection as far as a token lets it go."""
        caps = [scope for scope in self.scopes if scope in ROLES]
        return lower(role, caps[0]) if caps else role


def bearer_token(request: Request) -> str | None:
    """Give the token that the request sends, if it sends one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def find_account(request: Request) -> Account | None:
    """Give who is asking, if anyone; a token that does not count is refused, cookie or not."""
    if not hasattr(request.state, "account"):
        request.state.account = _look_up(request)
        request.state.user = request.state.account.user if request.state.account else None
    return cast("Account | None", request.state.account)


def _look_up(request: Request) -> Account | None:
    held, token = state(request), bearer_token(request)
    if token is not None:
        found = token_user(held.store, token)
        if found is None:
            raise HTTPException(401, "this token has expired or was revoked, or never was one")
        user = found.user
        role = lower(user.role, found.scopes[0])
        return Account(user.id, user.name, cast(Role, role), found.scopes, user.native, found.token)
    if held.local is not None:
        return _local_account(request, held.local)
    session = request.cookies.get(SESSION)
    person = session_user(held.store, session) if session else None
    return Account(person.id, person.name, cast(Role, person.role), native=person.native) if person else None


def _local_account(request: Request, key: int) -> Account | None:
    if not is_local_request(request.scope):
        raise HTTPException(403, ELSEWHERE)
    users = schema.users
    with state(request).store.read() as connection:
        row = connection.execute(sa.select(users).where(users.c.id == key)).first()
    return Account(row.id, row.name, row.role, native=row.native) if row else None


def signed_in(request: Request) -> Account:
    """Give who is asking; others are told to sign in, and those who write too fast are slowed down."""
    account, held = find_account(request), state(request)
    if account is None:
        raise HTTPException(401, "sign in first")
    if request.method in UNSAFE and not held.buckets.allow("write", str(account.id), held.limits.write):
        raise HTTPException(429, "slower, please")
    return account


def in_person(request: Request) -> Account:
    """Give who is asking, if it is a person and not a program with a token."""
    account = signed_in(request)
    if account.token is not None:
        raise HTTPException(403, NOT_FOR_TOKENS)
    return account


def at_least(role: Role, *, bound: bool = False) -> Callable[[Request], Account]:
    """Make a dependency: who is asking, if the workbench gives them this role or more.

    Tokens for some projects or collections only are let in where the route looks at that itself: `bound`.
    """

    def allowed(request: Request) -> Account:
        account = signed_in(request)
        check_role(account, role)
        if not bound:
            check_unbound(account)
        return account

    allowed.__name__ = role
    return allowed


def check_role(account: Account, role: str) -> None:
    """Refuse whoever has less than this role on the workbench."""
    if not includes(account.role, role):
        raise HTTPException(403, f"this needs the role {role!r}; yours is {account.role!r}")


def check_unbound(account: Account) -> None:
    """Refuse a token that is for some projects or collections only."""
    if any(":" in scope for scope in account.scopes):
        raise HTTPException(403, "this token is for some projects or collections only")


reader = at_least("reader")
annotator = at_least("annotator")
editor = at_least("editor")
organiser = at_least("organiser")
owner = at_least("owner")
