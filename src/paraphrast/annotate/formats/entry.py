"""An item and what was said of it, between our store and everyone's files."""

from __future__ import annotations

from typing import Any, NamedTuple

from paraphrast.annotate.project import Project


class Said(NamedTuple):
    """One judgement: who, what, when (seconds since 1970) and how long it took."""

    worker: str
    answer: dict[str, Any]
    at: float | None = None
    seconds: float | None = None
    state: str = "valid"


class Entry(NamedTuple):
    """An item with what is known of it and what was said."""

    key: str
    fields: dict[str, Any]
    role: str = "task"
    gold: dict[str, Any] | None = None
    why: Any = ""
    said: tuple[Said, ...] = ()


def known(project: Project, row: dict[str, Any]) -> dict[str, Any] | None:
    """Give the known answer in a row: `gold`, as a table or as the label alone."""
    gold = row.get("gold")
    if gold in (None, ""):
        return None
    return gold if isinstance(gold, dict) else {"label": _label(project, gold)}


def _label(project: Project, value: Any) -> str:
    """Give a label as the project writes it: 1.0 is '1' where the options say so."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if not text.endswith(".0") else text[:-2]


def answer(project: Project, row: dict[str, Any]) -> dict[str, Any]:
    """Give the answer in a row of plain columns, one per question."""
    found: dict[str, Any] = {}
    for question in project.questions:
        value = row.get(question.name)
        if value in (None, ""):
            continue
        if question.kind == "ticks":
            found[question.name] = (
                value if isinstance(value, list) else [part for part in str(value).split(",") if part]
            )
        else:
            found[question.name] = _label(project, value)
    if project.kind == "rewrite" and found.get("label") == "rewritten":
        found["text"] = str(row.get("text_written") or row.get("output_text") or "")
    return found
