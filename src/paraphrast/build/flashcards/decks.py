"""Decks of flashcards as people have them: Quizlet exports, Anki packages, CSV and TSV."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from paraphrast.build.flashcards.anki import notes
from paraphrast.data import KINDS, Pair
from paraphrast.errors import DataError
from paraphrast.files.opening import suffix
from paraphrast.files.rows import read
from paraphrast.files.skipping import put_aside
from paraphrast.text import Lang

TAG = re.compile(r"<[^>]{1,300}>")
BREAK = re.compile(r"<(?:br|div|p|li)\b[^>]*>", re.IGNORECASE)
SOUND = re.compile(r"\[sound:[^\]]*\]|\[(?:\$\$?|latex)\].*?\[/(?:\$\$?|latex)\]", re.IGNORECASE | re.DOTALL)
TABLES = KINDS.keys() - {".txt"}  # a .txt is what Quizlet exports: tabs
SIDES = {"term": "1", "definition": "2"}
CLOZE = re.compile(r"\{\{c\d+::(.*?)(?:::.*?)?\}\}")


def cards(path: str | Path, lang: Lang | None = None) -> Iterator[Pair]:
    """Yield a Pair of term and definition for each card of a deck."""
    rows = notes(path) if suffix(path) in (".apkg", ".colpkg") else table(path)
    name = Path(path).name
    for number, (place, fields) in enumerate(rows, 1):
        if len(fields) < 2:
            put_aside(DataError("a card needs a term and a definition", path=path, line=place), fields)
            continue
        # a field of markup alone stays as it is: a filter drops it and says why
        term, definition = (clean(field) or field for field in fields[:2])
        meta = {"deck": name}
        yield Pair(term, definition, lang=lang, id=f"{name}:{number}", group=term.lower(), meta=meta)


def table(path: str | Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a Quizlet export (tabs) or of a table, without a header that names the columns."""
    kind = None if suffix(path) in TABLES else ".tsv"
    for number, row in enumerate(read(path, columns=SIDES, kind=kind, empty=True)):
        fields = [str(cell) for cell in row.values.values()]
        header = number == 0 and [field.strip().lower() for field in fields[:2]] in HEADERS
        if any(map(str.strip, fields)) and not header:
            yield row.line, fields


HEADERS = [
    ["term", "definition"],
    ["front", "back"],
    ["entity", "definition"],
    ["термин", "определение"],
    ["术语", "定义"],
]


def clean(field: str) -> str:
    """Take the markup out of a field, and keep what a cloze hides.

    >>> clean("A <b>{{c1::cat::animal}}</b>&nbsp;sat<br>here [sound:cat.mp3]")
    'A cat sat here'
    """
    field = CLOZE.sub(r"\1", SOUND.sub(" ", field))
    return " ".join(html.unescape(TAG.sub("", BREAK.sub(" ", field))).replace("\xa0", " ").split())
