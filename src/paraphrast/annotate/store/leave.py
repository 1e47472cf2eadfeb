"""Leaving a page: skipped unanswered, or taken back after it was handed in."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.quality import find_broken_rule
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import release
from paraphrast.annotate.store.database import Store, dump, lock, note, parse
from paraphrast.annotate.store.decide import decide, gather_facts, set_member
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Row
from paraphrast.errors import CommandError


def skip(store: Store, row: Row, page: str, user: int) -> str:
    """Let the worker leave a page unanswered; too many of them are a sign of not understanding the task."""
    now = store.clock()
    with store.write() as connection:
        lock(connection, row.id)
        table = schema.pages
        mine = (table.c.id == page, table.c.user == user, table.c.project == row.id, table.c.state == "open")
        found = connection.execute(sa.select(table.c.stage).where(*mine)).first()
        who = member(connection, row.id, user)
        if found is None or found.stage != "work" or who is None:
            raise CommandError("this page cannot be skipped")
        release(connection, page, "skipped")
        set_member(connection, row.id, user, skipped=who.skipped + 1)
        note(connection, "skip", at=now, project=row.id, user=user, page=page)
        broken = find_broken_rule(row.project.rules, gather_facts(connection, row, user))
        if broken is not None and who.role == "annotator":
            decide(connection, row, user, broken.rule, "ban", at=now, evidence=broken.evidence)
            return "banned"
        return "active"


def undo(store: Store, row: Row, user: int) -> str:
    """Open the worker's last page again with its answers, while the time for second thoughts runs."""
    now = store.clock()
    with store.write() as connection:
        lock(connection, row.id)
        table, who = schema.pages, member(connection, row.id, user)
        mine = (table.c.project == row.id, table.c.user == user)
        last = connection.execute(
            sa.select(table)
            .where(*mine, table.c.state == "done", table.c.stage == "work")
            .order_by(table.c.done.desc())
        ).first()
        if (
            last is None
            or who is None
            or who.state != "active"
            or last.done < now - row.project.undo_minutes * 60
        ):
            raise CommandError("there is no page to take back now")
        for key in list(
            connection.execute(sa.select(table.c.id).where(*mine, table.c.state == "open")).scalars()
        ):
            release(connection, key, "returned")
        _reopen(connection, last, now + row.project.minutes * 60)
        set_member(connection, row.id, user, pages=max(who.pages - 1, 0))
        note(connection, "undo", at=now, project=row.id, user=user, page=last.id)
        return str(last.id)


def _reopen(connection: sa.Connection, page: sa.Row[Any], expires: float) -> None:
    said, held = schema.judgements, schema.assignments
    mine = (said.c.page == page.id, said.c.state == "valid")
    answers = {str(one.item): parse(one.answer) for one in connection.execute(sa.select(said).where(*mine))}
    connection.execute(sa.update(said).where(*mine).values(state="undone"))
    connection.execute(
        sa.update(held).where(held.c.page == page.id, held.c.state == "done").values(state="held")
    )
    again = {
        "state": "open",
        "done": None,
        "key": "",
        "receipt": "",
        "draft": dump(answers),
        "expires": expires,
    }
    connection.execute(sa.update(schema.pages).where(schema.pages.c.id == page.id).values(**again))
