"""What programs send instead of a password: tokens with a scope and an end, kept as hashes."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, dump, note, parse
from paraphrast.annotate.store.people import User, digest
from paraphrast.annotate.store.roles import ROLES, includes
from paraphrast.annotate.store.server_schema import tokens
from paraphrast.errors import CommandError

PREFIX = "paraphrast_"  # so that programs that look for secrets in files can tell one
MOST_DAYS, MOST_TOKENS, NOTED_SECONDS = 366.0, 50, 3600.0
THING = re.compile(r"(project|collection):[\w-]{1,64}")


class Token(NamedTuple):
    """A token as its owner sees it; what is sent is shown once, when it is made."""

    id: int
    name: str
    scopes: tuple[str, ...]
    created: float
    expires: float
    used: float | None
    revoked: float | None


class Bearer(NamedTuple):
    """Whose token came, and what it is for."""

    user: User
    token: int
    scopes: tuple[str, ...]


def _check_scopes(role: str, scopes: Sequence[str]) -> tuple[str, ...]:
    """Give scopes in order, or say what is wrong: one role up to the maker's own, and any things.

    >>> _check_scopes("organiser", ["project:same", "reader"])
    ('reader', 'project:same')
    """
    roles = [scope for scope in scopes if scope in ROLES]
    things = [scope for scope in scopes if scope not in ROLES]
    for thing in things:
        if not THING.fullmatch(thing):
            raise CommandError(f"a scope is a role, project:NAME or collection:NUMBER, not {thing!r}")
    if len(roles) != 1:
        raise CommandError(f"a token needs one role as its scope: {', '.join(ROLES)}")
    if not includes(role, roles[0]):
        raise CommandError(f"a token cannot do more than its owner: {role}")
    return (roles[0], *sorted(set(things)))


def make_token(
    connection: sa.Connection, user: User, name: str, scopes: Sequence[str], *, days: float, at: float
) -> str:
    """Make a token and give what is to be sent; nobody can see it again."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 64 or not name.isprintable():
        raise CommandError("the name of a token has 1 to 64 characters")
    if not 0 < days <= MOST_DAYS:
        raise CommandError("a token lives up to 366 days")
    given = _check_scopes(user.role, scopes)
    alive = sa.select(sa.func.count()).where(
        tokens.c.user == user.id, tokens.c.revoked.is_(None), tokens.c.expires > at
    )
    if connection.execute(alive).scalar_one() >= MOST_TOKENS:
        raise CommandError(f"there are {MOST_TOKENS} tokens already; revoke one first")
    token = PREFIX + secrets.token_urlsafe(32)
    row = {
        "user": user.id,
        "token": digest(token),
        "name": name,
        "scopes": dump(given),
        "created": at,
        "expires": at + days * 86400,
    }
    connection.execute(sa.insert(tokens), row)
    note(connection, "token", at=at, user=user.id, name=name, scopes=list(given))
    return token


def list_tokens(connection: sa.Connection, user: int) -> list[Token]:
    """List somebody's tokens, newest first."""
    columns = (tokens.c.id, tokens.c.name, tokens.c.scopes, tokens.c.created, tokens.c.expires)
    query = sa.select(*columns, tokens.c.used, tokens.c.revoked).where(tokens.c.user == user)
    rows = connection.execute(query.order_by(tokens.c.id.desc()))
    return [Token(row[0], row[1], tuple(parse(row[2])), *row[3:]) for row in rows]


def revoke_token(connection: sa.Connection, user: int, token: int, *, at: float) -> None:
    """End a token of this person."""
    mine = sa.and_(tokens.c.id == token, tokens.c.user == user, tokens.c.revoked.is_(None))
    if connection.execute(sa.update(tokens).where(mine).values(revoked=at)).rowcount != 1:
        raise CommandError("there is no such token")
    note(connection, "token-revoked", at=at, user=user, token=token)


def token_user(store: Store, given: str) -> Bearer | None:
    """Give who sends this token, while it lasts; once an hour it is noted that it is in use."""
    users, now = schema.users, store.clock()
    columns = (users.c.id, users.c.name, users.c.role, users.c.native, tokens.c.id, tokens.c.scopes)
    query = (
        sa.select(*columns, tokens.c.used)
        .join(users, users.c.id == tokens.c.user)
        .where(tokens.c.token == digest(given), tokens.c.revoked.is_(None), tokens.c.expires > now)
        .where(users.c.closed.is_(None))
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    if row[6] is None or row[6] < now - NOTED_SECONDS:
        with store.write() as connection:
            connection.execute(sa.update(tokens).where(tokens.c.id == row[4]).values(used=now))
    return Bearer(User(*row[:4]), row[4], tuple(parse(row[5])))
