"""`paraphrast score` and `paraphrast metrics` on files of a few lines."""

import json

import numpy as np
import pytest

from paraphrast.data import Pair, write
from paraphrast.errors import DataError
from paraphrast.metrics import score
from paraphrast.metrics.drawing import Point, forest
from paraphrast.metrics.score_samples import ScoreSamples
from paraphrast.stats.intervals import Interval

TEXTS = [
    ("Кошка спит на диване.", "На диване спит кошка.", "ru", "r1", 0.9, "x"),
    ("Завтра будет снег.", "Снег пойдёт завтра.", "ru", "r2", 0.8, "y"),
    ("The shop opens at nine.", "At nine the shop opens.", "en", "e1", 0.7, "z"),
    ("She sold her car.", "Her car was sold by <her>.", "en", "e2", 0.9, "x"),
    ("他昨天买了一本书。", "昨天他买了本书。", "zh", "z1", 0.6, "y"),
    ("天气很冷。", "苹果很好吃。", "zh", "z2", 0.0, "z"),
]
PAIRS = [
    Pair(a=a, b=b, lang=lang, id=id, label=label, meta={"system": system})
    for a, b, lang, id, label, system in TEXTS
]


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.jsonl"
    write(path, PAIRS)
    return path


def test_pairs_are_scored_with_signatures_and_intervals(shell, pairs) -> None:
    ran = shell("score", pairs, "-m", "bleu,lis,jaccard", "--against", "source", "--details")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert [line.split("|")[0] for line in lines] == ["bleu", "lis", "jaccard"]
    assert all("|n:6|" in line and " = " in line and line.endswith("]") for line in lines)
    assert "against:source" in lines[0]
    assert "|tok:13a,zh|" in lines[0]
    assert all("|boot:1000|seed:0|" in line for line in lines)


def test_one_table_has_systems_by_metrics_and_signatures_below(shell, pairs, tmp_path) -> None:
    worse = tmp_path / "worse.jsonl"
    write(worse, [Pair(a=pair.a, b=pair.b[::-1], refs=(pair.b,), lang=pair.lang) for pair in PAIRS])
    fine = tmp_path / "fine.jsonl"
    write(fine, [Pair(a=pair.a, b=pair.b, refs=(pair.b,), lang=pair.lang) for pair in PAIRS])
    ran = shell("score", fine, worse, "-m", "chrf,ter", "--seed", "3")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0].split() == ["system", "chrf", "ter"]
    assert lines[1].startswith("fine ")
    assert lines[1].count("*") == 2
    assert "*" not in lines[2]
    assert "chrf|n:6|" in ran.out
    assert "|nrefs:1|boot:1000|seed:3|" in ran.out
    assert "lower is better: ter" in ran.out
    written = shell("score", fine, worse, "-m", "chrf", "--format", "latex").out
    assert "fine & \\textbf{100.00 [100.00, 100.00]} \\\\" in written


OTHER = {"ru": "Совсем другие слова", "en": "entirely other words", "zh": "完全不同词语"}


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_who_copies_the_source_is_not_the_best_by_shared_words(shell, tmp_path, lang) -> None:
    sources = [f"{pair.a} {number}" for pair in PAIRS if pair.lang == lang for number in range(5)]
    for name, said in (("copied", None), ("reworded", OTHER[lang])):
        write(tmp_path / f"{name}.jsonl", [Pair(a=text, b=said or text, lang=lang) for text in sources])
    files = [tmp_path / f"{name}.jsonl" for name in ("copied", "reworded")]
    ran = shell("score", *files, "-m", "selfbleu,jaccard,overlap", "--format", "markdown")
    assert ran.code == 0, ran.err
    found = {
        line.split("|")[1].strip(): line.count("**") // 2 for line in ran.out.splitlines() if "|" in line
    }
    assert (found["copied"], found["reworded"]) == (0, 3)
    assert "lower is better: selfbleu, jaccard, overlap" in ran.out
    held = [Pair(a=pair.a, b=pair.b, refs=(pair.b,), lang=lang) for pair in PAIRS if pair.lang == lang]
    write(tmp_path / "refs.jsonl", held)
    told = shell("score", tmp_path / "refs.jsonl", "-m", "jaccard,overlap", "--against", "refs").out
    assert "lower is better" not in told


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_systems_over_other_sources_are_not_tested_against_each_other(shell, tmp_path, lang) -> None:
    own = [pair for pair in PAIRS if pair.lang == lang]
    write(tmp_path / "here.jsonl", own)
    write(tmp_path / "there.jsonl", own[::-1])
    ran = shell("score", tmp_path / "here.jsonl", tmp_path / "there.jsonl", "-m", "jaccard")
    assert ran.code == 0, ran.err
    assert "*" not in ran.out
    assert "not the same items" in ran.out
    details = shell("score", tmp_path / "here.jsonl", tmp_path / "there.jsonl", "-m", "jaccard", "--details")
    assert "randomisation" not in details.out
    write(tmp_path / "there.jsonl", [Pair(a=pair.a, b=pair.a, lang=lang) for pair in own])
    same = shell("score", tmp_path / "here.jsonl", tmp_path / "there.jsonl", "-m", "jaccard", "--details")
    assert "randomisation" in same.out


