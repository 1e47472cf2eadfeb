"""Accounts, sessions and invitations. Tokens are kept as hashes: who reads the database cannot use them."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, note
from paraphrast.annotate.store.roles import EXPERT, MEMBER_ROLES, ROLES, Role, includes, lower
from paraphrast.errors import CommandError

NAME = re.compile(r"[\w.@-]{2,64}")
LOCAL = "local"
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
SESSION_SECONDS = 14 * 24 * 3600.0
# Compared with when there is no such account, so that a wrong name takes as long as a wrong password.
NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$3pzwy6wK8wTzqUGFAgAYxSqSXVRSAlM4cKAWs2KIZLs"


class User(NamedTuple):
    """Who is speaking."""

    id: int
    name: str
    role: str
    native: str


class Invitation(NamedTuple):
    """What an invitation link opens."""

    id: int
    project: int | None
    role: str
    uses: int
    expires: float


def digest(token: str) -> str:
    """Give what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_password(password: str) -> str:
    """Give what is kept of a password; slow on purpose, so not to be done while the database is held."""
    from argon2 import PasswordHasher

    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise CommandError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    return PasswordHasher().hash(password)


def add_user(
    connection: sa.Connection, name: str, hashed: str, *, at: float, role: Role = "reader", native: str = ""
) -> User:
    """Make an account with a password that is hashed already."""
    name = name.strip()
    if not NAME.fullmatch(name):
        raise CommandError("a name has 2 to 64 letters, digits or . @ - _")
    taken = sa.select(schema.users.c.id).where(sa.func.lower(schema.users.c.name) == name.lower())
    if connection.execute(taken).first():
        raise CommandError(f"the name {name!r} is taken")
    row = {
        "name": name,
        "password": hashed,
        "role": role,
        "native": native,
        "created": at,
    }
    key = connection.execute(sa.insert(schema.users).returning(schema.users.c.id), row).scalar_one()
    note(connection, "join", at=at, user=key, name=name)
    return User(key, name, role, native)


def check_password(store: Store, name: str, password: str) -> User | None:
    """Give the account if the password is right; a missing account takes as long as a wrong password."""
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    with store.read() as connection:
        query = sa.select(schema.users).where(schema.users.c.name == name.strip())
        row = connection.execute(query.where(schema.users.c.closed.is_(None))).first()
    try:
        PasswordHasher().verify(row.password if row else NOBODY, password[:LONGEST_PASSWORD])
    except (VerificationError, InvalidHashError):
        return None
    return User(row.id, row.name, row.role, row.native) if row else None


def open_session(store: Store, user: int) -> str:
    """Begin a session and give its token; sessions that have ended are swept away."""
    token, now = secrets.token_urlsafe(32), store.clock()
    with store.write() as connection:
        connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.expires < now))
        row = {"token": digest(token), "user": user, "created": now, "expires": now + SESSION_SECONDS}
        connection.execute(sa.insert(schema.sessions), row)
        note(connection, "sign-in", at=now, user=user)
    return token


def session_user(store: Store, token: str) -> User | None:
    """Give whose session it is, if it still runs."""
    users, sessions = schema.users, schema.sessions
    query = (
        sa.select(users.c.id, users.c.name, users.c.role, users.c.native)
        .join(sessions, sessions.c.user == users.c.id)
        .where(
            sessions.c.token == digest(token), sessions.c.expires > store.clock(), users.c.closed.is_(None)
        )
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    return User(*row) if row else None


def close_session(store: Store, token: str) -> None:
    """End a session."""
    with store.write() as connection:
        connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.token == digest(token)))


def invite(
    connection: sa.Connection,
    role: str,
    *,
    at: float,
    project: int | None = None,
    uses: int = 1,
    days: float = 14,
    by: int | None = None,
) -> str:
    """Make an invitation and give its token; without a project it invites to the workbench, in this role."""
    known = ROLES if project is None else MEMBER_ROLES
    if role not in known:
        raise CommandError(f"nobody can be invited as {role!r} here; roles are {', '.join(known)}")
    if not 1 <= uses <= 10_000 or not 0 < days <= 366:
        raise CommandError("an invitation serves 1 to 10000 people for up to 366 days")
    token = secrets.token_urlsafe(24)
    row = {
        "token": digest(token),
        "project": project,
        "role": role,
        "uses": uses,
        "expires": at + days * 86400,
        "by": by,
        "created": at,
    }
    connection.execute(sa.insert(schema.invitations), row)
    note(connection, "invite", at=at, project=project, user=by, role=role, uses=uses)
    return token


