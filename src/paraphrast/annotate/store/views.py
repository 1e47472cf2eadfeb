"""Who saw what: pages and data that were asked for by somebody who is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.store import schema
from paraphrast.annotate.store.server_schema import views

KEPT_SECONDS = 366 * 86400.0


class View(NamedTuple):
    """A request that was answered."""

    at: float
    user: int | None
    token: int | None
    host: str
    method: str
    path: str
    status: int


def add_views(connection: sa.Connection, seen: Sequence[View], *, at: float) -> None:
    """Keep views, and let go of those older than a year."""
    connection.execute(sa.insert(views), [one._asdict() for one in seen])
    connection.execute(sa.delete(views).where(views.c.at < at - KEPT_SECONDS))


def list_views(
    connection: sa.Connection, *, user: int | None = None, limit: int = 200, before: int | None = None
) -> list[Any]:
    """List views with the names of people, newest first."""
    users = schema.users
    query = sa.select(views, users.c.name).join(users, users.c.id == views.c.user, isouter=True)
    query = query.where(views.c.user == user) if user is not None else query
    query = query.where(views.c.id < before) if before is not None else query
    return list(connection.execute(query.order_by(views.c.id.desc()).limit(limit)))
