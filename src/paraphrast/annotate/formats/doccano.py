"""doccano's JSONL: `text` and a list of labels; it has no pairs, so a pair stands on two lines of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.entry import Entry, Said
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError

INNER = ("id", "label", "labels", "Comments", "role", "gold", "why", "votes")


def read(path: str, project: Project) -> Iterator[Entry]:
    """Yield the examples; a label without a name beside it is the worker `doccano`'s."""
    for number, row in rows.read(path):
        if not isinstance(row.get("text"), str):
            raise DataError("a doccano example has a 'text'", path=path, line=number)
        fields = {name: value for name, value in row.items() if name not in INNER}
        if "a" in project.fields and "a" not in fields:
            first, _, second = fields["text"].partition("\n")
            fields |= {"a": first, "b": second}
        yield Entry(
            str(row.get("id", number)),
            fields,
            str(row.get("role", "task")),
            row.get("gold"),
            row.get("why", ""),
            tuple(_said(project, row)),
        )


def _said(project: Project, row: dict[str, Any]) -> Iterator[Said]:
    if row.get("votes"):
        for one in row["votes"]:
            yield Said(str(one["worker"]), one["answer"], seconds_of(one.get("at")), one.get("seconds"))
        return
    labels = row.get("label", row.get("labels")) or []
    for label in (labels if isinstance(labels, list) else [labels])[:1]:
        value = (
            {"label": "rewritten", "text": str(label)} if project.kind == "rewrite" else {"label": str(label)}
        )
        yield Said("doccano", value)


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write an example per item: its labels as doccano reads them, and who gave which beside them."""
    return rows.write(path, (_row(project, entry) for entry in entries))


def _row(project: Project, entry: Entry) -> dict[str, Any]:
    fields = dict(entry.fields)
    if "text" not in fields:
        fields["text"] = "\n".join(str(part) for name in project.fields for part in _texts(fields[name]))
    valid = [said for said in entry.said if said.state == "valid"]
    labels = list(dict.fromkeys(str(said.answer.get("text") or said.answer["label"]) for said in valid))
    votes = [
        {"worker": said.worker, "answer": said.answer, "at": iso(said.at), "seconds": said.seconds}
        for said in valid
    ]
    extra = {} if entry.role == "task" else {"role": entry.role, "gold": entry.gold}
    return {"id": entry.key, **fields, "label": labels, **extra, "votes": votes}


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
