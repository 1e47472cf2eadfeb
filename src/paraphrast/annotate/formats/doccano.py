"""doccano's JSONL: `text` and a list of labels; what it has no place for stands under `paraphrast`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.entry import NO_NAMES, Entry, Naming, Said, known, option
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError

OURS = "paraphrast"
INNER = ("id", "label", "labels", "Comments", "role", "gold", "why", "votes", OURS)


def read(path: str, project: Project, naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield the examples; a label without a name beside it is the worker `doccano`'s."""
    for number, raw in rows.read(path):
        try:
            entry = _entry(project, naming.renamed(raw), number, naming)
        except DataError as error:
            rows.put_aside(error, raw, path, number)
        else:
            yield entry


def _entry(project: Project, row: dict[str, Any], number: int, naming: Naming) -> Entry:
    # what wrote it has all the fields; without it a pair stands on two lines of a text
    ours = row[OURS] if isinstance(row.get(OURS), dict) else row
    fields = ours.get("fields") if ours is not row else None
    if fields is None:
        if not isinstance(row.get("text"), str):
            raise DataError("a doccano example has a 'text'")
        fields = {name: value for name, value in row.items() if name not in INNER}
        if "a" in project.fields and "a" not in fields:
            first, _, second = fields["text"].partition("\n")
            fields |= {"a": first, "b": second}
    return Entry(
        str(row.get("id", number)),
        fields,
        str(ours.get("role") or "task"),
        known(project, ours, naming),
        ours.get("why") or "",
        tuple(_said(project, row, ours, naming)),
        str(ours.get("round") or ""),
    )


def _said(project: Project, row: dict[str, Any], ours: dict[str, Any], naming: Naming) -> Iterator[Said]:
    votes = ours.get("votes") or []
    for one in votes:
        if not isinstance(one, dict) or not isinstance(one.get("answer"), dict) or "worker" not in one:
            raise DataError("each of the 'votes' has a worker and an answer")
        at, seconds = seconds_of(one.get("at")), check_seconds(one.get("seconds"))
        state, attempt = str(one.get("state", "valid")), int(one.get("attempt", 0))
        yield Said(str(one["worker"]), one["answer"], at, seconds, state, attempt)
    labels = row.get("label", row.get("labels")) or []
    for label in (labels if isinstance(labels, list) else [labels])[:1]:
        if not votes and not isinstance(row.get(OURS), dict):
            chosen = {"label": option(project.question(), label, naming)}
            yield Said(
                "doccano",
                {"label": "rewritten", "text": str(label)} if project.kind == "rewrite" else chosen,
            )


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write an example per item: its labels as doccano reads them, and who gave which beside them."""
    return rows.write(path, (_row(project, entry) for entry in entries))


def _row(project: Project, entry: Entry) -> dict[str, Any]:
    shown = [str(part) for name in project.fields for part in _texts(entry.fields.get(name, ""))]
    valid = [said for said in entry.said if said.state == "valid"]
    labels = list(dict.fromkeys(str(said.answer.get("text") or said.answer["label"]) for said in valid))
    votes = [
        {"worker": said.worker, "answer": said.answer, "at": iso(said.at), "seconds": said.seconds}
        | ({"state": said.state} if said.state != "valid" else {})
        | ({"attempt": said.attempt} if said.attempt else {})
        for said in entry.said
    ]
    about = {"role": entry.role, "gold": entry.gold, "why": entry.why, "round": entry.round}
    ours = {"fields": entry.fields, "votes": votes}
    ours |= {name: value for name, value in about.items() if value and value != "task"}
    return {"id": entry.key, "text": "\n".join(shown), "label": labels, OURS: ours}


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
