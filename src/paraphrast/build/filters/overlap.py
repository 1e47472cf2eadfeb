"""How much of the wording is shared: "same meaning, other surface" is an upper bound here."""

from collections.abc import Sequence

from paraphrast.build.steps import Verdict, lang_of, within
from paraphrast.data import Pair
from paraphrast.text import forms


class Overlap:
    """Keeps pairs whose share of common word n-grams lies between two bounds.

    The share is that of the shorter text's n-grams found in the other: of the readings tried, bigrams counted
    so come nearest to Figure 1 of RuPAWS.
    """

    def __init__(self, low: float | None = None, high: float | None = None, order: int = 2) -> None:
        self.low, self.high, self.order = low, high, order

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [within(shared(pair, self.order), (self.low, self.high), "overlap") for pair in pairs]


class Jaccard:
    """Keeps pairs whose common words make up a share of all their words between two bounds."""

    def __init__(self, low: float | None = None, high: float | None = None) -> None:
        self.low, self.high = low, high

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [within(jaccard(pair), (self.low, self.high), "jaccard") for pair in pairs]


def shared(pair: Pair, order: int = 2) -> float:
    """Give the share of the shorter text's word n-grams that the other has too.

    >>> shared(Pair("кот пьёт молоко", "кот пьёт воду", lang="ru"))
    0.5
    """
    first, second = (grams(text, pair, order) for text in (pair.a, pair.b))
    small, large = sorted((first, second), key=len)
    return len(small & large) / len(small) if small else 0.0


def grams(text: str, pair: Pair, order: int) -> set[tuple[str, ...]]:
    """List the different word n-grams of a text."""
    words = forms(text, lang_of(pair))
    return set(zip(*(words[start:] for start in range(order)), strict=False))


def jaccard(pair: Pair) -> float:
    """Divide the common words by all words.

    >>> jaccard(Pair("кот пьёт молоко", "кот пьёт воду", lang="ru"))
    0.5
    """
    first, second = (set(forms(text, lang_of(pair))) for text in (pair.a, pair.b))
    return len(first & second) / len(first | second) if first or second else 0.0
