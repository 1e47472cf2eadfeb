"""Intervals cover what they should, in one product of matrices or row by row, and in bounded memory."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from scipy.stats import binomtest

from paraphrast.errors import DataError
from paraphrast.stats import intervals
from paraphrast.stats.intervals import Blocks, Interval, Summed, mean

RNG = np.random.default_rng(1)


def test_the_interval_of_a_mean_is_that_of_the_normal_theory() -> None:
    values = RNG.normal(0.4, 0.2, 2000)
    low, high = intervals.bootstrap(values, mean, samples=4000)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert low == pytest.approx(values.mean() - half, abs=0.001)
    assert high == pytest.approx(values.mean() + half, abs=0.001)


def test_a_summed_total_and_a_plain_function_give_the_same_interval() -> None:
    values = RNG.random(300)
    summed = intervals.bootstrap(values, mean, samples=2000)
    plain = intervals.bootstrap(values, lambda rows: float(rows.mean()), samples=2000)
    assert summed == pytest.approx(plain, abs=0.005)


def test_ninety_five_of_a_hundred_intervals_hold_the_truth() -> None:
    held = sum(
        0.5 in intervals.bootstrap(np.random.default_rng(i).random(80), mean, seed=i) for i in range(200)
    )
    assert 180 <= held <= 199


def test_the_same_seed_gives_the_same_interval_and_another_does_not() -> None:
    values = RNG.random(50)
    assert intervals.bootstrap(values, mean) == intervals.bootstrap(values, mean)
    assert intervals.bootstrap(values, mean) != intervals.bootstrap(values, mean, seed=1)


def test_a_higher_level_is_a_wider_interval() -> None:
    values = RNG.random(100)
    narrow, wide = (intervals.bootstrap(values, mean, level=level) for level in (0.8, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_nothing_to_measure_is_said_and_not_scored() -> None:
    with pytest.raises(DataError, match="no items"):
        intervals.bootstrap([], mean)
    with pytest.raises(DataError, match="no items"):
        Blocks().total(mean)


def test_blocks_give_the_total_exactly_and_nearly_the_same_interval() -> None:
    values = RNG.random((10_007, 2))
    ratio = Summed(lambda sums, n: sums[:, 0] / sums[:, 1])
    blocks = Blocks(most=400)
    for start in range(0, len(values), 333):
        blocks.add(values[start : start + 333])
    assert blocks.count == 10_007
    assert len(blocks.rows()) == 400
    assert blocks.counts().sum() == 10_007
    assert blocks.total(ratio) == pytest.approx(ratio(values), abs=1e-12)
    assert blocks.total(mean) == pytest.approx(values[:, 0].mean(), abs=1e-12)
    whole, held = intervals.bootstrap(values, ratio), blocks.interval(ratio)
    assert held == pytest.approx(whole, abs=0.004)
    # a sorted stream gives no other interval than a shuffled one
    ordered = Blocks(most=400)
    ordered.add(values[np.argsort(values[:, 0])])
    assert ordered.interval(mean) == pytest.approx(intervals.bootstrap(values[:, 0], mean), abs=0.004)


def test_sacrebleu_draws_nearly_the_same_interval_from_the_same_statistics() -> None:
    words = [
        "the",
        "cat",
        "sat",
        "on",
        "a",
        "mat",
        "and",
        "the",
        "dog",
        "ate",
        "its",
        "own",
        "old",
        "shoe",
        "today",
    ]
    references = [" ".join(RNG.choice(words, 12)) for _ in range(60)]
    outputs = [" ".join(w if RNG.random() < 0.7 else "x" for w in line.split()) for line in references]
    theirs = BLEU().corpus_score(outputs, [references], n_bootstrap=1000)
    bleu = BLEU()
    rows = np.array(
        [
            bleu._compute_segment_statistics(o, bleu._extract_reference_info([r]))  # type: ignore[attr-defined]
            for o, r in zip(outputs, references, strict=True)
        ]
    )
    ours = intervals.bootstrap(
        rows, lambda t: bleu._compute_score_from_stats(t.sum(0).astype(int).tolist()).score
    )
    assert (ours.high - ours.low) / 2 == pytest.approx(theirs._ci, rel=0.1)


def test_an_interval_prints_and_holds_what_lies_in_it() -> None:
    assert str(Interval(0.1, 0.25)) == "[0.100, 0.250]"
    assert 0.2 in Interval(0.1, 0.25)
    assert 0.3 not in Interval(0.1, 0.25)


@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_newcombes_table(right: int, count: int, low: float, high: float) -> None:
    assert intervals.wilson(right, count) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilsons_interval_is_scipys(level: float) -> None:
    for right, count in [(0, 1), (1, 1), (3, 7), (199, 200), (500, 1000)]:
        theirs = binomtest(right, count).proportion_ci(level, method="wilson")
        assert intervals.wilson(right, count, level=level) == pytest.approx((theirs.low, theirs.high))


def test_wilsons_interval_of_nothing_is_nothing_and_more_right_than_asked_is_refused() -> None:
    assert all(np.isnan(bound) for bound in intervals.wilson(0, 0))
    with pytest.raises(DataError, match="3 of 2"):
        intervals.wilson(3, 2)
