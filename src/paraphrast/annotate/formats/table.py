"""Our own tables: a row per item, or a row per judgement with the item's fields beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.cells import JSON, column_of, pack_fields, unpack_field
from paraphrast.annotate.formats.entry import NO_NAMES, Entry, Naming, Said, answer, content_key, known
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError

# Columns that are about the judgement or the item's use; all others are fields of the item.
OURS = {
    "id", "item", "role", "gold", "why", "round", "worker", "at", "seconds", "state", "attempt",
    "text_written",
}  # fmt: skip
ANSWER = "answer:"
WHY = f"{JSON}why"
STATES = ("valid", "rejected", "discarded", "aside", "undone", "forgiven", "vetoed")


def read(path: str, project: Project, naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield an item for each row; rows with a worker are judgements, and an item may come back later."""
    typed = rows.is_typed(path)
    for number, row in rows.read(path, columns=naming.columns):
        try:
            entry = _entry(project, naming.renamed(row), naming, number, typed)
        except DataError as error:
            rows.put_aside(error, row, path, number)
        else:
            yield entry


def _entry(project: Project, row: dict[str, Any], naming: Naming, number: int, typed: bool) -> Entry:
    asked = _answers(project)
    worker = row.get("worker")
    mine = [name for name in row if name not in OURS and (not worker or name not in asked)]
    fields = dict(unpack_field(name, row[name], typed=typed) for name in mine if name != WHY)
    key = str(row.get("id") or row.get("item") or (content_key(fields) if worker else number))
    why = unpack_field(WHY, row[WHY])[1] if WHY in row else row.get("why", "")
    said = (_said(project, row, naming),) if worker else ()
    role, gold = str(row.get("role", "task")), known(project, row, naming)
    return Entry(key, fields, role, gold, why, said, str(row.get("round", "")))


def _said(project: Project, row: dict[str, Any], naming: Naming) -> Said:
    state, attempt = str(row.get("state", "valid")), str(row.get("attempt", "0")).removesuffix(".0")
    if state not in STATES:
        raise DataError(f"the state of a judgement is one of {', '.join(STATES)}, not {state!r}")
    if not attempt.isdecimal():
        raise DataError(f"attempt {attempt!r} is not a whole number")
    at, seconds = seconds_of(row.get("at")), check_seconds(row.get("seconds"))
    told = {name: row.get(column) for column, name in _answers(project).items()}
    told["text_written"] = row.get("text_written") or row.get("output_text")
    return Said(str(row["worker"]), answer(project, told, naming), at, seconds, state, int(attempt))


def _answers(project: Project) -> dict[str, str]:
    """Give the column of each question; one that is called like a column of ours stands in `answer:NAME`."""
    names = (question.name for question in project.questions)
    return {f"{ANSWER}{name}" if name in OURS else name: name for name in names}


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write a row per judgement (an item without any has one row of its own)."""
    reserved = OURS | set(_answers(project))
    rewritten = project.kind == "rewrite"
    if rows.is_typed(path):
        typed = (
            row
            for entry in entries
            for row in _rows(
                entry, {column_of(name, reserved): value for name, value in entry.fields.items()}, rewritten
            )
        )
        return rows.write(path, typed)
    many = list(entries)
    packed = pack_fields([entry.fields for entry in many], reserved)
    table = (
        row for entry, fields in zip(many, packed, strict=True) for row in _rows(entry, fields, rewritten)
    )
    return rows.write(path, table)


def _rows(entry: Entry, fields: dict[str, Any], rewritten: bool) -> Iterator[dict[str, Any]]:
    base: dict[str, Any] = {"id": entry.key, **fields}
    if entry.role != "task":
        base |= {"role": entry.role, "gold": entry.gold}
    elif entry.gold is not None:
        base |= {"gold": entry.gold}
    if entry.why:
        base |= (
            {"why": entry.why}
            if isinstance(entry.why, str)
            else {WHY: msgspec.json.encode(entry.why).decode()}
        )
    if entry.round:
        base |= {"round": entry.round}
    if not entry.said:
        yield base
    for said in entry.said:
        told = {f"{ANSWER}{name}" if name in OURS else name: value for name, value in said.answer.items()}
        if "text" in told and rewritten:
            told["text_written"] = told.pop("text")
        row = {**base, "worker": said.worker, **told, "seconds": said.seconds, "at": iso(said.at)}
        row |= {"state": said.state} if said.state != "valid" else {}
        yield row | ({"attempt": said.attempt} if said.attempt else {})
