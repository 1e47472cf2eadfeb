"""Sheets: a line for each item, an empty cell for each question, for an editor or a program to fill in."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TypeAlias

import numpy as np

from paraphrast.annotate.project import Words
from paraphrast.annotate.reading.folder import write_file
from paraphrast.annotate.reading.outputs import Item
from paraphrast.annotate.reading.questions import explain_questions
from paraphrast.errors import DataError
from paraphrast.files import opening

Answers: TypeAlias = dict[str, dict[str, bool]]  # of each item, of each question
Asked: TypeAlias = Mapping[str, Collection[str]]  # the questions that are put about each item

SHEET, QUESTIONS = "sheet.tsv", "questions.txt"
SAID = {"yes": True, "y": True, "no": False, "n": False}
CLOSED = "-"  # a question that the third reader is not asked


def find_sheet(folder: Path, reader: int) -> Path:
    """Name the sheet of a reader."""
    return folder / f"reader-{reader}" / SHEET


def ask_all(items: Sequence[Item], questions: Collection[str]) -> Asked:
    """Ask every question about every item."""
    return {item.id: list(questions) for item in items}


def write_sheet(
    path: Path, items: Sequence[Item], questions: dict[str, Words], *, asked: Asked, seed: Sequence[int]
) -> None:
    """Write a reader's folder: what is asked, and the items of which something is, in an order of its own.

    Texts are on one line and without tabs, so that nothing needs quoting.
    """
    chosen = [item for item in items if item.id in asked]
    order = np.random.default_rng(seed).permutation(len(chosen))
    lines = [["id", *chosen[0].shown, *questions]]
    for place in order:
        item = chosen[place]
        cells = ["" if name in asked[item.id] else CLOSED for name in questions]
        lines.append([item.id, *item.shown.values(), *cells])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path.parent / QUESTIONS, explain_questions(questions).encode())
    write_file(path, "".join("\t".join(cells) + "\n" for cells in lines).encode())


def read_sheet(path: Path, items: Sequence[Item], *, asked: Asked) -> Answers:
    """Read what a reader answered to what was asked, or say what is wrong with the sheet."""
    known = {item.id: item for item in items}
    found: Answers = {}
    for number, row in _read_lines(path):
        key = row["id"]
        if key not in known:
            raise DataError(f"unknown id {key!r}; ids stay as they came", path=path, line=number)
        if key in found:
            raise DataError(f"id {key!r} comes twice", path=path, line=number)
        altered = _find_altered(row, known[key])
        if altered:
            problem = f"the {altered} of {key!r} was altered; only answers may be written"
            raise DataError(problem, path=path, line=number)
        found[key] = dict(_read_answers(row, asked.get(key, ()), path, number))
    missing = [key for key in asked if key not in found]
    if missing:
        raise DataError(f"{len(missing)} ids are missing, {missing[0]!r} first", path=path)
    return found


def _read_lines(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the cells of each line by name; editors may have cut empty cells off, spreadsheets put quotes."""
    names: list[str] = []
    with opening.reading(path) as stream:
        for number, line in enumerate(opening.lines(stream, path), 1):
            cells = [cell.strip().strip('"').strip() for cell in line.rstrip("\r\n").split("\t")]
            if not names:
                names = cells
                if "id" not in names or len(set(names)) < len(names):
                    raise DataError("the first line should name the columns, id first", path=path, line=1)
            elif len(cells) > len(names):
                problem = f"has {len(cells)} cells where {len(names)} columns are named"
                raise DataError(problem, path=path, line=number)
            elif any(cells):
                yield number, dict(zip_longest(names, cells, fillvalue=""))


def _find_altered(row: Mapping[str, str], item: Item) -> str | None:
    """Name the text that is not as it was shown; a sheet of ids and answers alone has none."""
    pairs = ((name, row[name], text) for name, text in item.shown.items() if name in row)
    return next((name for name, kept, text in pairs if _squeeze(kept) != _squeeze(text)), None)


def _squeeze(text: str) -> str:
    """Leave out what spreadsheets change: spaces and quotes."""
    return "".join(text.replace('"', "").split())


def _read_answers(
    row: Mapping[str, str], asked: Collection[str], path: Path, number: int
) -> Iterator[tuple[str, bool]]:
    for name in asked:
        said = row.get(name, "")
        if not said:
            raise DataError(f"no answer to {name!r} of {row['id']!r}", path=path, line=number)
        if said.lower() not in SAID:
            raise DataError(f"{name!r} is {said!r}; answers are yes or no", path=path, line=number)
        yield name, SAID[said.lower()]
