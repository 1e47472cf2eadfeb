"""Blind reading: what is shown tells nothing of who wrote it, and what is counted is what was answered."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from paraphrast.annotate.reading import (
    count_reading,
    find_questions,
    fix_inputs,
    make_reading,
    settle_reading,
)
from paraphrast.annotate.reading.inputs import hash_file
from paraphrast.errors import CommandError, DataError

TEXTS = [
    ("ru", "Этот дурак опять опоздал."),
    ("ru", "«Чёрт», — сказал он\nи ушёл."),
    ("en", '"Damn", he said; 3 buses came.'),
    ("en", "You fool, John did not call."),
    ("zh", "你这个笨蛋又迟到了。"),
    ("zh", "这破车又坏了，花了300块。"),
]
ASKED = find_questions("style,meaning")
Answer = Callable[[dict[str, str], str], str]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def inputs(tmp_path: Path) -> str:
    rows = [{"id": f"i{n}", "text": text, "lang": lang} for n, (lang, text) in enumerate(TEXTS)]
    return write_rows(tmp_path / "inputs.jsonl", rows)


def write_outputs(path: Path, written: Callable[[str], str], **more: Any) -> str:
    rows = [{"id": f"i{n}", "a": text, "b": written(text), **more} for n, (_, text) in enumerate(TEXTS)]
    return write_rows(path, rows)


@pytest.fixture
def systems(tmp_path: Path) -> dict[str, str | None]:
    """One system that shouts, one that shouts at half of the texts, and the texts themselves."""
    half = {text for _, text in TEXTS[::2]}
    return {
        "loud": write_outputs(tmp_path / "loud.jsonl", lambda text: text + "!", flags=["fine"]),
        "half": write_outputs(tmp_path / "half.jsonl", lambda text: text + ("!" if text in half else "?")),
        "unchanged": None,
    }


def fill_sheet(path: Path, answer: Answer) -> None:
    """Fill in a sheet as a program would that knows tabs and lines only."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    names = head.split("\t")
    filled = [head]
    for line in lines:
        row = dict(zip(names, line.split("\t"), strict=True))
        filled.append("\t".join(row[name] or answer(row, name) for name in names))
    path.write_text("\n".join(filled) + "\n", encoding="utf-8")


def shouts(row: dict[str, str], name: str) -> str:
    return "yes" if row["output"].endswith("!") else "no"


def make(folder: Path, inputs: str, systems: dict[str, str | None] | None, **more: Any) -> Path:
    fix_inputs(inputs, folder)
    make_reading(folder, more.pop("questions", ASKED), systems=systems, **more)
    return folder


def answer_all(folder: Path, *answers: Answer) -> None:
    for reader, answer in enumerate(answers, 1):
        fill_sheet(folder / f"reader-{reader}" / "sheet.tsv", answer)


def sheets(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("reader-*/*")))


def figures(counted: Any, measure: str, of: str) -> dict[str, Any]:
    return {
        line.question: line
        for line in counted.lines
        if (line.measure, line.of, line.part) == (measure, of, "")
    }


def test_hashes_are_written_before_anything_is_shown(tmp_path: Path, inputs: str) -> None:
    fix_inputs(inputs, tmp_path / "one")
    written = json.loads((tmp_path / "one/reading.json").read_text())
    assert written["inputs_sha256"] == hash_file(str(tmp_path / "one/inputs.jsonl"))
    assert written["drawn_from"] == hash_file(inputs)
    assert not list((tmp_path / "one").glob("reader-*"))


def test_sheets_are_the_same_whoever_wrote_what(tmp_path: Path, inputs: str, systems: Any) -> None:
    one = make(tmp_path / "one", inputs, systems)
    swapped = {"zzz": systems["half"], "unchanged": None, "aaa": systems["loud"]}
    other = make(tmp_path / "other", inputs, swapped)
    assert sheets(one) == sheets(other)
    assert (one / "key.jsonl").read_bytes() != (other / "key.jsonl").read_bytes()


def test_a_sheet_has_no_name_no_flag_and_no_score(tmp_path: Path, inputs: str) -> None:
    path = write_outputs(tmp_path / "x.jsonl", str.upper, system="secret", flags=["toxic"], score=0.123)
    shown = sheets(make(tmp_path / "one", inputs, {"loudmouth": path, "unchanged": None})).decode()
    assert not any(
        word in shown for word in ("loudmouth", "secret", "toxic", "0.123", "unchanged", "i0", "i5")
    )


def test_the_order_tells_nothing_of_the_system_and_differs_between_readers(tmp_path: Path) -> None:
    rows = [{"id": str(n), "text": f"текст {n}"} for n in range(200)]
    inputs = write_rows(tmp_path / "many.jsonl", rows)
    path = write_rows(tmp_path / "x.jsonl", [{**row, "output": f"other {row['id']}"} for row in rows])
    folder = make(tmp_path / "one", inputs, {"x": path, "unchanged": None})
    one, two = ((folder / f"reader-{n}/sheet.tsv").read_text().splitlines()[1:] for n in (1, 2))
    assert one != two
    assert sorted(one) == sorted(two)
    for order in (one, sorted(one)):
        wrote = np.array(["other" in line for line in order], dtype=float)
        assert abs(np.corrcoef(np.arange(len(wrote)), wrote)[0, 1]) < 0.15
        assert abs(np.corrcoef(wrote[1:], wrote[:-1])[0, 1]) < 0.15


