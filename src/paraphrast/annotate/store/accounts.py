"""What people do with their accounts: change a password, set one anew by a link, correct what they said."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, note
from paraphrast.annotate.store.people import User, check_password, digest, hash_password
from paraphrast.annotate.store.roles import includes
from paraphrast.errors import CommandError
from paraphrast.text.languages import LANGS

RESET_HOURS = 48


def set_languages(connection: sa.Connection, user: User, native: Sequence[str], *, at: float) -> User:
    """Correct which languages somebody speaks natively; what they said before is in the audit trail."""
    spoken = ",".join(lang for lang in LANGS if lang in native)
    table = schema.users
    connection.execute(sa.update(table).where(table.c.id == user.id).values(native=spoken))
    note(connection, "profile", at=at, user=user.id, native=spoken, before=user.native)
    return user._replace(native=spoken)


def change_password(store: Store, user: User, old: str, new: str, *, session: str) -> None:
    """Change a password of somebody who knows it; every other session of theirs ends."""
    if check_password(store, user.name, old) is None:
        raise CommandError("the present password is wrong")
    hashed = hash_password(new)
    with store.write() as connection:
        _set_password(connection, user.id, hashed, keep=digest(session))
        note(connection, "password", at=store.clock(), user=user.id)


def _set_password(connection: sa.Connection, user: int, hashed: str, *, keep: str = "") -> None:
    users, sessions = schema.users, schema.sessions
    connection.execute(sa.update(users).where(users.c.id == user).values(password=hashed))
    connection.execute(sa.delete(sessions).where(sessions.c.user == user, sessions.c.token != keep))
    connection.execute(sa.delete(schema.resets).where(schema.resets.c.user == user))


def may_reset(connection: sa.Connection, owner: User, user: int) -> bool:
    """Tell whether this owner may give somebody a link to set a new password.

    Who has it can enter the account: so an owner of the workbench may for everyone, and others for
    people who only work, and only in projects that are theirs.
    """
    users, members = schema.users, schema.members
    found = connection.execute(sa.select(users).where(users.c.id == user)).first()
    if found is None or not found.password:
        return False
    if _is_keeper(connection, owner.id):
        return True
    mine = sa.select(members.c.project).where(members.c.user == owner.id, members.c.role == "owner")
    theirs = sa.select(members.c.project, members.c.role).where(members.c.user == user)
    elsewhere = theirs.where(sa.or_(members.c.role == "owner", members.c.project.not_in(mine)))
    joined = connection.execute(theirs).first() is not None
    return joined and not includes(found.role, "organiser") and connection.execute(elsewhere).first() is None


def _is_keeper(connection: sa.Connection, user: int) -> bool:
    """Tell whether this is an owner of the workbench, who answers for all that it keeps."""
    users = schema.users
    return connection.execute(sa.select(users.c.role).where(users.c.id == user)).scalar() == "owner"


def make_reset(connection: sa.Connection, user: int, *, at: float, by: int | None) -> str:
    """Make a link's token by which a new password can be set once; older ones stop working."""
    table, token = schema.resets, secrets.token_urlsafe(24)
    connection.execute(sa.delete(table).where(sa.or_(table.c.user == user, table.c.expires < at)))
    row = {"token": digest(token), "user": user, "expires": at + RESET_HOURS * 3600, "by": by}
    connection.execute(sa.insert(table), row)
    note(connection, "password-link", at=at, user=by, worker=user)
    return token


def reset_user(connection: sa.Connection, token: str, *, at: float) -> User | None:
    """Give whose password the token sets, while it does."""
    users, table = schema.users, schema.resets
    query = (
        sa.select(users.c.id, users.c.name, users.c.role, users.c.native)
        .join(table, table.c.user == users.c.id)
        .where(table.c.token == digest(token), table.c.expires > at)
    )
    found = connection.execute(query).first()
    return User(*found) if found else None


def use_reset(store: Store, token: str, password: str) -> User:
    """Set a new password by a link, once; every session of the account ends."""
    hashed = hash_password(password)
    with store.write() as connection:
        user = reset_user(connection, token, at=store.clock())
        gone = sa.delete(schema.resets).where(schema.resets.c.token == digest(token))
        if user is None or connection.execute(gone).rowcount != 1:
            raise CommandError("this link has been used or has expired; ask for a new one")
        _set_password(connection, user.id, hashed)
        note(connection, "password", at=store.clock(), user=user.id, by="link")
        return user
