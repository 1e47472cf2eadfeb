"""How much of the wording two texts share: Jaccard, n-gram overlap, and the chrF of the RUSSE-2022 script."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics.features.batches import of_characters
from paraphrast.metrics.features.surface import clipped
from paraphrast.metrics.metric import Against, Metric, column, compared, lang_of
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang, forms, is_stop
from paraphrast.text.languages import find_language

EPSILON = 1e-16


def jaccard(*, against: Against = "source") -> Metric:
    """Jaccard: shared stems over all stems, stop words left out (He et al. 2020, PARADE, figure 1)."""

    def score(pairs: Sequence[Pair]) -> list[float]:
        return [
            max(_jaccard(pair.b, text, lang_of(pair)) for text in compared(pair, against)) for pair in pairs
        ]

    made = column("jaccard", score, tok="forms", stems="snowball", stop="out", against=against)
    return _of_likeness(made, against)


def _of_likeness(metric: Metric, against: Against) -> Metric:
    """Say which way is better: words shared with a reference are good, those of the source kept are not."""
    return replace(metric, better="lower" if against == "source" else "higher")


def _jaccard(first: str, second: str, lang: Lang) -> float:
    a, b = (
        set(find_language(lang).stems.cut([word for word in forms(text, lang) if not is_stop(word, lang)]))
        for text in (first, second)
    )
    return len(a & b) / len(a | b) if a or b else 0.0


def overlap(*, against: Against = "source", order: int = 2) -> Metric:
    """N-gram overlap: the share of the shorter text's word bigrams that the other one has too.

    The RuPAWS paper does not define its overlap; this reading comes nearest to its figure 1.
    """

    def score(pairs: Sequence[Pair]) -> list[float]:
        return [
            max(_overlap(pair.b, text, lang_of(pair), order) for text in compared(pair, against))
            for pair in pairs
        ]

    made = column("overlap", score, tok="forms", order=order, of="shorter", against=against)
    return _of_likeness(made, against)


def _overlap(first: str, second: str, lang: Lang, order: int) -> float:
    short, long = sorted((forms(first, lang), forms(second, lang)), key=len)
    # a text of fewer words than the order is taken as one n-gram
    n = min(order, len(short))
    if n == 0:
        return 0.0
    held = {tuple(long[i : i + n]) for i in range(len(long) - n + 1)}
    grams = [tuple(short[i : i + n]) for i in range(len(short) - n + 1)]
    return sum(gram in held for gram in grams) / len(grams)


def chrf_russe2022(*, against: Against = "refs") -> Metric:
    """NLTK's chrF (beta 3, mean of sentences and orders) over all references joined into one string.

    That is what the shared task's script computed, so its published column can be compared; joining makes
    recall low wherever there are several references, so it is never a default. Use `chrf`.
    """
    return column(
        "chrf-russe2022",
        lambda pairs: _joined(pairs, against),
        chars=6,
        beta=3,
        refs="joined",
        against=against,
    )


def _joined(pairs: Sequence[Pair], against: Against, beta: float = 3.0) -> Array:
    wanted = of_characters(["".join(" ".join(compared(pair, against)).split()) for pair in pairs])
    said = of_characters(["".join(pair.b.split()) for pair in pairs])
    scores = []
    for order in range(1, 7):
        shared = clipped(wanted, said, order)
        precision = shared / np.maximum(said.lengths - order + 1, 1)
        recall = shared / np.maximum(wanted.lengths - order + 1, 1)
        below = beta**2 * precision + recall
        f = (1 + beta**2) * precision * recall / np.where(below > 0, below, 1)
        scores.append(np.where(below > 0, f, EPSILON))
    return np.asarray(np.mean(scores, axis=0))
