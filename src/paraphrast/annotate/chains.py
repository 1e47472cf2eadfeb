"""Chains of projects: what one step accepts feeds the next, by branches, and nobody meets a text twice.

A branch takes everything accepted, a number of items, or a share of them; what is drawn for one goes to no
other that draws. The lot is cast by the item's key, so that items can flow as they come, and again after a
crash, and the draw is the same.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.project import Chain
from paraphrast.annotate.results import EVERYONE, consensus, judged, votes
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, lock, parse
from paraphrast.annotate.store.projects import Item, Row, add_items, find
from paraphrast.errors import CommandError


class Output(NamedTuple):
    """An item as it leaves a project: with the label it got and the number it has there."""

    item: Item
    label: str
    origin: int


def advance(store: Store, row: Row, *, at_once: bool = False) -> int:
    """Send accepted output to the next projects of the chain and give how many items are new there.

    What a worker can still take back waits, unless `at_once`.
    """
    if not row.project.chain:
        return 0
    now, missing = store.clock(), list[str]()
    with store.write() as connection:
        lock(connection, row.id)
        settled = _find_settled(connection, row, now, at_once=at_once)
        rewritten = row.project.kind == "rewrite"
        outputs = _rewritten(connection, row, settled) if rewritten else _accepted(connection, row, settled)
        following: dict[str, Row] = {}
        for branch in row.project.chain:
            found = find(connection, branch.next)
            if found is None:
                missing.append(branch.next)
            else:
                lock(connection, found.id)
                following[branch.next] = found
        sent = _send(connection, row, following, outputs, now)
    if missing:
        raise CommandError(f"the next project {missing[0]!r} of the chain is not there; make it first")
    return sent


def _send(
    connection: sa.Connection, row: Row, following: dict[str, Row], outputs: list[Output], now: float
) -> int:
    drawing = [branch for branch in row.project.chain if branch.take or branch.share]
    known = {name: _keys(connection, row, there) for name, there in following.items()}
    drawn = set[str]().union(*(known.get(branch.next, set()) for branch in drawing))
    left = {branch.next: branch.take - len(known.get(branch.next, ())) for branch in drawing if branch.take}
    going: dict[str, list[Output]] = {name: [] for name in following}
    for output in outputs:
        lots = [] if output.item.key in drawn else _draw(row, drawing, output, left)
        for branch in [branch for branch in row.project.chain if branch not in drawing] + lots:
            if branch.next in going and _is_accepted(row, branch, output.label):
                going[branch.next].append(output)
    count = 0
    for name, some in going.items():
        items = [one.item._replace(fields=_fit(following[name], one.item.fields)) for one in some]
        count += add_items(connection, following[name], items, at=now, skip_known=True)
        _remember_roots(connection, some)
    return count


def _draw(row: Row, drawing: list[Chain], output: Output, left: dict[str, int]) -> list[Chain]:
    """Cast the lot: branches with places left by how many those are, or by their shares."""
    open_ = [branch for branch in drawing if _is_accepted(row, branch, output.label)]
    lot = hashlib.sha256(f"{row.slug} {output.item.key}".encode()).digest()
    chance = int.from_bytes(lot[:6], "big") / 2**48
    total = sum(max(left[branch.next], 0) for branch in open_ if branch.take)
    for branch in open_:
        part = branch.share if branch.share else (max(left[branch.next], 0) / total if total else 0.0)
        if chance < part:
            if branch.take:
                left[branch.next] -= 1
            return [branch]
        chance -= part
    return []


def _is_accepted(row: Row, branch: Chain, label: str) -> bool:
    """Tell whether a branch takes this label; a binarised one is 1 or 0, a mean is the nearest step."""
    settings, question = row.project.aggregation, row.project.question()
    if settings.binarise and question.positive:
        return label == "1"
    if settings.by == "mean":
        label = min((option.value for option in question.options), key=lambda v: abs(float(v) - float(label)))
    return label in (branch.accept or question.positive)


def _keys(connection: sa.Connection, row: Row, there: Row) -> set[str]:
    """Name the items of the next project that came from this one."""
    mine, theirs = schema.items, schema.items.alias("theirs")
    roots = sa.select(mine.c.root).where(mine.c.project == row.id, mine.c.root != "")
    query = sa.select(theirs.c.key).where(theirs.c.project == there.id, theirs.c.root.in_(roots))
    return set(connection.execute(query).scalars())


def _remember_roots(connection: sa.Connection, outputs: list[Output]) -> None:
    items = schema.items
    for output in outputs:
        first = sa.update(items).where(items.c.id == output.origin, items.c.root == "")
        connection.execute(first.values(root=output.item.root))


def _fit(following: Row, fields: dict[str, Any]) -> dict[str, Any]:
    """Give the fields the next project shows; a pair shown as one text is its second, the written one."""
    return (
        {**fields, "text": fields["b"]} if following.project.fields == ("text",) and "b" in fields else fields
    )


def _find_settled(connection: sa.Connection, row: Row, now: float, *, at_once: bool) -> set[int]:
    """Number the votes that can no longer be taken back: old enough, or followed by another page."""
    said, pages = schema.judgements, schema.pages
    query = sa.select(said.c.id).where(said.c.project == row.id, said.c.state == "valid")
    if not at_once:
        mine, later = pages.alias("mine"), pages.alias("later")
        followed = (
            sa.select(later.c.id)
            .where(mine.c.id == said.c.page, later.c.project == row.id)
            .where(later.c.user == said.c.user, later.c.state == "done")
            .where(later.c.stage == "work", later.c.done > mine.c.done)
        )
        query = query.where(sa.or_(said.c.at <= now - row.project.undo_minutes * 60, followed.exists()))
    return set(connection.execute(query).scalars())


def _rewritten(connection: sa.Connection, row: Row, settled: set[int]) -> list[Output]:
    texts, found = list_tasks(connection, row), []
    for one in judged(connection, row):
        if one.label == "rewritten" and one.id in settled and one.audience == EVERYONE:
            task, answer = texts[one.key], parse(one.answer)
            fields = {**parse(task.fields), "a": parse(task.fields)["text"], "b": answer["text"]}
            item = Item(fields, f"{one.key}/{one.user}", source=one.key, author=one.user, root=root_of(task))
            found.append(Output(item, "rewritten", task.id))
    return found


def _accepted(connection: sa.Connection, row: Row, settled: set[int]) -> list[Output]:
    """List the complete items with their label, as sure as the project asks."""
    texts, complete = list_tasks(connection, row), find_complete(connection, row, settled)
    found = []
    for line in consensus(row, votes(connection, row)).rows(above=row.project.aggregation.above):
        if line["item"] in complete:
            task = texts[line["item"]]
            origin = {"source": task.key, "author": task.author, "root": root_of(task)}
            found.append(Output(Item(parse(task.fields), task.key, **origin), str(line["label"]), task.id))
    return found


def root_of(task: sa.Row[Any]) -> str:
    """Name the first item of the chain that a task belongs to."""
    return task.root or f"{task.project}:{task.id}"


def list_tasks(connection: sa.Connection, row: Row) -> dict[str, sa.Row[Any]]:
    """Give the tasks of the crowd by their keys."""
    table = schema.items
    mine = (table.c.project == row.id, table.c.role == "task", table.c.audience == EVERYONE)
    return {one.key: one for one in connection.execute(sa.select(table).where(*mine).order_by(table.c.id))}


def find_complete(connection: sa.Connection, row: Row, settled: set[int] | None = None) -> set[str]:
    """Name the items that have every vote they need, none of which can be taken back any more."""
    items, said = schema.items, schema.judgements
    query = (
        sa.select(items.c.key, items.c.needed, said.c.id)
        .join(said, (said.c.item == items.c.id) & (said.c.state == "valid"))
        .where(items.c.project == row.id, items.c.role == "task", items.c.audience == EVERYONE)
        .where(items.c.missing <= 0)
    )
    counts: dict[str, int] = {}
    for key, needed, vote in connection.execute(query):
        counts[key] = counts.get(key, -needed) + (settled is None or vote in settled)
    return {key for key, balance in counts.items() if balance >= 0}
