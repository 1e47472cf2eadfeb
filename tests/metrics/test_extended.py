"""The extended score: facts, copies, anchors, and our own judged pairs; models here are small functions."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.metrics import score
from paraphrast.metrics.extended import (
    ALL,
    Models,
    anchors,
    facts,
    features,
    fit,
    identical,
    lesson,
    own_judgements,
)

LANGS = ("ru", "en", "zh")


def encoder(texts) -> np.ndarray:
    """Hash letters into 32 directions: enough to tell a copy from something else."""
    rows = np.zeros((len(texts), 32), dtype=np.float32)
    for place, text in enumerate(texts):
        for letter in text:
            rows[place, ord(letter) % 32] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def same(pairs) -> list[float]:
    return [float(len(set(pair.a) & set(pair.b)) / max(1, len(set(pair.a) | set(pair.b)))) for pair in pairs]


def fluent(texts) -> list[float]:
    return [1.0 for _ in texts]


class Letters:
    """One vector for each letter."""

    name = "letters"

    def tokens(self, texts) -> list[tuple[np.ndarray, list[tuple[int, int]]]]:
        return [(encoder(list(text)), [(i, i + 1) for i in range(len(text))]) for text in texts]


LETTERS = Letters()
MODELS = Models(encoder, same, fluent, LETTERS)
PARTS = {"encoder": encoder, "pair": same, "fluency": fluent, "tokens": LETTERS}


@pytest.mark.parametrize(
    ("a", "b", "lang", "numbers"),
    [
        ("Он купил 3 яблока за 20,5 рубля", "За 20.5 рубля куплено 3 яблока", "ru", 1.0),
        ("It took 9 hours", "It took 5 hours", "en", 0.0),
        ("他买了3个苹果和2个梨", "他买了3个苹果", "zh", 0.5),
        ("no numbers here", "none here either", "en", 1.0),
    ],
)
def test_numbers_agree_or_not(a: str, b: str, lang: str, numbers: float) -> None:
    assert facts([Pair(a=a, b=b, lang=lang)])[0, 1] == numbers


def test_a_swapped_name_is_a_disagreement() -> None:
    kept, swapped = facts(
        [
            Pair(a="John Smith lives in London.", b="London is where John Smith lives.", lang="en"),
            Pair(a="John Smith lives in London.", b="John Smith lives in Paris.", lang="en"),
        ]
    )[:, 0]
    assert kept == 1
    assert swapped < kept


@pytest.mark.parametrize(
    ("a", "b"), [("Да, конечно!", "да конечно"), ("It is.", "it is"), ("好的。", "好 的")]
)
def test_marks_case_and_blanks_do_not_make_a_copy_new(a: str, b: str) -> None:
    assert identical([Pair(a=a, b=b)]).all()
    assert not identical([Pair(a=a, b=b + "x")]).any()


def test_being_near_a_reference_counts_like_being_near_the_source() -> None:
    alone = Pair(a="совсем другие слова", b="кошка спит", lang="ru")
    helped = Pair(a="совсем другие слова", b="кошка спит", lang="ru", refs=("кошка спит", "мимо"))
    useless = Pair(a="кошка спит", b="кошка спит", lang="ru", refs=("мимо",))
    names = [ALL.index(name) for name in ("nearest-tokens", "nearest-cosine", "nearest-pair")]
    without, near, copied = features([alone, helped, useless], MODELS)[:, names]
    assert (without < 1).all()
    assert near == pytest.approx([1, 1, 1])
    assert copied == pytest.approx([1, 1, 1])


def test_pairs_with_references_are_learnt_from_with_and_without_them() -> None:
    with_refs = Pair(a="one", b="two", label=0.4, lang="en", refs=("three",))
    bare = Pair(a="four", b="five", label=0.2, lang="en")
    taught = lesson([with_refs, bare])
    assert [bool(pair.refs) for pair in taught[:3]] == [True, False, False]
    assert taught[2].group == "one"
    assert all(pair.meta["anchor"] for pair in taught[3:])


def test_there_are_three_hundred_judged_pairs_in_each_language() -> None:
    pairs = own_judgements()
    assert all(count >= 300 for count in Counter(pair.lang for pair in pairs).values())
    assert {pair.lang for pair in pairs} == set(LANGS)
    assert len({pair.id for pair in pairs}) == len(pairs)
    for pair in pairs:
        s, y, c = (pair.meta[name] for name in ("structure", "synonyms", "consistency"))
        assert all(0 <= value <= 5 for value in (s, y, c))
        assert pair.label == pytest.approx(c / 5 * (4 + min(6, s + y)) / 10, abs=0.006)


def test_anchors_are_a_copy_and_another_sources_output_for_each_source() -> None:
    pairs = own_judgements()[:40]
    made = anchors(pairs)
    assert len(made) == 2 * len({pair.group for pair in pairs})
    for pair in made:
        assert pair.label == 0
        assert (pair.a == pair.b) == (pair.meta["anchor"] == "copy")


@pytest.fixture(scope="module")
def fitted():
    return fit(own_judgements(), name="test", models=MODELS)


@pytest.mark.parametrize("lang", LANGS)
def test_a_copy_is_worth_nothing_and_a_paraphrase_more_than_an_unrelated_text(fitted, lang: str) -> None:
    good = [pair for pair in own_judgements() if pair.lang == lang and pair.label >= 0.9]
    copies = [Pair(a=pair.a, b=pair.a, lang=lang) for pair in good]
    unrelated = [Pair(a=pair.a, b=other.b, lang=lang) for pair, other in pairwise(good)]
    values = {
        name: score("spscore-extended", some, model=fitted, **PARTS, samples=10).value
        for name, some in (("good", good), ("copy", copies), ("unrelated", unrelated))
    }
    assert values["copy"] == 0
    assert values["unrelated"] < 0.2
    assert values["good"] > 0.6


def test_features_have_their_names_and_no_holes() -> None:
    pairs = [*own_judgements()[::50], Pair(a="", b="", lang="en"), Pair(a="x", b="", lang="ru")]
    table = features(pairs, MODELS)
    assert table.shape == (len(pairs), len(ALL))
    assert np.isfinite(table).all()
