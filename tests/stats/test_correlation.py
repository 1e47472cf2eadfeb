"""Correlations equal scipy's; Williams' test gives the published worked value and knows chance."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from paraphrast.errors import DataError
from paraphrast.stats import correlation

RNG = np.random.default_rng(5)
X = RNG.integers(0, 6, 200) / 5
Y = X + RNG.normal(0, 0.4, 200).round(1)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (correlation.pearson, scipy_stats.pearsonr),
        (correlation.spearman, scipy_stats.spearmanr),
        (correlation.kendall, scipy_stats.kendalltau),
    ],
)
def test_correlations_with_ties_are_those_of_scipy(ours, theirs) -> None:
    assert ours(X, Y) == pytest.approx(theirs(X, Y).statistic, abs=1e-12)
    assert ours(X, -Y) == pytest.approx(-ours(X, Y), abs=1e-12)


@pytest.mark.parametrize("measure", correlation.MEASURES.values())
def test_a_constant_has_no_correlation(measure) -> None:
    assert np.isnan(measure([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]))


def test_the_interval_is_near_fishers() -> None:
    x = RNG.normal(size=1000)
    y = x + RNG.normal(size=1000)
    z, half = np.arctanh(correlation.pearson(x, y)), 1.96 / np.sqrt(997)
    found = correlation.interval(x, y, correlation.pearson)
    assert found == pytest.approx((np.tanh(z - half), np.tanh(z + half)), abs=0.01)


def test_williams_is_the_formula_worked_with_determinants() -> None:
    first, second, between, n = 0.6, 0.4, 0.5, 103
    determinant = np.linalg.det([[1, first, second], [first, 1, between], [second, between, 1]])
    mean = (first + second) / 2
    t = (first - second) * np.sqrt(
        (n - 1) * (1 + between) / (2 * (n - 1) / (n - 3) * determinant + mean**2 * (1 - between) ** 3)
    )
    found = correlation.williams(first, second, between, n=n)
    assert found.t == pytest.approx(t)
    assert found.p == pytest.approx(2 * scipy_stats.t.sf(t, n - 3))


def test_williams_finds_a_better_metric_and_not_the_same_one() -> None:
    assert correlation.williams(0.5, 0.3, 0.6, n=1000).p < 0.001
    assert correlation.williams(0.4, 0.4, 0.6, n=1000).p == 1.0
    assert correlation.williams(0.31, 0.30, 0.9, n=30).p > 0.5
    assert correlation.williams(0.3, 0.5, 0.6, n=1000).t < 0


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(DataError, match="same length"):
        correlation.pearson([1.0, 2.0], [1.0])
    with pytest.raises(DataError, match="more than 3"):
        correlation.williams(0.5, 0.4, 0.3, n=3)
