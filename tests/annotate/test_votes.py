"""Votes come in from files as other tools write them, and wrong ones are refused with their place."""

import json
from pathlib import Path

import pytest

from paraphrast import data
from paraphrast.annotate.votes import Votes, read
from paraphrast.cli import main
from paraphrast.data import Judgement
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

FILES = {
    "votes.csv": 'task,worker,label\n1,анна,"да, точно"\n1,bob,нет\n2,anna,нет\n',
    "votes.tsv": "item\tannotator\tanswer\n1\tанна\tда, точно\n1\tbob\tнет\n2\tanna\tнет\n",
    "votes.jsonl": '{"item": "1", "worker": "анна", "label": "да, точно"}\n'
    '{"item": "1", "worker": "bob", "label": "нет"}\n{"item": "2", "worker": "anna", "label": "нет"}\n',
}


@pytest.mark.parametrize("name", FILES)
def test_the_same_votes_from_each_format(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    votes = read(path)
    assert (votes.items, votes.workers, votes.labels) == (
        ["1", "2"],
        ["анна", "bob", "anna"],
        ["да, точно", "нет"],
    )
    assert votes.counts().tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("task,worker\n1,a\n", "line 1: has no column label or answer or vote; its columns are task, worker"),
        ("task,worker,label\n1,a,\n", "line 2: the label is empty"),
        ("task,worker,label\n1,a,x\n1,b,x\n1,a,y\n", "line 4: worker 'a' votes on item '1' a second time"),
        ("task,worker,label\n1,a\n", "line 2: 2 cells, but the header has 3"),
    ],
)
def test_wrong_files_are_refused_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read(path)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(CommandError, match=r"there is no file 'nowhere\.csv'"):
        read("nowhere.csv")


def test_numbers_are_in_order_of_size_and_judgements_become_votes() -> None:
    votes = Votes.of(Judgement(item="x", worker=str(n), label=float(n)) for n in (10, 9, 2))
    assert votes.labels == [2.0, 9.0, 10.0]
    assert Votes(["x"] * 3, ["a", "b", "c"], ["10", "9", "2"]).labels == ["2", "9", "10"]


def test_binarising_with_labels_nobody_gave_is_refused() -> None:
    with pytest.raises(DataError, match="none of the positive labels"):
        Votes(["x"], ["a"], ["good"]).binarised(["yes"])


@pytest.mark.parametrize(
    ("name", "encoding"), [("v.csv", "cp1251"), ("v.csv.xz", "koi8-r"), ("v.tsv.bz2", "utf-16")]
)
def test_votes_come_in_any_encoding_packed_or_not(tmp_path: Path, name: str, encoding: str) -> None:
    between = "\t" if ".tsv" in name else ";"
    rows = [["item", "worker", "label"], ["1", "Анна", "да, точно"], ["1", "Борис", "нет, не то же самое"]]
    with opening.writing(tmp_path / name) as stream:
        stream.write("".join(between.join(row) + "\n" for row in rows).encode(encoding))
    assert read(tmp_path / name).labels == ["да, точно", "нет, не то же самое"]


def test_a_kind_of_file_that_it_does_not_know_is_refused_and_not_taken_for_csv(tmp_path: Path) -> None:
    (tmp_path / "votes.dat").write_text(FILES["votes.csv"], encoding="utf-8")
    with pytest.raises(CommandError, match=r"should end in \.jsonl, .*\.tsv, .*\.csv, \.parquet, \.xlsx"):
        read(tmp_path / "votes.dat")


def test_numbers_in_json_are_the_names_that_they_are_in_a_table(tmp_path: Path) -> None:
    lines = ['{"item": 7, "worker": 1, "label": 2.0}', '{"item": 7, "worker": 2, "label": 0.5}']
    (tmp_path / "v.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    votes = read(tmp_path / "v.jsonl")
    assert (votes.items, votes.workers, votes.labels) == (["7"], ["1", "2"], ["0.5", "2"])


@pytest.mark.parametrize("between", [",", ";"])
def test_votes_without_a_header_have_columns_by_number(tmp_path: Path, between: str) -> None:
    cells = [["анна", "1", "да"], ["bob", "1", "否"], ["bob", "2", "no"]]
    (tmp_path / "v.csv").write_text("".join(between.join(row) + "\n" for row in cells), encoding="utf-8")
    votes = read(tmp_path / "v.csv", columns={"item": "2", "worker": "1", "label": "3"})
    assert (votes.items, votes.workers, len(votes)) == (["1", "2"], ["анна", "bob"], 3)


def test_votes_come_from_a_workbook(tmp_path: Path) -> None:
    data.write(tmp_path / "v.xlsx", [Judgement("7", "анна", 2.0), Judgement("7", "王", "不")])
    votes = read(tmp_path / "v.xlsx")
    assert (votes.items, votes.workers, votes.labels) == (["7"], ["анна", "王"], ["2", "不"])


def test_bad_votes_are_put_aside_where_the_command_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, bad, out = tmp_path / "v.csv", tmp_path / "bad.jsonl", tmp_path / "labels.jsonl"
    path.write_text("item,worker,label\n1,a,да\n1,,да\n1,a,нет\n2,b\n2,王,不\n", encoding="utf-8")
    command = ["annotate", "aggregate", str(path), "--by", "majority", "-o", str(out)]
    with pytest.raises(SystemExit) as refused:
        main(command)
    assert (refused.value.code, out.exists()) == (1, False)
    with pytest.raises(SystemExit) as done:
        main([*command, "--skip-bad", str(bad)])
    assert done.value.code == 0
    errors = [line["error"] for line in map(json.loads, bad.read_text(encoding="utf-8").splitlines())]
    assert [error.partition(", ")[2] for error in errors] == [
        "line 3: the worker is empty",
        "line 5: 2 cells, but the header has 3",
        "line 4: worker 'a' votes on item '1' a second time",
    ]
    assert "2 items, 2 votes, 2 labels" in capsys.readouterr().err
