"""Toloka's TSV: INPUT, GOLDEN, HINT, OUTPUT and ASSIGNMENT columns; a row per task or per assignment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.cells import JSON, pack_fields, unpack_field
from paraphrast.annotate.formats.entry import (
    NO_NAMES,
    Entry,
    Naming,
    Said,
    answer,
    answer_by_controls,
    content_key,
)
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError

REJECTED = {"REJECTED", "SKIPPED", "EXPIRED"}
RESERVED = {"id", "role", "round"}


def read(path: str, project: Project, naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield the tasks of a pool or of its results, a row at a time; a task may come back later."""
    for number, row in rows.read(path, tabs=True):
        try:
            entry = _entry(project, row, number, naming)
        except DataError as error:
            rows.put_aside(error, row, path, number)
        else:
            yield entry


def _entry(project: Project, row: dict[str, Any], number: int, naming: Naming) -> Entry:
    about = {name: row.get(f"INPUT:{name}") for name in RESERVED}
    inputs = _part(row, "INPUT:")
    fields = dict(unpack_field(name, value) for name, value in inputs.items() if name not in RESERVED)
    fields = naming.renamed(fields)
    said = _said(project, row, fields, naming)
    named = about["id"] or row.get("ASSIGNMENT:task_id")
    key = str(named or (content_key(fields) if said or row.get("ASSIGNMENT:status") else number))
    golden = {name: _cell(value) for name, value in _part(row, "GOLDEN:").items()}
    gold = answer_by_controls(project, golden, fields, naming) if golden else None
    why = unpack_field(*hint)[1] if (hint := next(iter(_part(row, "HINT:").items()), None)) else ""
    role = str(about["role"] or ("task" if not gold else "training" if why else "control"))
    return Entry(key, fields, role, gold, why, said, str(about["round"] or ""))


def _part(row: dict[str, Any], prefix: str) -> dict[str, Any]:
    wanted = {name: value for name, value in row.items() if name.startswith(prefix)}
    return {
        name.removeprefix(prefix): value for name, value in wanted.items() if name != "HINT:default_language"
    }


def _cell(value: Any) -> Any:
    """Give the list in a cell of several answers."""
    if isinstance(value, str) and value.startswith("["):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    return value


def _said(project: Project, row: dict[str, Any], fields: dict[str, Any], naming: Naming) -> tuple[Said, ...]:
    outputs, worker = _part(row, "OUTPUT:"), row.get("ASSIGNMENT:worker_id")
    state = row.get("ASSIGNMENT:state")
    if not worker or not outputs or (row.get("ASSIGNMENT:status") in REJECTED and not state):
        return ()
    asked = {question.name for question in project.questions}
    if set(outputs) <= asked | {"text"}:
        found = answer(project, {**outputs, "text_written": outputs.get("text")}, naming)
    else:
        controls = {name: _cell(value) for name, value in outputs.items()}
        found = answer_by_controls(project, controls, fields, naming)
    seconds = check_seconds(row.get("ASSIGNMENT:seconds"))
    at = seconds_of(row.get("ASSIGNMENT:submitted") or row.get("ASSIGNMENT:started"))
    attempt = int(row.get("ASSIGNMENT:attempt") or 0)
    return (Said(str(worker), found, at, seconds, str(state or "valid"), attempt),)


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write a row per assignment (a task without any has one row): the file serves as pool and as results."""
    many = list(entries)
    packed = pack_fields([entry.fields for entry in many], RESERVED)
    table = (row for entry, fields in zip(many, packed, strict=True) for row in _rows(entry, fields))
    return rows.write(path, table, tabs=True)


def _rows(entry: Entry, fields: dict[str, Any]) -> Iterator[dict[str, Any]]:
    base = {f"INPUT:{name}": value for name, value in {"id": entry.key, **fields}.items()}
    base |= {"INPUT:role": entry.role} if entry.role != "task" else {}
    base |= {"INPUT:round": entry.round} if entry.round else {}
    base |= {f"GOLDEN:{name}": value for name, value in (entry.gold or {}).items()}
    if entry.why:
        text = isinstance(entry.why, str)
        base |= (
            {"HINT:text": entry.why}
            if text
            else {f"HINT:{JSON}text": msgspec.json.encode(entry.why).decode()}
        )
    if not entry.said:
        yield base
    for said in entry.said:
        told = {f"OUTPUT:{name}": value for name, value in said.answer.items()}
        about: dict[str, Any] = {
            "worker_id": said.worker,
            "status": "APPROVED" if said.state == "valid" else "REJECTED",
        }
        about |= {"submitted": iso(said.at), "seconds": said.seconds}
        about |= {"state": said.state} if said.state != "valid" else {}
        about |= {"attempt": said.attempt} if said.attempt else {}
        yield {**base, **told, **{f"ASSIGNMENT:{name}": value for name, value in about.items()}}
