"""A metric that asks bundled models says what these had read, and gives the figure for the rest."""

import csv
from pathlib import Path

import numpy as np
import pytest
from msgspec import json
from typer.testing import CliRunner

from paraphrast.cli.metrics import app as metrics_app
from paraphrast.cli.score import app as score_app
from paraphrast.data import Pair, write
from paraphrast.metrics.judges import find_judged, list_judges
from paraphrast.metrics.registry import build
from paraphrast.metrics.scoring import score, stream

WRITTEN = Path(__file__).parents[2] / "training" / "written"
FRESH = {
    "ru": "Совсем новая строка о погоде в городе за номером ",
    "en": "A wholly new line about the weather in town number ",
    "zh": "一行全新的关于城里天气的文字编号",
}


def learned(lang: str, count: int) -> list[Pair]:
    """Give pairs that the pair model has learned from."""
    with open(WRITTEN / f"pairs.{lang}.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    long = [row for row in rows if min(len(row["a"]), len(row["b"])) > 20]
    return [Pair(row["a"], row["b"], label=float(row["label"]), lang=lang) for row in long[:count]]


def fresh(lang: str, count: int) -> list[Pair]:
    return [Pair(f"{FRESH[lang]}{n}7", f"{FRESH[lang]}{n}3", label=n % 2, lang=lang) for n in range(count)]


@pytest.mark.parametrize(
    ("name", "settings", "judges"),
    [
        ("bertscore", {}, {"encoder": "pair"}),
        ("parascore", {}, {"encoder": "pair"}),
        ("fl", {}, {"fluency": "output"}),
        ("sta", {"preset": "plain"}, {"toxicity": "output"}),
        ("sim", {"preset": "plain"}, {"encoder": "pair"}),
        ("paraphrase", {}, {"encoder": "pair", "pair": "pair"}),
        ("spscore-extended", {}, {"encoder": "pair", "pair": "pair", "fluency": "output"}),
        ("chrf", {}, {}),
        ("bertscore", {"encoder": "hub:x", "rescale": False}, {}),
    ],
)
def test_a_metric_names_the_bundled_models_that_it_asks(
    name: str, settings: dict[str, object], judges: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paraphrast.metrics.bertscore.tokens", lambda encoder: None)
    assert list_judges(build(name, **settings)) == judges


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_the_pair_model_was_taught_is_known_and_nobodys_text_is_not(lang: str) -> None:
    metric = build("spscore-extended")
    assert find_judged(metric, learned(lang, 40)).mean() == 1
    assert find_judged(metric, fresh(lang, 300)).mean() < 0.02


def test_a_score_has_the_figure_for_what_was_not_read_and_a_stream_the_same() -> None:
    known, new = learned("ru", 12), fresh("ru", 8)
    metric = build("fl")
    whole, rest = score(metric, [*known, *new]), score(metric, new)
    assert whole.unread is not None
    read = find_judged(metric, [*known, *new])
    assert whole.unread.read == read.sum()
    assert whole.unread.n == 20 - read.sum()
    if not read[12:].any() and read[:12].all():
        assert whole.unread.value == pytest.approx(rest.value)
    (streamed,) = stream([metric], [*known, *new])
    assert streamed.unread == whole.unread
    assert score("chrf", new, against="source").unread is None


def test_score_prints_the_share_and_the_rest(tmp_path: Path) -> None:
    pairs = [*learned("en", 10), *fresh("en", 6)]
    write(tmp_path / "pairs.jsonl", pairs)
    shown = CliRunner().invoke(score_app, [str(tmp_path / "pairs.jsonl"), "-m", "paraphrase,jaccard"])
    assert shown.exit_code == 0, shown.output
    assert "had read 0.625 of the pairs; the other 6 = " in shown.output
    told = CliRunner().invoke(
        score_app, [str(tmp_path / "pairs.jsonl"), "-m", "jaccard,paraphrase", "--json"]
    )
    scores = json.decode(told.output)["systems"][0]["scores"]
    assert scores[0]["unread"] is None
    assert (scores[1]["unread"]["read"], scores[1]["unread"]["n"]) == (10, 6)


def test_agreement_with_people_is_told_for_what_was_not_read(tmp_path: Path) -> None:
    pairs = [*learned("zh", 12), *fresh("zh", 12)]
    write(tmp_path / "judged.jsonl", pairs)
    command = ["agree", str(tmp_path / "judged.jsonl"), "-m", "paraphrase,jaccard"]
    shown = CliRunner().invoke(metrics_app, command)
    assert shown.exit_code == 0, shown.output
    assert "paraphrase: its judges had read 0.500 of the 24 pairs" in shown.output
    told = json.decode(CliRunner().invoke(metrics_app, [*command, "--json"]).output)
    assert told["read"] == {"paraphrase": 0.5}
    unread = [row for row in told["agreement"] if row["level"] == "unread"]
    assert [(row["metric"], row["n"]) for row in unread] == [("paraphrase", 12)]


def test_a_reference_is_what_a_metric_reads_when_it_compares_with_it() -> None:
    one = learned("en", 1)[0]
    pair = Pair("Nobody ever saw this sentence about the weather", one.b, refs=(one.a,), lang="en")
    known = find_judged(build("spscore-extended"), [one])
    assert known.tolist() == [True]
    against = find_judged(build("bertscore", against="refs"), [pair])
    own = find_judged(build("bertscore", against="source"), [one])
    assert np.array_equal(against, own)
