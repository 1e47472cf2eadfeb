"""Our own tables: a row per item, or a row per judgement with the item's fields beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.entry import Entry, Said, answer, known
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of

# Columns that are about the judgement or the item's use; all others are fields of the item.
OURS = {"id", "item", "role", "gold", "why", "worker", "at", "seconds", "state", "text_written"}


def read(path: str, project: Project) -> Iterator[Entry]:
    """Yield the items; rows with a worker are judgements, and rows of one item in a row are put together."""
    asked = {question.name for question in project.questions}
    waiting: Entry | None = None
    for number, row in rows.read(path):
        key = str(row.get("id") or row.get("item") or "")
        worker = row.get("worker")
        fields = {
            name: value
            for name, value in row.items()
            if name not in OURS and (not worker or name not in asked)
        }
        entry = Entry(
            key or str(number), fields, str(row.get("role", "task")), known(project, row), row.get("why", "")
        )
        if worker:
            said = Said(
                str(worker),
                answer(project, row),
                seconds_of(row.get("at")),
                check_seconds(row.get("seconds")),
            )
            if waiting is not None and waiting.key == entry.key:
                waiting = waiting._replace(said=(*waiting.said, said))
                continue
            entry = entry._replace(said=(said,))
        if waiting is not None:
            yield waiting
        waiting = entry
    if waiting is not None:
        yield waiting


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write a row per judgement (an item without any has one row of its own)."""
    return rows.write(path, (row for entry in entries for row in _rows(entry)))


def _rows(entry: Entry) -> Iterator[dict[str, Any]]:
    base = {"id": entry.key, **entry.fields}
    if entry.role != "task":
        base |= {"role": entry.role, "gold": entry.gold}
    if not entry.said:
        yield base
    for said in entry.said:
        told = dict(said.answer)
        if "text" in told:
            told["text_written"] = told.pop("text")
        row = {**base, "worker": said.worker, **told, "seconds": said.seconds, "at": iso(said.at)}
        yield row if said.state == "valid" else {**row, "state": said.state}
