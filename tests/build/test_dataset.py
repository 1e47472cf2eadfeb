"""Splits without leaks, statistics, cards and layouts."""

from pathlib import Path

import pytest

from paraphrast.build.export import About, export
from paraphrast.build.filters.length import Length
from paraphrast.build.pipeline import Pipeline
from paraphrast.build.split import check, split
from paraphrast.build.statistics import summed, table
from paraphrast.build.steps import step
from paraphrast.data import Pair, read
from paraphrast.errors import CommandError, DataError

PAIRS = [
    Pair(f"text {n}", f"текст {n // 2}", float(n % 2), "en", str(n), group=f"g{n // 3}") for n in range(60)
]


def test_a_split_has_the_shares_and_no_leak() -> None:
    parts = split(PAIRS * 3)
    check(parts)
    assert sum(map(len, parts.values())) == 180
    assert len(parts["train"]) == pytest.approx(144, abs=8)
    assert split(PAIRS, seed=1) != split(PAIRS, seed=2)
    assert split(PAIRS, seed=1) == split(PAIRS, seed=1)


@pytest.mark.parametrize(
    "other", [Pair("new", "newer", group="g1"), Pair(" TEXT 1", "newer"), Pair("x", "текст 0")]
)
def test_a_leak_by_group_or_by_text_is_refused(other: Pair) -> None:
    with pytest.raises(DataError, match="is in both train and test"):
        check({"train": PAIRS[:6], "test": [other]})


def test_shares_have_to_add_up() -> None:
    with pytest.raises(CommandError, match="add up to 1"):
        split(PAIRS, {"train": 0.8, "test": 0.1})


def test_statistics_see_labels_wording_and_contradictions() -> None:
    pairs = [
        Pair("кот пьёт молоко", "кот пьёт воду", 0.0, "ru"),
        Pair("кот пьёт молоко", "кот пьёт воду", 1.0, "ru"),
        Pair("我爱北京", "我爱北京", 1.0, "zh", meta={"kind": "copy"}),
        Pair("In 2005 he left", "He left Paris", None, "en"),
    ]
    found = summed(pairs)
    assert (found.pairs, found.identical, found.both_labels) == (4, 1, 1)
    assert found.labels == {"0": 1, "1": 2, "none": 1}
    assert found.overlap["0"].mean == 0.5
    assert found.jaccard["1"].mean == 0.75
    assert found.kinds == {"copy": 1}
    assert sum(found.jaccard["1"].tenths) == 1
    assert "label 0: mean 0.500" in table(found)
    assert summed([]).pairs == 0


@pytest.mark.parametrize("layout", ["jsonl", "parquet", "hub"])
def test_an_export_reads_back_and_says_how_it_was_made(layout: str, tmp_path: Path) -> None:
    made = Pipeline([step("length", Length(low=2))], tmp_path / "work").run(lambda: PAIRS, key="1")
    parts = split(made.pairs())
    about = About("Коты", "cc-by-4.0", "Written for this test.")
    paths = export(parts, tmp_path / "out", about, layout=layout, made=made)  # type: ignore[arg-type]
    card = paths[-1].read_text(encoding="utf-8")
    assert "license: cc-by-4.0" in card
    assert "| length | low = 2" in card
    assert ("split: validation" in card) == (layout == "hub")
    total = [pair for path in paths[:-1] for pair in read(path)]
    assert sorted(pair.id for pair in total) == sorted(pair.id for pair in PAIRS)
