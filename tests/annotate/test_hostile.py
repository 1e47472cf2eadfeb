"""Every format gives back what it was given, whatever the texts are; spreadsheets run none of it."""

import csv
import io
from pathlib import Path

import pytest

from paraphrast.annotate.exchange import bring_in, entries, send_out
from paraphrast.annotate.formats import ENDINGS, FORMATS, Entry, Said, read, write
from paraphrast.annotate.loading import parse
from paraphrast.annotate.store.projects import create

TEXTS = [
    '{"a": 1}', "[1, 2]", '["да"', '"quoted"', "null", "a\tb", "a\nb", "a\r\nb", "lone\rreturn", 'say "hi"',
    "a,b;c",
    "=1+1", "+7 999", "-да", "@SUM(A1)", "'=1", "''", "'tis", "＝1", "=cmd|' /C calc'!A0", "-3", "3.0", "007",
    "1e5",
    "\x00nul\x1f", "\ufeffbom", "  blanks  ", "👩‍👧 emoji", "עברית \u202eآخر\u202c", "行一\u2028行二", "İi̇",
    "\\n", "\\", "#", "%", "true",
    "Привет, мир", "你好，世界",
]  # fmt: skip
VALUES = [5, 2.5, True, None, "", [1, "два"], {"三": [None]}, "5", "[5]"]
JOURNEYS = [(name, ending) for name in FORMATS for ending in ENDINGS[name]]
RATED = """name = "rated"
kind = "pair-yes-no"
votes = 2
[[questions]]
name = "label"
ask = "?"
options = [{value = "yes", say = "Да"}, {value = "no", say = "Нет"}]
[[questions]]
name = "why"
kind = "text"
ask = "?"
required = false
[[questions]]
name = "marks"
kind = "ticks"
ask = "?"
required = false
options = [{value = "x,y", say = "X"}, {value = "[z]", say = "Z"}]
"""


def hostile() -> list[Entry]:
    """Items whose texts, extra fields, names of fields, explanations and answers are all odd."""
    found = []
    for number, text in enumerate(TEXTS):
        value = VALUES[number % len(VALUES)]
        fields = {
            "a": text,
            "b": TEXTS[-number - 1],
            "n": value,
            "label": text,
            "json:x": text,
            "worker": text,
            "id": "i",
        }
        fields |= {text: text} if number % 3 == 0 and "\x00" not in text else {}
        said = [
            Said("анна", {"label": "yes", "why": text, "marks": ["x,y", "[z]"]}, 1.25 + number, 2.5),
            Said("=王", {"label": "no", "marks": ["[z]"]}, 1e9 + 0.123456, 0.0, "rejected"),
            Said("bob", {"label": "no"}, 5.0, 1.0, "valid", 1002),
        ][: number % 4]
        role = ("task", "control", "exam", "training")[number % 4]
        gold = {"label": "no", "marks": ["x,y"]} if role != "task" else None
        why = ("", text, {"ru": text, "zh": "因为"})[number % 3]
        found.append(Entry(f"{number} {text[:9]}".replace("\x00", ""), fields, role, gold, why, tuple(said)))
    return found


@pytest.mark.parametrize(("kind", "ending"), JOURNEYS)
def test_a_file_gives_back_what_was_written(tmp_path: Path, kind: str, ending: str) -> None:
    project, given, path = parse(RATED), hostile(), str(tmp_path / f"x{ending}")
    write(path, project, given, kind=kind)
    whole: dict[str, Entry] = {}
    for entry in read(path, project, kind=kind):
        before = whole.get(entry.key, entry._replace(said=()))
        whole[entry.key] = before._replace(said=before.said + entry.said)
    assert list(whole) == [entry.key for entry in given]
    for entry, back in zip(given, whole.values(), strict=True):
        assert back.fields == entry.fields
        assert back == entry


@pytest.mark.parametrize(("kind", "ending"), JOURNEYS)
def test_a_project_comes_back_through_a_file(world, tmp_path: Path, kind: str, ending: str) -> None:
    path, again = tmp_path / f"x{ending}", tmp_path / f"y{ending}"
    with world.store.write() as connection:
        first = create(connection, parse(RATED), owner=None, at=0.0)
        second = create(connection, parse(RATED.replace('"rated"', '"again"')), owner=None, at=0.0)
    write(str(path), first.project, hostile(), kind=kind)
    came = bring_in(world.store, first, str(path), kind=kind)
    assert came.items == len(TEXTS)
    assert list(entries(world.store, first, every_state=True)) == hostile()
    send_out(world.store, first, str(again), kind=kind)
    assert bring_in(world.store, second, str(again), kind=kind) == came
    assert list(entries(world.store, second, every_state=True)) == hostile()


@pytest.mark.parametrize(
    ("kind", "ending", "tab"), [("table", ".csv", ","), ("table", ".tsv", "\t"), ("toloka", ".tsv", "\t")]
)
def test_no_cell_of_an_export_is_a_formula(tmp_path: Path, kind: str, ending: str, tab: str) -> None:
    path = tmp_path / f"x{ending}"
    write(str(path), parse(RATED), hostile(), kind=kind)
    text = path.read_text(encoding="utf-8")
    cells = [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=tab) for cell in row]
    assert len(cells) > 300
    odd = [
        cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "＝") and not is_number(cell)
    ]
    assert odd == []
    assert "'=1+1" in cells
    assert "'=王" in cells


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_a_table_that_somebody_else_defused_is_read_as_it_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,text\n1,'=HYPERLINK(1)\n2,'tis\n3,-5\n", encoding="utf-8")
    found = [entry.fields["text"] for entry in read(str(path), parse('name = "x"\nkind = "fluency"'))]
    assert found == ["=HYPERLINK(1)", "'tis", "-5"]


@pytest.mark.parametrize(
    ("cell", "message"),
    [("json:n\n5x", "has JSON in its cells"),
     ("state,worker,label\nlost,w,yes", "the state of a judgement is"),
     ("attempt,worker,label\nsecond,w,yes", "attempt 'second' is not a whole number"),
     ("gold\n{x", "neither a label nor a table")],
)  # fmt: skip
def test_cells_that_mean_nothing_are_refused_with_their_line(tmp_path: Path, cell: str, message: str) -> None:
    names, values = cell.split("\n")
    path = tmp_path / "x.csv"
    path.write_text(f"id,a,b,{names}\n1,x,y,{values}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=f"line 2: .*{message}"):
        list(read(str(path), parse(RATED)))
