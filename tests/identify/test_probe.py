"""Probing: right models pass, trivial ones fail where they must, and the report can be read."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paraphrast.data import Pair
from paraphrast.identify.probe import Answer, Report, describe_report, pick_worst, probe_pairs
from paraphrast.identify.probe_page import clip_texts, lay_out_report, make_probe_page
from paraphrast.models.suite import Item, Suite, open_suite
from paraphrast.text import LANGS, normal

FOLDER = Path(__file__).parents[1] / "models" / "data" / "suite"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return open_suite(FOLDER)


def say_yes(pairs: Sequence[Pair]) -> list[float]:
    return [0.9 for _ in pairs]


def compare_letters(pairs: Sequence[Pair]) -> list[float]:
    """Say yes to texts with the same letters in the same order."""

    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, normal(text).text.lower()))

    return [float(letters(pair.a) == letters(pair.b)) for pair in pairs]


def know_all(suite: Suite) -> Any:
    """Give a Scorer that knows every label, also behind noise."""
    known = {(i.pair.a, i.pair.b): (i.plain or i.pair).label for i in suite.items}
    return lambda pairs: [float(known[pair.a, pair.b]) for pair in pairs]


def label_of(suite: Suite) -> dict[str, float | None]:
    return {item.behaviour: item.pair.label for item in suite.items}


@pytest.mark.parametrize("lang", LANGS)
def test_always_yes_fails_every_behaviour_of_other_meaning_and_no_other(suite: Suite, lang: str) -> None:
    cells = [cell for cell in probe_pairs(say_yes, suite).cells if cell.lang == lang]
    labels = label_of(suite)
    for cell in cells:
        if cell.behaviour in labels:
            assert cell.under is (labels[cell.behaviour] == 0.0), cell
    labelled = [cell for cell in cells if labels.get(cell.behaviour) is not None]
    assert sum(cell.under for cell in labelled) >= len(labelled) / 2


def test_who_knows_all_has_all(suite: Suite) -> None:
    report = probe_pairs(know_all(suite), suite, name="oracle")
    assert {cell.share for cell in report.cells} == {1.0}
    assert not any(cell.under for cell in report.cells)
    assert "0 of " in lay_out_report(report)
    assert "None." in make_probe_page(report)


@pytest.mark.parametrize("lang", LANGS)
def test_a_comparison_of_letters_fails_paraphrases_and_typos(suite: Suite, lang: str) -> None:
    cells = {cell.behaviour: cell for cell in probe_pairs(compare_letters, suite).cells if cell.lang == lang}
    assert cells["all identity"].share == 1 if "all identity" in cells else cells["identity-10-60"].share == 1
    assert cells["all changed"].share == 1
    assert cells["synonym"].share == cells["near-typo"].share == 0
    assert cells["noise-punctuation"].share == 1


def test_noise_counts_decisions_that_flip_and_not_labels() -> None:
    plain = Pair("да", "да", label=0.0, lang="ru", id="1")  # wrong by its label, and that does not matter
    noisy = [Pair("да", b, lang="ru", id=b) for b in ("ДА", "да!", "д а")]
    items = [Item("noise", "noise-capitals", "open", pair, plain=plain) for pair in noisy]
    scores = {"да": 0.8, "ДА": 0.7, "да!": 0.3, "д а": 0.55}
    report = probe_pairs(lambda pairs: [scores[pair.b] for pair in pairs], Suite(items, []), threshold=0.5)
    assert [answer.right for answer in report.answers] == [True, False, True]
    assert [round(answer.distance, 6) for answer in report.answers] == [0.1, 0.5, 0.25]
    strict = probe_pairs(lambda pairs: [scores[pair.b] for pair in pairs], Suite(items, []), threshold=0.6)
    assert [answer.right for answer in strict.answers] == [True, False, False]


def test_a_model_decides_at_its_own_threshold_unless_one_is_said(suite: Suite) -> None:
    class Careful:
        threshold = 0.95

        def __call__(self, pairs: Sequence[Pair]) -> list[float]:
            return say_yes(pairs)

    found = {cell.behaviour: cell.share for cell in probe_pairs(Careful(), suite).cells}
    assert (found["order"], found["negation"]) == (0.0, 1.0)
    assert probe_pairs(Careful(), suite, threshold=0.5).threshold == 0.5


def test_every_pair_is_scored_once(suite: Suite) -> None:
    seen: list[tuple[str, str]] = []

    def count(pairs: Sequence[Pair]) -> list[float]:
        seen.extend((pair.a, pair.b) for pair in pairs)
        return say_yes(pairs)

    probe_pairs(count, suite)
    assert len(seen) == len(set(seen))


def test_the_worst_failures_are_the_most_confident_of_each_group() -> None:
    items = [
        Item("written", name, "open", Pair("a", "b", label=0.0, id=f"{name}{n}"))
        for name in "xy"
        for n in "123"
    ]
    scores = [0.6, 0.9, 0.8, 0.2, 0.7, 0.1]
    answers = [Answer(item, score, score < 0.5) for item, score in zip(items, scores, strict=True)]
    worst = pick_worst(answers, 2, lambda item: item.behaviour)
    assert {name: [a.item.pair.id for a in some] for name, some in worst.items()} == {
        "x": ["x2", "x3"],
        "y": ["y2"],
    }
    assert pick_worst(answers, 0, lambda item: item.behaviour) == {}


def test_long_texts_are_cut_to_where_they_differ() -> None:
    one, other = clip_texts("Слово " * 50 + "кот " + "слово " * 50, "Слово " * 50 + "пёс " + "слово " * 50)
    assert "кот" in one
    assert "пёс" in other
    assert max(len(one), len(other)) < 100
    assert clip_texts("是", "不是") == ("是", "不是")


def test_the_page_opens_offline_and_escapes_what_it_shows() -> None:
    pair = Pair("<script>alert(1)</script> кот", "пёс & <b>", label=0.0, lang="ru", id="<i>")
    report = probe_pairs(
        say_yes, Suite([Item("written", "negation", "open", pair)], ["tiny.tsv"]), name="<m>"
    )
    html = make_probe_page(report)
    assert not re.search(r"(?:src|href)\s*=|@import|url\(|<script|<i>|<m>", html)
    assert "<mark>пёс</mark>" in html
    assert "tiny.tsv" in html
    assert "prefers-color-scheme: dark" in html
    assert make_probe_page(report, worst=0).count("пёс") == 0


def test_the_json_has_every_answer_and_every_cell(suite: Suite) -> None:
    report: Report = probe_pairs(say_yes, suite, name="yes")
    found = json.loads(json.dumps(describe_report(report)))
    assert len(found["answers"]) == len(suite.items)
    assert found["missing"] == ["tiny.tsv"]
    assert {cell["lang"] for cell in found["cells"]} == {*LANGS, "all"}
    noisy = next(answer for answer in found["answers"] if answer["family"] == "noise")
    assert "label" not in noisy
    assert noisy["score_without_noise"] == 0.9


@pytest.fixture
def yes_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paraphrast.identify.scorer", lambda name: say_yes)


@pytest.mark.usefixtures("yes_model")
def test_the_command_prints_a_table_and_writes_json_and_a_page(shell: Any, tmp_path: Path) -> None:
    page, file = tmp_path / "probe.html", tmp_path / "probe.json"
    ran = shell(
        "identify", "probe", "-m", "yes", "--suite", FOLDER, "--half", "both", "-o", page, "--json", file
    )
    assert ran.code == 0, ran.err
    assert "left out: pairs.en.deciding.tsv" not in ran.err
    assert "prose.ru.deciding.jsonl, pairs.en.deciding.tsv" in ran.err
    assert "### deciding" in ran.out
    row = next(line for line in ran.out.splitlines() if line.startswith("| negation"))
    assert row.count("0.000 [0.000, 0.793] 1 under") == 3
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert json.loads(file.read_text(encoding="utf-8"))["model"] == "yes"

    ran = shell("identify", "probe", "-m", "yes", "--suite", FOLDER, "--lang", "zh", "--json", "-")
    assert {answer["lang"] for answer in json.loads(ran.out)["answers"]} == {"zh"}
    ran = shell("identify", "probe", "-m", "yes", "--suite", FOLDER, "--worst", 0, "--most", 1)
    assert "Worst failures" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-m", "nothing"], 2, "no trained model 'nothing'"),
        (["--half", "third"], 2, "no half 'third'; there are both, deciding, open"),
        (["--lang", "ru,de"], 2, "no language 'de'; there are en, ru, zh"),
        (["--suite", "nowhere"], 2, "no suite in nowhere"),
        (["--suite", "bad"], 1, "pairs.en.open.tsv, line 2: 4 cells"),
    ],
)
def test_a_wrong_request_is_said_in_one_line(
    shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").mkdir()
    bad = "id\tbehaviour\tlabel\ta\tb\n1\torder\t1\tone\n"
    (tmp_path / "bad" / "pairs.en.open.tsv").write_text(bad, encoding="utf-8")
    ran = shell("identify", "probe", *arguments)
    assert (ran.code, message in ran.err) == (code, True), ran.err
    assert "Traceback" not in ran.err


def test_the_bundled_model_can_be_probed(shell: Any) -> None:
    ran = shell("identify", "probe", "--suite", FOLDER, "--most", 1, "--lang", "en")
    assert ran.code == 0, ran.err
    assert "# bundled, yes from 0.5 on" in ran.out