def invitation(connection: sa.Connection, token: str, *, at: float) -> Invitation | None:
    """Give what the token invites to, if it still does."""
    table = schema.invitations
    columns = (table.c.id, table.c.project, table.c.role, table.c.uses, table.c.expires)
    query = sa.select(*columns).where(table.c.token == digest(token), table.c.revoked.is_(None))
    row = connection.execute(query).first()
    found = Invitation(*row) if row else None
    return found if found and found.uses > 0 and found.expires > at else None


def redeem(connection: sa.Connection, token: str, user: User, *, at: float) -> Invitation:
    """Use the invitation once for this person; a second use by the same person costs nothing."""
    found = invitation(connection, token, at=at)
    if found is None:
        raise CommandError("this invitation has been used up or has expired; ask for a new one")
    # a project's people get no more of the workbench than annotating, whatever they are in the project
    _raise_role(connection, user, found.role if found.project is None else lower(found.role, "annotator"))
    if found.project is None:
        adopt(connection, at=at)
    elif not add_member(connection, found.project, user.id, found.role, at=at, invitation=found.id):
        return found
    table = schema.invitations
    spent = sa.update(table).where(table.c.id == found.id, table.c.uses > 0).values(uses=table.c.uses - 1)
    if connection.execute(spent).rowcount != 1:
        raise CommandError("this invitation has been used up; ask for a new one")
    note(connection, "redeem", at=at, project=found.project, user=user.id, role=found.role)
    return found


def _raise_role(connection: sa.Connection, user: User, role: str) -> None:
    """Give an account at least this role on the workbench, whatever role it was asked in."""
    given = "annotator" if role == EXPERT else role
    held = connection.execute(sa.select(schema.users.c.role).where(schema.users.c.id == user.id)).scalar_one()
    if not includes(held, given):
        connection.execute(sa.update(schema.users).where(schema.users.c.id == user.id).values(role=given))


def adopt(connection: sa.Connection, *, at: float) -> None:
    """Give projects made in the shell, which have no owner, to the first owner of the workbench."""
    users, projects, members = schema.users, schema.projects, schema.members
    first = connection.execute(
        sa.select(users.c.id).where(users.c.role == "owner").order_by(users.c.id)
    ).scalar()
    if first is None:
        return
    owned = sa.select(members.c.user).where(members.c.project == projects.c.id, members.c.role == "owner")
    for project in connection.execute(sa.select(projects.c.id).where(~owned.exists())).scalars().all():
        add_member(connection, project, first, "owner", at=at)


def add_member(
    connection: sa.Connection,
    project: int,
    user: int,
    role: str,
    *,
    at: float,
    invitation: int | None = None,
) -> bool:
    """Let the person into the project; False when they are in it already."""
    table = schema.members
    if member(connection, project, user) is not None:
        return False
    values = {"project": project, "user": user, "role": role, "joined": at, "invitation": invitation}
    connection.execute(sa.insert(table), values)
    return True


def member(connection: sa.Connection, project: int, user: int) -> sa.Row[Any] | None:
    """Give what the person is in the project, if anything."""
    table = schema.members
    return connection.execute(
        sa.select(table).where(table.c.project == project, table.c.user == user)
    ).first()


def local_owner(store: Store) -> int:
    """Give the owner as whom one works on one's own machine, made on first use."""
    users = schema.users
    with store.write() as connection:
        query = sa.select(users.c.id).where(users.c.role == "owner", users.c.closed.is_(None))
        found = connection.execute(query.order_by(users.c.id)).scalar()
        if found is None:
            found = add_user(connection, LOCAL, "", at=store.clock(), role="owner").id
            adopt(connection, at=store.clock())
    return int(found)


def secret(store: Store) -> bytes:
    """Give the key that signs this installation's tokens, made on first use."""
    with store.write() as connection:
        query = sa.select(schema.settings.c.value).where(schema.settings.c.name == "secret")
        found = connection.execute(query).scalar()
        if found is None:
            found = secrets.token_hex(32)
            connection.execute(sa.insert(schema.settings), {"name": "secret", "value": found})
    return bytes.fromhex(found)
