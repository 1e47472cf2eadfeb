"""Label measures equal scikit-learn's, and say what they cannot measure."""

import numpy as np
import pytest
from sklearn import metrics

from paraphrast.errors import DataError
from paraphrast.stats import labels

RNG = np.random.default_rng(0)
GOLD = RNG.integers(0, 2, 500)
SCORES = np.clip(GOLD * 0.3 + RNG.random(500) * 0.7, 0, 1).round(2)
SAID = SCORES >= 0.5


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (labels.accuracy, metrics.accuracy_score),
        (labels.precision, metrics.precision_score),
        (labels.recall, metrics.recall_score),
        (labels.f1, metrics.f1_score),
        (labels.mcc, metrics.matthews_corrcoef),
    ],
)
def test_answers_are_measured_as_in_scikit_learn(ours, theirs) -> None:
    assert ours(GOLD, SAID) == pytest.approx(theirs(GOLD, SAID), abs=1e-12)


def test_auc_with_ties_is_that_of_scikit_learn() -> None:
    assert len(set(SCORES)) < len(SCORES)
    assert labels.auc(GOLD, SCORES) == pytest.approx(metrics.roc_auc_score(GOLD, SCORES), abs=1e-12)


def test_calibration_error_worked_by_hand() -> None:
    # .9 .9 (one right) and .2 (not): (2 * |.5 - .9| + 1 * |0 - .2|) / 3
    assert labels.ece([1, 0, 0], [0.9, 0.9, 0.2]) == pytest.approx(1.0 / 3)
    assert labels.ece([1, 0], [1.0, 0.0]) == 0


def test_a_report_holds_every_measure_inside_its_interval() -> None:
    report = labels.report(GOLD, SCORES)
    assert set(report) == {"accuracy", "precision", "recall", "f1", "mcc", "auc", "ece"}
    for name, (value, interval) in report.items():
        # the calibration error is biased upwards under resampling, as the literature says
        assert interval.low - (name == "ece") <= value <= interval.high


def test_a_constant_answer_is_no_better_than_chance() -> None:
    constant = np.ones(500)
    assert labels.mcc(GOLD, constant) == 0
    assert labels.auc(GOLD, constant) == 0.5
    assert labels.recall(GOLD, constant) == 1


def test_the_threshold_with_the_best_f1_is_found() -> None:
    best = labels.best_threshold(GOLD, SCORES)
    every = {t: labels.f1(GOLD, t <= SCORES) for t in np.unique(SCORES)}
    assert every[best] == pytest.approx(max(every.values()))


def test_one_class_has_no_auc_and_bad_input_is_refused() -> None:
    assert np.isnan(labels.auc([1, 1], [0.1, 0.2]))
    with pytest.raises(DataError, match="one answer per label"):
        labels.accuracy([1, 0], [1])
    with pytest.raises(DataError, match="from 0 to 1"):
        labels.ece([1, 0], [3.0, -1.0])
    with pytest.raises(DataError, match="no items"):
        labels.f1([], [])
