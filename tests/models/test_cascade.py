"""The cascade: what is clear is decided early and said to be, the reader's answers stay as they are."""

import numpy as np
import pytest

from paraphrast import identify, models
from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.models.bundled.cascade import NAMES, FastPair, compare, estimates, prepare
from paraphrast.models.bundled.levelling import level
from paraphrast.models.conventions import CONVENTIONS
from paraphrast.models.suite import open_suite

TEXTS = {
    "ru": [
        "Комиссия опубликовала отчёт о расходах городского бюджета за прошлый год.",
        "Отчёт о том, как город потратил бюджет прошлого года, опубликован комиссией.",
        "Учёные обнаружили в глубокой пещере скелет древнего медведя и остатки костра.",
        "На севере области ожидается сильный снегопад, поэтому школы закроют на два дня.",
    ],
    "en": [
        "The committee published its report on how the city spent last year's budget.",
        "How the city spent its budget last year was set out by the committee in a report.",
        "Scientists found the skeleton of an ancient bear and the remains of a fire in a deep cave.",
        "Heavy snow is expected in the north of the region, so schools will be closed for two days.",
    ],
    "zh": [
        "委员会公布了关于去年城市预算支出情况的详细报告，并回答了记者的提问。",
        "关于城市去年如何使用预算，委员会发布了详细报告，也回答了记者提出的问题。",
        "科学家在一个很深的山洞里发现了古代熊的骨骼和篝火的痕迹，这令他们十分惊讶。",
        "预计该地区北部将出现大雪，因此学校将停课两天，请家长们提前做好安排。",
    ],
}


def all_pairs(lang: str) -> list[Pair]:
    texts = TEXTS[lang]
    return [Pair(a, b, lang=lang) for n, a in enumerate(texts) for b in texts[n:]]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_has_nothing_in_common_is_decided_early_and_a_paraphrase_by_the_reader(lang: str) -> None:
    texts = TEXTS[lang]
    other, same = FastPair().decide([Pair(texts[0], texts[3]), Pair(texts[0], texts[1])])
    assert other.stage == "surface"
    assert other.score < 0.3
    assert same.stage == "reader"
    assert same.score == models.pair()([Pair(texts[0], texts[1])])[0]


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_decisions_are_the_readers_and_its_own_scores_are_untouched(convention: str) -> None:
    pairs = [pair for lang in TEXTS for pair in all_pairs(lang)]
    fast, slow = FastPair(convention=convention), models.pair(convention=convention)  # type: ignore[arg-type]
    for one, wanted in zip(fast.decide(pairs), slow(pairs), strict=True):
        assert (one.score >= 0.5) == (wanted >= 0.5)
        if one.stage == "reader":
            assert one.score == wanted
        else:
            assert abs(one.score - wanted) < 0.35


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_company_and_order_change_nothing(lang: str) -> None:
    pairs, fast = all_pairs(lang), FastPair()
    together = fast.decide(pairs)
    assert [fast.decide([pair])[0] for pair in pairs] == together
    assert fast.decide([Pair(pair.b, pair.a) for pair in pairs]) == together


@pytest.mark.parametrize(
    ("a", "b", "score"),
    [("", "", 1.0), ("", "что-то", 0.0), ("Да.", "Да.", None), ("電腦壞了", "电脑坏了", None)],
)
def test_equal_and_empty_texts_need_no_reader(a: str, b: str, score: float | None) -> None:
    (found,) = FastPair().decide([Pair(a, b)])
    assert found.stage == "equal"
    assert found.score == score if score is not None else found.score > 0.9


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Поезд отправляется в 18:40 с третьего пути.", "Поезд отправляется в 19:40 с третьего пути."),
        ("The vaccine is not safe for small children.", "The vaccine is safe for small children."),
        ("他没有同意这项计划。", "他同意这项计划。"),
        ("Иван догнал Петра.", "Пётр догнал Ивана."),
    ],
)
def test_one_word_that_decides_is_never_decided_early(a: str, b: str) -> None:
    (found,) = FastPair().decide([Pair(a, b)])
    assert found.stage == "reader"


def test_a_text_without_pieces_is_no_error() -> None:
    assert len(FastPair().decide([Pair("\u200b", "слово"), Pair("...", "!!!")])) == 2


def test_features_do_not_care_which_text_is_first() -> None:
    known = prepare(TEXTS["ru"])
    one, two = known[TEXTS["ru"][0]], known[TEXTS["ru"][2]]
    assert len(compare(one, two)) == len(NAMES)
    assert compare(one, two) == pytest.approx(compare(two, one), abs=1e-6)


def test_an_estimate_takes_each_row_by_itself() -> None:
    rows = np.random.default_rng(0).random((50, len(NAMES)))
    for estimate in estimates().values():
        scores, likely = estimate.guess(rows)
        assert [estimate.guess(row[None])[0][0] for row in rows] == scores.tolist()
        assert [estimate.guess(row[None])[1][0] for row in rows] == likely.tolist()
        assert ((scores >= 0) & (scores <= 1)).all()
        assert estimate.low < 0
        assert estimate.equal > 0.9


def test_the_cascade_is_a_scorer_by_name_with_the_ledger_of_the_reader() -> None:
    score = identify.scorer("bundled-fast")
    pair = Pair(TEXTS["en"][0], TEXTS["en"][3])
    assert score([pair]) == [FastPair().decide([pair])[0].score]
    assert models.pair("bundled-fast")([pair]) == score([pair])
    assert identify.under(score, "loose")([pair]) == FastPair(convention="loose")([pair])
    assert score.ledgers == identify.scorer("bundled").ledgers  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="no convention 'broad'"):
        FastPair(convention="broad")  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_true_paraphrases_are_not_denied_early(lang: str) -> None:
    """The suite's open half: a first stage fitted to near sentences alone denied a quarter of such pairs."""
    kinds = ("paraphrase", "voice", "order", "synonym", "split", "cleft")
    items = [item for item in open_suite(langs=[lang]).items if item.behaviour in kinds]  # type: ignore[list-item]
    texts = [level(item.pair.a, item.pair.b) for item in items]
    known = prepare(text for both in texts for text in both)
    estimate = estimates()["strict"]
    likely = estimate.guess(np.array([compare(known[a], known[b]) for a, b in texts]))[1]
    assert len(items) > 100
    assert (likely < estimate.low).mean() < 0.03
