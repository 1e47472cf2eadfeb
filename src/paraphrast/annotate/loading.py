"""Projects come from TOML files, from ready templates, or from a form; each is checked as it enters."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from paraphrast.annotate.aggregate import METHODS
from paraphrast.annotate.answers import check_answer, check_fields
from paraphrast.annotate.project import Project
from paraphrast.errors import DataError, unknown

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@cache
def kinds() -> dict[str, dict[str, Any]]:
    """Give what each kind of task shows and asks unless its project says otherwise."""
    return tomllib.loads(files("paraphrast.annotate").joinpath("kinds.toml").read_text(encoding="utf-8"))


def templates() -> list[str]:
    """List the ready projects."""
    folder = files("paraphrast.annotate").joinpath("templates")
    return sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")
    )


def template(name: str) -> Project:
    """Give a ready project by its name."""
    if name not in templates():
        raise unknown("template", name, templates())
    text = files("paraphrast.annotate").joinpath("templates", f"{name}.toml").read_text(encoding="utf-8")
    return parse(text, path=f"{name}.toml")


def load(path: str | Path) -> Project:
    """Read a project from a TOML file; a name of a ready project serves as well."""
    if str(path) in templates():
        return template(str(path))
    try:
        return parse(Path(path).read_text(encoding="utf-8"), path=path)
    except FileNotFoundError:
        raise DataError(
            f"there is no such file, and no template of this name: {', '.join(templates())}", path=path
        ) from None
    except UnicodeDecodeError as error:
        raise DataError(f"is not UTF-8 text: {error.reason}", path=path) from error


def parse(text: str, *, path: object = "project.toml") -> Project:
    """Read a project from TOML text and check it."""
    try:
        return from_dict(tomllib.loads(text), path=path)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is not TOML: {error}", path=path) from error


def from_dict(table: dict[str, Any], *, path: object = "project") -> Project:
    """Make a project of plain values, filling in what its kind gives."""
    kind = table.get("kind")
    if kind not in kinds():
        raise DataError(f"kind is {kind!r}; it can be {', '.join(kinds())}", path=path)
    if isinstance(table.get("chain"), dict):  # [chain] is a chain of one branch, [[chain]] of several
        table = {**table, "chain": [table["chain"]]}
    try:
        project = msgspec.convert({**kinds()[kind], **table}, Project)
    except msgspec.ValidationError as error:
        raise DataError(str(error), path=path) from error
    problem = _problem(project)
    if problem:
        raise DataError(problem, path=path)
    return project


def in_language(table: dict[str, Any], lang: str) -> dict[str, Any]:
    """Give the plain values for texts of this language; who must be a native speaker, must be one of it.

    >>> in_language({"lang": "ru", "rules": {"native": "ru"}}, "zh")
    {'lang': 'zh', 'rules': {'native': 'zh'}}
    """
    rules = table.get("rules", {})
    return {**table, "lang": lang} | ({"rules": {**rules, "native": lang}} if rules.get("native") else {})


def _problem(project: Project) -> str | None:
    """Say what is wrong with a project that has the right shape, or nothing."""
    if not SLUG.fullmatch(project.name):
        return (
            f"name {project.name!r} should be small latin letters, digits and hyphens: it becomes an address"
        )
    if not 1 <= project.votes <= 1000 or not 1 <= project.page <= 100 or project.minutes <= 0:
        return "votes should be 1 to 1000, page 1 to 100, minutes more than 0"
    if project.aggregation.by not in METHODS:
        return f"aggregation by {project.aggregation.by!r}; it can be {', '.join(METHODS)}"
    return (
        _question_problem(project)
        or _chain_problem(project)
        or _rules_problem(project)
        or _example_problem(project)
    )


def _question_problem(project: Project) -> str | None:
    names = [question.name for question in project.questions]
    if "label" not in names or len(set(names)) < len(names):
        return "questions need different names, and one of them is 'label'"
    for question in project.questions:
        values = [option.value for option in question.options]
        if len(set(values)) < len(values) or (
            question.kind != "text" and project.kind != "pick-one" and not values
        ):
            return f"question {question.name!r} needs options with different values"
        if not set(question.positive) <= set(values):
            return f"question {question.name!r}: positive {list(question.positive)} are not options"
    return None


def _example_problem(project: Project) -> str | None:
    for number, example in enumerate(project.examples, 1):
        try:
            check_fields(project, example.fields)
            check_answer(project, example.fields, example.answer)
        except DataError as error:
            return f"example {number}: {error}"
    return None


def _chain_problem(project: Project) -> str | None:
    """Say what is wrong with the branches of a chain by themselves, or nothing."""
    names = [branch.next for branch in project.chain]
    if len(set(names)) < len(names):
        return "branches of a chain need different next projects"
    allowed = [option.value for option in project.question().options]
    for branch in project.chain:
        unknown_labels = set(branch.accept) - set(allowed)
        if unknown_labels and project.kind != "pick-one":
            return f"chain to {branch.next!r}: accept {sorted(unknown_labels)} are not answers; {allowed} are"
        if branch.take < 0 or not 0 <= branch.share <= 1 or (branch.take and branch.share):
            return f"chain to {branch.next!r}: give take, how many, or share, from 0 to 1; not both"
    if sum(branch.share for branch in project.chain) > 1 or (
        any(branch.share for branch in project.chain) and any(branch.take for branch in project.chain)
    ):
        return "branches of a chain draw by take or by share, and shares sum to 1 at most"
    return None


def _rules_problem(project: Project) -> str | None:
    rules, overlap = project.rules, project.overlap
    if not 0 < rules.wrong_ban < 1:
        return f"wrong_ban is the chance of banning an honest worker, between 0 and 1, not {rules.wrong_ban}"
    for name in ("wait", "doubt", "haste"):
        value = getattr(rules, name)
        if value is not None and not 0 <= value < 1:
            return f"{name} is from 0 (off) to under 1, not {value}"
    if overlap and not (
        1 <= overlap.least <= overlap.most <= 1000 and 0.5 <= overlap.sure < 1 <= overlap.budget
    ):
        return "overlap needs 1 <= least <= most, sure from .5 to under 1, and a budget of 1 or more"
    return None