def test_what_two_systems_wrote_is_shown_once_and_counted_for_both(
    tmp_path: Path, inputs: str, systems: Any
) -> None:
    folder = make(tmp_path / "one", inputs, systems)
    assert len((folder / "reader-1/sheet.tsv").read_text().splitlines()) == 1 + 6 + 3 + 6
    answer_all(folder, shouts, shouts)
    counted = count_reading(folder, "a test")
    for name, yes in (("loud", 6), ("half", 3), ("unchanged", 0)):
        for question in ("style", "meaning", "joint"):
            line = figures(counted, "rate", name)[question]
            known = binomtest(yes, 6).proportion_ci(method="wilson")
            assert (line.yes, line.n) == (yes, 6)
            assert line.interval == pytest.approx((known.low, known.high))
    assert figures(counted, "unchanged", "unchanged")[""].yes == 6
    assert figures(counted, "wrong", "half")[""].yes == 3
    assert {line.part for line in counted.lines} == {"", "ru", "en", "zh"}


def test_flags_give_precision_and_coverage(tmp_path: Path, inputs: str) -> None:
    flags = [["fine"], ["toxic"], [], ["refused: no"], [], []]
    rows = [
        {"id": f"i{n}", "b": text + ("!" if n < 5 else "?"), "flags": flags[n]}
        for n, (_, text) in enumerate(TEXTS)
    ]
    folder = make(tmp_path / "one", inputs, {"x": write_rows(tmp_path / "x.jsonl", rows)})
    answer_all(folder, shouts, shouts)
    counted = count_reading(folder, "a test")
    assert (figures(counted, "coverage", "x")[""].yes, figures(counted, "coverage", "x")[""].n) == (4, 6)
    assert (figures(counted, "precision", "x")[""].yes, figures(counted, "precision", "x")[""].n) == (3, 4)
    counted = count_reading(folder, "a test", harmless=())
    assert (figures(counted, "precision", "x")[""].yes, figures(counted, "precision", "x")[""].n) == (2, 3)


