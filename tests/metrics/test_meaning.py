"""BERTScore by hand and against its definition, its rescaling, ParaScore and self-iBLEU."""

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.metrics import score
from paraphrast.metrics.bertscore import match, measure_baseline
from paraphrast.metrics.parascore import divergence


class Letters:
    """An encoder of tokens that gives each letter its own direction, so likeness can be counted by hand."""

    name = "letters"

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def tokens(self, texts):
        return [(self._vectors(text), [(i, i + 1) for i in range(len(text))]) for text in texts]

    def _vectors(self, text: str) -> np.ndarray:
        rows = np.zeros((len(text), 64), dtype=np.float32)
        for place, letter in enumerate(text):
            rows[place, self.known.setdefault(letter, len(self.known))] = 3.0
        return rows


def test_bertscore_by_hand() -> None:
    # two of three letters said are wanted, two of the four wanted are said
    pair = Pair(a="", b="abx", refs=("abcd",), lang="en")
    found = score("bertscore", [pair], encoder=Letters())
    assert found.rows[0] == pytest.approx([2 / 3, 2 / 4, 2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2)])


def test_each_token_takes_its_most_similar_token() -> None:
    said = np.array([[1, 0], [0.6, 0.8]], dtype=np.float32)
    wanted = np.array([[0, 1], [0.8, 0.6], [1, 0]], dtype=np.float32)
    # cosines: (0, .8, 1) and (.8, .96, .6)
    precision, recall = (1 + 0.96) / 2, (0.8 + 0.96 + 1) / 3
    assert match(said, wanted) == pytest.approx(
        (precision, recall, 2 * precision * recall / (precision + recall))
    )


@pytest.mark.parametrize(
    ("a", "b", "lang"), [("дом", "мод", "ru"), ("stop", "pots", "en"), ("上海", "海上", "zh")]
)
def test_a_copy_scores_one_and_an_empty_output_none(a: str, b: str, lang: str) -> None:
    letters = Letters()
    pairs = [Pair(a=a, b=text, lang=lang) for text in (a, b, "")]
    assert score("bertscore", pairs, against="source", encoder=letters).sentences == pytest.approx([1, 1, 0])


def test_the_best_reference_counts() -> None:
    pair = Pair(a="", b="abc", refs=("xyz", "abc", "abd"), lang="en")
    assert score("bertscore", [pair], encoder=Letters()).value == pytest.approx(1)


def test_rescaling_takes_off_what_unrelated_texts_score() -> None:
    pair = Pair(a="", b="ab", refs=("ac",), lang="en")
    plain = score("bertscore", [pair], encoder=Letters())
    told = score("bertscore", [pair], encoder=Letters(), baseline={"en": [0.2, 0.2, 0.2]})
    assert told.value == pytest.approx((plain.value - 0.2) / 0.8)
    assert "rescaled:yes" in told.signature
    with pytest.raises(CommandError, match="no baseline is stored for 'letters'"):
        score("bertscore", [pair], encoder=Letters(), rescale=True)


def test_a_baseline_is_the_mean_of_random_pairs() -> None:
    values = measure_baseline(["abc", "abd", "xyz"], Letters(), pairs=500)
    assert all(0 < value < 2 / 3 for value in values)


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [("abcd", "abcd", -1.0), ("abcd", "wxyz", 0.35), ("abcdefghij", "abcdefghiX", -1 + 1.35 / 0.35 * 0.1)],
)
def test_divergence_by_hand(a: str, b: str, value: float) -> None:
    assert divergence([Pair(a=a, b=b)])[0] == pytest.approx(value)


def test_parascore_takes_the_better_of_source_and_reference() -> None:
    pair = Pair(a="abcd", b="wxyz", refs=("zyxw",), lang="en")
    letters = Letters()
    assert score("parascore", [pair], encoder=letters, weight=0.1).value == pytest.approx(1 + 0.1 * 0.35)
    assert score("parascore", [pair], encoder=letters, weight=0.1, free=True).value == pytest.approx(
        0.1 * 0.35
    )
    copy = Pair(a="abcd", b="abcd", lang="en")
    assert score("parascore", [copy], encoder=letters, weight=0.1).value == pytest.approx(1 - 0.1)


def test_self_ibleu_wants_meaning_and_other_words() -> None:
    letters = Letters()
    copy = Pair(a="the cat sat on the mat", b="the cat sat on the mat", lang="en")
    moved = Pair(a="the cat sat on the mat", b="mat the on sat cat the", lang="en")
    unlike = Pair(a="the cat sat on the mat", b="quick fox jumps", lang="en")
    values = score("selfibleu", [copy, moved, unlike], encoder=letters).sentences
    assert values[0] == pytest.approx(0, abs=1e-6)
    assert values[1] > values[2] > values[0]


@pytest.mark.parametrize("rescale", [True, False])
@pytest.mark.parametrize(("a", "b"), [("", "слово"), ("word", ""), ("", ""), ("  ", "你好")])
def test_bertscore_of_a_text_without_a_word_is_nothing(a: str, b: str, rescale: bool) -> None:
    assert score("bertscore", [Pair(a=a, b=b)], against="source", rescale=rescale, samples=5).value == 0
