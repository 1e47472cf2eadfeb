"""Hidden controls in the database: how many are due, which are drawn, and how the pool stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.quality.control import control_rate
from paraphrast.annotate.quality.crowd import LEAK
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import note, parse
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError

# Of the controls drawn, so many are the owner's where there are grown ones too: those may have got about.
OWNERS = 0.3


def count_due_controls(row: Row, who: sa.Row[Any], rng: np.random.Generator) -> int:
    """Count the controls that the worker's next page should have."""
    rules, size, pages = row.project.rules, row.project.page, int(who.pages)
    if who.role != "annotator" or not rules.control or rules.control_every <= 0:
        return 0
    if rules.skill != "sequential" or row.project.kind == "rewrite":
        return (pages + 1) * size // rules.control_every - pages * size // rules.control_every
    return int(size * control_rate(rules, float(who.spam)) + rng.random())


def draw_controls(
    connection: sa.Connection, unseen: sa.Select[Any], count: int, rng: np.random.Generator
) -> list[tuple[int, bool]]:
    """Draw controls the worker has not met, each with whether it was grown.

    Each answer comes as often as the others, and grown ones rather than the owner's.
    """
    if count <= 0:
        return []
    items = schema.items
    query = unseen.add_columns(items.c.gold, items.c.grown).order_by(items.c.id)
    pools: dict[tuple[str, bool], list[int]] = {}
    for one in connection.execute(query):
        label = str(parse(one.gold).get("label"))
        pools.setdefault((label, one.grown is not None), []).append(one.id)
    drawn: list[tuple[int, bool]] = []
    while pools and len(drawn) < count:
        labels = sorted({label for label, _ in pools})
        label = labels[int(rng.integers(len(labels)))]
        kinds = [grown for grown in (False, True) if (label, grown) in pools]
        grown = kinds[0] if len(kinds) == 1 else bool(rng.random() >= OWNERS)
        pool = pools[label, grown]
        drawn.append((pool.pop(int(rng.integers(len(pool)))), grown))
        if not pool:
            del pools[label, grown]
    return drawn


def leave_out_known(
    connection: sa.Connection, row: Row, drawn: list[tuple[int, bool]], rng: np.random.Generator
) -> list[int]:
    """Give the drawn controls without most of the owner's, where those that it should find know them."""
    table = schema.projects
    leak = float(connection.execute(sa.select(table.c.leak).where(table.c.id == row.id)).scalar_one())
    telling = (1 - leak) / (1 - LEAK) if row.project.rules.skill == "sequential" else 1.0
    return [item for item, grown in drawn if grown or rng.random() < telling]


def has_controls(connection: sa.Connection, row: Row) -> bool:
    """Tell whether the project was given any controls that can grow; what people write is judged later on."""
    items = schema.items
    query = sa.select(items.c.id).where(items.c.project == row.id, items.c.role == "control").limit(1)
    return row.project.kind != "rewrite" and connection.execute(query).first() is not None


def list_controls(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """List the controls with their answer, where they come from, and how often they were known."""
    items, said = schema.items, schema.judgements
    query = (
        sa.select(items, sa.func.count(said.c.id).label("seen"))
        .add_columns(sa.func.count(said.c.id).filter(said.c.right.is_(True)).label("known"))
        .join(said, (said.c.item == items.c.id) & (said.c.state != "undone"), isouter=True)
        .where(items.c.project == row.id, items.c.role == "control")
        .group_by(items.c.id)
        .order_by(items.c.vetoed, items.c.id.desc())
    )
    return [
        {
            "id": one.id,
            "key": one.key,
            "fields": parse(one.fields),
            "gold": parse(one.gold),
            "grown": one.grown is not None,
            "difficulty": one.difficulty,
            "vetoed": one.vetoed,
            "seen": one.seen,
            "known": one.known,
        }
        for one in connection.execute(query)
    ]


def veto_control(
    connection: sa.Connection, row: Row, item: int, *, at: float, by: int | None, vetoed: bool = True
) -> None:
    """Take a control out of use (or back into it): what was answered to it counts no more against anyone."""
    items, said = schema.items, schema.judgements
    mine = (items.c.id == item, items.c.project == row.id, items.c.role == "control")
    if connection.execute(sa.update(items).where(*mine).values(vetoed=vetoed)).rowcount != 1:
        raise CommandError("there is no such control")
    states = ("valid", "vetoed") if vetoed else ("vetoed", "valid")
    answered = sa.update(said).where(said.c.item == item, said.c.state == states[0])
    connection.execute(answered.values(state=states[1]))
    note(connection, "veto", at=at, project=row.id, user=by, item=item, vetoed=vetoed)
