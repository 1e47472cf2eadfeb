"""One table for all comparisons: who is marked, in four formats, and what cannot be compared."""

import numpy as np
import pytest

from paraphrast.errors import CommandError, DataError
from paraphrast.stats.intervals import Interval, mean
from paraphrast.stats.tables import FORMATS, Result, join, render, tabulate


def measured(values: np.ndarray, better: str = "higher") -> Result:
    return Result(mean(values), Interval(0.1, 0.9), values[:, None], mean, better=better)


@pytest.fixture
def systems() -> dict[str, dict[str, Result]]:
    rng = np.random.default_rng(0)
    good = rng.random(200)
    return {
        "系统一": {"f1": measured(good), "ter": measured(good, "lower")},
        "like_it": {"f1": measured(good + rng.normal(0, 0.01, 200)), "ter": measured(good + 0.4, "lower")},
        "worse&more": {"f1": measured(good - 0.3), "ter": measured(good + 0.5, "lower")},
    }


def test_the_best_and_what_does_not_differ_from_it_are_marked(systems) -> None:
    table = tabulate(systems)
    marks = {row.labels[0]: [cell.best for cell in row.cells] for row in table.rows}
    assert marks == {"系统一": [True, True], "like_it": [True, False], "worse&more": [False, False]}
    assert "paired randomisation, p >= 0.05, 1000 samples, seed 0" in table.notes[0]
    assert "lower is better: ter" in table.notes


def test_a_single_system_is_not_the_best_of_anything() -> None:
    table = tabulate({"only": {"f1": Result(0.5)}})
    assert not table.rows[0].cells[0].best
    assert table.notes == ()


def test_rows_that_do_not_compete_are_never_marked(systems) -> None:
    table = tabulate(systems, unmarked=["系统一"])
    assert [cell.best for cell in table.rows[0].cells] == [False, False]
    assert table.rows[1].cells[0].best


def test_columns_align_though_chinese_letters_are_wide(systems) -> None:
    lines = render(tabulate(systems)).splitlines()[:4]
    # three Chinese characters take six columns, as many as three and three letters
    assert lines[1].index("0.") + 3 == lines[2].index("0.") == lines[3].index("0.")


def test_each_format_says_the_same_and_escapes_what_is_special(systems) -> None:
    written = {form: render(tabulate(systems, notes=["a<b"]), form) for form in FORMATS}
    assert all("[0.100, 0.900]" in text for text in written.values())
    assert "**" in written["markdown"]
    assert "worse\\&more" in written["latex"]
    assert "like\\_it" in written["latex"]
    assert "\\textbf{" in written["latex"]
    assert "worse&amp;more" in written["html"]
    assert "<b>" in written["html"]
    assert "a&lt;b" in written["html"]


def test_what_a_system_lacks_is_an_empty_cell() -> None:
    table = tabulate({"a": {"f1": Result(0.5)}, "b": {"auc": Result(0.6)}})
    assert render(table, "markdown").splitlines()[2:4] == ["| a | 0.500 |  |", "| b |  | 0.600 |"]


def test_a_value_that_is_not_known_wins_nothing() -> None:
    table = tabulate(
        {"a": {"auc": Result(float("nan"))}, "b": {"auc": Result(0.6)}, "c": {"auc": Result(0.5)}}
    )
    assert [row.cells[0].best for row in table.rows] == [False, True, False]


def test_tables_of_several_corpora_stand_under_each_other(systems) -> None:
    table = join({"one": tabulate(systems), "two": tabulate(systems)})
    assert table.heads == ("corpus", "system")
    assert [row.labels for row in table.rows][3] == ("two", "系统一")
    assert len([note for note in table.notes if note.startswith("*")]) == 1


def test_nothing_and_an_unknown_format_are_refused() -> None:
    with pytest.raises(DataError, match="nothing to compare"):
        tabulate({})
    with pytest.raises(CommandError, match="no format 'pdf'; there are"):
        render(tabulate({"a": {"f1": Result(0.5)}}), "pdf")
