"""What the judgements of a project come to: votes, labels, progress, and how each worker does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.aggregate import Consensus, method
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import parse
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.votes import Votes, show
from paraphrast.data import Judgement

EVERYONE, EXPERTS, BEST = "", "expert", "best"


def judged(
    connection: sa.Connection,
    row: Row,
    *,
    roles: Sequence[str] = ("task",),
    states: Sequence[str] = ("valid",),
) -> Iterator[sa.Row[Any]]:
    """Yield each judgement with its item's key and its worker's name, in the order they came."""
    said, items, users = schema.judgements, schema.items, schema.users
    query = (
        sa.select(
            said, items.c.key, items.c.role, items.c.audience, items.c.gold, users.c.name.label("worker")
        )
        .join(items, items.c.id == said.c.item)
        .join(users, users.c.id == said.c.user)
        .where(said.c.project == row.id, items.c.role.in_(roles), said.c.state.in_(states))
        .order_by(said.c.id)
    )
    # for this query alone: on the connection it would make PostgreSQL stream what follows, inserts too
    yield from connection.execute(query, execution_options={"yield_per": 5000})


def judgements(
    connection: sa.Connection, row: Row, *, question: str = "label", audience: str = EVERYONE
) -> list[Judgement]:
    """List the votes on one question as records."""
    found = []
    for one in judged(connection, row):
        if one.audience == audience:
            answer = parse(one.answer)
            if isinstance(answer.get(question), str):
                found.append(Judgement(one.key, one.worker, answer[question], one.seconds, str(one.at)))
    return found


def votes(connection: sa.Connection, row: Row, *, question: str = "label", audience: str = EVERYONE) -> Votes:
    """Give the votes on one question."""
    return Votes.of(judgements(connection, row, question=question, audience=audience))


def consensus(row: Row, given: Votes, *, question: str = "label", by: str | None = None) -> Consensus:
    """Aggregate as the project says, binarised first where it says so."""
    asked = row.project.question(question)
    if row.project.aggregation.binarise and asked.positive:
        given = given.binarised(asked.positive)
    return method(by or row.project.aggregation.by)(given)


def labels(connection: sa.Connection, row: Row, *, question: str = "label") -> dict[str, dict[str, Any]]:
    """Give each item's label and confidence; what experts or the best workers said later takes its place.

    An item that the project is not sure enough of is not there; with experts to come its label is None.
    """
    settings = row.project.aggregation
    first = consensus(row, votes(connection, row, question=question), question=question)
    found: dict[str, dict[str, Any]] = {}
    for line in first.rows(above=settings.above, unsure=settings.unsure):
        given = {"label": line["label"] or None, "confidence": line["confidence"], "votes": line["votes"]}
        found[line["item"]] = {**given, "from": "crowd"}
    for audience, name in ((BEST, "best"), (EXPERTS, "experts")):
        later = votes(connection, row, question=question, audience=audience)
        if len(later):
            again = consensus(row, later, question=question, by="majority")
            for line in again.rows():
                found[line["item"]] = {key: line[key] for key in ("label", "confidence", "votes")} | {
                    "from": name
                }
    return found


def progress(connection: sa.Connection, row: Row) -> dict[str, int]:
    """Count items, those that have all their votes, votes given and wanted."""
    items, said = schema.items, schema.judgements
    mine = (items.c.project == row.id, items.c.role == "task")
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(items.c.needed), 0)).where(*mine)
    count, needed = connection.execute(query).one()
    given = (
        sa.select(items.c.needed, sa.func.count(said.c.id).label("votes"))
        .join(said, (said.c.item == items.c.id) & (said.c.state == "valid"))
        .where(*mine)
        .group_by(items.c.id, items.c.needed)
        .subquery()
    )
    full = sa.func.count().filter(given.c.votes >= given.c.needed)
    votes_given, complete = connection.execute(
        sa.select(sa.func.coalesce(sa.func.sum(given.c.votes), 0), full)
    ).one()
    return {"items": count, "complete": complete, "votes": int(votes_given), "needed": int(needed)}


def distribution(connection: sa.Connection, row: Row) -> dict[str, int]:
    """Count the labels given to tasks."""
    said, items = schema.judgements, schema.items
    query = (
        sa.select(said.c.label, sa.func.count().label("votes"))
        .join(items, items.c.id == said.c.item)
        .where(said.c.project == row.id, said.c.state == "valid", items.c.role == "task")
        .group_by(said.c.label)
    )
    counted = {one.label: one.votes for one in connection.execute(query)}
    order = [option.value for option in row.project.question().options]
    return {label: counted.get(label, 0) for label in [*order, *sorted(set(counted) - set(order))]}


def disagreements(connection: sa.Connection, row: Row, *, limit: int = 20) -> list[dict[str, Any]]:
    """List the items whose voters are most divided, with what each said."""
    given = votes(connection, row)
    if not len(given):
        return []
    counts = given.counts()
    total = counts.sum(axis=1)
    split = 1 - counts.max(axis=1) / total
    places = [place for place in (-split).argsort(kind="stable") if split[place] > 0 and total[place] >= 2][
        :limit
    ]
    said: dict[int, list[str]] = {int(place): [] for place in places}
    for item, worker, label in zip(given.item, given.worker, given.label, strict=True):
        if int(item) in said:
            said[int(item)].append(f"{given.workers[worker]}: {show(given.labels[label])}")
    keys = [given.items[place] for place in places]
    table = schema.items
    query = sa.select(table.c.key, table.c.fields).where(
        table.c.project == row.id, table.c.role == "task", table.c.audience == EVERYONE, table.c.key.in_(keys)
    )
    fields = {one.key: parse(one.fields) for one in connection.execute(query)}
    return [
        {"item": given.items[place], "fields": fields[given.items[place]], "said": said[int(place)]}
        for place in places
    ]
