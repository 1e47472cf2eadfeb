"""Agreement beyond chance: equal to scikit-learn, to the textbooks' worked examples, and to crowd-kit."""

import numpy as np
import pytest

from paraphrast.errors import CommandError, DataError
from paraphrast.stats import agreement


@pytest.mark.parametrize(
    ("ours", "theirs"), [("none", None), ("linear", "linear"), ("quadratic", "quadratic")]
)
@pytest.mark.parametrize("seed", range(3))
def test_cohen_is_scikit_learns(ours: str, theirs: str | None, seed: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    rng = np.random.default_rng(seed)
    first = rng.integers(0, 4, 200)
    second = np.where(rng.random(200) < 0.6, first, rng.integers(0, 4, 200))
    expected = cohen_kappa_score(first, second, weights=theirs)
    assert agreement.cohen(first.tolist(), second.tolist(), weights=ours).value == pytest.approx(expected)


def test_fleiss_on_his_own_table() -> None:
    """The worked example with 10 subjects, 14 raters and 5 categories comes to .210."""
    table = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    assert agreement.fleiss(table).value == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorff_on_his_own_table(level: str, expected: float) -> None:
    """Four observers, twelve units with gaps (Krippendorff 2011, section C to E)."""
    nan = 0
    observers = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
        [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
    ]
    counts = [[column.count(label) for label in range(1, 6)] for column in zip(*observers, strict=True)]
    assert agreement.krippendorff(counts, level=level).value == pytest.approx(expected, abs=5e-4)


@pytest.mark.filterwarnings("ignore")
def test_krippendorff_is_crowd_kits() -> None:
    pd = pytest.importorskip("pandas")
    from crowdkit.metrics.data import alpha_krippendorff

    rng = np.random.default_rng(1)
    said = rng.integers(0, 3, (60, 4))
    rows = [(item, worker, said[item, worker]) for item in range(60) for worker in range(4)]
    table = pd.DataFrame(rows, columns=["task", "worker", "label"])
    counts = [[int((row == label).sum()) for label in range(3)] for row in said]
    assert agreement.krippendorff(counts).value == pytest.approx(alpha_krippendorff(table))


@pytest.mark.parametrize("words", [["да", "нет"], ["yes", "no"], ["是", "否"]])
def test_perfect_agreement_is_one_in_every_language(words: list[str]) -> None:
    assert agreement.cohen(words * 5, words * 5).value == 1.0
    assert agreement.cohen(words * 5, words[::-1] * 5).value == -1.0


def test_chance_agreement_is_near_zero_and_its_interval_holds_zero() -> None:
    rng = np.random.default_rng(0)
    measure = agreement.cohen(rng.integers(0, 2, 500).tolist(), rng.integers(0, 2, 500).tolist())
    low, high = measure.interval()
    assert low < 0 < high
    assert high - low < 0.25


def test_the_interval_of_many_rows_is_that_of_their_blocks() -> None:
    rng = np.random.default_rng(0)
    first = rng.integers(0, 2, 20_000)
    second = np.where(rng.random(20_000) < 0.7, first, 1 - first)
    measure = agreement.cohen(first.tolist(), second.tolist())
    low, high = measure.interval()
    # the large-sample standard error of kappa here is about .0065
    assert low < measure.value < high
    assert high - low == pytest.approx(4 * 0.0065, rel=0.2)


def test_each_worker_is_measured_on_their_own_items() -> None:
    measures = agreement.against(["я", "я", "bob", "bob", "王"], [1, 0, 1, 1, 0], [1, 0, 0, 1, 1])
    assert measures["я"].value == 1.0
    assert measures["bob"].value == 0.0
    assert len(measures["王"].rows) == 1


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(DataError, match="3 and 2 labels"):
        agreement.cohen([1, 2, 3], [1, 2])
    with pytest.raises(DataError, match="equally many votes"):
        agreement.fleiss([[2, 1], [1, 0]])
    with pytest.raises(DataError, match="no item has two votes"):
        agreement.krippendorff([[1, 0], [0, 1]])
    with pytest.raises(CommandError, match="no weights 'cubic'"):
        agreement.cohen([1, 2], [1, 2], weights="cubic")  # type: ignore[arg-type]
