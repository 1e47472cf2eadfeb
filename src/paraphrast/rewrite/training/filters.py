"""What is learned from: references as targets, cleaned, and only pairs that pass the filters.

The filters are those of two teams of RUSSE-2022 (Dementieva et al. 2022): style, meaning and fluency above
one half; or a cosine from .6 to .99, ROUGE-L from .1 to .8, and a target no longer than its source.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.models.types import Encoder
from paraphrast.rewrite.task import Judge
from paraphrast.rewrite.words.cleaning import clean_text
from paraphrast.text import Lang, forms
from paraphrast.text.languages import FALLBACK

HALF = 0.5
NEAR, OVERLAP = (0.6, 0.99), (0.1, 0.8)
MEANING = 0.5  # of 1 + 4 (cosine - 1): where the bundled encoder's unrelated texts are 0


class Judges(NamedTuple):
    """The models that filters ask."""

    toxicity: Judge
    fluency: Judge
    encoder: Encoder


def load_judges() -> Judges:
    """Load those in the box."""
    return Judges(models.toxicity(), models.fluency(), models.encoder())


def list_targets(pairs: Iterable[Pair], lang: Lang, *, cleaned: bool) -> Iterator[Pair]:
    """Make a pair of each source and each of its references (or its output), without empty and equal ones."""
    for pair in pairs:
        for said in pair.refs or (pair.b,):
            a, b = (clean_text(pair.a).strip(), clean_text(said).strip()) if cleaned else (pair.a, said)
            if a and b and a != b:
                yield replace(pair, a=a, b=b, refs=(), lang=pair.lang or lang)


def _filter_by_judges(pairs: Sequence[Pair], by: Judges) -> list[str | None]:
    """Drop pairs whose target is toxic, says something else, or does not read well."""
    toxic, fluent = by.toxicity([pair.b for pair in pairs]), by.fluency([pair.b for pair in pairs])
    close = 1 + 4 * (_compare_pairs(pairs, by) - 1)
    return [
        "toxic" if one >= HALF else "meaning" if same < MEANING else "not fluent" if well < HALF else None
        for one, same, well in zip(toxic, close, fluent, strict=True)
    ]


def _filter_by_likeness(pairs: Sequence[Pair], by: Judges) -> list[str | None]:
    """Drop pairs that are too alike or too far apart, and targets longer than their sources."""
    close = _compare_pairs(pairs, by)
    shared = [rouge_l(pair) for pair in pairs]
    return [
        "cosine" if not NEAR[0] <= same <= NEAR[1]
        else "overlap" if not OVERLAP[0] <= overlap <= OVERLAP[1]
        else "longer" if len(pair.b) > len(pair.a)
        else None
        for pair, same, overlap in zip(pairs, close, shared, strict=True)
    ]  # fmt: skip


FILTERS: dict[str, Callable[[Sequence[Pair], Judges], list[str | None]]] = {
    "judged": _filter_by_judges,
    "near": _filter_by_likeness,
}


def filter_pairs(pairs: Sequence[Pair], names: Sequence[str], by: Judges) -> tuple[list[Pair], Counter[str]]:
    """Give the pairs that pass the filters, and why the others did not."""
    left, reasons = list(pairs), Counter[str]()
    for name in names:
        if name not in FILTERS:
            raise unknown("filter", name, FILTERS)
        told = FILTERS[name](left, by) if left else []
        reasons.update(f"{name}: {reason}" for reason in told if reason)
        left = [pair for pair, reason in zip(left, told, strict=True) if reason is None]
    return left, reasons


def _compare_pairs(pairs: Sequence[Pair], by: Judges) -> NDArray[np.float32]:
    """Give the cosine of each source and target."""
    first, second = by.encoder([pair.a for pair in pairs]), by.encoder([pair.b for pair in pairs])
    return np.asarray(np.einsum("ij,ij->i", first, second))


def rouge_l(pair: Pair) -> float:
    """Give the F1 of the longest common subsequence of words.

    >>> rouge_l(Pair("a b c d", "a c", lang="en"))
    0.6666666666666666
    """
    lang = pair.lang or FALLBACK
    a, b = forms(pair.a, lang), forms(pair.b, lang)
    return 2 * LCSseq.similarity(a, b) / (len(a) + len(b)) if a and b else 0.0
