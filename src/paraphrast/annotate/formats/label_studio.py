"""Label Studio's JSON and JSON-MIN: tasks with `data` and `annotations`, or a flat line for each annotation.

Controls may have any names. What Label Studio has no place for (roles, known answers, explanations, rejected
judgements) stands under `paraphrast`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paraphrast.annotate.answers import check_seconds
from paraphrast.annotate.formats import rows
from paraphrast.annotate.formats.entry import NO_NAMES, Entry, Naming, Said, answer_by_controls, known
from paraphrast.annotate.project import Project
from paraphrast.annotate.timeline import iso, seconds_of
from paraphrast.errors import DataError
from paraphrast.files import opening

OURS = "paraphrast"
INNER = ("role", "gold", "why", "id", OURS)
# what JSON-MIN says of an annotation beside the task's own fields and the controls
ABOUT = (
    "id",
    "annotator",
    "annotation_id",
    "created_at",
    "updated_at",
    "lead_time",
    "inner_id",
    "was_cancelled",
)


def read(path: str, project: Project, naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield the tasks and what was annotated; choices, ratings, numbers and written texts are understood."""
    with opening.reading(path) as stream:
        raw = stream.read(rows.LARGEST + 1)
    if len(raw) > rows.LARGEST:
        most = rows.LARGEST // 1024**2
        raise DataError(f"the unpacked file has more than {most} megabytes; split the file", path=path)
    try:
        tasks = msgspec.json.decode(raw, type=list[dict[str, Any]])
    except (msgspec.DecodeError, RecursionError) as error:
        raise DataError(f"is not a list of Label Studio tasks: {error}", path=path) from error
    for number, task in enumerate(tasks, 1):
        try:
            yield (
                _entry(project, task, number, naming)
                if "data" in task
                else _flat(project, task, number, naming)
            )
        except DataError as error:
            raise DataError(f"task {number}: {error}", path=path) from error


def _entry(project: Project, task: dict[str, Any], number: int, naming: Naming) -> Entry:
    if not isinstance(task["data"], dict):
        raise DataError("its 'data' is not a table of fields")
    data = naming.renamed(task["data"])
    block = data.get(OURS)
    ours: dict[str, Any] = block if isinstance(block, dict) else {name: data.get(name) for name in INNER[:4]}
    fields = {name: value for name, value in data.items() if name not in INNER} | (ours.get("fields") or {})
    annotations = [one for one in task.get("annotations") or [] if isinstance(one, dict)]
    said = [(one, _said(project, one, fields, naming)) for one in annotations if not _is_void(one)]
    gold = known(project, ours, naming) or next(
        (found.answer for one, found in said if one.get("ground_truth")), None
    )
    return Entry(
        str(ours.get("id") or task.get("id") or number),
        fields,
        str(ours.get("role") or "task"),
        gold,
        ours.get("why") or "",
        tuple(found for _, found in said),
        str(ours.get("round") or ""),
    )


def _is_void(annotation: dict[str, Any]) -> bool:
    return bool(annotation.get("was_cancelled")) and OURS not in annotation


def _said(project: Project, annotation: dict[str, Any], fields: dict[str, Any], naming: Naming) -> Said:
    controls = {}
    for result in annotation.get("result") or []:
        value = _value(result.get("value") or {})
        if value is not None:
            controls[str(result.get("from_name", "label"))] = value
    ours = annotation.get(OURS) or {}
    return Said(
        _worker(annotation.get("completed_by", "label-studio")),
        answer_by_controls(project, controls, fields, naming),
        seconds_of(annotation.get("created_at")),
        check_seconds(annotation.get("lead_time")),
        str(ours.get("state", "valid")),
        int(ours.get("attempt", 0)),
    )


def _value(value: dict[str, Any]) -> Any:
    """Give what a control holds: a text, or the list of what was chosen."""
    if "choices" in value:
        return list(value["choices"])
    if "text" in value:
        return "\n".join(value["text"]) if isinstance(value["text"], list) else value["text"]
    found = value.get("rating", value.get("number"))
    return None if found is None else f"{found:g}"


def _worker(who: Any) -> str:
    return str((who.get("email") or who.get("id")) if isinstance(who, dict) else who)


def _flat(project: Project, task: dict[str, Any], number: int, naming: Naming) -> Entry:
    """Read a line of JSON-MIN: what is no field of the project may be a control."""
    row = naming.renamed(task)
    shown = {name: value for name, value in row.items() if name in project.fields}
    rest = {name: value for name, value in row.items() if name not in shown and name not in ABOUT}
    said: tuple[Said, ...] = ()
    key = str(task.get("id") or number)
    if task.get("annotation_id") is not None or task.get("annotator") is not None:
        controls = {name: _control(value) for name, value in rest.items()}
        told = answer_by_controls(project, controls, shown, Naming({}, naming.labels))
        at, seconds = seconds_of(task.get("created_at")), check_seconds(task.get("lead_time"))
        said = (Said(_worker(task.get("annotator", "label-studio")), told, at, seconds),)
        rest = {}
    return Entry(key, shown | rest, said=said)


def _control(value: Any) -> Any:
    """Take a value out of what JSON-MIN wraps it in: `{"choices": [...]}`, `[{"rating": 3}]`."""
    inner = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(inner, dict) and inner.keys() & {"choices", "text", "rating", "number"}:
        return _value(inner)
    return value


def write(path: str, project: Project, entries: Iterable[Entry]) -> int:
    """Write tasks that Label Studio imports, with annotations where there are judgements."""
    tasks = [_task(project, entry, number) for number, entry in enumerate(entries, 1)]
    with opening.writing(path) as stream:
        stream.write(msgspec.json.encode(tasks))
    return len(tasks)


def _task(project: Project, entry: Entry, number: int) -> dict[str, Any]:
    shown = {name: value for name, value in entry.fields.items() if name not in INNER}
    about = {"role": entry.role, "gold": entry.gold, "why": entry.why, "round": entry.round}
    ours = {"id": entry.key} | {name: value for name, value in about.items() if value and value != "task"}
    hidden = {name: value for name, value in entry.fields.items() if name in INNER}
    ours |= {"fields": hidden} if hidden else {}
    annotations = [
        {
            "id": number * 1000 + place,
            "completed_by": {"email": said.worker},
            "created_at": iso(said.at),
            "lead_time": said.seconds,
            "was_cancelled": said.state != "valid",
            "result": [_result(project, name, value) for name, value in said.answer.items()],
        }
        | (
            {OURS: {"state": said.state, "attempt": said.attempt}}
            if said.state != "valid" or said.attempt
            else {}
        )
        for place, said in enumerate(entry.said)
    ]
    return {"id": number, "data": {**shown, OURS: ours}, "annotations": annotations}


def _result(project: Project, name: str, value: Any) -> dict[str, Any]:
    written = {question.name for question in project.questions if question.kind == "text"}
    if name in written or (name == "text" and project.kind == "rewrite"):
        return {"from_name": name, "to_name": "text", "type": "textarea", "value": {"text": [value]}}
    chosen = value if isinstance(value, list) else [value]
    return {"from_name": name, "to_name": "text", "type": "choices", "value": {"choices": chosen}}