def test_two_systems_of_one_name_keep_their_paths_and_one_given_twice_is_refused(shell, tmp_path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "out.jsonl", PAIRS)
    both = [tmp_path / folder / "out.jsonl" for folder in ("a", "b")]
    told = shell("score", *both, "-m", "jaccard").out
    assert all(str(path) in told for path in both)
    ran = shell("score", both[0], both[0], "-m", "jaccard")
    assert ran.code == 2
    assert "given twice" in ran.err


def test_shares_of_several_systems_meet_in_their_folder(shell, pairs, tmp_path) -> None:
    write(tmp_path / "other.jsonl", PAIRS[::-1])
    command = ["score", pairs, tmp_path / "other.jsonl", "-m", "jaccard,chrf", "--against", "source"]
    plain = shell(*command).out
    for share in ("2/2", "1/2", "merge"):
        ran = shell(*command, "--work", tmp_path / "work", "--shard", share)
        assert ran.code == 0, ran.err
    assert "other" in plain
    assert ran.out == plain
    for how in (["--shard", "1/2"], ["--engine", "ray"]):
        ran = shell(*command, *how)
        assert ran.code == 2
        assert "--work DIR" in ran.err


def test_without_references_shell_and_python_refuse_alike(shell, pairs) -> None:
    ran = shell("score", pairs, "-m", "bleu")
    assert ran.code == 2
    assert "say --against source" in ran.err
    with pytest.raises(DataError, match="against source"):
        score("bleu", PAIRS)
    ran = shell("metrics", "agree", pairs, "-m", "bleu")
    assert ran.code == 2


def test_rows_are_one_object_per_pair_with_a_key_per_metric(shell, pairs, tmp_path) -> None:
    rows = tmp_path / "rows.jsonl"
    assert shell("score", pairs, "-m", "chrf,acs", "--against", "source", "--rows", rows).code == 0
    told = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in told] == [pair.id for pair in PAIRS]
    assert all(set(row) == {"id", "chrf", "acs"} for row in told)


def test_lines_beside_sources_and_references_are_one_item_each(shell, tmp_path) -> None:
    for name, lines in {
        "out": ["The cat slept.", ""], "source": ["A cat slept.", "Go"], "one": ["The cat slept.", "Go!"],
        "two": ["", "Go away"],
    }.items():  # fmt: skip
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = [tmp_path / f"{name}.txt" for name in ("out", "source", "one", "two")]
    ran = shell(
        "score",
        files[0],
        "--source",
        files[1],
        "--refs",
        files[2],
        "--refs",
        files[3],
        "-m",
        "rouge-1",
        "--json",
    )
    told = json.loads(ran.out)["systems"][0]["scores"][0]
    assert told["value"] == 0.5
    assert told["n"] == 2
    assert "against:refs" in told["signature"]


def test_files_of_different_length_are_refused_by_name_and_line(shell, tmp_path) -> None:
    (tmp_path / "out.txt").write_text("a\nb\n", encoding="utf-8")
    (tmp_path / "source.txt").write_text("a\n", encoding="utf-8")
    ran = shell("score", tmp_path / "out.txt", "--source", tmp_path / "source.txt", "-m", "jaccard")
    assert ran.code == 1
    assert "source.txt: has no line 2" in ran.err


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_do_not_change_a_score(shell, pairs, workers) -> None:
    asked = ["score", pairs, "-m", "jaccard,meteor", "--against", "source", "--json"]
    scores = json.loads(shell(*asked, "--workers", workers).out)["systems"][0]["scores"]
    alone = json.loads(shell(*asked).out)["systems"][0]["scores"]
    assert scores == alone


def test_a_report_is_one_file_that_loads_nothing(shell, pairs, tmp_path) -> None:
    worse = tmp_path / "worse.jsonl"
    write(worse, [Pair(a=pair.a, b=pair.b[::-1], lang=pair.lang) for pair in PAIRS])
    report = tmp_path / "report.html"
    ran = shell("score", pairs, worse, "-m", "chrf,rouge-l", "--against", "source", "-o", report, "--details")
    assert ran.code == 0
    assert "pairs - worse, chrf: +" in ran.out
    html = report.read_text(encoding="utf-8")
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in html
    assert "<script" not in html
    assert html.count("<svg") == 4
    assert "Кошка спит на диване." in html
    assert "&lt;her&gt;" in html
    assert "\\begin{tabular}" in html
    assert "| pairs | " in html
    assert "rouge-l|n:6|" in html


