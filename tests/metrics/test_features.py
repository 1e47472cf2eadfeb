"""The eight features on cases worked by hand, and the fast tiling against a slow one."""

from collections import Counter

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.metrics import features
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.features.batches import of_characters
from paraphrast.metrics.features.phrases import phrases
from paraphrast.metrics.features.tiling import shared, tiles


def feature(name: str, a: str, b: str, lang: str, reading: str = "pairs") -> float:
    return float(eight([Pair(a=a, b=b, lang=lang)], reading=reading)[0, NAMES.index(name)])


@pytest.mark.parametrize(
    ("name", "a", "b", "lang", "value"),
    [
        # same character at the same place, over the longer length
        ("acs", "他今天来", "他明天来了", "zh", 3 / 5),
        ("acs", "кот спит", "кит спит", "ru", 7 / 8),
        ("acs", "abc", "xabc", "en", 0.0),
        # two tiles that change places: x = -.5 and .5, so 1 / 2**2
        ("spa", "北京上海", "上海北京", "zh", 1.0 / 4),
        ("spa", "abXcd", "abYcd", "en", 0.0),
        ("spa", "同一句话", "同一句话", "zh", 0.0),
        ("spa", "天气", "明月", "zh", 0.0),
        # three clauses, the shared two are 1 apart in A and 2 apart in B: |1/3 - 2/3| / 2
        ("pmd", "下雨了，我回家，再见。", "下雨了，再见，我回家。", "zh", 0.0),
        ("pmd", "Дождь, я дома, пока.", "Дождь, а потом, я дома.", "ru", (2 / 3 - 1 / 3) / 2),
        ("pmd", "Rain, home, bye.", "Bye, rain, home.", "en", 0.0),
        ("pmd", "Rain and home", "Home and rain", "en", 0.0),
        # words 0 1 2 -> 2 1 0 of three: x = -2/3, 0, 2/3: (2/3 + 4/3 + 2/3) / 9
        ("wpa", "мама любит папу", "папу любит мама", "ru", 8 / 27),
        ("wpa", "dogs chase cats", "cats chase dogs", "en", 8 / 27),
        ("wpa", "红茶和绿茶", "绿茶和红茶", "zh", 8 / 27),
        # the k-th "the" goes with the k-th: nothing moved
        ("wpa", "the cat the dog", "the cat the dog", "en", 0.0),
        ("lis", "他今天来", "他明天来了", "zh", 2 / 4),
        ("lis", "красный дом", "дом красный", "ru", 7 / 11),
        ("lis", "abc", "c", "en", 1 / 3),
        ("lis", "abc", "xyz", "en", 0.0),
        ("sl", "他今天来", "他", "zh", 4.0),
        ("lr", "дом", "домик", "ru", 5 / 3),
        ("lr", "home", "", "en", 0.0),
    ],
)
def test_a_feature_worked_by_hand(name: str, a: str, b: str, lang: str, value: float) -> None:
    assert feature(name, a, b, lang) == pytest.approx(value)


def test_sbleu_by_hand() -> None:
    # B has three 4-grams, two of them in A ("bcde", "cdef"); two 5-grams, one in A; one 6-gram, none: half
    # a match
    a, b = "abcdef", "bcdefx"
    expected = ((2 / 3) * (1 / 2) * (0.5 / 1)) ** (1 / 3)
    assert feature("sbleu", a, b, "en") == pytest.approx(expected)
    # a B of four characters has only 4-grams, and is too short: exp(1 - 6/4)
    assert feature("sbleu", a, "abcd", "en") == pytest.approx(np.exp(1 - 6 / 4))


@pytest.mark.parametrize(
    ("a", "b", "lang"), [("北京欢迎你", "你欢迎北京", "zh"), ("кошка", "мошка", "ru"), ("cart", "star", "en")]
)
def test_sbleu_is_exactly_zero_when_nothing_of_length_four_is_shared(a: str, b: str, lang: str) -> None:
    four_shared = any(a[i : i + 4] in b for i in range(len(a) - 3))
    assert (feature("sbleu", a, b, lang) > 0) == four_shared


def test_a_copy_has_every_place_the_whole_substring_and_no_move() -> None:
    for text, lang in [("Мама мыла раму", "ru"), ("the cat sat", "en"), ("我们走吧今天", "zh")]:
        row = dict(zip(NAMES, eight([Pair(a=text, b=text, lang=lang)])[0], strict=True))
        assert row == {
            "acs": 1, "spa": 0, "pmd": 0, "wpa": 0, "lis": 1, "sbleu": 1, "sl": len(text), "lr": 1
        }  # fmt: skip


