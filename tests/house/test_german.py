"""What works in a language that was added as a folder, from the shell; and what refuses it by its card."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.rewrite import rewriter

Run = Callable[..., tuple[int, str, str]]
ROWS = [
    ("Die Katze schläft auf dem Sofa.", "Auf dem Sofa schläft eine Katze.", 1),
    ("Er verkaufte 3 Häuser in Bonn.", "Er verkaufte 5 Häuser in Bonn.", 0),
]
SOURCE = (
    "Der Leuchtturm auf der Insel wurde im Jahr 1856 gebaut. Seine Lampe brannte mit Öl, und der Wärter goss "
    "jede Nacht nach. Bei Nebel läutete er zusätzlich eine schwere Glocke, damit die Schiffe die "
    "Felsen nicht übersahen. Erst 1931 erhielt der Turm elektrisches Licht."
)
ESSAY = "In meinem Aufsatz geht es um das Meer. " + SOURCE.split(". ", 2)[2] + " Ich fahre bald dorthin."


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    rows = [{"a": a, "b": b, "label": label, "lang": "de"} for a, b, label in ROWS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_measures_of_words_and_letters_score(pairs: Path, shell: Run) -> None:
    code, out, told = shell(
        "score", pairs, "-m", "chrf,jaccard,rouge-l,meteor,ter,selfbleu", "--against", "source"
    )
    assert code == 0, told
    assert "chrf" in (out + told).lower()


def test_filters_drop_what_they_should(pairs: Path, tmp_path: Path, shell: Run) -> None:
    steps = ["--step", "script", "--step", "agreement", "--step", "language", "--step", "length:low=2"]
    code, _, told = shell(
        "build", "filter", pairs, *steps, "-o", tmp_path / "kept.jsonl", "--work", tmp_path / "w"
    )
    assert code == 0, told
    assert "numbers-differ 1" in told
    assert len((tmp_path / "kept.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_what_was_taken_from_a_library_is_found(tmp_path: Path, shell: Run) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "turm.txt").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "essay.txt").write_text(ESSAY, encoding="utf-8")
    code, _, told = shell("detect", "index", tmp_path / "library", "--to", tmp_path / "my.index")
    assert code == 0, told
    report = tmp_path / "report.json"
    code, _, told = shell(
        "detect", "check", tmp_path / "essay.txt", "--index", tmp_path / "my.index", "-o", report
    )
    assert code == 0, told
    matches = json.loads(report.read_text(encoding="utf-8"))["matches"]
    assert len(matches) == 1
    span = matches[0]["suspicious"]
    assert "schwere Glocke" in ESSAY[span["start"] : span["stop"]]


def test_people_judge_it(pairs: Path, tmp_path: Path, shell: Run) -> None:
    project = tmp_path / "project.toml"
    project.write_text('name = "gleich"\nkind = "pair-yes-no"\nlang = "de"\n', encoding="utf-8")
    base = ("--database", f"sqlite:///{tmp_path / 'judged.db'}")
    for arguments in (("new", project), ("import", "gleich", pairs), ("export", "gleich")):
        code, out, told = shell("annotate", *arguments, *base)
        assert code == 0, told
    votes = tmp_path / "votes.csv"
    votes.write_text("task,worker,label\n1,a,ja\n1,b,ja\n1,c,nein\n", encoding="utf-8")
    code, out, told = shell("annotate", "aggregate", votes, "-o", "-")
    assert (code, json.loads(out)["label"]) == (0, "ja"), told


@pytest.mark.parametrize("name", ["paraphrase", "bertscore", "fl", "sta"])
def test_metrics_that_ask_a_judge_refuse_it_by_its_card(name: str, pairs: Path, shell: Run) -> None:
    code, _, told = shell("score", pairs, "-m", name, "--against", "source")
    assert code == 2, told
    assert "reads ru, en, zh, not de" in " ".join(told.split())


@pytest.mark.parametrize("step", ["similarity:low=.5", "fluency", "toxicity", "perplexity", "scored:low=.5"])
def test_filters_that_ask_a_judge_refuse_it(step: str, pairs: Path, tmp_path: Path, shell: Run) -> None:
    code, _, told = shell(
        "build", "filter", pairs, "--step", step, "-o", tmp_path / "k.jsonl", "--work", tmp_path / "w"
    )
    assert code == 2, told
    assert "reads ru, en, zh, not de" in " ".join(told.split())


def test_in_python_judges_and_rewriters_refuse_it_too() -> None:
    with pytest.raises(CommandError, match="the bundled pair model reads ru, en, zh, not de"):
        models.pair()([Pair("Ja", "Nein", lang="de")])
    with pytest.raises(CommandError, match="no language 'de'; there are en, ru, zh"):
        rewriter("paraphrase", lang="de")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lang", "text"), [("ru", "Кот спит."), ("en", "The cat sleeps."), ("zh", "猫在睡觉。")]
)
def test_the_others_are_judged(lang: str, text: str) -> None:
    assert models.pair()([Pair(text, text, lang=lang)])[0] > 0.5  # type: ignore[arg-type]


def test_rewriting_refuses_it_from_the_shell(shell: Run) -> None:
    code, _, told = shell("rewrite", "-", "--to", "paraphrase", "--lang", "de", stdin="Die Katze schläft.\n")
    assert (code, "no language 'de'; there are en, ru, zh" in told) == (2, True)
