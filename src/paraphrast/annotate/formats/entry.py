"""An item and what was said of it, between our store and everyone's files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from paraphrast.annotate.answers import values
from paraphrast.annotate.project import Project, Question
from paraphrast.errors import DataError

WHOLE = re.compile(r"-?\d+\.0+")


class Said(NamedTuple):
    """One judgement: who, what, when (seconds since 1970) and how long it took; in which attempt."""

    worker: str
    answer: dict[str, Any]
    at: float | None = None
    seconds: float | None = None
    state: str = "valid"
    attempt: int = 0


class Entry(NamedTuple):
    """An item with what is known of it and what was said; `round` is whose it is, if not everyone's."""

    key: str
    fields: dict[str, Any]
    role: str = "task"
    gold: dict[str, Any] | None = None
    why: Any = ""
    said: tuple[Said, ...] = ()
    round: str = ""


class Naming(NamedTuple):
    """What a file calls things: its column or control for our field, our label for its label."""

    columns: Mapping[str, str] = {}
    labels: Mapping[str, str] = {}

    def renamed(self, row: dict[str, Any]) -> dict[str, Any]:
        """Give a row under our names.

        >>> Naming({"a": "text1"}).renamed({"text1": "да", "n": 1})
        {'n': 1, 'a': 'да'}
        """
        if not self.columns:
            return row
        gone = {*self.columns, *self.columns.values()}
        kept = {name: value for name, value in row.items() if name not in gone}
        return kept | {ours: row[theirs] for ours, theirs in self.columns.items() if theirs in row}


NO_NAMES = Naming()


def content_key(fields: dict[str, Any]) -> str:
    """Name an item by what it says, where a file of votes gives it no name."""
    return hashlib.sha256(msgspec.json.encode(sorted(fields.items()))).hexdigest()[:16]


def known(project: Project, row: dict[str, Any], naming: Naming = NO_NAMES) -> dict[str, Any] | None:
    """Give the known answer in a row: `gold`, as a table or as the label alone."""
    gold = row.get("gold")
    if gold in (None, ""):
        return None
    if isinstance(gold, str) and gold.startswith("{"):
        try:
            gold = msgspec.json.decode(gold)
        except msgspec.DecodeError as error:
            raise DataError(f"gold {gold[:60]!r} is neither a label nor a table of answers") from error
    return gold if isinstance(gold, dict) else {"label": option(project.question(), gold, naming)}


def option(question: Question, value: Any, naming: Naming = NO_NAMES) -> str:
    """Give a label as the project writes it: mapped, by value, or by an option's words in any language."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    text = text.lower() if isinstance(value, bool) else text
    text = naming.labels.get(text, text)
    allowed = [one.value for one in question.options]
    if text in allowed:
        return text
    if WHOLE.fullmatch(text):
        text = text.partition(".")[0]
        text = naming.labels.get(text, text)
    for one in question.options:
        words = [one.say] if isinstance(one.say, str) else [*one.say.values()]
        if text.casefold() in {word.casefold() for word in (one.value, *words)}:
            return one.value
    return text


def answer(project: Project, row: dict[str, Any], naming: Naming = NO_NAMES) -> dict[str, Any]:
    """Give the answer in a row of plain columns, one per question."""
    found: dict[str, Any] = {}
    for question in project.questions:
        value = row.get(question.name)
        if value not in (None, ""):
            found[question.name] = _given(question, value, naming)
    if project.kind == "rewrite" and found.get("label") == "rewritten":
        found["text"] = str(row.get("text_written") or "")
    return found


def _given(question: Question, value: Any, naming: Naming) -> Any:
    if question.kind == "text":
        return str(value)
    if question.kind != "ticks":
        return option(question, _single(value), naming)
    if value in [one.value for one in question.options]:
        return [value]
    if isinstance(value, str) and value.startswith("["):
        try:
            value = msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise DataError(f"{question.name} {value[:60]!r} is not a list of answers") from error
    many = value if isinstance(value, list) else str(value).split(",")
    return [option(question, one, naming) for one in many if one != ""]


def _single(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def answer_by_controls(
    project: Project, controls: dict[str, Any], fields: dict[str, Any], naming: Naming = NO_NAMES
) -> dict[str, Any]:
    """Give the answer in the controls of another tool: by name, by `naming`, or the only one that fits."""
    if project.kind == "rewrite":
        return _rewritten(project, controls, naming)
    found: dict[str, Any] = {}
    left = dict(controls)
    for question in sorted(project.questions, key=lambda one: one.name not in controls):
        name = naming.columns.get(question.name, question.name)
        if name not in left and question.kind == "choice" and question.required and left:
            name = _only_fitting(project, question, left, fields, naming)
        if name in left:
            found[question.name] = _given(question, left.pop(name), naming)
    return found


def _only_fitting(
    project: Project, question: Question, controls: dict[str, Any], fields: dict[str, Any], naming: Naming
) -> str:
    allowed = set(values(project, question, fields))
    fitting = [
        name
        for name, value in controls.items()
        if not isinstance(_single(value), (dict, list))
        and option(question, _single(value), naming) in allowed
    ]
    if len(fitting) != 1:
        raise DataError(
            f"which of {', '.join(sorted(controls))} answers the question {question.name!r}? "
            f"Name it with --columns {question.name}=NAME, and its labels with --labels THEIRS=OURS"
        )
    return fitting[0]


def _rewritten(project: Project, controls: dict[str, Any], naming: Naming) -> dict[str, Any]:
    """Tell a text that was written from a reason why none was."""
    label, question = _single(controls.get(naming.columns.get("label", "label"))), project.question()
    text = controls.get(naming.columns.get("text", "text"))
    if text is None:
        texts = [value for name, value in controls.items() if isinstance(value, str) and name != "label"]
        text = texts[0] if len(texts) == 1 else None
    if label is None or option(question, label, naming) == "rewritten":
        return {"label": "rewritten", "text": text} if text is not None else {}
    return {"label": option(question, label, naming)}
