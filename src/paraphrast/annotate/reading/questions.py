"""What readers are asked: questions that are answered by yes or no, known by name or written in a file."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from paraphrast.annotate.project import Words
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

NAME = re.compile(r"[a-z][a-z0-9_-]*")
TAKEN = {"id", "source", "output", "text", "a", "b", "label", "joint"}  # columns of sheets and reports


@cache
def load_questions() -> dict[str, Any]:
    """Give the questions that are known by name, each in three languages."""
    return tomllib.loads(
        files("paraphrast.annotate.reading").joinpath("questions.toml").read_text(encoding="utf-8")
    )


def find_questions(asked: str) -> dict[str, Words]:
    """Give the questions of a list of names, or those of a TOML file, with their words.

    >>> list(find_questions("style,meaning"))
    ['style', 'meaning']
    """
    if asked.endswith(".toml"):
        return _check_questions(_read_file(asked), asked)
    names = [name.strip() for name in asked.split(",") if name.strip()]
    missing = [name for name in names if name not in load_questions()]
    if missing or not names or len(set(names)) < len(names):
        problem = (
            f"no question {missing[0]!r}" if missing else f"--questions {asked!r} names none, or one twice"
        )
        known = ", ".join(load_questions())
        raise CommandError(f"{problem}; there are {known}; others come from a file NAME.toml")
    return {name: load_questions()[name] for name in names}


def _read_file(path: str) -> dict[str, Any]:
    with opening.reading(path) as stream:
        try:
            return tomllib.load(stream)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise DataError(f"is not TOML: {error}", path=path) from error


def _check_questions(table: dict[str, Any], path: str) -> dict[str, Words]:
    """Give the table back if each question has a name fit for a column, and words."""
    if not table:
        raise DataError('asks nothing; write lines such as polite = "Is it polite?"', path=path)
    for name, words in table.items():
        if not NAME.fullmatch(name) or name in TAKEN:
            raise DataError(f"{name!r} cannot be a question: small latin letters, not a column", path=path)
        said = list(words.values()) if isinstance(words, dict) else [words]
        if not said or not all(isinstance(each, str) and each.strip() for each in said):
            raise DataError(f"question {name!r} needs words, or a table of ru, en and zh", path=path)
    return table


def explain_questions(questions: dict[str, Words]) -> str:
    """Write what a reader has to know, in the languages of the questions."""
    lines = ["Write yes or no in each empty cell of sheet.tsv; change nothing else. Ask nobody.", ""]
    for name, words in questions.items():
        said = words.values() if isinstance(words, dict) else [words]
        lines += [f"{name}:", *(f"  {each}" for each in said)]
    return "\n".join(lines) + "\n"
