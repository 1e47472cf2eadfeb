"""Ranked lists are measured as by hand and as by scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, ndcg_score

from paraphrast.errors import DataError
from paraphrast.stats import retrieval

FOUND = {"дом": ["a", "x", "b"], "house": ["y"], "房子": []}
WANTED = {"дом": {"a", "b", "c", "d"}, "house": {"a"}, "房子": {"b"}}


def test_one_query_by_hand() -> None:
    found, wanted = FOUND["дом"], WANTED["дом"]
    assert retrieval.precision(found, wanted) == pytest.approx(2 / 3)
    assert retrieval.recall(found, wanted) == 0.5
    assert retrieval.f1(found, wanted) == pytest.approx(4 / 7)
    assert retrieval.precision_at(found, wanted, 2) == 0.5
    assert retrieval.average_precision(found, wanted) == pytest.approx((1 + 2 / 3) / 4)
    assert retrieval.average_precision(found, wanted, reading="printed") == pytest.approx((1 + 2 / 3) / 2)


def test_means_over_queries_count_an_empty_answer_as_nothing() -> None:
    report = retrieval.report(FOUND, WANTED, k=2)
    assert report["precision"].value == pytest.approx(2 / 9)
    assert report["recall"].value == pytest.approx(1 / 6)
    assert report["f1"].value == pytest.approx(retrieval.harmonic(2 / 9, 1 / 6))
    assert report["map"].value == pytest.approx(5 / 36)
    assert report["p@2"].value == pytest.approx(1 / 6)
    assert report["map"].interval.low <= 5 / 36 <= report["map"].interval.high


def test_a_full_ranking_has_the_average_precision_and_ndcg_of_scikit_learn() -> None:
    rng = np.random.default_rng(2)
    gains, scores = rng.integers(0, 4, 40), rng.permutation(40) / 40
    ranked = [str(i) for i in np.argsort(-scores)]
    relevant = {str(i) for i in np.flatnonzero(gains)}
    assert retrieval.average_precision(ranked, relevant) == pytest.approx(
        average_precision_score(gains > 0, scores)
    )
    graded = {str(i): float(gain) for i, gain in enumerate(gains)}
    for k in (5, 10, None):
        assert retrieval.ndcg(ranked, graded, k) == pytest.approx(ndcg_score([gains], [scores], k=k))


def test_the_best_order_scores_one_and_the_worst_less() -> None:
    assert retrieval.ndcg(["a", "b", "x"], {"a", "b"}) == 1
    assert retrieval.ndcg(["x", "b", "a"], {"a", "b"}) < 1
    assert retrieval.ndcg([], {"a"}) == 0


def test_a_repeated_result_is_refused() -> None:
    with pytest.raises(DataError, match="twice"):
        retrieval.report({"q": ["a", "a"]}, {"q": {"a"}})
