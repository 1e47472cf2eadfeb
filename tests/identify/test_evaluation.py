"""Tables, trivial rows, significance; splits by entity, and that a leak is caught."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify import evaluation, splits
from paraphrast.identify.calibration import write_diagram

Toy = Callable[..., list[Pair]]


def oracle(pairs: Sequence[Pair]) -> list[float]:
    return [float(pair.label or 0) for pair in pairs]


def coin(pairs: Sequence[Pair]) -> list[float]:
    return np.random.default_rng(0).random(len(pairs)).tolist()


def test_always_yes_has_the_f1_that_proves_nothing() -> None:
    """PARADE's test is 47.9% positive: always-yes has accuracy .479 and F1 .648."""
    gold = np.arange(1000) < 479
    lines = {
        line.model: line for line in evaluation.compare("parade", gold, {"no": ~np.ones(1000, dtype=bool)})
    }
    assert lines["always-yes"].measures["accuracy"].value == pytest.approx(0.479)
    assert lines["always-yes"].measures["f1"].value == pytest.approx(0.648, abs=5e-4)
    assert lines["majority"].measures["accuracy"].value == pytest.approx(0.521)


def test_one_table_has_every_model_on_every_corpus_and_knows_the_better(toy: Toy) -> None:
    corpora = {lang: toy(lang, count=60) for lang in ("ru", "en", "zh")}
    lines = evaluation.table({"oracle": oracle, "coin": coin}, corpora, samples=200)
    assert len(lines) == 3 * 4
    for lang in corpora:
        by_name = {line.model: line for line in lines if line.corpus == lang}
        assert by_name["oracle"].p_accuracy is None
        assert by_name["coin"].p_accuracy is not None
        assert by_name["coin"].p_accuracy < 0.05
        interval = by_name["coin"].measures["accuracy"].interval
        assert interval.low < by_name["coin"].measures["accuracy"].value < interval.high
    text = evaluation.text(lines)
    assert text.count("always-yes") == text.count("majority") == 3
    assert {record["model"] for record in evaluation.records(lines)} == {
        "oracle",
        "coin",
        "always-yes",
        "majority",
    }


def test_the_table_marks_the_better_and_never_a_row_that_needs_no_model(toy: Toy) -> None:
    lines = evaluation.table({"oracle": oracle, "coin": coin}, {"zh": toy("zh", count=60)}, samples=200)
    rows = {line.split()[2]: line for line in evaluation.text(lines).splitlines()[1:5]}
    assert rows["oracle"].count("*") == 4
    assert "*" not in rows["coin"] + rows["always-yes"] + rows["majority"]
    assert "auc" not in next(line for line in lines if line.model == "majority").measures
    assert next(line for line in lines if line.model == "oracle").measures["auc"].value == 1.0
    assert "\\textbf{1.000" in evaluation.text(lines, "latex")
    assert "p(accuracy)" in evaluation.details(lines)


def test_a_threshold_is_chosen_on_dev_and_used_for_its_model_alone(toy: Toy) -> None:
    def timid(pairs: Sequence[Pair]) -> list[float]:
        return [0.1 + 0.2 * value for value in oracle(pairs)]

    models = {"timid": timid, "oracle": oracle}
    chosen = evaluation.choose_thresholds(models, toy("en"))
    assert chosen == {"timid": pytest.approx(0.3), "oracle": 1.0}
    lines = evaluation.table(models, {"en": toy("en", seed=1)}, threshold=chosen, samples=50)
    assert [line.measures["f1"].value for line in lines if line.model in models] == [1.0, 1.0]
    plain = evaluation.table(models, {"en": toy("en", seed=1)}, samples=50)
    assert next(line for line in plain if line.model == "timid").measures["f1"].value == 0.0


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_calibration_is_drawn_a_panel_for_each_model(toy: Toy, tmp_path: Path, kind: str) -> None:
    lines = evaluation.table({"оракул": oracle, "a<b": coin}, {"ru": toy("ru")}, samples=20)
    path = tmp_path / f"calibration.{kind}"
    write_diagram(path, lines)
    drawn = path.read_text(encoding="utf-8")
    assert drawn.count("<rect") == 2
    assert "оракул, ru: ECE 0.000, n 40" in drawn
    assert "a&lt;b" in drawn
    with pytest.raises(CommandError, match=r"\.svg or \.html"):
        write_diagram(tmp_path / "x.png", lines)


def test_two_equal_models_do_not_differ(toy: Toy) -> None:
    lines = evaluation.table({"one": coin, "two": coin}, {"ru": toy("ru")}, samples=100)
    assert [line.p_accuracy for line in lines if line.model == "two"] == [1.0]


def test_evaluation_needs_labels() -> None:
    with pytest.raises(DataError, match="pair 2 has no label"):
        evaluation.table({"coin": coin}, {"x": [Pair("a", "b", label=1.0), Pair("a", "c")]})
    with pytest.raises(DataError, match="empty"):
        evaluation.table({"coin": coin}, {"x": []})


@pytest.mark.parametrize("seed", range(3))
def test_no_entity_stands_on_two_sides_of_a_split(toy: Toy, seed: int) -> None:
    pairs = toy("ru", count=200) + toy("zh", count=200)
    parts = splits.split(pairs, dev=0.2, test=0.2, seed=seed)
    assert sorted(p.id for part in parts for p in part) == sorted(p.id for p in pairs)
    assert len(parts.dev) == pytest.approx(80, abs=4)
    assert len(parts.test) == pytest.approx(80, abs=4)
    groups = [{pair.group for pair in part} for part in parts]
    assert not groups[0] & groups[1]
    assert not groups[0] & groups[2]
    assert not groups[1] & groups[2]


def test_a_split_that_ignores_entities_is_caught(toy: Toy) -> None:
    pairs = toy("en", count=80)
    assert splits.leaks(pairs[:41], pairs[41:])
    whole = splits.split(pairs, dev=0.25, test=0.0)
    assert [leak for leak in splits.leaks(whole.train, whole.dev) if leak.startswith("en-")] == []


def test_groups_come_from_any_field_and_must_be_there() -> None:
    pairs = [Pair("a", "b", meta={"entity": "стек"}), Pair("c", "d", group="куча", meta={"entity": "堆"})]
    assert [pair.group for pair in splits.grouped(pairs, "entity")] == ["стек", "堆"]
    assert [pair.group for pair in splits.grouped(pairs, "Entity")] == ["стек", "堆"]
    with pytest.raises(DataError, match="pair 1 has no topic"):
        splits.grouped(pairs[:1], "topic")
    with pytest.raises(CommandError, match="must leave some training"):
        splits.split(pairs, dev=0.5, test=0.5)
