"""Toloka's TSV: INPUT, GOLDEN, HINT, OUTPUT and ASSIGNMENT columns; a row per task or per assignment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.entry import Entry, Said
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of

REJECTED = {"REJECTED", "SKIPPED", "EXPIRED"}


def read(path: str, project: Project) -> Iterator[Entry]:
    """Yield the tasks of a pool or of its results; assignments of one task in a row are put together."""
    waiting: Entry | None = None
    for number, row in rows.read(path, tabs=True):
        fields = _part(row, "INPUT:")
        key = str(fields.pop("id", "") or row.get("ASSIGNMENT:task_id") or number)
        role = str(fields.pop("role", "task"))
        gold = _part(row, "GOLDEN:") or None
        if gold and role == "task":
            role = "training" if row.get("HINT:text") else "control"
        said = _said(project, row)
        if waiting is not None and waiting.key == key:
            waiting = waiting._replace(said=(*waiting.said, *said))
            continue
        if waiting is not None:
            yield waiting
        waiting = Entry(key, fields, role, gold, row.get("HINT:text", ""), said)
    if waiting is not None:
        yield waiting


def _part(row: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in row.items() if name.startswith(prefix)}


def _said(project: Project, row: dict[str, Any]) -> tuple[Said, ...]:
    found = _part(row, "OUTPUT:")
    worker = row.get("ASSIGNMENT:worker_id")
    if not worker or not found or row.get("ASSIGNMENT:status") in REJECTED:
        return ()
    ticks = {question.name for question in project.questions if question.kind == "ticks"}
    found = {name: value if name in ticks else str(value) for name, value in found.items()}
    seconds = check_seconds(row.get("ASSIGNMENT:seconds"))
    at = seconds_of(row.get("ASSIGNMENT:submitted") or row.get("ASSIGNMENT:started"))
    return (Said(str(worker), found, at, seconds),)


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write a row per assignment (a task without any has one row): the file serves as pool and as results."""
    return rows.write(path, (row for entry in entries for row in _rows(entry)), tabs=True)


def _rows(entry: Entry) -> Iterator[dict[str, Any]]:
    base = {f"INPUT:{name}": value for name, value in {"id": entry.key, **entry.fields}.items()}
    if entry.role != "task":
        base |= {"INPUT:role": entry.role}
        base |= {f"GOLDEN:{name}": value for name, value in (entry.gold or {}).items()}
        base |= {"HINT:text": entry.why if isinstance(entry.why, str) else ""}
    if not entry.said:
        yield base
    for said in entry.said:
        told = {f"OUTPUT:{name}": value for name, value in said.answer.items()}
        about: dict[str, Any] = {
            "worker_id": said.worker,
            "status": "APPROVED" if said.state == "valid" else "REJECTED",
        }
        about |= {"submitted": iso(said.at), "seconds": said.seconds}
        yield {**base, **told, **{f"ASSIGNMENT:{name}": value for name, value in about.items()}}
