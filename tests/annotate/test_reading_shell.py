"""Readings as people type them, and one clear sentence where something is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEXTS = ["Этот дурак опоздал.", "You fool, John is late.", "你这个笨蛋又迟到了。"]
Change = Callable[[str], str]


@pytest.fixture
def folder(shell: Any, tmp_path: Path) -> Path:
    """A reading whose two sheets are filled in."""
    (tmp_path / "texts.txt").write_text("".join(text + "\n" for text in TEXTS), encoding="utf-8")
    rows = [{"a": text, "b": text + "!", "flags": [], "j": n / 2} for n, text in enumerate(TEXTS)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "new.jsonl").write_text(lines, encoding="utf-8")
    out = tmp_path / "readings" / "1"
    ran = shell("annotate", "new", "reading", tmp_path / "texts.txt", "--inputs-only", "-o", out)
    assert (ran.code, ran.out) == (0, ""), ran.err
    assert "3 inputs, sha256 " in ran.err
    named = ("--system", f"new={tmp_path}/new.jsonl", "--system", "unchanged", "--questions", "style,fluency")
    ran = shell("annotate", "new", "reading", out / "inputs.jsonl", "-o", out, *named)
    assert ran.code == 0, ran.err
    for path in out.glob("reader-*/sheet.tsv"):
        change_sheet(path, lambda text: text.replace("!\t\t", "!\tyes\tYes").replace("\t\t\n", "\tno\tn\n"))
    return out


def change_sheet(path: Path, change: Change) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def test_a_reading_from_inputs_to_figures(shell: Any, folder: Path) -> None:
    ran = shell("annotate", "settle", folder)
    assert (ran.code, ran.err) == (0, "the readers agree; count them\n")
    ran = shell("annotate", "count", folder, "--readers", "two copies of a language model", "--judge", "j")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("read once by two copies of a language model; 3 inputs, 6 different outputs")
    assert "a model reads more leniently" in ran.out
    assert "| all | new | 3 | 1.00 [0.44, 1.00] |" in ran.out
    assert "| all | kappa | 6 | 1.00 [1.00, 1.00] |" in ran.out
    assert "| all | j | 3 | - | - | - |" in ran.out
    ran = shell("annotate", "count", folder, "--readers", "two", "--json")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert rows[1] == {
        "measure": "rate", "of": "new", "question": "style", "value": 1.0, "yes": 3, "n": 3, "part": "",
        "low": pytest.approx(0.4385, abs=1e-4), "high": 1.0,
    }  # fmt: skip


def test_scores_of_a_file_are_measured(shell: Any, folder: Path, tmp_path: Path) -> None:
    key = [json.loads(line) for line in (folder / "key.jsonl").read_text(encoding="utf-8").splitlines()]
    scores = tmp_path / "scores.tsv"
    lines = [f"{item['id']}\t{len(item['shown']['output'])}\n" for item in key]
    scores.write_text("id\tscore\n" + "".join(lines), encoding="utf-8")
    count = ("annotate", "count", folder, "--readers", "two", "--judge", f"length={scores}")
    assert "| all | length | 6 | 0.67 [" in shell(*count).out
    scores.write_text("id\tscore\n" + "".join(lines[1:]), encoding="utf-8")
    assert "has no score for" in shell(*count).err
    scores.write_text("id\tscore\nr9\t1\n", encoding="utf-8")
    assert "unknown id 'r9'" in shell(*count).err
    scores.write_text("id\tscore\nr1\thigh\n", encoding="utf-8")
    assert "'r1' has no number" in shell(*count).err


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("yes", '"YES"').replace("\n", "\r\n"),  # as spreadsheets do
        lambda text: "\ufeff" + text,
        lambda text: "\n".join([text.splitlines()[0], *sorted(text.splitlines()[1:])]),
        lambda text: "\n".join(  # ids and answers alone
            "\t".join((line.split("\t")[0], *line.split("\t")[3:])) for line in text.splitlines()
        ),
    ],
)
def test_sheets_come_back_from_any_editor(shell: Any, folder: Path, change: Change) -> None:
    change_sheet(folder / "reader-1/sheet.tsv", change)
    ran = shell("annotate", "count", folder, "--readers", "two")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("\tyes\t", "\t\t", 1), "no answer to 'style' of 'r"),
        (lambda text: text.replace("\tn\n", "\n", 1), "no answer to 'fluency' of 'r"),
        (lambda text: text.replace("\tyes\t", "\tmaybe\t", 1), "'style' is 'maybe'; answers are yes or no"),
        (lambda text: text.replace("\nr1\t", "\nr7\t"), "unknown id 'r7'"),
        (lambda text: text + text.splitlines()[-1], "comes twice"),
        (lambda text: text.replace("дурак", "человек"), "the source of 'r"),
        (lambda text: text.replace("迟到了。!", "来晚了。!"), "the output of 'r"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "1 ids are missing, 'r"),
        (lambda text: text.replace("\tyes\t", "\tyes\tyes\t", 1), "has 6 cells where 5 columns are named"),
        (lambda text: text.replace("\t", ";"), "the first line should name the columns"),
        (lambda text: "", "ids are missing"),
    ],
)
def test_a_sheet_that_is_wrong_is_said_to_be(shell: Any, folder: Path, change: Change, message: str) -> None:
    change_sheet(folder / "reader-2/sheet.tsv", change)
    for command in (("settle", folder), ("count", folder, "--readers", "two")):
        ran = shell("annotate", *command)
        assert ran.code == 1
        assert ran.err.startswith("paraphrast: ")
        assert "reader-2/sheet.tsv" in ran.err
        assert message in ran.err
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize("name", ["inputs.jsonl", "key.jsonl"])
def test_what_was_hashed_may_not_change(shell: Any, folder: Path, name: str) -> None:
    change_sheet(folder / name, lambda text: text.replace("John", "Jack"))
    ran = shell("annotate", "count", folder, "--readers", "two")
    assert ran.code == 1
    assert f"{name}: has changed since the reading was made" in ran.err


def test_other_inputs_than_were_fixed_are_refused(shell: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("Другой текст.\n", encoding="utf-8")
    ran = shell("annotate", "new", "reading", tmp_path / "texts.txt", "--inputs-only", "-o", folder)
    assert ran.code == 1
    assert "their hash has changed" in ran.err


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"a": TEXTS[0], "b": "x"}], "has no output for input '2' and 1 others"),
        (
            [{"id": "1", "a": "Иной текст", "b": "x"}, {"id": "2", "b": "y"}, {"id": "3", "b": "z"}],
            "another text",
        ),
        ([{"id": "1", "b": "x"}, {"id": "1", "b": "y"}], "input '1' has two outputs"),
        ([{"id": "1"}, {"id": "2", "b": "x"}, {"id": "3", "b": "x"}], "'1' has a row without b or output"),
        ([{"b": "x"}], "1 outputs without id or source cannot belong to 3 inputs"),
        ([], "0 outputs"),
    ],
)
def test_outputs_that_do_not_fit_are_refused(
    shell: Any, tmp_path: Path, rows: list[dict[str, str]], message: str
) -> None:
    (tmp_path / "texts.txt").write_text("".join(text + "\n" for text in TEXTS), encoding="utf-8")
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    named = ("--system", f"new={tmp_path}/new.jsonl", "-o", tmp_path / "1")
    ran = shell("annotate", "new", "reading", tmp_path / "texts.txt", *named)
    assert (ran.code, ran.err.count("Traceback")) == (1, 0)
    assert message in ran.err
    assert not (tmp_path / "1" / "key.jsonl").exists()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--system", "new"), 2, "--system takes NAME=FILE, or unchanged"),
        (("--system", "unchanged", "--system", "unchanged"), 2, "came twice"),
        (("--system", "new=nowhere.jsonl"), 2, "there is no file 'nowhere.jsonl'"),
        (
            ("--system", "unchanged", "--questions", "taste"),
            2,
            "no question 'taste'; there are style, meaning",
        ),
        (("--system", "unchanged", "--questions", "style,style"), 2, "one twice"),
        ((), 2, "--system says what was written"),
        (("--draw", "9", "--system", "unchanged"), 1, "9 inputs cannot be drawn: there are 3"),
        (("--questions", "right", "--show", "mood"), 2, "the inputs have no 'mood' to show"),
    ],
)
def test_wrong_requests_end_in_one_line(
    shell: Any, tmp_path: Path, options: tuple[str, ...], code: int, message: str
) -> None:
    (tmp_path / "texts.txt").write_text("".join(text + "\n" for text in TEXTS), encoding="utf-8")
    ran = shell("annotate", "new", "reading", tmp_path / "texts.txt", "-o", tmp_path / "1", *options)
    assert ran.code == code, ran.err
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_double_and_an_empty_input_are_refused(shell: Any, tmp_path: Path) -> None:
    for text, message in (
        ("да\nнет\nда \n", "inputs '1' and '3' are the same text"),
        ("да\n\n", "'2' has no text"),
    ):
        (tmp_path / "texts.txt").write_text(text, encoding="utf-8")
        out = tmp_path / message[:9]
        ran = shell("annotate", "new", "reading", tmp_path / "texts.txt", "--system", "unchanged", "-o", out)
        assert ran.code == 1
        assert message in ran.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("polite = 1", "question 'polite' needs words"),
        ('label = "Is it right?"', "'label' cannot be a question"),
        ("polite =", "is not TOML"),
        ("", "asks nothing"),
    ],
)
def test_questions_of_ones_own(shell: Any, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "texts.txt").write_text("你好\n", encoding="utf-8")
    (tmp_path / "own.toml").write_text('polite = { ru = "Вежливо?", zh = "礼貌吗？" }\n', encoding="utf-8")
    new = ("annotate", "new", "reading", tmp_path / "texts.txt", "-o", tmp_path / "1")
    assert shell(*new, "--questions", tmp_path / "own.toml").code == 0
    assert "礼貌吗？" in (tmp_path / "1/reader-1/questions.txt").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    ran = shell(*new, "--questions", tmp_path / "own.toml")
    assert ran.code == 1
    assert message in ran.err


def test_sheets_are_not_made_twice_and_folders_without_a_reading_are_known(
    shell: Any, folder: Path, tmp_path: Path
) -> None:
    again = ("annotate", "new", "reading", folder / "inputs.jsonl", "-o", folder, "--system", "unchanged")
    assert "have been made already" in shell(*again).err
    ran = shell("annotate", "count", tmp_path, "--readers", "two")
    assert (ran.code, "holds no reading" in ran.err) == (2, True)
    shell("annotate", "new", "reading", folder / "inputs.jsonl", "--inputs-only", "-o", tmp_path / "2")
    ran = shell("annotate", "settle", tmp_path / "2")
    assert (ran.code, "has inputs only" in ran.err) == (2, True)
    assert "say who read" in shell("annotate", "count", folder, "--readers", " ").err
    ran = shell("annotate", "count", folder, "--readers", "two", "--judge", "k")
    assert (ran.code, "no numbers in column 'k'" in ran.err) == (2, True)
    ran = shell("annotate", "count", folder, "--readers", "two", "--by", "genre")
    assert (ran.code, "no column 'genre' in the inputs" in ran.err) == (2, True)


@pytest.mark.parametrize("command", [("new",), ("new", "reading"), ("settle",), ("count",)])
def test_help_has_an_example(shell: Any, command: tuple[str, ...]) -> None:
    assert "Example" in shell("annotate", *command, "--help").out
