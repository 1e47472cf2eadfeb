"""Loading from archives that the tests make themselves, whole and broken."""

import lzma
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from paraphrast import corpora
from paraphrast.corpora import catalogue
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError

Pack: TypeAlias = Callable[[str, Mapping[str, str | bytes]], Path]

PARADE = (
    "Four-class labels\tBinary labels\tEntity\tDefinition1\tDefinition2\n"
    '3\t1\tstack\tlast in, "first out\ta pile where the newest leaves first\n'
    "0\t0\tstack\ta pile\tthe memory of calls\n"
)
HEADLINES = """<?xml version='1.0' encoding='UTF8'?>
<data><corpus>
<paraphrase><value name="id">7</value><value name="id_1">1</value><value name="id_2">2</value>
<value name="text_1">Снег выпал в мае.</value><value name="text_2">В мае пошёл снег.</value>
<value name="jaccard">0.5</value><value name="class">0</value></paraphrase>
</corpus></data>
"""


def test_a_table_whose_quotes_are_letters(pack: Pack, tmp_path: Path) -> None:
    pack("parade", {"PARADE_train.txt": PARADE})
    first, last = corpora.load("parade", data=tmp_path)
    assert first == Pair(
        'last in, "first out',
        "a pile where the newest leaves first",
        label=1.0,
        lang="en",
        id="parade/train/1",
        group="stack",
        meta={"experts": 3},
    )
    assert isinstance(last, Pair)
    assert (last.label, last.meta) == (0.0, {"experts": 0})


def test_an_xml_that_declares_its_encoding_oddly(pack: Pack, tmp_path: Path) -> None:
    pack("paraphraser", {"paraphrases_train.xml": HEADLINES})
    (pair,) = corpora.load("paraphraser", data=tmp_path)
    assert isinstance(pair, Pair)
    assert (pair.a, pair.label, pair.lang) == ("Снег выпал в мае.", 1.0, "ru")
    assert pair.meta == {"class": 0, "jaccard": 0.5, "first": "1", "second": "2"}


def test_files_with_a_line_for_each_record(pack: Pack, tmp_path: Path) -> None:
    files = {"train-a.toks": "one\ntwo\n", "train-b.toks": "1\n2\n", "train-sim.txt": "0\n1\n"}
    pack("twitter_url", files)
    pairs = list(corpora.load("twitter_url", data=tmp_path))
    assert [(pair.a, pair.b, pair.label) for pair in pairs if isinstance(pair, Pair)] == [
        ("one", "1", 0.0),
        ("two", "2", 1.0),
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [("0\n", "train-sim.txt has fewer lines"), ("0\n1\n0\n", "train-sim.txt has more lines")],
)
def test_files_of_different_length_are_refused(pack: Pack, tmp_path: Path, lines: str, message: str) -> None:
    pack("twitter_url", {"train-a.toks": "a\nb\n", "train-b.toks": "c\nd\n", "train-sim.txt": lines})
    with pytest.raises(DataError, match=message):
        list(corpora.load("twitter-url", data=tmp_path))


def test_groups_pair_their_first_line_with_the_others(pack: Pack, tmp_path: Path) -> None:
    text = "рад вас видеть\nвас видеть рад\nвидеть вас рад\n\n\nя дома\nдома я\n"
    pack("koziev_paraphrase", {"SENT5.duplicates.txt": text})
    pairs = [pair for pair in corpora.load("koziev-paraphrase", data=tmp_path) if isinstance(pair, Pair)]
    assert [(pair.a, pair.b, pair.group) for pair in pairs] == [
        ("рад вас видеть", "вас видеть рад", "5:1"),
        ("рад вас видеть", "видеть вас рад", "5:1"),
        ("я дома", "дома я", "5:6"),
    ]


def test_an_unpacked_folder_reads_like_the_archive(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack("parade", {"PARADE_train.txt": PARADE})
    packed = list(corpora.load("parade", data=tmp_path))
    folder = tmp_path / "unpacked" / "parade"
    folder.mkdir(parents=True)
    (folder / "PARADE_train.txt").write_text(PARADE, encoding="utf-8")
    monkeypatch.setenv("PARAPHRAST_DATA", str(folder.parent))
    assert list(corpora.load("parade")) == packed


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({}, r"parade.tar.xz: there is no PARADE_train.txt inside"),
        (
            {"PARADE_train.txt": PARADE.replace("\t0\t", "\t7\t")},
            r"PARADE_train.txt, line 3: label '7' is not",
        ),
        ({"PARADE_train.txt": PARADE + "1\t2\n"}, r"PARADE_train.txt, line 4: 2 cells where 5 were expected"),
        ({"PARADE_train.txt": PARADE.replace("Entity", "Term")}, r"line 2: there is no column 'Entity'"),
        ({"PARADE_train.txt": PARADE.encode() + b"\xff\xfe"}, r"PARADE_train.txt: not UTF-8"),
    ],
)
def test_what_is_wrong_is_named(
    pack: Pack, tmp_path: Path, members: dict[str, str | bytes], message: str
) -> None:
    pack("parade", members)
    with pytest.raises(DataError, match=message):
        list(corpora.load("parade", data=tmp_path))


@pytest.mark.parametrize("keep", [0, 40, 200])
def test_a_cut_archive_is_one_clear_error(pack: Pack, tmp_path: Path, keep: int) -> None:
    path = pack("parade", {"PARADE_train.txt": PARADE * 500})
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(DataError, match="broken or cut short"):
        list(corpora.load("parade", data=tmp_path))


def test_bytes_that_are_not_an_archive(tmp_path: Path) -> None:
    (tmp_path / "parade.tar.xz").write_bytes(lzma.compress(b"no tar at all"))
    with pytest.raises(DataError, match=r"parade\.tar\.xz"):
        list(corpora.load("parade", data=tmp_path))


def test_cut_xml_names_the_line(pack: Pack, tmp_path: Path) -> None:
    pack("paraphraser", {"paraphrases_train.xml": HEADLINES[:300]})
    with pytest.raises(DataError, match=r"paraphrases_train.xml, line \d+: not well-formed"):
        list(corpora.load("paraphraser", data=tmp_path))


def test_unknown_names_say_what_there_is(pack: Pack, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no corpus 'dogs'; there are .*parade"):
        corpora.card("dogs")
    pack("parade", {"PARADE_train.txt": PARADE})
    with pytest.raises(CommandError, match="no split of parade 'test'; there are dev, train"):
        list(corpora.load("parade", "test", data=tmp_path))


def test_a_corpus_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"parade is not in .*corpus get parade"):
        list(corpora.load("parade", data=tmp_path))


def test_a_card_with_a_misspelt_fact_is_refused() -> None:
    with pytest.raises(DataError, match=r"mine\.toml: .*languges"):
        catalogue.parse("mine", b'languges = ["ru"]')
