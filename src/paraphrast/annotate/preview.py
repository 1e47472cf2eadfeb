"""A look at a file before it comes in: its columns, which of them are probably ours, and its first items."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from paraphrast.annotate import formats
from paraphrast.annotate.answers import check_answer, check_fields
from paraphrast.annotate.formats import NO_NAMES, Entry, Naming, rows
from paraphrast.annotate.project import Project
from paraphrast.errors import ParaphrastError

SHOWN = 5
# What others call our columns, likeliest first; underscores, hyphens and case do not count.
ALIASES = {
    "id": ("id", "item", "itemid", "pairid", "taskid", "task", "index", "guid"),
    "a": ("a", "text1", "sentence1", "question1", "s1", "t1", "source", "original", "premise", "first"),
    "b": ("b", "text2", "sentence2", "question2", "s2", "t2", "target", "paraphrase", "hypothesis", "second"),
    "text": ("text", "sentence", "comment", "content", "body", "message", "source", "toxiccomment"),
    "choices": ("choices", "options", "candidates"),
    "worker": ("worker", "workerid", "annotator", "annotatorid", "rater", "performer", "user", "judge"),
    "label": ("label", "answer", "vote", "rating", "score", "judgement", "annotation"),
    "gold": ("gold", "golden", "truth"),
    "role": ("role",),
    "why": ("why", "explanation", "hint"),
}  # fmt: skip


class Preview(NamedTuple):
    """What a file looks like under these names, and what stands in its way, if anything."""

    columns: list[str]
    entries: list[Entry]
    problem: str


def guess_naming(project: Project, columns: Sequence[str]) -> dict[str, str]:
    """Give the column that each of our fields probably has in a file with these.

    >>> from paraphrast.annotate.loading import parse
    >>> guess_naming(parse('name = "x"\\nkind = "fluency"'), ["Comment", "n"])
    {'text': 'Comment'}
    """
    plain = {column.lower().replace("_", "").replace("-", "").replace(" ", ""): column for column in columns}
    found = {}
    for name in wanted_fields(project):
        column = (
            name
            if name in columns
            else next((plain[one] for one in ALIASES.get(name, ()) if one in plain), None)
        )
        if column is not None:
            found[name] = column
    return found


def wanted_fields(project: Project) -> list[str]:
    """List what can be named in a file: the id, what is shown, and what is said of it."""
    asked = [question.name for question in project.questions]
    return list(dict.fromkeys(["id", *project.fields, "worker", *asked, "gold", "role", "why"]))


def preview(path: str, project: Project, *, kind: str = "table", naming: Naming = NO_NAMES) -> Preview:
    """Read the first items of a file as an import would, and say what it would stumble over."""
    columns: list[str] = []
    found: list[Entry] = []
    try:
        if kind in ("table", "toloka"):
            names = rows.columns(path, tabs=kind == "toloka" or None)
            columns = [
                name.removeprefix("INPUT:") for name in names if kind == "table" or name.startswith("INPUT:")
            ]
        for entry in islice(formats.read(path, project, kind=kind, naming=naming), SHOWN):
            found.append(entry)
            check_fields(project, entry.fields)
            for said in entry.said:
                check_answer(project, entry.fields, said.answer)
    except ParaphrastError as error:
        return Preview(columns, found, str(error))
    return Preview(columns, found, "")
