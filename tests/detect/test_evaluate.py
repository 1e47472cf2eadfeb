"""plagdet against published tables, hand-worked cases, and a literal implementation on random cases."""

import numpy as np
import pytest

from paraphrast.data import Match, Span
from paraphrast.detect import evaluate as evaluation
from paraphrast.detect.evaluate import evaluate, plagdet

# (granularity, precision, recall, plagdet): Smirnov et al. (2017), Tables 5 to 8, macro then micro
TABLES = [
    (1.0046, 0.7240, 0.9101, 0.8038),
    (1.5084, 0.9496, 0.6427, 0.5778),
    (1.4660, 0.9320, 0.7013, 0.6146),
    (1.0046, 0.9615, 0.9943, 0.9744),
    (1.5084, 0.9828, 0.8217, 0.6746),
    (1.4660, 0.9776, 0.8588, 0.7022),
    (3.4639, 0.9051, 0.6895, 0.3626),
    (1.5404, 0.9604, 0.6730, 0.5884),
    (1.4834, 0.9473, 0.7340, 0.6303),
    (3.4639, 0.9710, 0.8334, 0.4156),
    (1.5404, 0.9875, 0.8219, 0.6670),
    (1.4834, 0.9812, 0.8650, 0.7006),
    (1.1414, 0.8332, 0.0554, 0.0946),
    (1.0015, 0.8068, 0.3409, 0.4788),
    (1.0016, 0.6250, 0.4715, 0.5369),
    (1.1414, 0.8960, 0.0761, 0.1277),
    (1.0015, 0.8845, 0.3815, 0.5325),
    (1.0016, 0.8208, 0.5312, 0.6443),
    (1.9953, 0.8525, 0.3366, 0.3049),
    (1.3028, 0.9129, 0.4605, 0.5087),
    (1.2417, 0.8158, 0.5644, 0.5729),
    (1.9953, 0.9637, 0.6893, 0.5078),
    (1.3028, 0.9693, 0.7043, 0.6780),
    (1.2417, 0.9460, 0.7737, 0.7309),
]


@pytest.mark.parametrize(("granularity", "precision", "recall", "published"), TABLES)
def test_plagdet_reproduces_the_published_tables(
    granularity: float, precision: float, recall: float, published: float
) -> None:
    assert plagdet(precision, recall, granularity) == pytest.approx(published, abs=1e-4)


def match(a: tuple[str, int, int], b: tuple[str, int, int], **meta: str) -> Match:
    return Match(Span(*a), Span(*b), "paraphrase", meta=meta)


def test_a_hand_worked_case() -> None:
    truth = [match(("s", 0, 100), ("x", 0, 100)), match(("s", 200, 300), ("x", 200, 300))]
    found = [
        match(("s", 0, 50), ("x", 0, 50)),  # 100 of 100 characters right
        match(("s", 50, 150), ("x", 50, 100)),  # 100 of 150
        match(("s", 200, 300), ("y", 200, 300)),  # another source: wrong
    ]
    report = evaluate(truth, found)
    macro, micro = report.levels["macro"], report.levels["micro"]
    assert macro.precision == pytest.approx((1 + 100 / 150 + 0) / 3)
    assert macro.recall == pytest.approx((1 + 0) / 2)
    assert macro.granularity == 2
    assert micro.precision == pytest.approx(200 / 450)
    assert micro.recall == pytest.approx(200 / 400)
    assert report.levels["case"].recall == 0.5
    assert report.levels["case"].precision == pytest.approx(2 / 3)
    assert report.levels["document"].precision == 0.5
    assert report.levels["document"].recall == 1


def test_a_detection_must_overlap_on_both_sides() -> None:
    report = evaluate([match(("s", 0, 10), ("x", 0, 10))], [match(("s", 0, 10), ("x", 10, 20))])
    assert report.levels["macro"].plagdet == 0
    assert report.levels["macro"].granularity == 1


def test_nothing_in_the_truth_and_nothing_found_is_perfect() -> None:
    assert evaluate([], []).levels["macro"].plagdet == 1
    assert evaluate([match(("s", 0, 9), ("x", 0, 9))], []).levels["micro"].plagdet == 0
    assert evaluate([], [match(("s", 0, 9), ("x", 0, 9))]).levels["micro"].plagdet == 0


