"""Tables of any columns: what is written comes back in every encoding, and wrong rows have their places."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from paraphrast.errors import CommandError, DataError
from paraphrast.files import rows
from paraphrast.files.opening import Defaults
from paraphrast.files.skipping import Skipped

LETTERS = {"ru": "абвё", "en": "abc", "zh": "我爱你"}
ENCODINGS = {
    "ru": ("utf-8", "utf-8-sig", "utf-16", "cp1251", "koi8-r"),
    "en": ("utf-8", "utf-8-sig", "utf-16", "cp1252"),
    "zh": ("utf-8", "utf-8-sig", "utf-16", "gb18030"),
}
SIGNS = " \"',;\t\n0=#\\"
DELIMITERS = {".csv": ",", ".tsv": "\t"}
Cells = list[str]


@some.composite
def tables(draw: Any, lang: str) -> list[Cells]:
    """Make a header and rows of cells with every sign that can break a table."""
    names = some.text(LETTERS[lang], min_size=1, max_size=3)
    header = draw(some.lists(names, min_size=2, max_size=4, unique=True))
    cell = some.text(LETTERS[lang] + SIGNS, max_size=6)
    row = some.lists(cell, min_size=len(header), max_size=len(header))
    return [header, *draw(some.lists(row, min_size=1, max_size=6))]


def written(path: Path, table: list[Cells], encoding: str = "utf-8") -> list[int]:
    """Write a table through Python's own writer, and give the last line of each row."""
    made, ends = io.StringIO(), []
    writer = csv.writer(made, delimiter=DELIMITERS[path.suffix], quoting=csv.QUOTE_ALL, lineterminator="\n")
    for cells in table:
        writer.writerow(cells)
        ends.append(made.getvalue().count("\n"))
    path.write_bytes(made.getvalue().encode(encoding))
    return ends


@contextmanager
def told(**defaults: Any) -> Iterator[None]:
    """Read as a command does that was given options."""
    before = {name: getattr(Defaults, name) for name in defaults}
    try:
        for name, value in defaults.items():
            setattr(Defaults, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(Defaults, name, value)


@pytest.mark.parametrize("ending", DELIMITERS)
@pytest.mark.parametrize("lang", LETTERS)
@given(data=some.data())
def test_what_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, lang: str, ending: str, data: some.DataObject
) -> None:
    table, encoding = data.draw(tables(lang)), data.draw(some.sampled_from(ENCODINGS[lang]))
    path = tmp_path_factory.getbasetemp() / f"rows{ending}"
    ends = written(path, table, encoding)
    header, *cells = table
    with told(encoding=encoding):
        found = list(rows.read(path, empty=True))
    assert [row.values for row in found] == [dict(zip(header, row, strict=True)) for row in cells]
    assert [row.line for row in found] == ends[1:]
    assert all(row.cells for row in found)


@pytest.mark.parametrize("ending", DELIMITERS)
@pytest.mark.parametrize("lang", LETTERS)
@given(data=some.data())
def test_rows_that_are_wrong_are_told_by_their_places(
    tmp_path_factory: pytest.TempPathFactory, lang: str, ending: str, data: some.DataObject
) -> None:
    header, *good = data.draw(tables(lang))
    at = data.draw(some.integers(0, len(good)))
    wrong = [LETTERS[lang]] * (len(header) + data.draw(some.sampled_from([-1, 1, 3])))
    if len(wrong) < 2:
        wrong = [LETTERS[lang]] * (len(header) + 1)
    path = tmp_path_factory.getbasetemp() / f"wrong{ending}"
    ends = written(path, [header, *good[:at], wrong, *good[at:]])
    place = f"{path}, line {ends[at + 1]}: {len(wrong)} cells, but the header has {len(header)}"
    with pytest.raises(DataError) as error:
        list(rows.read(path, empty=True))
    assert str(error.value) == place
    aside = Skipped(path.with_name("aside.jsonl"))
    with told(skip=aside):
        found = list(rows.read(path, empty=True))
    assert json.loads(aside.path.read_text(encoding="utf-8")) == {"error": place, "row": wrong}
    assert [list(row.values.values()) for row in found] == good


@pytest.mark.parametrize("lang", LETTERS)
def test_a_quote_that_never_closes_is_told(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f'a,b\n"{LETTERS[lang]}",1\n"{LETTERS[lang]},2\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"t\.csv, line 3: broken quoting"):
        list(rows.read(path))


@pytest.mark.parametrize("lang", ENCODINGS)
def test_a_quote_within_the_first_row_stays_as_it_stands(tmp_path: Path, lang: str) -> None:
    path, cells = tmp_path / "t.tsv", [f'"{LETTERS[lang]}" c', "b"]
    path.write_text("\t".join(cells) + "\nc\td\n", encoding="utf-8")
    first = next(rows.read(path, columns={"x": "1", "y": "2"}))
    assert list(first.values.values()) == cells


def test_lines_of_text_are_no_table(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="lines of text are no table"):
        rows.read(tmp_path / "t.txt")
