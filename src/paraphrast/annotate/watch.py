"""What the owner of a project should know: controls that run out, steps of a chain that are not there."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.quality.skill import must_wait
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import unseen_items
from paraphrast.annotate.store.controls import has_controls
from paraphrast.annotate.store.database import Store, dump, parse
from paraphrast.annotate.store.projects import Row, find
from paraphrast.annotate.store.roles import WORKING

# So few controls that a worker has not seen yet are few; growing the pool needs so many independent raters.
FEW, LEAST_SOURCES = 3, 2


def keep_warnings(store: Store, row: Row) -> list[dict[str, Any]]:
    """Note with the project what its owner should know now, and give it."""
    with store.read() as connection:
        found = find_warnings(connection, row)
        table = schema.projects
        kept = connection.execute(sa.select(table.c.warnings).where(table.c.id == row.id)).scalar()
    if parse(kept) != found:
        with store.write() as connection:
            connection.execute(sa.update(table).where(table.c.id == row.id).values(warnings=dump(found)))
    return found


def read_warnings(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """Give what was noted at the last round."""
    table = schema.projects
    kept = connection.execute(sa.select(table.c.warnings).where(table.c.id == row.id)).scalar()
    return list(parse(kept) or [])


def find_warnings(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """List what is wrong or soon will be, each with its numbers."""
    found: list[dict[str, Any]] = [
        {"what": "chain", "name": branch.next}
        for branch in row.project.chain
        if find(connection, branch.next) is None
    ]
    members = schema.members
    query = sa.select(members).where(members.c.project == row.id, members.c.state == "active")
    people = [one for one in connection.execute(query) if one.role in WORKING]
    workers = [one for one in people if one.role == "annotator" and one.stage == "work"]
    found += _controls(connection, row, workers)
    waiting = sum(must_wait(row.project.rules, float(one.spam)) for one in workers)
    if waiting:
        found.append({"what": "waiting", "count": waiting})
    if not any(one.role == "expert" for one in people) and _waits_for_experts(connection, row.id):
        found.append({"what": "experts"})
    return found


def _controls(connection: sa.Connection, row: Row, workers: list[sa.Row[Any]]) -> list[dict[str, Any]]:
    rules = row.project.rules
    if not rules.control or rules.control_every <= 0 or row.project.kind == "rewrite":
        return []
    if not has_controls(connection, row):
        return [{"what": "no-controls"}] if workers else []
    left = [_count(connection, unseen_items(row, "control", "", one.user, 0)) for one in workers]
    found: list[dict[str, Any]] = []
    if used := sum(count == 0 for count in left):
        found.append({"what": "controls-used-up", "count": used})
    if few := sum(0 < count <= FEW for count in left):
        found.append({"what": "controls-few", "count": few})
    if len(workers) > LEAST_SOURCES and _have_one_source(workers):
        found.append({"what": "one-invitation", "count": len(workers)})
    return found


def _have_one_source(workers: list[sa.Row[Any]]) -> bool:
    """Tell whether all came by one invitation, or from one address: then no label is anybody else's too."""
    invitations, addresses = ({getattr(one, name) for one in workers} for name in ("invitation", "address"))
    return (len(invitations) == 1 and None not in invitations) or (
        len(addresses) == 1 and "" not in addresses
    )


def _count(connection: sa.Connection, query: sa.Select[Any]) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(query.subquery())).scalar_one())


def _waits_for_experts(connection: sa.Connection, project: int) -> bool:
    items = schema.items
    mine = (items.c.project == project, items.c.audience == "expert", items.c.missing > 0)
    return connection.execute(sa.select(items.c.id).where(*mine).limit(1)).first() is not None