def test_types_are_measured_apart() -> None:
    truth = [
        match(("s", 0, 10), ("x", 0, 10), obfuscation="DEL, SYN"),
        match(("s", 20, 30), ("x", 20, 30), obfuscation="SYN"),
    ]
    report = evaluate(truth, [match(("s", 0, 10), ("x", 0, 10))])
    assert report.types["DEL"]["macro"].recall == 1
    assert report.types["SYN"]["macro"].recall == 0.5
    assert report.types["SYN"]["macro"].precision == 1


def random_matches(seed: int, count: int) -> list[Match]:
    draw = np.random.default_rng(seed)
    matches = []
    for _ in range(count):
        a, b = draw.integers(0, 120, 2)
        m, n = draw.integers(1, 40, 2)
        this, source = draw.integers(0, 3, 2)
        matches.append(match((f"s{this}", int(a), int(a + m)), (f"x{source}", int(b), int(b + n))))
    return matches


def characters(span: Span) -> set[tuple[str, int]]:
    return {(span.doc, position) for position in range(span.start, span.stop)}


def literal(truth: list[Match], found: list[Match]) -> dict[str, float]:
    """PAN's formulas on sets of characters, word for word."""

    def whole(m: Match) -> set[tuple[str, int]]:
        return characters(m.suspicious) | characters(m.source)

    def detects(r: Match, s: Match) -> bool:
        return bool(
            characters(r.suspicious) & characters(s.suspicious)
            and characters(r.source) & characters(s.source)
        )

    def overlap(s: Match, r: Match) -> set[tuple[str, int]]:
        return whole(s) & whole(r) if detects(r, s) else set()

    recall = {
        k: len(set().union(*(overlap(s, r) for r in found))) / len(whole(s)) for k, s in enumerate(truth)
    }
    precision = {
        k: len(set().union(*(overlap(s, r) for s in truth))) / len(whole(r)) for k, r in enumerate(found)
    }
    every = set().union(*(overlap(s, r) for s in truth for r in found))
    detected = [sum(detects(r, s) for r in found) for s in truth]
    hit = [n for n in detected if n]
    good = [
        (k, m)
        for k, s in enumerate(truth)
        for m, r in enumerate(found)
        if detects(r, s) and recall[k] >= 0.5 and precision[m] >= 0.5
    ]
    return {
        "macro.precision": sum(precision.values()) / len(found),
        "macro.recall": sum(recall.values()) / len(truth),
        "macro.granularity": sum(hit) / len(hit) if hit else 1,
        "micro.precision": len(every) / len(set().union(*map(whole, found))),
        "micro.recall": len(every) / len(set().union(*map(whole, truth))),
        "case.precision": len({m for _, m in good}) / len(found),
        "case.recall": len({k for k, _ in good}) / len(truth),
    }


@pytest.mark.parametrize("seed", range(40))
def test_intervals_equal_the_literal_formulas(seed: int) -> None:
    truth, found = random_matches(seed, 1 + seed % 12), random_matches(seed + 1000, 1 + seed % 15)
    report = evaluate(truth, found, samples=0)
    for name, expected in literal(truth, found).items():
        level, measure = name.split(".")
        assert getattr(report.levels[level], measure) == pytest.approx(expected), name


def test_the_interval_holds_the_figure_and_is_reproducible() -> None:
    truth = random_matches(1, 60)
    found = truth[:40] + random_matches(2, 20)
    first, second = (evaluate(truth, found).levels["macro"] for _ in range(2))
    assert first == second
    assert first.low is not None
    assert first.high is not None
    assert first.low <= first.plagdet <= first.high


def test_intervals_do_not_depend_on_how_many_samples_are_drawn_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth = random_matches(1, 60)
    found = truth[:40] + random_matches(2, 20)
    whole = evaluate(truth, found).levels["micro"]
    monkeypatch.setattr(evaluation, "AT_ONCE", 1000)
    blocks = evaluate(truth, found).levels["micro"]
    assert (blocks.low, blocks.high) == pytest.approx((whole.low, whole.high), abs=1e-12)
    assert whole.low is not None
    assert whole.low < whole.plagdet
