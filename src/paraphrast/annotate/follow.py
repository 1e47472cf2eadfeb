"""Following the crowd: what the scheduler does for the quality of a project at each look.

Votes are read and explained outside of any lock; what follows from them is one short transaction: workers
are marked, banned by the rules, their votes set aside or brought back, items get more votes or no more, and
the pool of controls grows.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.quality import VOIDING, find_broken_rule
from paraphrast.annotate.quality.crowd import SPAM_SHARE, Crowd
from paraphrast.annotate.quality.haste import count_hasty_pages
from paraphrast.annotate.quality.look import look_at_crowd
from paraphrast.annotate.quality.overlap import plan_votes
from paraphrast.annotate.quality.skill import is_doubtful, is_trusted, must_wait
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.database import Store, lock, note
from paraphrast.annotate.store.decide import decide, discard, gather_facts, restore, set_member
from paraphrast.annotate.store.pool import grow_controls, retire_controls
from paraphrast.annotate.store.projects import Row
from paraphrast.annotate.store.witnesses import Witnesses, load_witnesses

# With fewer workers only the votes of those who wait are set aside: doubt needs a crowd to compare with.
LEAST_CROWD = 10
# Votes that count, and those in doubt: void ones are asked again, those in doubt only where it matters.
STANDING = ("valid", "aside")


class Look(NamedTuple):
    """What a look at the crowd led to: workers banned, votes set aside and brought back, controls grown."""

    banned: int = 0
    aside: int = 0
    restored: int = 0
    grown: int = 0


def follow_crowd(store: Store, row: Row) -> Look:
    """Look at all votes of a project and do what follows; what people write is only looked at for haste."""
    skill = row.project.rules.skill == "sequential" and row.project.kind != "rewrite"
    if not skill and not row.project.rules.haste:
        return Look()
    with store.read() as connection:
        seen = load_witnesses(connection, row)
    if not seen.users:
        return Look()
    crowd = look_at_crowd(seen.ballots) if skill else None
    with store.write() as connection:
        lock(connection, row.id)
        _mark_haste(connection, row, seen)
        if crowd is not None:
            _mark_skill(connection, row, seen, crowd)
            retire_controls(connection, row, seen, crowd, at=store.clock())
        banned = _ban(connection, row, seen, at=store.clock())
        if crowd is None:
            return Look(banned)
        aside, restored = _sweep(connection, row, seen, crowd, at=store.clock())
        if row.project.overlap:
            _plan(connection, row, seen, crowd)
        grown = grow_controls(connection, row, seen, crowd, at=store.clock())
    return Look(banned, aside, restored, grown)


def _mark_haste(connection: sa.Connection, row: Row, seen: Witnesses) -> None:
    """Keep with each worker how many of their pages were hasty; whom the owner took back is left alone."""
    pardoned, share = _find_pardoned(connection, row.id), row.project.rules.haste
    for user, pages in (count_hasty_pages(seen.timed, share) if share else {}).items():
        if user not in pardoned:
            set_member(connection, row.id, user, hasty=pages)


def _mark_skill(connection: sa.Connection, row: Row, seen: Witnesses, crowd: Crowd) -> None:
    """Keep with each worker what this look showed; whom the owner took back is left alone."""
    pardoned, trusted = _find_pardoned(connection, row.id), is_trusted(crowd)
    for place, user in enumerate(seen.users):
        if user not in pardoned:
            found = {"evidence": float(crowd.firm[place]), "spam": float(crowd.spam[place])}
            set_member(connection, row.id, user, **found, trusted=bool(trusted[place]))
    table = schema.members
    new = (table.c.project == row.id, table.c.user.not_in(seen.users), table.c.user.not_in(pardoned))
    projects = schema.projects
    connection.execute(sa.update(projects).where(projects.c.id == row.id).values(leak=crowd.leak))
    # of a newcomer nothing is known but what crowd they come from
    share = min(max(crowd.share, SPAM_SHARE / 2), 0.5)
    connection.execute(sa.update(table).where(*new).values(spam=share))


def _find_pardoned(connection: sa.Connection, project: int) -> set[int]:
    """Name the workers whose ban for their votes a person took back: the rules say no more of them."""
    table = schema.decisions
    mine = (table.c.project == project, table.c.rule.in_(VOIDING), table.c.reverted.is_not(None))
    return set(connection.execute(sa.select(table.c.user).where(*mine)).scalars())


def _ban(connection: sa.Connection, row: Row, seen: Witnesses, *, at: float) -> int:
    """Ban by the rules; experts are chosen by a person and not put out by a rule."""
    table, rules = schema.members, row.project.rules
    query = sa.select(table.c.user).where(
        table.c.project == row.id,
        table.c.role == "annotator",
        table.c.state == "active",
        table.c.user.in_(seen.users),
        # the other rules are looked at when a page comes in
        sa.or_(table.c.evidence > -log(rules.wrong_ban), table.c.hasty >= max(rules.haste_pages, 1)),
    )
    count = 0
    for user in list(connection.execute(query).scalars()):
        broken = find_broken_rule(row.project.rules, gather_facts(connection, row, user))
        if broken is not None:
            decide(connection, row, user, broken.rule, "ban", at=at, evidence=broken.evidence)
            count += 1
    return count


def _sweep(
    connection: sa.Connection, row: Row, seen: Witnesses, crowd: Crowd, *, at: float
) -> tuple[int, int]:
    """When a project has all its votes, set aside those in doubt; bring back those that no longer are."""
    rules, ended = row.project.rules, _is_complete(connection, row.id)
    doubtful = np.array([must_wait(rules, float(spam)) for spam in crowd.spam], dtype=bool)
    if len(seen.users) >= LEAST_CROWD:
        doubtful |= is_doubtful(rules, crowd)
    table = schema.members
    query = sa.select(table.c.user).where(table.c.project == row.id, table.c.state == "active")
    active = set(connection.execute(query.where(table.c.role == "annotator")).scalars())
    aside = restored = 0
    for place, user in enumerate(seen.users):
        if user in active and doubtful[place] and ended:
            aside += discard(connection, row.id, user, state="aside")[0]
        elif user in active and not doubtful[place]:
            restored += restore(connection, row.id, user, state="aside")
    if aside or restored:
        note(connection, "sweep", at=at, project=row.id, aside=aside, restored=restored)
    return aside, restored


def _is_complete(connection: sa.Connection, project: int) -> bool:
    items, pages = schema.items, schema.pages
    missing = sa.select(items.c.id).where(
        items.c.project == project, items.c.role == "task", items.c.audience == "", items.c.missing > 0
    )
    open_pages = sa.select(pages.c.id).where(pages.c.project == project, pages.c.state == "open")
    return not any(connection.execute(query.limit(1)).first() for query in (missing, open_pages))


def _plan(connection: sa.Connection, row: Row, seen: Witnesses, crowd: Crowd) -> None:
    """Ask for more votes where a label is not sure, and for no more where it is."""
    assert row.project.overlap is not None
    items, said, held = schema.items, schema.judgements, schema.assignments
    mine = (items.c.project == row.id, items.c.role == "task", items.c.audience == "")
    rows = connection.execute(sa.select(items.c.id, items.c.needed).where(*mine)).all()
    given = _count(connection, said, (said.c.project == row.id, said.c.state == "valid"))
    standing = _count(connection, said, (said.c.project == row.id, said.c.state.in_(STANDING)))
    promised = _count(
        connection, held, (held.c.state == "held", held.c.item.in_(sa.select(items.c.id).where(*mine)))
    )
    places = {item: place for place, item in enumerate(seen.items)}
    best = crowd.probability.max(axis=1)
    votes = np.array([given.get(one.id, 0) for one in rows], dtype=np.int64)
    sure = np.array([best[places[one.id]] if one.id in places else 0.0 for one in rows])
    with_aside = np.array([standing.get(one.id, 0) for one in rows], dtype=np.int64)
    planned = plan_votes(row.project.overlap, votes, sure, given=with_aside, base=row.project.votes)
    for one, wanted in zip(rows, planned, strict=True):
        here = given.get(one.id, 0) + promised.get(one.id, 0)
        needed = max(int(wanted), here)
        if needed != one.needed:
            change = sa.update(items).where(items.c.id == one.id)
            connection.execute(change.values(needed=needed, missing=needed - here))


def _count(
    connection: sa.Connection, table: sa.Table, where: tuple[sa.ColumnElement[bool], ...]
) -> dict[int, int]:
    query = sa.select(table.c.item, sa.func.count()).where(*where).group_by(table.c.item)
    return {int(item): int(count) for item, count in connection.execute(query)}
