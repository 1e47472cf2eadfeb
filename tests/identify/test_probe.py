"""Perturbations, and that they tell a model that reads from one that counts."""

from collections.abc import Sequence

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.identify import probe
from paraphrast.identify.inputs import words_of

PAIRS = [
    Pair(
        "Анна видела Петра в Туле и Рязани 5 мая.",
        "Анна видела Петра в Туле и Рязани 5 мая.",
        label=1.0,
        lang="ru",
    ),
    Pair("Mary met John in Leeds on 5 May.", "Mary met John in Leeds on 5 May.", label=1.0, lang="en"),
    Pair("王明在5月从北京去上海。", "王明在5月从北京去上海。", label=1.0, lang="zh"),
]


def exact(pairs: Sequence[Pair]) -> list[float]:
    return [float(pair.a == pair.b) for pair in pairs]


def bag(pairs: Sequence[Pair]) -> list[float]:
    return [float(sorted(words_of(p.a, p.lang)) == sorted(words_of(p.b, p.lang))) for p in pairs]


def test_a_bag_of_words_does_not_notice_shuffling_and_an_exact_reader_does() -> None:
    by_name = {each.change: each for each in probe.probe(bag, PAIRS)}
    assert (by_name["words shuffled"].before, by_name["words shuffled"].after) == (1.0, 0.0)
    assert by_name["words shuffled"].still_yes == 1.0
    assert by_name["numbers changed"].after == 1.0
    for each in probe.probe(exact, PAIRS):
        assert each.pairs > 0
        assert (each.before, each.after, each.still_yes) == (1.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("change", "lang", "text", "expected"),
    [
        (probe.swapped, "ru", "Франция победила Германию.", "Германия победила Францию."),
        (probe.swapped, "en", "She moved from Paris to Berlin.", "She moved from Berlin to Paris."),
        (probe.swapped, "zh", "他从北京去上海。", "他从上海去北京。"),
        (probe.reversed_roles, "ru", "Кошка видит собаку.", "Собака видит кошку."),
        (probe.reversed_roles, "en", "The dog chased the cat.", "The cat chased the dog."),
        (probe.swapped, "en", "nothing to swap here", None),
        (probe.renumbered, "ru", "чисел нет", None),
        (probe.shuffled, "en", "two words", None),
    ],
)
def test_a_perturbation_by_hand(change: probe.Change, lang: str, text: str, expected: str | None) -> None:
    assert change(text, lang, np.random.default_rng(0)) == expected  # type: ignore[arg-type]


def test_numbers_become_others_of_the_same_length() -> None:
    found = probe.renumbered("в 1987 году 5 из 20", "ru", np.random.default_rng(0))
    assert found is not None
    assert [len(part) for part in found.split()] == [1, 4, 4, 1, 2, 2]
    assert not {"1987", "5", "20"} & set(found.split())


def test_the_page_names_every_change_and_probing_needs_paraphrases() -> None:
    text = probe.text(probe.probe(exact, PAIRS), model="exact")
    assert all(name in text for name in probe.CHANGES)
    with pytest.raises(DataError, match="labelled as paraphrases"):
        probe.probe(exact, [Pair("a", "b", label=0.0, lang="en")])
