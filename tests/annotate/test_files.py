"""Files as they come from other tools: other names, votes in any order, Label Studio, Toloka."""

import json
from pathlib import Path

import openpyxl
import pytest

from paraphrast.annotate.exchange import bring_in, entries
from paraphrast.annotate.formats import Naming, read
from paraphrast.annotate.loading import parse
from paraphrast.annotate.preview import guess_naming, preview
from paraphrast.errors import DataError
from paraphrast.files.opening import Defaults
from paraphrast.files.skipping import Skipped

PAIRS = {"ru": ("Кот спит", "Спит кот"), "en": ("A cat", "The cat"), "zh": ("猫睡了", "猫在睡觉")}
YES_NO = 'name = "x"\nkind = "pair-yes-no"'


def whole(path: Path, text: str = YES_NO, **options):
    """Read a file and put the votes of each item together."""
    found: dict[str, dict[str, str]] = {}
    for entry in read(str(path), parse(text), **options):
        found.setdefault(entry.key, {}).update({said.worker: said.answer["label"] for said in entry.said})
    return found


def test_votes_need_not_be_sorted_by_item(world, tmp_path: Path) -> None:
    row = world.project(items=0, votes=2)
    lines = [f"{key},{a},{b},{who},{said}" for who, said in (("w1", "yes"), ("w2", "no"), ("w3", "yes"))
             for key, (a, b) in PAIRS.items()]  # fmt: skip
    path = tmp_path / "votes.csv"
    path.write_text("\n".join(["id,a,b,worker,label", *lines]) + "\n", encoding="utf-8")
    assert bring_in(world.store, row, str(path)) == (3, 9)
    found = {entry.key: {said.worker: said.answer["label"] for said in entry.said}
             for entry in entries(world.store, row)}  # fmt: skip
    assert found == {key: {"w1": "yes", "w2": "no", "w3": "yes"} for key in PAIRS}


def test_votes_on_one_id_with_two_texts_are_refused(lite_world, tmp_path: Path) -> None:
    row = lite_world.project(items=0)
    path = tmp_path / "votes.csv"
    path.write_text("id,a,b,worker,label\n1,x,y,w1,yes\n2,x,y,w1,no\n1,x,z,w2,yes\n", encoding="utf-8")
    with pytest.raises(DataError, match="item '1' comes with other texts than before"):
        bring_in(lite_world.store, row, str(path))
    path.write_text("id,a,b,worker,label\n1,x,y,w1,yes\n1,,,w2,no\n", encoding="utf-8")
    assert bring_in(lite_world.store, row, str(path)) == (1, 2)
    path.write_text("id,a,b,worker,label\n7,,,w2,no\n", encoding="utf-8")
    with pytest.raises(DataError, match="item '7' has votes, but none of the texts a, b"):
        bring_in(lite_world.store, row, str(path))


