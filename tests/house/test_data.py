"""Records go out and come back the same, in every format, and bad files are named with the line."""

from pathlib import Path

import pytest

from paraphrast import data
from paraphrast.data import Document, Judgement, Match, Pair, Span, Text
from paraphrast.errors import CommandError, DataError

PAIRS = [
    Pair("Мама мыла раму", "Раму мыла мама", label=1.0, lang="ru", id="1", refs=("раз", "два")),
    Pair('She said "no"', "Перевод, с запятой", label=0.25, lang="en", id="2", group="g"),
    Pair("我爱NLP", "", lang="zh", meta={"url": "http://example.org", "late": "да"}),
]
ENDINGS = [".jsonl", ".tsv", ".csv", ".parquet", ".xlsx"]
PACKED = [ending + packing for ending in ENDINGS[:3] for packing in (".gz", ".zst", ".xz", ".bz2")]


@pytest.mark.parametrize("ending", ENDINGS + PACKED)
def test_what_is_written_is_read_back(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"pairs{ending}"
    assert data.write(path, iter(PAIRS)) == 3
    assert list(data.read(path)) == PAIRS


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "records",
    [
        [Text("Ты молодец", label=0.0), Text("你好", lang="zh")],
        [Document("a/б.txt", "одна строка", title="Т")],
        [Match(Span("a", 0, 5), Span("b", 3, 9), "paraphrase", 0.5)],
        [Judgement("1", "anna", "yes", seconds=2.5), Judgement("2", "bo", 3.0, at="2024-01-01")],
    ],
    ids=lambda records: type(records[0]).__name__,
)
def test_every_record_has_every_format(tmp_path: Path, ending: str, records: list[data.Record]) -> None:
    path = tmp_path / f"records{ending}"
    data.write(path, records)
    assert list(data.read(path, type(records[0]))) == records


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "p.tsv",
            "a\tb\tlabel\n" + "x\ty\t1\n" * 39 + "x\ty\t2\n",
            "line 41: label '2' is not between 0 and 1; map",
        ),
        ("p.jsonl", '{"a":"x","b":"y"}\n\n{"a":"x"}\n', "line 3: no column 'b'; there are"),
        (
            "p.jsonl",
            '{"a":"x","b":"y","label":"да"}\n',
            "line 1: label 'да' is not a number; map it with --labels",
        ),
        ("p.jsonl", '{"a":"x","b":"y"\n', "line 1: not a JSON object"),
        ("p.jsonl", '["x","y"]\n', "line 1: one JSON object per line is expected, not an array"),
        ("p.csv", "a,b\nx,y,z\n", "line 2: 3 cells, but the header has 2"),
        ("p.csv", 'a,b\n"x,y\n', "line 2: broken quoting"),
        (
            "p.tsv",
            "sentence1\tsentence2\nx\ty\n",
            "no column 'a'; there are sentence1, sentence2; name it with --columns a=",
        ),
        ("p.tsv", "a\tb\ta\nx\ty\tz\n", "line 1: the header names the column 'a' twice"),
        ("p.tsv", "a\tb\tlang\nx\ty\txx\n", "line 2: lang 'xx' cannot be read"),
    ],
)
def test_an_error_names_the_file_and_the_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as raised:
        list(data.read(path))
    assert f"{name}, {message}" in str(raised.value) or f"{name}, line 1: {message}" in str(raised.value)


def test_columns_and_labels_are_mapped(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text("s1\ts2\tsame\tr1\tr2\nода\tодна\tда\tx\t\n", encoding="utf-8")
    found = data.read(path, columns="a=s1,b=s2,label=same,refs=r1+r2", labels="да=1,нет=0")
    assert list(found) == [Pair("ода", "одна", label=1.0, refs=("x",))]


@pytest.mark.parametrize(
    ("labels", "given", "expected"),
    [("0..5", "4", 0.8), ("1..3", "2", 0.5), ("0..5", 5, 1.0), ("-1..1", "-1", 0.0), ({"4": 1}, 4.0, 1.0)],
)
def test_scales_become_likeness(tmp_path: Path, labels: str, given: object, expected: float) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f'{{"a":"x","b":"y","label":{given!r}}}\n'.replace("'", '"'), encoding="utf-8")
    assert next(data.read(path, labels=labels)).label == pytest.approx(expected)


@pytest.mark.parametrize(
    ("columns", "labels"),
    [
        ("a", None),
        ("c=x", None),
        (None, "5..0"),
        (None, "yes"),
        (None, "yes=2"),
        (None, "a..b"),
        (None, "yes=x"),
    ],
)
def test_a_wrong_mapping_is_a_wrong_command(columns: str | None, labels: str | None) -> None:
    with pytest.raises(CommandError):
        data.read("p.tsv", columns=columns, labels=labels)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_column_that_only_looks_like_a_field_is_kept_apart(tmp_path: Path, ending: str) -> None:
    pairs = [Pair("a", "b", label=0.5, meta={"label": {"raw": "maybe"}, "meta": "да", "url": "x"})]
    data.write(tmp_path / f"p{ending}", pairs)
    assert list(data.read(tmp_path / f"p{ending}")) == pairs
    assert pairs[0].meta["label"] == {"raw": "maybe"}
