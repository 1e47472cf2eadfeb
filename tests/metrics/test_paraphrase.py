"""The recommended score: what copies, swaps, rewrites, reversals and unrelated texts get, at any length."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.metrics import build, parts, score
from paraphrast.metrics.paraphrase import change_of, measure_wording, related
from paraphrast.models.suite.reading import read_prose

LANGS = ("ru", "en", "zh")
# source, one swap, rewrite, reversed meaning, unrelated
SENTENCES = {
    "ru": (
        "Вчера вечером соседи пригласили нас на ужин.",
        "Вчера вечером соседи позвали нас на ужин.",
        "Нас накануне позвали отужинать живущие рядом.",
        "Вчера вечером соседи не пригласили нас на ужин.",
        "Завод выпускает подшипники для горной техники.",
    ),
    "en": (
        "The committee rejected the proposal because it cost too much.",
        "The committee refused the proposal because it cost too much.",
        "As it was too expensive, the plan was turned down by the committee.",
        "The committee accepted the proposal because it cost so little.",
        "Our cat likes to sleep under the old apple tree.",
    ),
    "zh": (
        "由于大雨，比赛推迟到下周举行。",
        "因为大雨，比赛推迟到下周举行。",
        "雨下得太大，这场比赛改在下个星期进行。",
        "尽管大雨，比赛没有推迟，照常举行。",
        "妈妈在厨房里包饺子。",
    ),
}


def scores(pairs: list[Pair]) -> np.ndarray:
    return score("paraphrase", pairs, samples=10).sentences


@pytest.mark.parametrize("lang", LANGS)
def test_a_rewrite_is_worth_more_than_a_swap_than_a_copy_than_a_reversal(lang: str) -> None:
    source, swap, rewrite, reverse, unrelated = SENTENCES[lang]
    found = scores([Pair(a=source, b=b, lang=lang) for b in (rewrite, swap, source, reverse, unrelated)])
    assert found[0] > found[1] > found[2] > found[3], found
    assert found[0] > 0.1
    assert found[1] < found[0] / 2
    assert found[2] < 0.05
    assert found[4] < 0.01


@pytest.mark.parametrize("lang", LANGS)
def test_a_copy_and_another_passage_are_worth_less_than_a_twentieth_at_any_length(lang: str) -> None:
    folder = Path(str(files("paraphrast.models.suite")))
    texts = [piece.text for piece in read_prose(folder / f"prose.{lang}.open.jsonl")]
    assert min(map(len, texts)) < 40
    copies = scores([Pair(a=text, b=text, lang=lang) for text in texts])
    others = scores([Pair(a=a, b=b, lang=lang) for a, b in zip(texts, texts[5:] + texts[:5], strict=True)])
    assert copies.max() < 0.05
    assert others.max() < 0.05
    long = " ".join(texts) if lang != "zh" else "".join(texts)
    assert len(long) > 1000
    assert scores([Pair(a=long[:2000], b=long[:2000], lang=lang)])[0] < 0.05


@pytest.mark.parametrize("lang", LANGS)
def test_looks_alone_are_no_change(lang: str) -> None:
    source = SENTENCES[lang][0]
    dressed = source.upper().replace("。", "!").replace(".", "!").replace(" ", "  ")
    assert scores([Pair(a=source, b=dressed, lang=lang)])[0] < 0.05
    assert scores([Pair(a="电脑很贵，我买不起。", b="電腦很貴，我買不起。", lang="zh")])[0] < 0.05


def test_at_equal_meaning_the_score_rises_with_every_word_that_changes() -> None:
    words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
    pairs = [
        Pair(a=" ".join(words), b=" ".join(words[:kept] + [f"x{n}" for n in range(10 - kept)]), lang="en")
        for kept in range(10, -1, -1)
    ]
    sure = build(
        "paraphrase", pair=lambda some: [1.0] * len(some), encoder=lambda some: np.ones((len(some), 1))
    )
    found = sure.sentences(sure.rows(pairs))
    assert (np.diff(found) > 0).all()
    doubtful = build(
        "paraphrase", pair=lambda some: [0.5] * len(some), encoder=lambda some: np.ones((len(some), 1))
    )
    assert doubtful.sentences(doubtful.rows(pairs)) == pytest.approx(found / 2)


GREETINGS = pytest.mark.xfail(reason="the pair model takes them for the same, and the score has .12 left")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        *[("да", "дом"), ("привет", "спасибо"), ("dog", "house"), ("你好", "再见"), ("是", "跑")],
        pytest.param("你好", "谢谢", marks=GREETINGS),
    ],
)
def test_single_words_that_mean_something_else_are_no_paraphrases(a: str, b: str) -> None:
    assert scores([Pair(a=a, b=b)])[0] < 0.1


@pytest.mark.parametrize(
    ("a", "b"), [("", ""), ("", "слово"), ("word", ""), ("?!", "..."), ("🙂", "🙃"), ("1", "2")]
)
def test_texts_with_nothing_in_them_are_worth_nothing(a: str, b: str) -> None:
    assert 0 <= scores([Pair(a=a, b=b)])[0] < 0.05


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Он опять проспал.", "Он уже не вернётся."),
        ("Он опять проспал.", "Суп ещё не остыл."),
        ("Hold the line.", "Do not worry about it."),
        ("We have nowhere to sleep.", "Nobody is coming tonight."),
        ("少了一只碗。", "别买太多菜。"),
    ],
)
def test_short_sentences_of_one_tone_are_no_paraphrases_even_to_a_pair_model_that_says_so(
    a: str, b: str
) -> None:
    sure = build("paraphrase", pair=lambda some: [1.0] * len(some))
    assert sure.sentences(sure.rows([Pair(a=a, b=b)]))[0] < 0.05


def test_short_and_long_texts_must_be_nearer_to_be_related() -> None:
    """Laws of one form reach a cosine of .86, long true paraphrases are at .89 and more."""

    def judge(cosine: float, words: int) -> float:
        vectors = {"a": [1.0, 0.0], "b": [cosine, np.sqrt(1 - cosine**2)]}
        encoder = lambda texts: np.array([vectors[text] for text in texts])  # noqa: E731
        return float(related([Pair("a", "b")], np.array([words]), encoder)[0])

    assert judge(0.86, 60) < 0.1 < 0.9 < judge(0.91, 60)
    assert judge(0.86, 20) == pytest.approx(1 / (1 + np.exp(0.0125 / 0.015)))
    assert judge(0.88, 1) == judge(0.88, 3) < judge(0.88, 6) < judge(0.88, 20)
    assert [judge(0.86, words) for words in (20, 35, 45, 60)] == sorted(
        (judge(0.86, words) for words in (20, 35, 45, 60)), reverse=True
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["paraphrase", "sim", "bertscore"])
def test_the_score_of_a_pair_does_not_depend_on_the_pairs_beside_it(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, *texts = SENTENCES[lang]
    pairs = [Pair(a=source, b=text, refs=(source,), lang=lang) for text in texts]
    found = []
    for some in (pairs, pairs[-1:]):
        monkeypatch.setattr(parts, "_LOADED", {})  # nothing is remembered
        found.append(score(name, some, samples=2).sentences[-1])
    assert found[0] == found[1]


def test_rows_tell_meaning_and_change_apart() -> None:
    source, _, rewrite, reverse, _ = SENTENCES["en"]
    good, bad = build("paraphrase").rows([Pair(a=source, b=b, lang="en") for b in (rewrite, reverse)])
    assert good[1] > 0.4 > bad[1]
    assert good[2] > bad[2]


def test_wording_counts_stems_and_their_neighbours() -> None:
    assert measure_wording(Pair(a="a b c", b="c b a", lang="en")) == (3.0, 0.5)
    assert measure_wording(Pair(a="кошки спали", b="кошка спала", lang="ru")) == (2.0, 0.0)
    assert measure_wording(Pair(a="x", b="y", lang="en")) == (1.0, 1.0)
    assert change_of(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]


def test_both_conventions_come_from_one_reading_and_are_what_the_model_says_of_each() -> None:
    pairs = [Pair(a=SENTENCES[lang][0], b=SENTENCES[lang][2], lang=lang) for lang in LANGS]
    strict, usual = models.pair().judge_windows(["strict", "usual"], pairs)
    assert [min(values) for values in strict] == models.pair()(pairs)
    assert [min(values) for values in usual] == models.pair(convention="usual")(pairs)


def test_the_signature_names_what_was_asked() -> None:
    assert build("paraphrase").signature(3).startswith("paraphrase|n:3|pair:bundled|encoder:bundled|")
