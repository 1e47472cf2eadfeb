"""Each file format in small: what the parsers make of it, and what they refuse."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest

from paraphrast.corpora import catalogue, labels
from paraphrast.corpora.formats import FORMATS, parser
from paraphrast.corpora.loading import examples
from paraphrast.corpora.places import Member
from paraphrast.data import Document, Pair, Text
from paraphrast.errors import CommandError, DataError

FACTS = 'title = "t"\ntask = "text"\nlanguages = ["zh"]\nabout = ""\nlicence = ""\ncitation = ""\nhome = ""\n'


def parsed(format: str, content: str | bytes, **options: Any) -> list[dict[str, Any]]:
    raw = content.encode() if isinstance(content, str) else content
    return [row.values for row in parser(format)(Member("f", io.BytesIO(raw)), **options)]


@pytest.mark.parametrize(
    ("content", "options", "expected"),
    [
        ('a\tb\n他说"好\tok\n', {}, [{"a": '他说"好', "b": "ok"}]),
        ("\ufeffa\tb\r\nда\t\r\n", {}, [{"a": "да", "b": ""}]),
        (
            'a,b\n"раз,\nдва","он ""сам"""\n',
            {"delimiter": ",", "quoted": True},
            [{"a": "раз,\nдва", "b": 'он "сам"'}],
        ),
        ("один\tдва\n", {"columns": ["a", "b"]}, [{"a": "один", "b": "два"}]),
        ("a\n\nx\n", {}, [{"a": "x"}]),
        ("", {}, []),
    ],
)
def test_tables(content: str, options: dict[str, Any], expected: list[dict[str, str]]) -> None:
    assert parsed("table", content, **options) == expected


@pytest.mark.parametrize("content", ['a,b\n"x,y\n', 'a,b\n"x"z,y\n'])
def test_a_table_whose_quotes_do_not_close(content: str) -> None:
    with pytest.raises(DataError, match=r"f, line \d: not a quoted table"):
        parsed("table", content, delimiter=",", quoted=True)


def test_broken_bytes_are_replaced_only_where_the_card_says_so() -> None:
    assert parsed("table", b"a\n\xe2\x80?\n", errors="replace") == [{"a": "\ufffd?"}]
    with pytest.raises(UnicodeDecodeError):
        parsed("table", b"a\n\xe2\x80?\n")


def test_lines_with_a_separator() -> None:
    rows = parsed("lines", "раз === два\n", separator=" === ", columns=["a", "b"])
    assert rows == [{"a": "раз", "b": "два"}]
    with pytest.raises(DataError, match="f, line 1: 1 texts where 2 were expected"):
        parsed("lines", "раз = два\n", separator=" === ", columns=["a", "b"])


