"""Agreement with people: the published system-level table, sentence level, per system, and who beats whom."""

import numpy as np
import pytest

from paraphrast.errors import DataError
from paraphrast.metrics.people import Judged, agree, beats
from paraphrast.stats.correlation import spearman

# RUSSE-2022, tables 1 and 2: STA, SIM, FL, J, ChrF as measured; STA, SIM, FL, J as people judged
TABLES = {
    "adversarial": ((0.97, 0.94, 0.96, 0.87, 0.53), (0.25, 0.13, 0.24, 0.02)),
    "ruT5-finetune": ((0.98, 0.86, 0.97, 0.82, 0.55), (0.80, 0.78, 0.87, 0.56)),
    "ruT5-large": ((0.95, 0.86, 0.97, 0.78, 0.57), (0.73, 0.87, 0.92, 0.60)),
    "ruT5-clean": ((0.95, 0.82, 0.91, 0.71, 0.57), (0.79, 0.87, 0.90, 0.63)),
    "lewis": ((0.93, 0.80, 0.88, 0.66, 0.56), (0.82, 0.79, 0.85, 0.58)),
    "ruGPT3-XL": ((0.94, 0.73, 0.89, 0.61, 0.50), (0.81, 0.70, 0.90, 0.50)),
    "ruT5": ((0.80, 0.83, 0.84, 0.56, 0.57), (0.79, 0.82, 0.92, 0.61)),
    "ruPrompts-plus": ((0.80, 0.80, 0.83, 0.54, 0.56), (0.78, 0.81, 0.90, 0.57)),
    "ruPrompts": ((0.81, 0.79, 0.80, 0.53, 0.55), (0.80, 0.70, 0.87, 0.49)),
    "ruT5-preproc": ((0.85, 0.76, 0.78, 0.52, 0.53), (0.79, 0.72, 0.78, 0.51)),
    "human": ((0.85, 0.72, 0.78, 0.49, 0.77), (0.89, 0.82, 0.89, 0.65)),
    "ruGPT3-filter": ((0.83, 0.76, 0.76, 0.48, 0.51), (0.77, 0.72, 0.83, 0.45)),
    "RoBERTa-replace": ((0.57, 0.89, 0.91, 0.44, 0.54), (0.43, 0.62, 0.79, 0.17)),
    "delete": ((0.56, 0.89, 0.85, 0.41, 0.53), (0.39, 0.71, 0.73, 0.16)),
    "duplicate": ((0.24, 1.00, 1.00, 0.24, 0.56), (0.11, 1.00, 1.00, 0.11)),
}
METRICS, HUMANS = ("sta", "sim", "fl", "j", "chrf"), ("sta", "sim", "fl", "j")
# its table 3, row by human score
PUBLISHED = [
    (0.376, -0.776, -0.398, 0.278, 0.223),
    (-0.046, 0.031, 0.190, 0.000, 0.789),
    (-0.083, -0.032, 0.288, 0.070, 0.619),
    (0.326, -0.495, -0.211, 0.350, 0.735),
]


def test_the_published_system_level_correlations_follow_from_the_published_scores() -> None:
    measured, judged = (np.array([row[side] for row in TABLES.values()]) for side in (0, 1))
    found = [[spearman(measured[:, m], judged[:, h]) for m in range(5)] for h in range(4)]
    assert np.array(found) == pytest.approx(np.array(PUBLISHED), abs=0.001)


def a_table(n: int = 300) -> Judged:
    rng = np.random.default_rng(0)
    truth = rng.random(n)
    return Judged(
        metrics={
            "good": truth + rng.normal(0, 0.3, n),
            "poor": truth + rng.normal(0, 2.0, n),
            "against": -truth + rng.normal(0, 0.6, n),
            "constant": np.ones(n),
        },
        humans={"meaning": (truth > 0.5).astype(float)},
        systems=[f"s{i % 5}" for i in range(n)],
    )


def test_every_level_is_told_with_an_interval() -> None:
    found = agree(a_table(), samples=200)
    good = [row for row in found if row.metric == "good"]
    assert [(row.level, row.system) for row in good] == [
        ("sentence", ""),
        *[("sentence", f"s{i}") for i in range(5)],
        ("system", ""),
    ]
    assert good[0].n == 300
    assert good[1].n == 60
    assert good[-1].n == 5
    assert good[0].interval.low < good[0].spearman < good[0].interval.high
    assert good[0].kendall < good[0].spearman


def test_a_constant_metric_agrees_with_nobody() -> None:
    constant = [row for row in agree(a_table(), samples=50) if row.metric == "constant"]
    assert all(np.isnan(row.spearman) for row in constant)


def test_metrics_are_ranked_by_the_size_of_the_correlation_and_a_lead_is_tested() -> None:
    first, second = beats(a_table(), "meaning")
    assert (first.first, first.second, second.second) == ("good", "against", "poor")
    assert first.second_value < 0
    assert first.test.p < 0.01
    # two copies of one metric never beat each other
    table = a_table()
    twins = Judged({"one": table.metrics["good"], "two": table.metrics["good"] + 0.0}, table.humans)
    assert beats(twins, "meaning")[0].test.p == 1.0


def test_an_unknown_human_score_is_named() -> None:
    with pytest.raises(DataError, match="nobody scored 'style'; there are meaning"):
        beats(a_table(), "style")
