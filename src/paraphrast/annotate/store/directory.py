"""The lists that owners and organisers keep: accounts, members of a project, invitations that are out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.store import schema, server_schema
from paraphrast.annotate.store.database import note
from paraphrast.annotate.store.job_files import remove_jobs_of
from paraphrast.annotate.store.roles import MEMBER_ROLES, ROLES, WORKING, includes
from paraphrast.annotate.store.uploads import remove_collection, remove_uploads_of
from paraphrast.errors import CommandError, unknown


def list_accounts(connection: sa.Connection) -> list[Any]:
    """List the accounts that can be used, and those that were closed, by name."""
    users = schema.users
    columns = (users.c.id, users.c.name, users.c.role, users.c.created, users.c.closed)
    made = sa.select(*columns, (users.c.password != "").label("signs_in"))
    # people who came with imported judgements have names, but nobody can be them
    can = sa.or_(users.c.password != "", users.c.role != "annotator")
    return list(connection.execute(made.where(can).order_by(sa.func.lower(users.c.name))))


def find_user(connection: sa.Connection, name: str) -> sa.Row[Any]:
    """Give an account by its name, or say that there is none."""
    users = schema.users
    query = sa.select(users).where(sa.func.lower(users.c.name) == name.strip().lower())
    found = connection.execute(query).first()
    if found is None:
        raise CommandError(f"there is no account {name!r}")
    return found


def get_user(connection: sa.Connection, key: int) -> sa.Row[Any]:
    """Give an account by its number, or say that there is none."""
    found = connection.execute(sa.select(schema.users).where(schema.users.c.id == key)).first()
    if found is None:
        raise CommandError("there is no such account")
    return found


def set_role(connection: sa.Connection, user: int, role: str, *, at: float, by: int | None) -> None:
    """Give an account a role on the workbench; its last owner stays one."""
    if role not in ROLES:
        raise unknown("role", role, ROLES)
    before = get_user(connection, user).role
    if role != "owner":
        _check_not_last(connection, user)
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user).values(role=role))
    note(connection, "role", at=at, user=by, account=user, role=role, before=before)


def _check_not_last(connection: sa.Connection, user: int) -> None:
    users = schema.users
    owners = sa.select(users.c.id).where(users.c.role == "owner", users.c.closed.is_(None))
    if connection.execute(owners.limit(2)).scalars().all() == [user]:
        raise CommandError("the workbench needs an owner; make somebody else one first")


def close_account(connection: sa.Connection, user: int, *, at: float, by: int | None) -> None:
    """Let nobody in by this account until it is opened again; what it made stays."""
    get_user(connection, user)
    _check_not_last(connection, user)
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user).values(closed=at))
    _sign_out(connection, user, at)
    note(connection, "account-closed", at=at, user=by, account=user)


def open_account(connection: sa.Connection, user: int, *, at: float, by: int | None) -> None:
    """Let somebody in again."""
    get_user(connection, user)
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user).values(closed=None))
    note(connection, "account-opened", at=at, user=by, account=user)


def _sign_out(connection: sa.Connection, user: int, at: float) -> None:
    tokens = server_schema.tokens
    for table in (schema.sessions, schema.resets):
        connection.execute(sa.delete(table).where(table.c.user == user))
    alive = sa.and_(tokens.c.user == user, tokens.c.revoked.is_(None))
    connection.execute(sa.update(tokens).where(alive).values(revoked=at))


def forget_account(connection: sa.Connection, folder: Path, user: int, *, at: float, by: int | None) -> None:
    """Close an account for good: its name, files, collections and shares go; judgements stay, nameless."""
    close_account(connection, user, at=at, by=by)
    blank = {"name": f"removed-{user}", "password": "", "native": "", "role": "annotator"}
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user).values(**blank))
    collections, shares = server_schema.collections, server_schema.shares
    mine = sa.select(collections.c.id).where(collections.c.user == user)
    for collection in connection.execute(mine).scalars().all():
        remove_collection(connection, folder, collection, at=at, by=by)
    connection.execute(sa.delete(shares).where(shares.c.user == user))
    remove_uploads_of(connection, folder, user)
    remove_jobs_of(connection, user)
    note(connection, "account-removed", at=at, user=by, account=user)


def list_members(connection: sa.Connection, project: int) -> list[Any]:
    """List who is in a project and as what."""
    members, users = schema.members, schema.users
    query = sa.select(members.c.user, users.c.name, members.c.role, members.c.state, members.c.joined)
    query = query.join(users, users.c.id == members.c.user).where(members.c.project == project)
    return list(connection.execute(query.order_by(sa.func.lower(users.c.name))))


def set_member_role(
    connection: sa.Connection, project: int, user: int, role: str, *, at: float, by: tuple[int, str]
) -> None:
    """Give a member another role, by somebody with a role of their own that is not below either."""
    if role not in MEMBER_ROLES:
        raise CommandError(f"a role is one of {', '.join(MEMBER_ROLES)}")
    before = _change_member(connection, project, user, role, held=by[1])
    members = schema.members
    mine = sa.and_(members.c.project == project, members.c.user == user)
    connection.execute(sa.update(members).where(mine).values(role=role))
    note(connection, "member-role", at=at, project=project, user=by[0], worker=user, role=role, before=before)


def remove_member(
    connection: sa.Connection, project: int, user: int, *, at: float, by: tuple[int, str]
) -> None:
    """Take a project away from somebody who does not judge in it; who judges is banned instead."""
    if _change_member(connection, project, user, "reader", held=by[1]) in WORKING:
        raise CommandError("who judges is not removed but banned, so that the judgements keep their rules")
    members = schema.members
    connection.execute(sa.delete(members).where(members.c.project == project, members.c.user == user))
    note(connection, "member-removed", at=at, project=project, user=by[0], worker=user)


def _change_member(connection: sa.Connection, project: int, user: int, role: str, *, held: str) -> str:
    members = schema.members
    query = sa.select(members.c.user, members.c.role).where(members.c.project == project)
    known = {row.user: str(row.role) for row in connection.execute(query)}
    if user not in known:
        raise CommandError("this person is not in the project")
    if not includes(held, role) or not includes(held, known[user]):
        raise CommandError("nobody gives or takes a role above their own")
    owners = [one for one, has in known.items() if has == "owner"]
    if owners == [user] and role != "owner":
        raise CommandError("the project needs an owner; make somebody else one first")
    return known[user]


def list_invitations(connection: sa.Connection, project: int | None, *, at: float) -> list[Any]:
    """List the invitations that still let somebody in; the links themselves are not kept."""
    table, users = schema.invitations, schema.users
    here = table.c.project.is_(None) if project is None else table.c.project == project
    query = sa.select(table.c.id, table.c.role, table.c.uses, table.c.expires, users.c.name)
    query = query.join(users, users.c.id == table.c.by, isouter=True)
    query = query.where(here, table.c.uses > 0, table.c.expires > at, table.c.revoked.is_(None))
    return list(connection.execute(query.order_by(table.c.id.desc())))


def revoke_invitation(
    connection: sa.Connection, project: int | None, invitation: int, *, at: float, by: int | None
) -> None:
    """Take an invitation back; who has joined by it stays."""
    table = schema.invitations
    here = table.c.project.is_(None) if project is None else table.c.project == project
    alive = sa.and_(table.c.id == invitation, here, table.c.revoked.is_(None))
    if connection.execute(sa.update(table).where(alive).values(revoked=at)).rowcount != 1:
        raise CommandError("there is no such invitation")
    note(connection, "invitation-revoked", at=at, project=project, user=by, invitation=invitation)