@pytest.mark.parametrize(
    ("content", "options", "expected"),
    [
        ('[{"a": 1}, {"a": 2}]', {}, [{"a": 1}, {"a": 2}]),
        ('{"源": ["一", "二"]}', {"pairs": ["a", "refs"]}, [{"a": "源", "refs": ["一", "二"]}]),
        (
            '[{"a": "s", "c": [{"b": "x"}, {"b": "y"}]}]',
            {"each": "c"},
            [
                {"a": "s", "c": [{"b": "x"}, {"b": "y"}], "b": "x", "object": "1"},
                {"a": "s", "c": [{"b": "x"}, {"b": "y"}], "b": "y", "object": "1"},
            ],
        ),
    ],
)
def test_json(content: str, options: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    assert parsed("json", content, **options) == expected


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("[", {}, "f: not the JSON that was expected"),
        ('[{"a": 1}]', {"each": "c"}, "in 'c' of object 1 .Expected `array`, got `null`"),
        ('{"a": 1}', {}, "Expected `array`, got `object`"),
        ("[1]", {}, "Expected `object`, got `int`"),
        ("[]", {"pairs": ["a", "b"]}, "Expected `object`, got `array`"),
        ('[{"c": 5}]', {"each": "c"}, "in 'c' of object 1 .Expected `array`, got `int`"),
    ],
)
def test_json_of_another_shape_is_refused(content: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parsed("json", content, **options)


def test_a_whole_file_keeps_its_line_ends() -> None:
    assert parsed("whole", "раз\r\nдва\n") == [{"text": "раз\r\nдва\n"}]


def test_an_unknown_format_says_which_there_are() -> None:
    with pytest.raises(CommandError, match="no format 'xls'; there are groups"):
        parser("xls")


def test_every_format_has_its_parser_and_every_card_a_format() -> None:
    used = {split.format for card in catalogue.everything().values() for split in card.splits.values()}
    assert used == set(FORMATS)
    assert all(callable(parser(name)) for name in FORMATS)


@pytest.mark.parametrize(
    ("label", "values", "expected"),
    [
        ({"column": "x", "map": {"-1": 0, "1": 1}}, {"x": "-1"}, 0.0),
        ({"column": "x", "range": [1, 5]}, {"x": "4.9"}, 0.975),
        ({"column": "x", "range": [0, 100], "missing": [""]}, {"x": ""}, None),
        ({"product": ["x", "y"]}, {"x": "0.5", "y": 1}, 0.5),
        ({"column": "x", "holds": "Correct"}, {"x": ["Cheating", "Correct"]}, 1.0),
        ({"column": "x", "holds": "Correct"}, {"x": []}, None),
        ({"constant": 1}, {}, 1.0),
    ],
)
def test_labels_come_onto_one_scale(
    label: dict[str, Any], values: dict[str, Any], expected: float | None
) -> None:
    import msgspec

    assert labels.reader(msgspec.convert(label, catalogue.Label))(values) == expected


@pytest.mark.parametrize(
    ("label", "values", "message"),
    [
        ({"column": "x", "map": {"0": 0}}, {"x": "2"}, "label '2' is not one of 0"),
        ({"column": "x", "range": [0, 5]}, {"x": "7"}, "label 7 is not between 0 and 5"),
        ({"column": "x", "range": [0, 5]}, {"x": "nan"}, "label nan is not between 0 and 5"),
        ({"column": "x", "range": [0, 5]}, {"x": "много"}, "label 'много' is not a number"),
    ],
)
def test_labels_off_the_scale_are_refused(
    label: dict[str, Any], values: dict[str, Any], message: str
) -> None:
    import msgspec

    with pytest.raises(ValueError, match=message):
        labels.reader(msgspec.convert(label, catalogue.Label))(values)


def load(folder: Path, toml: str) -> list[Pair | Text | Document]:
    card = catalogue.parse("mine", (FACTS + toml).encode())
    return list(examples(card, "train", card.split("train"), folder))


def test_a_card_of_ones_own_joins_and_merges(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "votes.tsv").write_text("key\tb\n7\t甲\n7\t乙\n", encoding="utf-8")
    (tmp_path / "mine" / "sources.tsv").write_text("key\tsource\n7\t源\n", encoding="utf-8")
    split = (
        '[splits.train]\nfile = "votes.tsv"\nformat = "table"\njoin = { file = "sources.tsv", key = "key" }\n'
    )
    one, _ = load(tmp_path, split + 'a = "source"\nb = "b"\n')
    assert isinstance(one, Pair)
    assert (one.a, one.b, one.lang, one.id) == ("源", "甲", "zh", "mine/train/1")
    (merged,) = load(tmp_path, split + 'a = "source"\nrefs = ["b"]\nmerge = true\n')
    assert isinstance(merged, Pair)
    assert (merged.b, merged.refs) == ("甲", ("甲", "乙"))
    (tmp_path / "mine" / "sources.tsv").write_text("key\tsource\n8\t源\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no key '7', which votes.tsv refers to"):
        load(tmp_path, split + 'a = "source"\nb = "b"\n')


def test_compressed_files_and_documents(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with gzip.open(tmp_path / "mine" / "essay-04.txt.gz", "wt", encoding="utf-8") as stream:
        stream.write("Эссе.")
    split = 'record = "document"\ntext = "text"\nid = "file"\n'
    (document,) = load(tmp_path, f'[splits.train]\nfile = "essay-*.txt.gz"\nformat = "whole"\n{split}')
    assert document == Document("mine/train/04", "Эссе.", title="04", lang="zh")


def test_a_rewrite_without_any_reference_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x.tsv").write_text("a\tr\nгрубо\t\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"x.tsv, line 2: no reference in r"):
        load(tmp_path, '[splits.train]\nfile = "x.tsv"\nformat = "table"\na = "a"\nrefs = ["r"]\n')


def test_a_misspelt_option_of_a_parser_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x.tsv").write_text("text\nтак\n", encoding="utf-8")
    toml = '[splits.train]\nfile = "x.tsv"\nformat = "table"\ntext = "text"\noptions = { qoted = true }\n'
    with pytest.raises(TypeError, match="qoted"):
        load(tmp_path, toml)
