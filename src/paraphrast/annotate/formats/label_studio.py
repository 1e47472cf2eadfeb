"""Label Studio's JSON: a list of tasks with `data` and `annotations`, as its export and import have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paraphrast.annotate.formats.entry import Entry, Said
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError
from paraphrast.files import opening

INNER = ("role", "gold", "why", "id")


def read(path: str, project: Project) -> Iterator[Entry]:
    """Yield the tasks and what was annotated; choices, ratings and written texts are understood."""
    with opening.reading(path) as stream:
        raw = stream.read()
    try:
        tasks = msgspec.json.decode(raw, type=list[dict[str, Any]])
    except msgspec.DecodeError as error:
        raise DataError(f"is not a list of Label Studio tasks: {error}", path=path) from error
    for number, task in enumerate(tasks, 1):
        data = task.get("data")
        if not isinstance(data, dict):
            raise DataError(f"task {number} has no 'data'", path=path)
        fields = {name: value for name, value in data.items() if name not in INNER}
        said = tuple(
            _said(project, one) for one in task.get("annotations") or [] if not one.get("was_cancelled")
        )
        key = str(data.get("id") or task.get("id") or number)
        gold = data.get("gold") or next(
            (
                one.answer
                for one, raw_one in zip(said, task.get("annotations") or [], strict=False)
                if raw_one.get("ground_truth")
            ),
            None,
        )
        yield Entry(key, fields, str(data.get("role", "task")), gold, data.get("why", ""), said)


def _said(project: Project, annotation: dict[str, Any]) -> Said:
    found: dict[str, Any] = {}
    ticks = {question.name for question in project.questions if question.kind == "ticks"}
    for result in annotation.get("result", []):
        name, value = result.get("from_name", "label"), result.get("value", {})
        if "choices" in value:
            found[name] = value["choices"] if name in ticks else value["choices"][0]
        elif "rating" in value:
            found[name] = str(value["rating"])
        elif "number" in value:
            found[name] = f"{value['number']:g}"
        elif "text" in value:
            text = value["text"][0] if isinstance(value["text"], list) else value["text"]
            found["text" if project.kind == "rewrite" else name] = text
    if project.kind == "rewrite" and "text" in found:
        found["label"] = "rewritten"
    who = annotation.get("completed_by", "label-studio")
    name = who.get("email") or who.get("id") if isinstance(who, dict) else who
    return Said(str(name), found, seconds_of(annotation.get("created_at")), annotation.get("lead_time"))


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write tasks that Label Studio imports, with annotations where there are judgements."""
    tasks = [_task(entry, number) for number, entry in enumerate(entries, 1)]
    with opening.writing(path) as stream:
        stream.write(msgspec.json.encode(tasks))
    return len(tasks)


def _task(entry: Entry, number: int) -> dict[str, Any]:
    data = {"id": entry.key, **entry.fields}
    if entry.role != "task":
        data |= {"role": entry.role, "gold": entry.gold}
    annotations = [
        {
            "id": number * 1000 + place,
            "completed_by": {"email": said.worker},
            "created_at": iso(said.at),
            "lead_time": said.seconds,
            "was_cancelled": said.state != "valid",
            "result": [_result(name, value) for name, value in said.answer.items()],
        }
        for place, said in enumerate(entry.said)
    ]
    return {"id": number, "data": data, "annotations": annotations}


def _result(name: str, value: Any) -> dict[str, Any]:
    if name == "text":
        return {"from_name": name, "to_name": "text", "type": "textarea", "value": {"text": [value]}}
    chosen = value if isinstance(value, list) else [value]
    return {"from_name": name, "to_name": "text", "type": "choices", "value": {"choices": chosen}}