def test_the_printed_reading_sums_each_shift_as_often_as_the_idle_index_runs() -> None:
    # tiles at 0 -> 2 and 2 -> 0 of 4: |x| = .5 each; i = 0 counts twice, i = 1 once: 1.5 / 4
    assert feature("spa", "北京上海", "上海北京", "zh", "printed") == pytest.approx(1.5 / 4)
    # a common shift is a move as printed and none in the reading by pairs
    assert feature("spa", "abcd", "xxabcd", "en", "printed") > 0
    assert feature("spa", "abcd", "xxabcd", "en") == 0


def test_pmd_cannot_see_a_pure_permutation_of_shared_clauses() -> None:
    a, b = "one, two, three, four", "four, two, one, three"
    assert phrases(a) != phrases(b)
    assert feature("pmd", a, b, "en") == 0
    assert feature("spa", a, b, "en") > 0


def slow_sbleu(a: str, b: str) -> float:
    """BLEU of substrings as one would write it on paper."""
    logs, smooth, hits = [], 1.0, 0
    for n in (4, 5, 6):
        grams = [Counter(text[i : i + n] for i in range(len(text) - n + 1)) for text in (a, b)]
        total, right = grams[1].total(), (grams[0] & grams[1]).total()
        if total:
            hits += right
            smooth *= 1 if right else 2
            logs.append(np.log((right or 1 / smooth) / total))
    return float(np.exp(min(0, 1 - len(a) / len(b)) + np.mean(logs))) if hits else 0.0


def test_fast_sbleu_is_slow_sbleu() -> None:
    rng = np.random.default_rng(1)
    for kind in ["ab", "abc", "дом", "你我"] * 25:
        a, b = ("".join(rng.choice(list(kind), rng.integers(1, 40))) for _ in range(2))
        assert feature("sbleu", a, b, "en") == pytest.approx(slow_sbleu(a, b)), (a, b)


def slow_tiles(a: str, b: str) -> list[tuple[int, int, int]]:
    """Greedy string tiling as one would write it on paper."""
    free_a, free_b, found = [True] * len(a), [True] * len(b), []
    while True:
        best = (0, 0, 0)
        for i in range(len(a)):
            for j in range(len(b)):
                n = 0
                while (
                    i + n < len(a) and j + n < len(b) and a[i + n] == b[j + n]
                    and free_a[i + n] and free_b[j + n]
                ):  # fmt: skip
                    n += 1
                best = max(best, (n, -i, -j))
        if best[0] < 2:
            return sorted(found)
        n, i, j = best[0], -best[1], -best[2]
        found.append((i, j, n))
        free_a[i : i + n] = free_b[j : j + n] = [False] * n


def test_fast_tiling_is_slow_tiling() -> None:
    rng = np.random.default_rng(0)
    kinds = ["ab", "abcd", "дом и сад", "我你他们好"] * 60
    texts = [["".join(rng.choice(list(kind), rng.integers(0, 25))) for kind in kinds] for _ in range(2)]
    cases = list(zip(*texts, strict=True))
    found = tiles(shared(of_characters(texts[0]), of_characters(texts[1])), len(cases))
    for number, (a, b) in enumerate(cases):
        of_pair = found.pair == number
        ours = sorted(zip(*(part[of_pair].tolist() for part in found[1:]), strict=True))
        assert ours == slow_tiles(a, b), (a, b)


def test_a_moved_passage_is_found_where_it_went() -> None:
    found = tiles(
        shared(of_characters(["белый кот и чёрный пёс"]), of_characters(["чёрный пёс и белый кот"])), 1
    )
    texts = {"белый кот и чёрный пёс"[a : a + n] for a, n in zip(found.a, found.length, strict=True)}
    assert {"чёрный пёс", "белый кот"} <= {text.strip() for text in texts} | texts


def test_batches_and_their_order_do_not_change_a_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [
        Pair(a=a, b=b, lang=lang)
        for a, b, lang in [
            ("我们明天去北京", "明天我们要到北京去", "zh"),
            ("", "пусто", "ru"),
            ("Кошка спит, а собака нет.", "Собака не спит, кошка спит.", "ru"),
            ("a", "", "en"),
            ("The quick brown fox", "A fox that is quick and brown", "en"),
        ]
    ]
    whole = eight(pairs)
    assert np.isfinite(whole).all()
    monkeypatch.setattr(features, "BATCH", 2)
    assert np.array_equal(eight(pairs), whole)
    assert np.array_equal(eight(pairs[::-1]), whole[::-1])


def test_odd_characters_are_characters() -> None:
    assert feature("lis", "a\ud800b😀", "a\ud800b", "en") == 3 / 4


def test_a_document_is_refused() -> None:
    with pytest.raises(DataError, match="for sentences"):
        eight([Pair(a="слово " * 2000, b="слово", lang="ru")])
