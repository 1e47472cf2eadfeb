"""Two systems on the same items: a real difference is found, chance is not."""

import numpy as np
import pytest
from sacrebleu.metrics import CHRF
from sacrebleu.significance import PairedTest

from paraphrast.errors import DataError
from paraphrast.stats import paired
from paraphrast.stats.intervals import Array, mean

TESTS = [paired.bootstrap, paired.randomisation]


def noisy(gain: float, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    base = rng.random(400)
    return base + rng.normal(gain, 0.1, 400), base


@pytest.mark.parametrize("test", TESTS)
def test_a_steady_gain_is_significant_and_its_interval_holds_it(test) -> None:
    first, second = noisy(0.05)
    found = test(first, second, mean)
    assert found.p < 0.01
    assert 0.05 in found.interval
    assert found.value == pytest.approx((first - second).mean())


@pytest.mark.parametrize("test", TESTS)
def test_chance_is_called_chance(test) -> None:
    low = sum(test(*noisy(0.0, seed), mean, samples=200).p < 0.05 for seed in range(100))
    assert low <= 12


@pytest.mark.parametrize("test", TESTS)
def test_a_system_does_not_differ_from_itself(test) -> None:
    values, _ = noisy(0.0)
    assert test(values, values, mean).p == 1.0


@pytest.mark.parametrize("test", TESTS)
def test_swapping_the_systems_changes_the_sign_only(test) -> None:
    first, second = noisy(0.01)
    there, back = test(first, second, mean), test(second, first, mean)
    assert there.value == pytest.approx(-back.value)
    assert there.p == pytest.approx(back.p, abs=0.02)


@pytest.mark.parametrize("test", TESTS)
def test_a_total_that_is_not_a_sum_is_tested_too(test) -> None:
    first, second = noisy(0.2)
    assert test(first, second, lambda rows: float(np.median(rows)), samples=200).p < 0.02


def test_systems_with_different_items_are_refused() -> None:
    with pytest.raises(DataError, match="same items"):
        paired.bootstrap([1.0, 2.0], [1.0], mean)


def test_p_values_are_those_of_sacrebleu() -> None:
    rng = np.random.default_rng(3)
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    references = [" ".join(rng.choice(words, 10)) for _ in range(80)]
    systems = [
        (name, [" ".join(w if rng.random() < keep else "zero" for w in r.split()) for r in references])
        for name, keep in [("a", 0.70), ("b", 0.66)]
    ]
    _, theirs = PairedTest(
        systems, {"chrF": CHRF()}, references=[references], test_type="ar", n_samples=2000
    )()
    metric = CHRF()
    rows = [
        np.array([metric.sentence_score(o, [r]).score for o, r in zip(out, references, strict=True)])
        for _, out in systems
    ]
    ours = paired.randomisation(rows[0], rows[1], mean, samples=2000)
    # sentence means here, corpus chrF there: the same question, so about the same answer
    assert ours.p == pytest.approx(theirs["chrF2"][1].p_value, abs=0.05)
