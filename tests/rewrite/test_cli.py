"""`paraphrast rewrite` on small files, with the bundled models."""

import json
import subprocess
import sys

import pytest

from paraphrast.cli.rewriting.plan import MOST, make_plan
from paraphrast.cli.rewriting.systems import TOLD
from paraphrast.data import read
from paraphrast.engine import cores
from paraphrast.rewrite import SYSTEMS

LINES = ["Ну ты и сука!", "What a fucking day it was", "他妈的，今天下雨了。", "The train leaves at 7:40."]


def test_a_file_is_rewritten_with_scores_and_flags(shell, tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    ran = shell("rewrite", source, "-o", out)
    assert ran.code == 0, ran.err
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["a"] for row in rows] == LINES
    assert [row["lang"] for row in rows] == ["ru", "en", "zh", "en"]
    assert "fucking" not in rows[1]["b"]
    assert rows[2]["b"] == "今天下雨了。"
    assert rows[3]["b"] == LINES[3]
    assert rows[3]["flags"] == ["fine"]
    assert rows[3]["scores"]["change"] == 0
    assert all(set(row["scores"]) == {"style", "meaning", "fluency", "change"} for row in rows)
    assert "4 texts" in ran.err


@pytest.mark.parametrize(
    ("named", "system"), [([], "consensus"), (["--system", "delete", "--system", "replace"], "best-of")]
)
def test_stdin_to_stdout_by_the_best_score(shell, named, system):
    line = json.dumps({"text": "Эти мудаки несут хуйню.", "id": "7"}, ensure_ascii=False)
    ran = shell("rewrite", "-", "--lang", "ru", "--best-by", "j", *named, stdin=line + "\n")
    assert ran.code == 0, ran.err
    row = json.loads(ran.out)
    assert row["id"] == "7"
    assert row["system"] == system
    assert "муд" not in row["b"]


def test_wrong_requests_are_told_what_there_is(shell, tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("one\n", encoding="utf-8")
    for options, said in [
        (["--to", "verse"], "no goal 'verse'; there are neutral, paraphrase"),
        (["--system", "magic"], "no system 'magic'"),
        (["--system", "adversarial"], "needs a score"),
        (["--system", "llm"], "needs a model"),
        (["--system", "delete", "-n", "3"], "-n means nothing to delete; it is for"),
        (["--system", "delete", "--there", "x"], "it is for back-translation"),
        (["--system", "back-translation"], "needs two translators"),
        (["--min-change", "0.6", "--max-change", "0.3"], "min <= max"),
        (["--best-by", "magic"], "no metric 'magic'"),
        (["-o", tmp_path / "out.doc"], "the name should end in"),
        (["-o", tmp_path / "none" / "out.tsv"], "there is no folder"),
    ]:
        ran = shell("rewrite", source, "--lang", "en", *options)
        assert (ran.code, ran.out) == (2, ""), ran
        assert said in ran.err
    assert shell("rewrite", tmp_path / "none.txt").code != 0


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ru", "Врач внимательно осмотрел больного ребёнка."),
        ("en", "The famous doctor began a significant study."),
        ("zh", "公司计划明年扩大生产规模，提高产品质量。"),
    ],
)
def test_a_paraphrase_has_its_scores_and_stays_within_the_change(shell, lang, line):
    asked = ["rewrite", "-", "--system", "synonym", "--lang", lang]
    ran = shell(*asked, "-n", "5", stdin=line + "\n")
    assert ran.code == 0, ran.err
    row = json.loads(ran.out)
    assert row["b"] != line
    assert set(row["scores"]) == {"style", "meaning", "fluency", "paraphrase", "change"}
    assert row.get("others") or lang == "zh"  # few Chinese synonyms fit this sentence
    less = shell(*asked, "--max-change", "0.15", stdin=line)
    assert json.loads(less.out)["scores"]["change"] <= 0.15


def test_the_default_systems_take_any_number_of_candidates(shell):
    ran = shell("rewrite", "-", "--to", "neutral", "--lang", "en", "-n", "5", "--best-by", "j", stdin="Hi\n")
    assert ran.code == 0, ran.err


KILLED = """
import os, sys
from paraphrast.cli import main
from paraphrast.cli.rewriting.work import Rewriting

inner, calls = Rewriting.__call__, []

def dies(self, texts):
    calls.append(texts)
    if len(calls) == 3:
        os._exit(9)
    return inner(self, texts)

Rewriting.__call__ = dies
main(sys.argv[1:])
"""


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_bytes(shell, tmp_path):
    source, whole, out = tmp_path / "in.txt", tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(f"{line} {n}" for n in range(3) for line in LINES) + "\n", encoding="utf-8")
    options = ["--system", "delete", "--batch-size", "2", "-o"]
    assert shell("rewrite", source, *options, whole).code == 0
    arguments = ["rewrite", str(source), *options, str(out)]
    killed = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False)
    assert killed.returncode == 9
    assert not out.exists()
    parts = tmp_path / "out.jsonl.parts"
    assert len(list(parts.glob("parts/*.done"))) == 2
    (parts / "parts" / "00000001.done").write_bytes(b'{"check":"torn')
    ran = shell(*arguments)
    assert ran.code == 0, ran.err
    assert out.read_bytes() == whole.read_bytes()
    assert not parts.exists()