def test_settings_reach_the_metrics_that_know_them(shell, pairs) -> None:
    ran = shell("score", pairs, "-m", "overlap,spa", "--set", "order=1", "--set", "reading=printed")
    assert "order:1" in ran.out
    assert "reading:printed" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-m", "blue"], 2, "no metric 'blue'"),
        (["-m", "list"], 2, "the metrics are bleu, chrf"),
        (["-m", "chrf", "--against", "refs"], 2, "chrf compares outputs with references, and there are none"),
        (["-m", "chrf", "--set", "speed=9"], 2, "no metric has a setting 'speed'"),
        (["-m", "chrf", "--set", "beta"], 2, "--set takes NAME=VALUE"),
        (["-m", "jaccard", "-o", "report.pdf"], 2, "a report is an .html file"),
        (["-m", "chrf", "--refs", "x.txt"], 2, "--refs goes with --source"),
    ],
)
def test_what_is_wrong_is_said(shell, pairs, arguments, code, message) -> None:
    ran = shell("score", pairs, *arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_an_empty_file_is_nothing_to_score(shell, tmp_path) -> None:
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    ran = shell("score", tmp_path / "none.jsonl", "-m", "chrf")
    assert ran.code == 1
    assert "nothing to score" in ran.err


@pytest.mark.parametrize("kind", ["svg", "html", "png"])
def test_agreement_is_told_and_drawn(shell, pairs, tmp_path, kind) -> None:
    plot = tmp_path / f"plot.{kind}"
    ran = shell("metrics", "agree", pairs, "-m", "chrf,lis", "--against", "source", "--plot", plot)
    assert ran.code == 0
    assert "label\tsentence\tall\tchrf\t6\t" in ran.out
    assert "label\tsystem\tall\tlis\t3\t" in ran.out
    assert "Williams t = " in ran.out
    start = {"svg": b"<svg", "html": b"<!doctype html>", "png": b"\x89PNG"}[kind]
    assert plot.read_bytes().startswith(start)


def test_a_table_of_scores_needs_no_texts(shell, tmp_path) -> None:
    table = tmp_path / "table.tsv"
    rows = ["system\tstyle\tclassifier", "a\t1\t.9", "b\t0\t.2", "c\t1\t.7", "d\t0\t.8", "e\t0\t.1"]
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    ran = shell("metrics", "agree", table, "--told", "classifier", "--human", "style", "--json")
    first = json.loads(ran.out)["agreement"][0]
    assert first["metric"] == "classifier"
    assert first["spearman"] == pytest.approx(0.5774, abs=1e-4)


def test_agreement_with_words_for_numbers_is_refused(shell, tmp_path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("system\tstyle\tx\na\tgood\t1\n", encoding="utf-8")
    ran = shell("metrics", "agree", table, "--told", "x", "--human", "style")
    assert ran.code == 1
    assert "item 1 has 'good' as style" in ran.err


def test_a_column_that_is_not_there_is_refused_with_those_that_are(shell, tmp_path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("system\tstyle\tx\na\t1\t1\n", encoding="utf-8")
    for asked in (["--told", "x", "--human", "stile"], ["--told", "y", "--human", "style"]):
        ran = shell("metrics", "agree", table, *asked)
        assert ran.code == 2
        assert "there are style, x" in ran.err


def test_a_score_is_fitted_used_and_ablated(shell, tmp_path) -> None:
    judged, fitted = tmp_path / "judged.jsonl", tmp_path / "my-spscore"
    many = [
        Pair(
            a=f"{pair.a} {i}", b=f"{pair.b} {i * j}", lang=pair.lang, label=pair.label, group=f"{pair.id}{i}"
        )
        for pair in PAIRS
        for i in range(6)
        for j in (1, 2)
    ]
    write(judged, many)
    ran = shell("metrics", "fit", judged, "-o", fitted)
    assert ran.code == 0
    assert "fitted to 72 pairs; on sources held out Spearman" in ran.out
    used = shell("score", judged, "-m", "spscore", "--set", f"model={fitted}")
    assert "fit:my-spscore" in used.out
    table = shell("metrics", "ablate", judged, "--folds", 2).out.splitlines()
    assert table[0] == "score\tpearson\tspearman"
    assert [line.split("\t")[0] for line in table[1:]][-2:] == ["without lr", "spscore"]
    assert len(table) == 10


def test_a_drawing_survives_strange_labels_and_unknown_values() -> None:
    drawn = forest([Point("<a&b>", 0.5, Interval(0.4, 0.6)), Point("none", float("nan"), Interval(0, 0))])
    assert "&lt;a&amp;b&gt;" in drawn
    assert "none" not in drawn


def test_score_samples_keep_a_fair_sample_and_both_ends() -> None:
    samples = ScoreSamples(sample=200, ends=2)
    values = np.random.default_rng(1).random(5000)
    for start in range(0, 5000, 500):
        batch = [Pair(a=str(i), b="") for i in range(start, start + 500)]
        samples(batch, {"m": values[start : start + 500]})
    assert [int(one.pair.a) for one in samples.best("m")] == np.argsort(-values)[:2].tolist()
    assert [int(one.pair.a) for one in samples.worst("m")] == np.argsort(values)[:2].tolist()
    assert samples.scores("m").mean() == pytest.approx(values.mean(), abs=0.06)
