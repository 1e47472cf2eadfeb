"""What follows a round: accepted output feeds the next project, doubtful items go to those who know."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.reassign import Reassignment, reassign
from paraphrast.annotate.results import BEST, EVERYONE, EXPERTS, consensus, judged, votes
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, lock, note, parse
from paraphrast.annotate.store.projects import Item, Row, add_items, find
from paraphrast.errors import CommandError


def advance(store: Store, row: Row, *, at_once: bool = False) -> int:
    """Send accepted output to the next project of the chain and give how many items are new there.

    What a worker can still take back waits, unless `at_once`.
    """
    chain = row.project.chain
    if chain is None:
        return 0
    now = store.clock()
    with store.write() as connection:
        following = find(connection, chain.next)
        if following is None:
            raise CommandError(f"the next project {chain.next!r} of the chain is not there; make it first")
        lock(connection, following.id)
        settled = now if at_once else now - row.project.undo_minutes * 60
        rewritten = row.project.kind == "rewrite"
        items = _rewritten(connection, row, settled) if rewritten else _accepted(connection, row)
        fitted = [item._replace(fields=_fit(following, item.fields)) for item in items]
        return add_items(connection, following, fitted, at=now, skip_known=True)


def _fit(following: Row, fields: dict[str, Any]) -> dict[str, Any]:
    """Give the fields the next project shows; a pair shown as one text is its second, the written one."""
    return (
        {**fields, "text": fields["b"]} if following.project.fields == ("text",) and "b" in fields else fields
    )


def _rewritten(connection: sa.Connection, row: Row, settled: float) -> list[Item]:
    texts = _fields(connection, row)
    found = []
    for one in judged(connection, row):
        answer = parse(one.answer)
        if one.label == "rewritten" and one.at <= settled:
            fields = {**texts[one.key], "a": texts[one.key]["text"], "b": answer["text"]}
            found.append(Item(fields, f"{one.key}/{one.user}", source=one.key))
    return found


def _accepted(connection: sa.Connection, row: Row) -> list[Item]:
    """List the complete items whose label is accepted, as sure as the project asks."""
    chain, settings = row.project.chain, row.project.aggregation
    complete, texts = _complete(connection, row), _fields(connection, row)
    found = consensus(row, votes(connection, row))
    accept = set(chain.accept if chain else ()) or set(row.project.question().positive)
    return [
        Item(texts[line["item"]], line["item"], source=line["item"])
        for line in found.rows(above=settings.above)
        if line["item"] in complete and line["label"] in accept
    ]


def _fields(connection: sa.Connection, row: Row) -> dict[str, dict[str, Any]]:
    table = schema.items
    mine = (table.c.project == row.id, table.c.role == "task", table.c.audience == EVERYONE)
    return {
        one.key: parse(one.fields)
        for one in connection.execute(sa.select(table.c.key, table.c.fields).where(*mine))
    }


def _complete(connection: sa.Connection, row: Row) -> set[str]:
    """Name the items that have every vote they need."""
    items, said = schema.items, schema.judgements
    query = (
        sa.select(items.c.key)
        .join(said, (said.c.item == items.c.id) & (said.c.state == "valid"))
        .where(items.c.project == row.id, items.c.role == "task", items.c.audience == EVERYONE)
        .group_by(items.c.id, items.c.key, items.c.needed)
        .having(sa.func.count(said.c.id) >= items.c.needed)
    )
    return set(connection.execute(query).scalars())


def to_experts(store: Store, row: Row) -> int:
    """Give the experts every complete item the crowd is not sure of; they do not see what the crowd said."""
    settings = row.project.aggregation
    if settings.above is None or settings.unsure != "experts":
        return 0
    with store.write() as connection:
        lock(connection, row.id)
        complete, texts = _complete(connection, row), _fields(connection, row)
        lines = consensus(row, votes(connection, row)).rows(above=settings.above, unsure="experts")
        unsure = [line["item"] for line in lines if line.get("to") and line["item"] in complete]
        items = [Item(texts[key], key, source=key) for key in unsure]
        options = {"at": store.clock(), "audience": EXPERTS, "votes": 1}
        return add_items(connection, row, items, skip_known=True, **options)  # type: ignore[arg-type]


def to_best(
    store: Store, row: Row, *, by: int | None = None, low: float = 0.4, high: float = 0.75
) -> Reassignment:
    """Give the items of two careless workers to the five best, who do not see the old labels."""
    with store.write() as connection:
        lock(connection, row.id)
        found = reassign(votes(connection, row), positive=row.project.question().positive, low=low, high=high)
        if not found.best or not found.items:
            return found
        users, members = schema.users, schema.members
        names = sa.select(users.c.id).where(users.c.name.in_(found.best))
        mine = (members.c.project == row.id, members.c.user.in_(names))
        connection.execute(sa.update(members).where(*mine).values(best=True))
        texts = _fields(connection, row)
        items = [Item(texts[key], key, source=key) for key in found.items]
        now = store.clock()
        add_items(connection, row, items, at=now, audience=BEST, votes=len(found.best), skip_known=True)
        note(connection, "reassign", at=now, project=row.id, user=by, items=len(items), best=len(found.best))
        return found


def settle(store: Store, row: Row) -> dict[str, int]:
    """Do what follows a finished round: send accepted items on and doubtful ones to experts."""
    return {"sent": advance(store, row, at_once=True), "experts": to_experts(store, row)}