def test_votes_without_ids_are_put_together_by_their_texts(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("a,b,worker,label\nКот,猫,w1,yes\nDog,Пёс,w1,no\nКот,猫,w2,no\n", encoding="utf-8")
    assert sorted(map(len, whole(path).values())) == [1, 2]


def test_columns_and_labels_of_any_name(tmp_path: Path) -> None:
    path = tmp_path / "qqp.tsv"
    path.write_text("pair\tquestion1\tquestion2\trater\tsame\n9\tКот\t猫\tw\tдубль\n", encoding="utf-8")
    naming = Naming(
        {"a": "question1", "b": "question2", "id": "pair", "worker": "rater", "label": "same"},
        {"дубль": "yes"},
    )
    (entry,) = read(str(path), parse(YES_NO), naming=naming)
    assert (entry.key, entry.fields) == ("9", {"a": "Кот", "b": "猫"})
    assert (entry.said[0].worker, entry.said[0].answer) == ("w", {"label": "yes"})


@pytest.mark.parametrize(("word", "value"), [("Да", "yes"), ("no", "no"), ("否", "no"), ("NO", "no")])
def test_labels_may_be_the_words_of_the_options(tmp_path: Path, word: str, value: str) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(f"id,a,b,worker,label\n1,x,y,w,{word}\n", encoding="utf-8")
    assert whole(path) == {"1": {"w": value}}


def control(name: str, kind: str, value: dict) -> dict:
    return {
        "id": "r1",
        "from_name": name,
        "to_name": "pair",
        "type": kind,
        "value": value,
        "origin": "manual",
    }


def studio(*annotations: list[dict]) -> str:
    made = [
        {"id": n, "completed_by": n + 1, "was_cancelled": False, "ground_truth": False, "lead_time": 3.5,
         "created_at": "2024-05-01T10:00:00.000000Z", "result": result}
        for n, result in enumerate(annotations)
    ]  # fmt: skip
    task = {
        "id": 12,
        "annotations": made,
        "data": {"a": "Кот спит", "b": "Спит кот"},
        "meta": {},
        "project": 3,
    }
    return json.dumps([task])


def test_label_studio_controls_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "ls.json"
    path.write_text(studio([control("sentiment", "choices", {"choices": ["Yes"]})],
                           [control("comment", "textarea", {"text": ["да, наверное"]}),
                            control("sentiment", "choices", {"choices": ["Нет"]})]),
                    encoding="utf-8")  # fmt: skip
    assert whole(path, kind="label-studio") == {"12": {"1": "yes", "2": "no"}}
    path.write_text(studio([control("sim", "rating", {"rating": 3})]), encoding="utf-8")
    assert whole(path, 'name = "x"\nkind = "pair-graded"', kind="label-studio") == {"12": {"1": "3"}}
    path.write_text(studio([control("sim", "number", {"number": 2})]), encoding="utf-8")
    assert whole(path, 'name = "x"\nkind = "pair-graded"', kind="label-studio") == {"12": {"1": "2"}}


def test_label_studio_controls_that_could_both_be_meant_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "ls.json"
    path.write_text(studio([control("one", "choices", {"choices": ["Yes"]}),
                            control("two", "choices", {"choices": ["No"]})]), encoding="utf-8")  # fmt: skip
    with pytest.raises(DataError, match=r"task 1: which of one, two answers .*--columns label=NAME"):
        whole(path, kind="label-studio")
    assert whole(path, kind="label-studio", naming=Naming({"label": "two"})) == {"12": {"1": "no"}}


def test_label_studio_json_min(tmp_path: Path) -> None:
    path = tmp_path / "min.json"
    lines = [
        {"id": task, "a": a, "b": b, "annotator": who, "annotation_id": n,
         "created_at": "2024-05-01T10:00:00Z",
         "updated_at": "2024-05-01T10:00:09Z", "lead_time": 9.5, "same": said}
        for n, (who, said) in enumerate([(1, "Yes"), (2, "No")])
        for task, (a, b) in enumerate(PAIRS.values(), 1)
    ]  # fmt: skip
    path.write_text(json.dumps(lines), encoding="utf-8")
    assert whole(path, kind="label-studio") == {key: {"1": "yes", "2": "no"} for key in ("1", "2", "3")}
    first = next(read(str(path), parse(YES_NO), kind="label-studio"))
    assert (first.said[0].seconds, first.fields) == (9.5, {"a": "Кот спит", "b": "Спит кот"})
    rated = [{**line, "same": [{"rating": 2}]} for line in lines]
    path.write_text(json.dumps(rated), encoding="utf-8")
    found = whole(path, 'name = "x"\nkind = "pair-graded"', kind="label-studio")
    assert found["3"] == {"1": "2", "2": "2"}
    unlabelled = [{"id": 5, "a": "x", "b": "y"}]
    path.write_text(json.dumps(unlabelled), encoding="utf-8")
    assert whole(path, kind="label-studio") == {"5": {}}


def test_results_of_toloka(tmp_path: Path) -> None:
    names = ["INPUT:a", "INPUT:b", "OUTPUT:result", "GOLDEN:result", "HINT:text", "HINT:default_language",
             "ASSIGNMENT:link", "ASSIGNMENT:task_id", "ASSIGNMENT:assignment_id", "ASSIGNMENT:worker_id",
             "ASSIGNMENT:status", "ASSIGNMENT:started"]  # fmt: skip
    rows = [
        [a, b, said, gold, hint, "", "https://x", f"t{n}", "s", who, status, "2021-04-23T12:18:30.212"]
        for who, said, status in (
            ("w1", "yes", "APPROVED"), ("w2", "no", "SUBMITTED"), ("w3", "no", "REJECTED")
        )
        for n, ((a, b), gold, hint) in enumerate([(PAIRS["ru"], "", ""), (PAIRS["zh"], "no", ""),
                                                  (PAIRS["en"], "yes", "same \"thing\"")])
    ]  # fmt: skip
    path = tmp_path / "assignments.tsv"
    quoted = [
        "\t".join('"' + cell.replace('"', '""') + '"' if '"' in cell else cell for cell in row)
        for row in rows
    ]
    path.write_text("\n".join(["\t".join(names), *quoted]) + "\n", encoding="utf-8")
    assert whole(path, kind="toloka") == {f"t{n}": {"w1": "yes", "w2": "no"} for n in range(3)}
    found = {entry.key: entry for entry in read(str(path), parse(YES_NO), kind="toloka")}
    assert [found[f"t{n}"].role for n in range(3)] == ["task", "control", "training"]
    assert (found["t2"].gold, found["t2"].why) == ({"label": "yes"}, 'same "thing"')


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        (["sentence1", "sentence2", "label"], {"a": "sentence1", "b": "sentence2", "label": "label"}),
        (["id", "text_1", "text_2", "class"], {"id": "id", "a": "text_1", "b": "text_2"}),
        (["qid", "Question1", "question2", "annotator"],
         {"a": "Question1", "b": "question2", "worker": "annotator"}),
        (["left", "right"], {}),
    ],
)  # fmt: skip
def test_likely_columns_are_guessed(names: list[str], columns: dict[str, str]) -> None:
    assert guess_naming(parse(YES_NO), names) == columns


