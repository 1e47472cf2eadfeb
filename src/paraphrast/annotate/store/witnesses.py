"""All votes of a project as arrays, with where their workers came from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.answers import LabelCoder
from paraphrast.annotate.quality.ballots import UNKNOWN, Ballots, Ints
from paraphrast.annotate.quality.haste import Timed
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import parse
from paraphrast.annotate.store.projects import Row

# Votes of one address are one witness, unless so many work there that it is a school or an office.
HOUSEHOLD = 5


class Witnesses(NamedTuple):
    """Votes with the numbers of their items and users; `source` joins who came by one invitation or address.

    `counted` marks votes of the crowd on its tasks that stand; `code` numbers the labels.
    """

    ballots: Ballots
    items: list[int]
    users: list[int]
    source: Ints
    counted: np.ndarray[Any, np.dtype[np.bool_]]
    timed: list[Timed]
    code: LabelCoder


def load_witnesses(connection: sa.Connection, row: Row) -> Witnesses:
    """Read the votes of a project; those set aside, and those of workers banned for them, are there too."""
    said, items, pages = schema.judgements, schema.items, schema.pages
    query = (
        sa.select(
            said.c.item, said.c.user, said.c.label, said.c.state, said.c.page, said.c.seconds, said.c.right
        )
        .add_columns(items.c.role, items.c.gold, items.c.grown, sa.func.length(items.c.fields).label("size"))
        .add_columns(pages.c.given, pages.c.done)
        .join(items, items.c.id == said.c.item)
        .join(pages, pages.c.id == said.c.page, isouter=True)
        .where(said.c.project == row.id, items.c.role.in_(["task", "control"]), items.c.audience == "")
        .where(said.c.state.in_(["valid", "discarded", "aside"]))
        .order_by(said.c.id)
    )
    code = LabelCoder(row.project)
    places: dict[int, int] = {}
    workers: dict[int, int] = {}
    gold: dict[int, int] = {}
    rows: list[tuple[int, int, int]] = []
    counted, timed, opened = [], [], dict[str, float]()
    for one in connection.execute(query):
        # a control grown from a task is that task, judged once more
        item = places.setdefault(one.grown or one.item, len(places))
        if one.role == "control" and one.grown is None:
            gold[item] = code(str(parse(one.gold)["label"]))
        label = gold[item] if one.right and item in gold else code(one.label)
        rows.append((item, workers.setdefault(one.user, len(workers)), label))
        counted.append(one.role == "task" and one.state == "valid")
        if one.page and one.seconds is not None and one.state == "valid":
            timed.append(Timed(one.user, one.page, one.label, one.size, one.seconds))
            opened[one.page] = (one.done or 0.0) - one.given
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    known = np.array([gold.get(place, UNKNOWN) for place in range(len(places))], dtype=np.int64)
    group, source = _origins(connection, row.id, list(workers))
    size = max(code.size, int(columns[2].max(initial=0)) + 1)
    ballots = Ballots(columns[0], columns[1], columns[2], known, group, size)
    return Witnesses(
        ballots,
        list(places),
        list(workers),
        source,
        np.array(counted, dtype=bool),
        _within(timed, opened),
        code,
    )


def _within(timed: list[Timed], opened: dict[str, float]) -> list[Timed]:
    """Give the answers with their seconds; together they are not more than their page was open."""
    said: dict[str, float] = {}
    for one in timed:
        said[one.page] = said.get(one.page, 0.0) + one.seconds
    scale = {page: min(1.0, max(opened[page], 0.0) / whole) if whole else 1.0 for page, whole in said.items()}
    return [one._replace(seconds=one.seconds * scale[one.page]) for one in timed]


def _origins(connection: sa.Connection, project: int, users: list[int]) -> tuple[Ints, Ints]:
    """Number the workers by household, and by invitation or address."""
    table = schema.members
    query = sa.select(table.c.user, table.c.invitation, table.c.address).where(table.c.project == project)
    found = {one.user: one for one in connection.execute(query)}
    homes: dict[str, list[int]] = {}
    links: dict[int, list[int]] = {}
    for place, user in enumerate(users):
        one = found.get(user)
        if one is not None and one.address:
            homes.setdefault(one.address, []).append(place)
        if one is not None and one.invitation is not None:
            links.setdefault(one.invitation, []).append(place)
    group, source = np.arange(len(users)), np.arange(len(users))
    for places in homes.values():
        if len(places) <= HOUSEHOLD:
            group[places] = places[0]
    for places in [*homes.values(), *links.values()]:
        for place in places:
            source[source == source[place]] = source[places[0]]
    return group, source
