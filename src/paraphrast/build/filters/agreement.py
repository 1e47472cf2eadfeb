"""Numbers and names that the two texts should have in common."""

import re
from collections.abc import Sequence

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import lemmas
from paraphrast.text.languages import find_language

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Agreement:
    """Drops pairs whose numbers differ, or that share too few of their names.

    Names are compared by lemma and by their first letters, since one name is spelt in different ways: in half
    of the RuPAWS paraphrases that a model missed, names were spelt differently.
    """

    def __init__(self, low: float = 0.5, numbers: bool = True) -> None:
        self.low, self.numbers = low, numbers

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [self.judge(pair) for pair in pairs]

    def judge(self, pair: Pair) -> Verdict:
        """Compare numbers first, then names."""
        if self.numbers and figures(pair.a) != figures(pair.b):
            return Verdict("numbers-differ", 0.0)
        first, second = (names(text, pair) for text in (pair.a, pair.b))
        small, large = sorted((first, second), key=len)
        share = sum(any(alike(one, other) for other in large) for one in small) / len(small) if small else 1.0
        return Verdict("names-differ" if share < self.low else None, share)


def figures(text: str) -> list[str]:
    """List the numbers of a text, whatever mark divides them.

    >>> figures("3,5 и 3.5, 1 000"), figures("ко 2 мая 2005 г.")
    (['000', '1', '3.5', '3.5'], ['2', '2005'])
    """
    return sorted(number.replace(",", ".").strip(".") for number in NUMBER.findall(text))


def names(text: str, pair: Pair) -> set[str]:
    """List the lemmas of words with a capital inside a sentence; Latin words where no other has one."""
    lang = lang_of(pair)
    if not find_language(lang).spaced:
        return {word.lower() for word in re.findall(r"[A-Za-z][A-Za-z.-]+", text)}
    found = lemmas(text, lang)
    inside = [
        token
        for before, token in zip([None, *found], found, strict=False)
        if before and before.text not in ".!?"
    ]
    return {token.text for token in inside if text[token.start].isupper()}


def alike(one: str, other: str) -> bool:
    """Tell whether two names may be one: the same, or with the same first four letters."""
    return one == other or (min(len(one), len(other)) > 4 and one[:4] == other[:4])
