"""The pool of controls in the database, grown from tasks whose label is certain."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa

from paraphrast.annotate.quality.crowd import Crowd
from paraphrast.annotate.quality.pool import choose_controls
from paraphrast.annotate.quality.skill import is_trusted
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.controls import has_controls, veto_control
from paraphrast.annotate.store.database import note, parse
from paraphrast.annotate.store.projects import Item, Row, add_items
from paraphrast.annotate.store.witnesses import Witnesses

# The pool is as large as this share of the tasks, and at least so many; it grows by a few at a look.
SHARE, LEAST, AT_ONCE = 0.1, 40, 20


def grow_controls(connection: sa.Connection, row: Row, seen: Witnesses, crowd: Crowd, *, at: float) -> int:
    """Make controls of tasks whose label is certain, where the project has controls at all."""
    if not row.project.rules.control or not has_controls(connection, row):
        return 0
    room = _room(connection, row.id)
    if room <= 0:
        return 0
    counted = seen.ballots.of(seen.counted)
    chosen = choose_controls(counted, crowd, is_trusted(crowd), source=seen.source, count=len(seen.items))
    tasks = [seen.items[place] for place in chosen]
    known = _grown(connection, row.id)
    fresh = [task for task in tasks if task not in known][: min(room, AT_ONCE)]
    easy = {seen.items[place]: float(crowd.easiness[place, -1]) for place in chosen}
    items = [_control(connection, task, easy[task]) for task in fresh]
    if not items:
        return 0
    note(connection, "grow", at=at, project=row.id, controls=len(items))
    return add_items(connection, row, items, at=at, skip_known=True)


def retire_controls(connection: sa.Connection, row: Row, seen: Witnesses, crowd: Crowd, *, at: float) -> int:
    """Take out of use what has grown from a task of which the crowd by now believes another label.

    A control that a person has vetoed or brought back is left to that person.
    """
    items = schema.items
    places = {item: place for place, item in enumerate(seen.items)}
    label = crowd.probability.argmax(axis=1)
    query = sa.select(items.c.id, items.c.grown, items.c.gold).where(
        items.c.project == row.id, items.c.grown.is_not(None), ~items.c.vetoed
    )
    turned = [
        one.id
        for one in connection.execute(query)
        if one.grown in places and label[places[one.grown]] != seen.code(str(parse(one.gold)["label"]))
    ]
    turned = sorted(set(turned) - _decided(connection, row.id)) if turned else []
    for item in turned:
        veto_control(connection, row, item, at=at, by=None)
    return len(turned)


def _decided(connection: sa.Connection, project: int) -> set[int]:
    """Name the controls of which a person has said whether they are any good."""
    audit = schema.audit
    mine = (audit.c.project == project, audit.c.action == "veto", audit.c.user.is_not(None))
    told = connection.execute(sa.select(audit.c.detail).where(*mine)).scalars()
    return {int(parse(one)["item"]) for one in told}


def _room(connection: sa.Connection, project: int) -> int:
    """Count how many more controls the pool may have."""
    items = schema.items
    query = sa.select(items.c.role, sa.func.count()).where(items.c.project == project, ~items.c.vetoed)
    counts = {str(role): int(count) for role, count in connection.execute(query.group_by(items.c.role))}
    return max(int(counts.get("task", 0) * SHARE), LEAST) - counts.get("control", 0)


def _grown(connection: sa.Connection, project: int) -> set[int]:
    items = schema.items
    query = sa.select(items.c.grown).where(items.c.project == project, items.c.grown.is_not(None))
    return {key for key in connection.execute(query).scalars() if key is not None}


def _control(connection: sa.Connection, task: int, easiness: float) -> Item:
    """Make a control of a task, with the answer its raters gave."""
    items, said = schema.items, schema.judgements
    one = connection.execute(sa.select(items).where(items.c.id == task)).one()
    given = connection.execute(
        sa.select(said.c.label).where(said.c.item == task, said.c.state == "valid")
    ).scalars()
    label = Counter(given).most_common(1)[0][0]
    return Item(
        parse(one.fields),
        f"grown {one.key}"[:200],
        "control",
        {"label": label},
        grown=task,
        difficulty=round(1 - easiness, 4),
    )
