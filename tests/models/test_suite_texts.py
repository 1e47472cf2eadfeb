"""Probing judges of single texts: recall by kind, look-alikes left alone, and the command."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paraphrast.models.suite import TextSuite, open_texts
from paraphrast.models.suite.texts import pick_worst_texts, probe_texts
from paraphrast.text import LANGS

FOLDER = Path(__file__).parent / "data" / "suite"


@pytest.fixture(scope="module")
def texts() -> TextSuite:
    return open_texts(FOLDER)


def mind_everything(texts: Sequence[str]) -> list[float]:
    return [0.9 for _ in texts]


@pytest.mark.parametrize("lang", LANGS)
def test_who_minds_everything_catches_all_and_leaves_nothing_alone(texts: TextSuite, lang: str) -> None:
    cells = {c.behaviour: c for c in probe_texts(mind_everything, texts).cells if c.lang == lang}
    assert (cells["all offences"].count, cells["all offences"].share) == (2, 1.0)
    assert (cells["all look-alikes"].count, cells["all look-alikes"].share) == (2, 0.0)
    assert cells["insult"].interval == pytest.approx((0.2065, 1.0), abs=1e-4)


@pytest.mark.parametrize("lang", LANGS)
def test_who_minds_nothing_is_its_mirror(texts: TextSuite, lang: str) -> None:
    report = probe_texts(mind_everything, texts, threshold=0.95)
    cells = {cell.behaviour: cell for cell in report.cells if cell.lang == lang}
    assert (cells["all offences"].share, cells["all look-alikes"].share) == (0.0, 1.0)


def test_a_judge_that_knows_is_right_and_kinds_come_in_order(texts: TextSuite) -> None:
    known = {item.text.text: float(item.offends) for item in texts.items}
    report = probe_texts(lambda some: [known[text] for text in some], texts)
    assert {cell.share for cell in report.cells} == {1.0}
    assert list(dict.fromkeys(cell.behaviour for cell in report.cells)) == [
        *("insult", "threat", "harm-wish", "group-contempt", "all offences"),
        *("quoted", "medical", "technical", "zoological", "criticism", "all look-alikes"),
    ]
    assert pick_worst_texts(report.answers, 5) == []


def test_the_worst_failures_are_the_most_confident_of_each_kind(texts: TextSuite) -> None:
    scores = {item.text.text: 0.6 + place / 100 for place, item in enumerate(texts.items)}
    report = probe_texts(lambda some: [scores[text] for text in some], texts)
    worst = [(answer.item.kind, answer.item.text.lang) for answer in pick_worst_texts(report.answers, 1)]
    assert worst == [
        ("quoted", "ru"),
        ("medical", "zh"),
        ("technical", "zh"),
        ("zoological", "ru"),
        ("criticism", "en"),
    ]


def test_the_command_probes_the_bundled_judge(shell: Any, tmp_path: Path) -> None:
    file = tmp_path / "probe.json"
    ran = shell("models", "probe", "toxicity", "--suite", FOLDER, "--half", "both", "--json", file)
    assert ran.code == 0, ran.err
    assert "left out: texts.ru.deciding.tsv, texts.en.deciding.tsv" in ran.err
    assert all(name in ran.out for name in ("all offences", "all look-alikes", "| ru", "| zh"))
    assert len(json.loads(file.read_text(encoding="utf-8"))["answers"]) == 12
    ran = shell("models", "probe", "toxicity", "--suite", FOLDER, "--lang", "zh", "--json", "-")
    assert {answer["lang"] for answer in json.loads(ran.out)["answers"]} == {"zh"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fluency"], "no probe of single texts 'fluency'; there are toxicity"),
        (["toxicity", "-m", "nowhere", "--suite", str(FOLDER)], "no model 'nowhere'"),
        (["toxicity", "--suite", "nowhere"], "no texts in nowhere"),
        (["toxicity", "--half", "best"], "no half 'best'"),
    ],
)
def test_a_wrong_request_is_said_in_one_line(shell: Any, arguments: list[str], message: str) -> None:
    ran = shell("models", "probe", *arguments)
    assert (ran.code, message in ran.err) == (2, True), ran.err