def test_kappa_and_auc_are_those_of_scikit_learn(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    rows = [{"id": str(n), "text": f"句子 {n}"} for n in range(60)]
    numbers = rng.integers(0, 5, 60) / 4
    path = write_rows(
        tmp_path / "x.jsonl",
        [
            {**row, "output": f"{row['id']}!", "scores": {"j": j}}
            for row, j in zip(rows, numbers, strict=True)
        ],
    )
    folder = make(tmp_path / "one", write_rows(tmp_path / "t.jsonl", rows), {"x": path})
    said = {key: [bool(yes) for yes in rng.random(60) < 0.6] for key in ("first", "second", "third")}

    def answer(who: str) -> Answer:
        return lambda row, _: "yes" if said[who][int(row["output"][:-1])] else "no"

    answer_all(folder, answer("first"), answer("second"))
    assert settle_reading(folder) == 2 * sum(np.array(said["first"]) != said["second"])
    fill_sheet(folder / "reader-3/sheet.tsv", answer("third"))
    counted = count_reading(folder, "a test", judges=["scores.j"])
    settled = [c if a != b else a for a, b, c in zip(*said.values(), strict=True)]
    kappa, agreed = figures(counted, "kappa", "readers"), figures(counted, "agreement", "readers")
    assert kappa["style"].value == pytest.approx(cohen_kappa_score(said["first"], said["second"]))
    assert agreed["joint"].value == np.mean(np.array(said["first"]) == said["second"])
    assert figures(counted, "auc", "scores.j")["joint"].value == pytest.approx(
        roc_auc_score(settled, numbers)
    )
    assert figures(counted, "rate", "x")["meaning"].yes == sum(settled)


def test_the_third_sees_only_what_is_disputed(tmp_path: Path, inputs: str, systems: Any) -> None:
    folder = make(tmp_path / "one", inputs, systems)
    answer_all(folder, shouts, lambda row, name: "NO" if name == "style" else shouts(row, name))
    with pytest.raises(CommandError, match="disagree on 6 answers"):
        count_reading(folder, "a test")
    assert settle_reading(folder) == 6
    lines = (folder / "reader-3/sheet.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 7
    assert all(line.endswith("!\t\t-") for line in lines[1:])
    fill_sheet(folder / "reader-3/sheet.tsv", lambda *_: "yes")
    assert figures(count_reading(folder, "a test"), "rate", "loud")["style"].yes == 6
    with pytest.raises(CommandError, match="there already"):
        settle_reading(folder)


@pytest.mark.parametrize(
    "row", [{"a": "Кот спит", "b": "猫在睡觉", "label": 1.0}, {"text": "The cat sleeps", "label": "neutral"}]
)
def test_labels_are_read_without_systems(tmp_path: Path, row: dict[str, Any]) -> None:
    rows = [row, {**row, next(iter(row)): "另一个"}]
    questions = find_questions("right")
    folder = make(tmp_path / "one", write_rows(tmp_path / "p.jsonl", rows), None, questions=questions)
    lines = (folder / "reader-1/sheet.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["id", *row, "right"]
    answer_all(folder, lambda *_: "y", lambda *_: "y")
    assert figures(count_reading(folder, "a test"), "rate", "inputs")["right"].yes == 2


def test_inputs_are_drawn_by_language_and_without_doubles(tmp_path: Path) -> None:
    rows = [
        {"text": text, "lang": lang} for lang in ("ru", "en", "zh") for text in (f"{lang}1", f"{lang}2") * 2
    ]
    path = write_rows(tmp_path / "t.jsonl", [{"text": " ", "lang": "ru"}, *rows])
    fix_inputs(path, tmp_path / "one", draw=2)
    drawn = [json.loads(line) for line in (tmp_path / "one/inputs.jsonl").read_text().splitlines()]
    assert [row["text"] for row in drawn] == ["ru1", "ru2", "en1", "en2", "zh1", "zh2"]
    with pytest.raises(DataError, match="3 inputs cannot be drawn: there are 2 different ones in ru"):
        fix_inputs(path, tmp_path / "two", draw=3)


def test_outputs_are_found_by_id_by_source_or_line_by_line(tmp_path: Path, inputs: str) -> None:
    lines = Path(inputs).read_text(encoding="utf-8").splitlines()
    single = write_rows(tmp_path / "single.jsonl", [json.loads(line) for line in lines if "Чёрт" not in line])
    texts = [text for _, text in TEXTS if "Чёрт" not in text]  # a line holds no text of two lines
    (tmp_path / "lines.txt").write_text("".join(text + "!\n" for text in texts), encoding="utf-8")
    backwards = [{"source": text, "output": text + "!"} for _, text in TEXTS[::-1]]
    systems = {
        "id": write_outputs(tmp_path / "id.jsonl", lambda text: text + "!"),
        "source": write_rows(tmp_path / "source.jsonl", backwards),
        "lines": str(tmp_path / "lines.txt"),
    }
    folder = make(tmp_path / "one", single, systems)
    key = [json.loads(line) for line in (folder / "key.jsonl").read_text().splitlines()]
    assert len(key) == 5
    assert all(list(item["wrote"]) == list(systems) for item in key)


def test_a_set_that_was_read_is_used_up(tmp_path: Path, inputs: str, systems: Any) -> None:
    one = make(tmp_path / "one", inputs, {"loud": systems["loud"]})
    waiting = make(tmp_path / "waiting", inputs, {"half": systems["half"]})
    for folder in (one, waiting):
        answer_all(folder, shouts, shouts)
    assert "read once by a test" in count_reading(one, "a test").notes[0]
    assert count_reading(one, "a test", by="lang").lines  # the same answers may be looked at again
    with pytest.raises(CommandError, match="6 of 6 inputs have been read in 'one'"):
        count_reading(waiting, "a test")
    make(tmp_path / "same", inputs, {"loud": systems["loud"]})  # other readers of the same outputs
    fix_inputs(inputs, tmp_path / "two")
    with pytest.raises(CommandError, match="used up"):
        make_reading(tmp_path / "two", ASKED, systems={"half": systems["half"]})
    make_reading(tmp_path / "two", ASKED, systems={"half": systems["half"]}, again=True)
    answer_all(tmp_path / "two", shouts, shouts)
    assert any("not fresh" in note for note in count_reading(tmp_path / "two", "a test").notes)
    assert "read once" in count_reading(one, "a test").notes[0]


def test_answers_may_not_change_after_counting(tmp_path: Path, inputs: str, systems: Any) -> None:
    folder = make(tmp_path / "one", inputs, systems)
    answer_all(folder, shouts, shouts)
    count_reading(folder, "a test")
    for path in folder.glob("reader-*/sheet.tsv"):
        path.write_text(path.read_text(encoding="utf-8").replace("\tno", "\tyes"), encoding="utf-8")
    with pytest.raises(CommandError, match="counted with other answers"):
        count_reading(folder, "a test")
    assert "read again" in count_reading(folder, "a test", again=True).notes[0]


def test_what_is_kept_has_answers_and_hashes_and_no_text(tmp_path: Path, inputs: str, systems: Any) -> None:
    folder = make(tmp_path / "one", inputs, systems)
    answer_all(folder, shouts, shouts)
    count_reading(folder, "two language models")
    kept = (folder / "answers.jsonl").read_text(encoding="utf-8")
    assert not any(text[:6] in kept for _, text in TEXTS)
    row = json.loads(kept.splitlines()[0])
    assert {"id", "input", "sha256", "systems", "reader-1", "reader-2", "settled"} <= set(row)
