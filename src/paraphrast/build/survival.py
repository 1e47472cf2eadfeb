"""Did the swap survive translation? A translator likes to put words back where they usually stand."""

from collections.abc import Sequence

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import Lang, is_stop, is_word, language, lemmas
from paraphrast.text.languages import READ, as_known


class Survival:
    """Drops translated pairs of different meaning that differed by order in the source and no longer do."""

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict("swap-lost" if lost(pair) else None) for pair in pairs]


def lost(pair: Pair) -> bool:
    """Tell whether the source pair has a swap and the translated pair has neither a swap nor another word."""
    if "source_a" not in pair.meta or pair.label is None or pair.label > 0.5:
        return False
    source = as_known(language(pair.meta["source_a"]), READ)
    before = content(pair.meta["source_a"], source), content(pair.meta["source_b"], source)
    if not swapped(*before):
        return False
    after = content(pair.a, lang_of(pair)), content(pair.b, lang_of(pair))
    return not swapped(*after) and sorted(after[0]) == sorted(after[1])


def content(text: str, lang: Lang) -> list[str]:
    """List the lemmas of a text that carry meaning, in order."""
    return [
        token.text.lower()
        for token in lemmas(text, lang)
        if is_word(token.text) and not is_stop(token.text, lang)
    ]


def swapped(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether two common words stand in one order here and in the other there.

    >>> swapped(["dog", "bite", "man"], ["man", "bite", "dog"]), swapped(["dog", "bark"], ["dog", "bark"])
    (True, False)
    """
    common = [word for word in first if first.count(word) == 1 and second.count(word) == 1]
    places = [second.index(word) for word in common]
    return places != sorted(places)
