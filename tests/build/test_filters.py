"""Each filter alone: what it drops, why, and what it lets pass, in three languages."""

from collections.abc import Sequence

import numpy as np
import pytest

from paraphrast.build.filters import FILTERS, make, near
from paraphrast.build.filters.near import Near
from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.text import Lang


def hashed(texts: Sequence[str]) -> np.ndarray:
    """Encode a text as the unit vector of its letters: small, real, and enough to compare wording."""
    rows = np.zeros((len(texts), 64), dtype="float32")
    for row, text in zip(rows, texts, strict=True):
        for letter in text.lower():
            row[ord(letter) % 64] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def lengths(texts: Sequence[str]) -> list[float]:
    """Rate a text by its length."""
    return [float(len(text)) for text in texts]


def share_of_letters(texts: Sequence[str]) -> list[float]:
    """Rate a text by its share of letters."""
    return [sum(map(str.isalpha, text)) / max(1, len(text)) for text in texts]


CASES: list[tuple[str, dict[str, object], Lang, str, str, str | None]] = [
    ("length", {"low": 3}, "ru", "Мама мыла раму", "Мама мыла", "length-low"),
    ("length", {"low": 3}, "zh", "我爱学习汉语", "我爱学习汉语", None),
    ("length", {"high": 4, "unit": "characters"}, "zh", "我爱学习汉语", "我爱", "length-high"),
    ("ratio", {"high": 2.0}, "en", "a cat sat on a mat", "cat", "ratio-high"),
    ("script", {"allow": "own"}, "ru", "Мама мыла раму", "Мама мыла frame", "script"),
    ("script", {"allow": "latin"}, "ru", "Мама мыла iPhone", "Мама мыла раму", None),
    ("script", {"allow": "ascii"}, "en", "naïve plan", "simple plan", "script"),
    ("script", {"allow": "own"}, "zh", "我爱你。", "我爱你！", None),
    ("language", {"lang": "ru"}, "ru", "Мама моет раму в доме", "The woman washes the window", "language-en"),
    ("language", {}, "zh", "他们昨天去了北京", "昨天他们去北京了", None),
    ("identical", {}, "ru", "Мама  мыла раму", "мама мыла раму", "identical"),
    ("identical", {}, "en", "A cat", "A dog", None),
    ("contained", {}, "en", "The cat sat on the mat", "the cat sat", "contained"),
    ("contained", {}, "zh", "他昨天去了北京", "去了北京", "contained"),
    ("contained", {}, "en", "The cats sat", "cat", None),
    ("surface", {}, "ru", "Да, мама!", "Да мама", "only-punctuation"),
    ("surface", {}, "en", "The government said so", "The goverment said so", "only-typos"),
    ("surface", {}, "en", "In 20055 he left", "In 20056 he left", None),
    ("surface", {}, "zh", "你好，世界", "你好世界！", "only-punctuation"),
    ("overlap", {"high": 0.6}, "ru", "кот пьёт молоко дома", "кот пьёт молоко тут", "overlap-high"),
    ("jaccard", {"high": 0.6}, "en", "one two three", "one two three four", "jaccard-high"),
    ("jaccard", {"low": 0.2, "high": 0.6}, "zh", "我爱苹果", "他爱香蕉", None),
    ("agreement", {}, "ru", "Погибли 5 человек", "Погибли 6 человек", "numbers-differ"),
    ("agreement", {}, "ru", "Вчера Путин встретил Обаму", "Вчера Меркель ждала Кэмерона", "names-differ"),
    ("agreement", {}, "en", "He met Tchaikovsky", "He saw Tchaikowsky", None),
    ("agreement", {}, "zh", "他买了3本书", "他买了三本书", "numbers-differ"),
    ("similarity", {"low": 0.9, "encoder": hashed}, "en", "abc", "xyz", "similarity-low"),
    ("similarity", {"high": 0.99, "encoder": hashed}, "zh", "我爱你", "你爱我", "similarity-high"),
    ("perplexity", {"high": 7, "model": lengths}, "en", "12345678", "1", "perplexity-high"),
    ("toxicity", {"rater": share_of_letters}, "en", "abc", "123", "toxicity-high"),
    ("fluency", {"rater": share_of_letters}, "ru", "абв", "123", "fluency-low"),
    ("scored", {"low": 0.5, "scorer": lambda pairs: [0.1] * len(pairs)}, "ru", "а", "б", "score-low"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "lang", "a", "b", "reason"), CASES)
