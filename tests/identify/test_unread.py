"""What a model has read is told beside its figures, and left out of a second one."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import json
from typer.testing import CliRunner

from paraphrast import identify
from paraphrast.cli.identify import app
from paraphrast.data import Pair, write
from paraphrast.identify import evaluation
from paraphrast.identify.settings import settings
from paraphrast.models.ledger import find_read, make_ledger

Toy = Callable[..., list[Pair]]
ENDINGS = {
    "ru": " в старом доме у реки за номером ",
    "en": " in the old house by the river number ",
    "zh": "在河边的老房子里号码",
}


def telling(toy: Toy, lang: str, count: int, seed: int = 0) -> list[Pair]:
    """Give learnable pairs of which each text is another's and long enough to be told."""
    found = []
    for place, pair in enumerate(toy(lang, count=count, seed=seed)):
        end = f"{ENDINGS[lang]}{seed}{place}"
        found.append(Pair(pair.a + end, pair.b + end, label=pair.label, lang=pair.lang, group=pair.group))
    return found


class Learner:
    """Right on what it has read, and always yes on the rest."""

    threshold = 0.5

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.ledgers = (make_ledger({"train": [text for p in pairs for text in (p.a, p.b)]}, bits=8),)

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        read = find_read(self.ledgers, pairs)
        return [float(pair.label or 0) if known else 1.0 for pair, known in zip(pairs, read, strict=True)]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_four_fifths_read_are_told_and_the_rest_is_measured_by_itself(toy: Toy, lang: str) -> None:
    pairs = telling(toy, lang, 400)
    lines = evaluation.table({"learner": Learner(pairs[:320])}, {"c": pairs}, samples=50)
    line = next(line for line in lines if line.model == "learner")
    assert line.measures["accuracy"].value == pytest.approx(0.9)
    assert line.unread is not None
    assert line.unread.share == pytest.approx(0.8, abs=0.01)
    assert line.unread.measures["accuracy"].value == pytest.approx(0.5, abs=0.02)
    assert "learner has read 0.80" in evaluation.text(lines)
    record = next(record for record in evaluation.records(lines) if record["model"] == "learner")
    assert record["unread"]["pairs"] == 400 - line.unread.read
    assert next(line for line in lines if line.model == "majority").unread is None


def test_a_model_that_has_read_all_is_judged_by_nothing(toy: Toy) -> None:
    pairs = telling(toy, "ru", 20)
    text = evaluation.text(evaluation.table({"learner": Learner(pairs)}, {"c": pairs}, samples=20))
    assert "learner has read 1.000 of c (20 of 20 pairs); nothing is left to judge it by" in text


def test_a_model_without_a_ledger_says_nothing_of_it(toy: Toy) -> None:
    lines = evaluation.table(
        {"m": lambda pairs: [1.0] * len(pairs)}, {"c": telling(toy, "en", 20)}, samples=20
    )
    assert all(line.unread is None for line in lines)
    assert "has read" not in evaluation.text(lines)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_trained_model_writes_its_ledger_and_evaluation_uses_it(
    toy: Toy, tmp_path: Path, lang: str
) -> None:
    from paraphrast.identify.training import Data, train

    learned, dev, fresh = (telling(toy, lang, 40, seed) for seed in (1, 2, 3))
    train(settings("bow", epochs=1), Data({"toy": learned}, dev), to=tmp_path / "bow")
    score = identify.scorer(str(tmp_path / "bow"))
    (ledger,) = score.ledgers  # type: ignore[attr-defined]
    assert ledger.sources == {"toy": 80}
    write(tmp_path / "gold.jsonl", [*learned, *fresh[:10]])
    command = [
        "evaluate",
        str(tmp_path / "gold.jsonl"),
        "-m",
        str(tmp_path / "bow"),
        "--json",
        "--samples",
        "20",
    ]
    found = CliRunner().invoke(app, command)
    assert found.exit_code == 0, found.output
    (record,) = [r for r in map(json.decode, found.output.splitlines()) if "unread" in r]
    assert record["unread"]["read"] == 40
    assert record["unread"]["pairs"] == 10


def test_both_orders_have_read_what_one_has(toy: Toy) -> None:
    learner = Learner(telling(toy, "en", 4))
    assert identify.symmetric(learner).ledgers == learner.ledgers  # type: ignore[attr-defined]
    assert identify.symmetric(lambda pairs: [0.0] * len(pairs)).ledgers == ()  # type: ignore[attr-defined]


def test_a_model_over_the_bundled_backbone_has_read_what_that_has() -> None:
    from paraphrast.identify.saved import base_ledgers
    from paraphrast.models.ledger import bundled_ledger

    cross = SimpleNamespace(model="cross", settings=settings("cross"))
    assert base_ledgers(cross) == (bundled_ledger("pair"),)  # type: ignore[arg-type]
    assert base_ledgers(SimpleNamespace(model="bow", settings=settings("bow"))) == ()  # type: ignore[arg-type]


def test_the_bundled_model_knows_what_was_written_for_it() -> None:
    """Negative control beside it: sentences that nobody has seen."""
    from paraphrast.models.ledger import bundled_ledger

    folder = Path(__file__).parents[2] / "training" / "written"
    for lang in ("ru", "en", "zh"):
        lines = (folder / f"pairs.{lang}.tsv").read_text(encoding="utf-8").splitlines()
        head = lines[0].split("\t")
        rows = [dict(zip(head, line.split("\t"), strict=True)) for line in lines[1:400]]
        long = [Pair(row["a"], row["b"]) for row in rows if min(len(row["a"]), len(row["b"])) > 20]
        assert find_read([bundled_ledger("pair")], long).all()
        fresh = [Pair(f"{pair.a} 7{n}", f"{pair.b} {n}9") for n, pair in enumerate(long)]
        assert find_read([bundled_ledger("pair")], fresh).mean() < 0.02
