"""Texts that differ only in punctuation or in a typing error."""

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import forms

# A word shorter than this may become another word by one letter: "кот" and "код" are no typing error.
LONG = 5


class Surface:
    """Drops pairs that differ in marks alone, or in slips of `typos` letters within long words."""

    def __init__(self, typos: int = 1) -> None:
        self.typos = typos

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict(self.reason(pair)) for pair in pairs]

    def reason(self, pair: Pair) -> str | None:
        """Say in what the texts differ when it is not worth keeping."""
        first, second = (forms(text, lang_of(pair)) for text in (pair.a, pair.b))
        if first == second:
            return "only-punctuation"
        if "".join(first) == "".join(second):
            return "only-spacing"
        if len(first) != len(second):
            return None
        changed = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
        return "only-typos" if all(self.slip(*each) for each in changed) else None

    def slip(self, one: str, other: str) -> bool:
        """Tell whether two words are one word mistyped: digits never are."""
        if min(len(one), len(other)) < LONG or any(map(str.isdigit, one + other)):
            return False
        return OSA.distance(one, other, score_cutoff=self.typos) <= self.typos and one[-2:] == other[-2:]