def test_a_preview_shows_the_first_items_or_what_is_missing(tmp_path: Path) -> None:
    path, project = tmp_path / "x.csv", parse(YES_NO)
    path.write_text("left,right\n" + "".join(f"Кот {n},猫 {n}\n" for n in range(9)), encoding="utf-8")
    bad = preview(str(path), project)
    assert bad.columns == ["left", "right"]
    assert "an item needs the text 'a'" in bad.problem
    good = preview(str(path), project, naming=Naming({"a": "left", "b": "right"}))
    assert good.problem == ""
    assert [entry.fields for entry in good.entries][:2] == [
        {"a": "Кот 0", "b": "猫 0"},
        {"a": "Кот 1", "b": "猫 1"},
    ]
    assert len(good.entries) == 5
    path.write_text("left,right\n1\n", encoding="utf-8")
    assert "line 2" in preview(str(path), project).problem


@pytest.mark.parametrize("between", [";", ",", "\t"])
def test_items_without_a_header_come_in_by_the_numbers_of_their_columns(
    lite_world, tmp_path: Path, between: str
) -> None:
    row = lite_world.project(items=0)
    path = tmp_path / ("t.tsv" if between == "\t" else "t.csv")
    cells = [["1", "Кот спит", "Спит кот"], ["2", "It rains", "Rain falls"], ["3", "下雨了", "雨下了"]]
    path.write_text("".join(between.join(one) + "\n" for one in cells), encoding="utf-8")
    naming = Naming({"id": "1", "a": "2", "b": "3"})
    found = {entry.key: entry.fields for entry in read(str(path), row.project, naming=naming)}
    assert found == {key: {"a": a, "b": b} for key, a, b in cells}


def test_items_come_from_a_workbook_and_their_numbers_are_text(lite_world, tmp_path: Path) -> None:
    row = lite_world.project(items=0)
    book = openpyxl.Workbook()
    for cells in (["id", "a", "b"], [7, "Кот спит", 1812], [8, "下雨了", 0.5]):
        book.active.append(cells)
    book.save(tmp_path / "t.xlsx")
    found = {entry.key: entry.fields for entry in read(str(tmp_path / "t.xlsx"), row.project)}
    assert found == {"7": {"a": "Кот спит", "b": "1812"}, "8": {"a": "下雨了", "b": "0.5"}}


def test_a_table_with_quotation_marks_as_they_stand_keeps_them(lite_world, tmp_path: Path) -> None:
    row = lite_world.project(items=0)
    path = tmp_path / "t.tsv"
    path.write_text('id\ta\tb\n1\t"Да", — сказал он\tОн сказал да\n', encoding="utf-8")
    (entry,) = read(str(path), row.project)
    assert entry.fields == {"a": '"Да", — сказал он', "b": "Он сказал да"}


def test_bad_rows_of_an_import_are_put_aside(lite_world, tmp_path: Path, monkeypatch) -> None:
    row = lite_world.project(items=0)
    path = tmp_path / "t.csv"
    path.write_text("id,a,b,gold\n1,Кот,Кошка,\n2,Пёс\n3,雨,水,{broken\n4,so,thus,\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 3: 2 cells"):
        bring_in(lite_world.store, row, str(path))
    monkeypatch.setattr(Defaults, "skip", Skipped(tmp_path / "bad.jsonl"))
    assert bring_in(lite_world.store, row, str(path)).items == 2
    bad = (tmp_path / "bad.jsonl").read_text(encoding="utf-8")
    assert bad.count("\n") == 2
    assert "line 3: 2 cells" in bad
    assert "line 4: gold" in bad
