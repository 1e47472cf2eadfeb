"""One text inside the other: nothing was said in other words."""

from collections.abc import Sequence

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import forms


class Contained:
    """Drops pairs where the words of one text stand in the other in one piece."""

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict("contained" if inside(pair) else None) for pair in pairs]


def inside(pair: Pair) -> bool:
    """Tell whether one text's words are a run of the other's.

    >>> inside(Pair("The cat sat on the mat.", "the cat sat", lang="en"))
    True
    """
    first, second = (f" {' '.join(forms(text, lang_of(pair)))} " for text in (pair.a, pair.b))
    return bool(first.strip() and second.strip()) and (first in second or second in first)