def test_a_filter_says_why(
    name: str, settings: dict[str, object], lang: Lang, a: str, b: str, reason: str | None
) -> None:
    (verdict,) = make(name, **settings)([Pair(a, b, lang=lang)])
    assert verdict.reason == reason


@pytest.mark.parametrize("name", sorted(FILTERS))
def test_every_filter_can_be_made(name: str) -> None:
    assert callable(make(name))


def test_an_unknown_filter_or_setting_is_named() -> None:
    with pytest.raises(CommandError, match="no filter 'lenght'; there are agreement"):
        make("lenght")
    with pytest.raises(CommandError, match=r"length.*minimum"):
        make("length", minimum=3)


@pytest.mark.parametrize(
    ("first", "again", "other"),
    [
        ("Мама мыла раму в комнате утром", "Мама мыла раму в комнате, утром!", "Папа ушёл на работу"),
        ("The cat sat on the mat in the room", "The cat sat on the mat, in the room.", "It rained all day"),
        ("他们昨天一起去北京参观了故宫博物院", "他们昨天一起去北京参观了故宫博物院。", "今天下了一整天的雨"),
    ],
)  # fmt: skip
def test_near_duplicates_are_found_without_blanks(first: str, again: str, other: str) -> None:
    pairs = [Pair(first, first), Pair(other, other), Pair(again, again)]
    assert [verdict.reason for _, verdict in Near()(pairs)] == [None, None, "near-duplicate"]


def test_near_duplicates_do_not_depend_on_how_many_are_sorted_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [
        f"{word} номер {n % 40}, 第{n % 40}个" for n in range(90) for word in ("дом", "окно с видом", "x")
    ]
    pairs = [Pair(text, text) for text in texts]
    whole = [verdict for _, verdict in Near()(pairs)]
    monkeypatch.setattr(near, "SORTED", 16)
    assert [verdict for _, verdict in Near()(pairs)] == whole
    assert {verdict.reason for verdict in whole} == {None, "near-duplicate"}
    assert list(Near()([])) == []


def test_minhash_estimates_the_share_of_common_shingles() -> None:
    rng = np.random.default_rng(0)
    letters = np.array(list("абвгдежзиклмнопрстуфхцчшэюя"))
    for change in (0.05, 0.3):
        text = rng.choice(letters, 300)
        other = np.where(rng.random(300) < change, rng.choice(letters, 300), text)
        one, two = "".join(text), "".join(other)
        shingles = [{each[i : i + 3] for i in range(298)} for each in (one * 2, two * 2)]
        true = len(shingles[0] & shingles[1]) / len(shingles[0] | shingles[1])
        found = [verdict.score for _, verdict in Near(high=0.2)([Pair(one, one), Pair(two, two)])][1]
        assert found == pytest.approx(true, abs=0.15)


def test_the_bundled_models_serve_the_filters() -> None:
    pairs = [
        Pair("Кот спит на окне", "На окне дремлет кошка", lang="ru"),
        Pair("A dog bites a man", "It rained in Paris all day", lang="en"),
        Pair("他喜欢吃苹果", "苹果是他爱吃的", lang="zh"),
        Pair("Банк купил завод в Туле.", "Завод в Туле купил банк.", lang="ru"),
        Pair("огурец цвет бежать из", "the of of огурец", lang="ru"),
    ]
    like, far = (make("similarity")(pairs)[index].score for index in (0, 1))
    assert like > far + 0.1
    assert make("scored", low=0.5)(pairs)[1].reason == "score-low"
    losses = [verdict.score for verdict in make("perplexity", high=7)(pairs)]
    assert losses[4] > losses[3]
    fluent = [verdict.score for verdict in make("fluency")(pairs)]
    assert fluent[4] < fluent[3]
    assert all(verdict.reason is None for verdict in make("toxicity")(pairs))
