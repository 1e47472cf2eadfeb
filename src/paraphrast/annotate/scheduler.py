"""The scheduler: whatever goes on without anybody's click goes on here.

A round of it visits every project: promises that have run out are taken back, the crowd is followed, accepted
output flows to the next steps of a chain, doubtful items go to experts, and what the owner should know is
noted with the project. A server runs it in a thread; `paraphrast annotate run` runs it without a server.
"""

from __future__ import annotations

import logging
import threading
from typing import Any, NamedTuple

import sqlalchemy as sa

from paraphrast.annotate.chains import advance
from paraphrast.annotate.follow import Look, follow_crowd
from paraphrast.annotate.rounds import to_experts
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import release_expired
from paraphrast.annotate.store.database import Store, lock
from paraphrast.annotate.store.projects import by_id
from paraphrast.annotate.watch import keep_warnings
from paraphrast.errors import ParaphrastError

SECONDS = 10.0
LOG = logging.getLogger("paraphrast.scheduler")


class Round(NamedTuple):
    """What a visit to a project came to."""

    project: str
    sent: int
    experts: int
    look: Look
    problem: str = ""


class Scheduler:
    """Visits every project again and again; one that nobody has touched is not looked into."""

    def __init__(self, store: Store, *, seconds: float = SECONDS) -> None:
        self.store, self.seconds = store, seconds
        self._seen: dict[int, Any] = {}
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def run_once(self) -> list[Round]:
        """Visit the projects where something has changed, and say what was done."""
        rounds = []
        for project in self._projects():
            mark = self._mark(project)
            if mark != self._seen.get(project):
                rounds.append(visit_project(self.store, project))
                self._seen[project] = self._mark(project) if self._is_settled(project) else None
        self.store.settle()
        return rounds

    def start(self) -> None:
        """Begin in a thread of its own."""
        if self._thread is None:
            self._over.clear()
            self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End after the visit that is going on."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while not self._over.wait(self.seconds):
            try:
                self.run_once()
            except Exception:  # a database that is away for a moment must not end the scheduler
                LOG.exception("a round of the scheduler failed; it goes on in %s s", self.seconds)

    def _projects(self) -> list[int]:
        table = schema.projects
        with self.store.read() as connection:
            return list(connection.execute(sa.select(table.c.id).order_by(table.c.id)).scalars())

    def _mark(self, project: int) -> Any:
        """Give what changes when anything happens in a project: its last line in the audit trail."""
        table = schema.audit
        query = sa.select(sa.func.max(table.c.id)).where(table.c.project == project)
        with self.store.read() as connection:
            return connection.execute(query).scalar() or 0

    def _is_settled(self, project: int) -> bool:
        """Tell whether time alone changes nothing here: no page is open, no vote can still be taken back."""
        pages, now = schema.pages, self.store.clock()
        with self.store.read() as connection:
            row = by_id(connection, project)
            recent = sa.or_(pages.c.state == "open", pages.c.done > now - row.project.undo_minutes * 60)
            query = sa.select(pages.c.id).where(pages.c.project == project, recent)
            return connection.execute(query.limit(1)).first() is None


def visit_project(store: Store, project: int) -> Round:
    """Do for one project what is due; a problem of one step stops neither the others nor other projects."""
    with store.write() as connection:
        lock(connection, project)
        row = by_id(connection, project)
        release_expired(connection, project, store.clock())
    problems: list[str] = []

    def attempt(step: Any, nothing: Any) -> Any:
        try:
            return step(store, row)
        except ParaphrastError as error:
            problems.append(str(error))
            return nothing

    look = attempt(follow_crowd, Look())
    sent, experts = attempt(advance, 0), attempt(to_experts, 0)
    keep_warnings(store, row)
    return Round(row.slug, sent, experts, look, "; ".join(problems))


def run_rounds(store: Store) -> list[Round]:
    """Visit every project once."""
    return Scheduler(store).run_once()


__all__ = ["Round", "Scheduler", "run_rounds", "visit_project"]
