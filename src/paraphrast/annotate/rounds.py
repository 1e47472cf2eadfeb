"""What follows a round: doubtful items go to experts, those of careless raters to the best."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.chains import advance, find_complete, list_tasks, root_of
from paraphrast.annotate.reassign import Reassignment, reassign
from paraphrast.annotate.results import BEST, EXPERTS, consensus, votes
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, lock, note, parse
from paraphrast.annotate.store.projects import Item, Row, add_items


def to_experts(store: Store, row: Row) -> int:
    """Give the experts every complete item the crowd is not sure of; they do not see what the crowd said."""
    settings = row.project.aggregation
    if settings.above is None or settings.unsure != "experts":
        return 0
    with store.write() as connection:
        lock(connection, row.id)
        complete, tasks = find_complete(connection, row), list_tasks(connection, row)
        lines = consensus(row, votes(connection, row)).rows(above=settings.above, unsure="experts")
        unsure = [line["item"] for line in lines if line.get("to") and line["item"] in complete]
        items = [_again(tasks[key]) for key in unsure]
        options = {"at": store.clock(), "audience": EXPERTS, "votes": 1}
        return add_items(connection, row, items, skip_known=True, **options)  # type: ignore[arg-type]


def to_best(
    store: Store, row: Row, *, by: int | None = None, low: float = 0.4, high: float = 0.75
) -> Reassignment:
    """Give the items of two careless workers to the five best, who do not see the old labels."""
    with store.write() as connection:
        lock(connection, row.id)
        present = _find_present(connection, row)
        positive = row.project.question().positive
        found = reassign(votes(connection, row), positive=positive, low=low, high=high, among=set(present))
        if not found.best or not found.items:
            return found
        members = schema.members
        mine = (members.c.project == row.id, members.c.user.in_([present[name] for name in found.best]))
        connection.execute(sa.update(members).where(*mine).values(best=True))
        tasks = list_tasks(connection, row)
        items = [_again(tasks[key]) for key in found.items]
        now = store.clock()
        add_items(connection, row, items, at=now, audience=BEST, votes=len(found.best), skip_known=True)
        note(connection, "reassign", at=now, project=row.id, user=by, items=len(items), best=len(found.best))
        return found


def _again(task: sa.Row[Any]) -> Item:
    """Make an item of a second round: the same text, still not for who wrote it."""
    return Item(parse(task.fields), task.key, source=task.key, author=task.author, root=root_of(task))


def _find_present(connection: sa.Connection, row: Row) -> dict[str, int]:
    """Give the annotators who can come and work: admitted, and not names of people elsewhere."""
    users, members = schema.users, schema.members
    query = (
        sa.select(users.c.name, users.c.id)
        .join(members, members.c.user == users.c.id)
        .where(members.c.project == row.id, members.c.role == "annotator", members.c.state == "active")
    )
    # a name with a slash came with imported votes: nobody can sign in by it
    return {one.name: one.id for one in connection.execute(query) if "/" not in one.name}


def settle(store: Store, row: Row) -> dict[str, int]:
    """Do what follows a finished round: send accepted items on and doubtful ones to experts."""
    return {"sent": advance(store, row, at_once=True), "experts": to_experts(store, row)}