def test_a_repeated_text_has_the_same_scores_in_every_batch(shell, tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("He left in order to rest.\n" * 3, encoding="utf-8")
    options = ["--system", "rephrase", "--lang", "en", "-n", "2", "--batch-size", "1", "-o"]
    assert shell("rewrite", source, *options, out).code == 0
    assert len(set(out.read_text(encoding="utf-8").splitlines())) == 1


def test_a_run_that_goes_on_rewrites_what_has_changed(shell, tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("one\ntwo\nthree\n", encoding="utf-8")
    options = ["--system", "duplicate", "--lang", "en", "--batch-size", "1", "-o", out]
    subprocess.run([sys.executable, "-c", KILLED, "rewrite", str(source), *map(str, options)], check=False)
    source.write_text("one\n2\nthree\n", encoding="utf-8")
    ran = shell("rewrite", source, *options)
    assert ran.code == 0, ran.err
    assert [pair.a for pair in read(out)] == ["one", "2", "three"]


def test_workers_give_the_same_bytes(shell, tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    found = []
    for workers in (1, 2):
        out = tmp_path / f"{workers}.jsonl"
        command = ["rewrite", source, "--system", "delete", "--batch-size", "2", "-o", out]
        assert shell(*command, "--workers", workers).code == 0
        found.append(out.read_bytes())
    assert found[0] == found[1]


def test_only_a_long_file_that_the_box_rewrites_is_shared(tmp_path):
    short, long = tmp_path / "short.txt", tmp_path / "long.txt"
    short.write_text("Fine.\n")
    long.write_text("Fine.\n" * 20_000)
    own, outside = (
        make_plan(None, systems, best_by=None, change=(0.0, 1.0), given={}) for systems in ([], ["llm"])
    )
    assert own.sharing(str(long)) == min(cores(), MOST)
    assert [own.sharing(str(short)), own.sharing("-"), outside.sharing(str(long))] == [1, 1, 1]


@pytest.mark.parametrize("ending", ["txt", "tsv", "csv", "parquet", "jsonl.gz"])
def test_every_format_can_be_written(shell, tmp_path, ending):
    source, out = tmp_path / "in.txt", tmp_path / f"out.{ending}"
    source.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    ran = shell("rewrite", source, "--system", "delete", "-o", out)
    assert ran.code == 0, ran.err
    if ending == "txt":
        assert out.read_text(encoding="utf-8").splitlines()[2:] == ["今天下雨了。", LINES[3]]
    else:
        assert [pair.b for pair in read(out)][2:] == ["今天下雨了。", LINES[3]]


def test_lines_that_say_nothing_are_fine_and_not_refused(shell):
    ran = shell("rewrite", "-", "--system", "delete", stdin="\n12:30\n🔥🔥\nWhat a fucking day it was\n")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["b"] for row in rows[:3]] == ["", "12:30", "🔥🔥"]
    assert [row["flags"] for row in rows[:3]] == [["fine"]] * 3
    assert {row["scores"]["style"] for row in rows[:3]} == {1.0}
    assert "4 texts; 0 refused" in ran.err


def test_a_text_of_an_unknown_language_is_marked_where_it_offends(shell):
    ran = shell("rewrite", "-", "--system", "delete", stdin="Halt die Fresse, du Idiot\n")
    row = json.loads(ran.out)
    assert row["b"] == "Halt die Fresse, du Idiot"
    assert row["flags"][0].startswith("refused: not Russian, English or Chinese")
    assert row["flags"][1:] == ["toxic"]


@pytest.mark.parametrize("line", ["Стой,сука", "Привет,мир", "{улыбка} Привет"])
def test_a_line_with_a_comma_or_a_brace_is_a_text(shell, line):
    ran = shell("rewrite", "-", "--system", "duplicate", "--lang", "ru", stdin=line + "\n")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["a"] == line


def test_a_table_comes_through_a_pipe_as_before(shell):
    ran = shell("rewrite", "-", "--system", "duplicate", "--lang", "ru", stdin="id,text\n7,Привет\n")
    assert json.loads(ran.out)["a"] == "Привет"
    ran = shell("rewrite", "-", "--system", "duplicate", "--columns", "text=x", stdin="id,x\n7,Привет\n")
    assert json.loads(ran.out)["a"] == "Привет"


def test_a_line_is_answered_before_the_next_one_comes(tmp_path):
    command = [sys.executable, "-m", "paraphrast", "rewrite", "-", "--system", "delete", "--lang", "en"]
    ran = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert ran.stdin
    assert ran.stdout
    for line in ("What a fucking day", "It rained"):
        ran.stdin.write(line.encode() + b"\n")
        ran.stdin.flush()
        assert json.loads(ran.stdout.readline())["a"] == line
    out, err = ran.communicate()
    assert (ran.returncode, out) == (0, b"")
    assert b"2 texts" in err


def test_as_many_outputs_leave_as_were_asked_for(shell):
    line = "Мама купила большой дом, потому что она хотела жить у моря.\n"
    counts = []
    for number in (1, 2, 5):
        ran = shell("rewrite", "-", "--to", "paraphrase", "--lang", "ru", "-n", number, stdin=line)
        counts.append(1 + len(json.loads(ran.out).get("others", [])))
    assert counts[0] == 1
    assert counts[1] == 2
    assert 2 < counts[2] <= 5


def test_the_number_of_outputs_does_not_change_the_best_one(shell):
    line = "Этот дебил Иванов украл деньги.\n"
    asked = ["rewrite", "-", "--to", "neutral", "--lang", "ru"]
    said = {json.loads(shell(*asked, *more, stdin=line).out)["b"] for more in ([], ["-n", 1], ["-n", 5])}
    assert len(said) == 1


def test_every_system_is_told_with_an_example(shell):
    ran = shell("rewrite", "systems")
    assert [line.partition(":")[0] for line in ran.out.splitlines() if line[0] != " "] == list(TOLD)
    assert set(TOLD) == set(SYSTEMS)
    told = json.loads(shell("rewrite", "systems", "--json").out)
    assert told["adversarial"]["needs"] == "--best-by METRIC"


@pytest.mark.parametrize("name", [name for name, told in TOLD.items() if not told.needs])
def test_the_example_of_a_system_runs(shell, name):
    line = "You are a fool, go home at 7:40.\n"
    ran = shell("rewrite", "-", *TOLD[name].example.replace("ru", "en").split(), stdin=line)
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["system"] == name


@pytest.mark.parametrize("name", [name for name, told in TOLD.items() if told.needs])
def test_a_system_says_what_it_needs(shell, name):
    ran = shell("rewrite", "-", "--system", name, "--lang", "en", stdin="You fool\n")
    assert (ran.code, ran.out) == (2, "")
    assert "needs" in ran.err
    assert TOLD[name].needs.split()[0] in ran.err


def test_best_of_is_asked_for_by_naming_several(shell):
    ran = shell("rewrite", "-", "--system", "best-of", stdin="You fool\n")
    assert ran.code == 2
    assert "best-of is what several do: --system delete --system replace --best-by j" in ran.err


def test_what_the_input_said_of_a_text_comes_along(shell):
    line = json.dumps({"text": "You fool", "label": 1.0, "id": "7", "author": "bo"})
    row = json.loads(shell("rewrite", "-", "--system", "delete", "--lang", "en", stdin=line + "\n").out)
    assert (row["id"], row["author"], row["source_label"]) == ("7", "bo", 1.0)
    assert "label" not in row


@pytest.mark.parametrize(
    ("lang", "text", "polite"),
    [
        ("ru", "Иди домой, дурак", "Иди домой"),
        ("en", "You fool, go home", "Go home"),
        ("zh", "笨蛋，回家吧", "回家吧"),
    ],
)
@pytest.mark.parametrize("field", ["refs", "b"])
def test_what_people_wrote_stays_with_its_text(shell, lang, text, polite, field):
    given = {"a": text, field: [polite] if field == "refs" else polite, "id": "7"}
    ran = shell(
        "rewrite", "-", "--columns", "text=a", "--system", "delete", "--lang", lang, stdin=json.dumps(given)
    )
    row = json.loads(ran.out)
    assert (row["id"], row["refs"]) == ("7", [polite])
    assert "meta" not in row


def test_one_answer_that_fails_marks_its_text_alone(shell, chat):
    chat(lambda body: 400 if "brick" in body["messages"][-1]["content"] else "Please go home.")
    lines = "Go home, you fool\nYou brick of a man\nGo home, moron\n"
    ran = shell("rewrite", "-", "--system", "llm", "--model", "endpoint:m", "--lang", "en", stdin=lines)
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0, ran.err
    assert [row["b"] for row in rows] == ["Please go home.", "You brick of a man", "Please go home."]
    assert "status 400" in rows[1]["flags"][0]


def test_an_address_that_refuses_everything_ends_the_run(shell, chat):
    chat(lambda body: 401)
    ran = shell(
        "rewrite", "-", "--system", "llm", "--model", "endpoint:m", "--lang", "en", stdin="You fool\n"
    )
    assert ran.code == 2
    assert "status 401" in ran.err


def test_a_folder_is_no_file(shell, tmp_path):
    ran = shell("rewrite", tmp_path, "--system", "delete")
    assert ran.code == 2
    assert "is a folder; a file is expected" in ran.err
