"""ParaScore and self-iBLEU: meaning kept, and wording changed.

ParaScore: Shen et al. (2022), https://arxiv.org/abs/2202.08479. Self-iBLEU is iBLEU without references, in
the form of BERT-iBLEU (Niu et al. 2021, https://aclanthology.org/2021.emnlp-main.417).
"""

from collections.abc import Sequence

import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics.bertscore import bertscore
from paraphrast.metrics.metric import Metric, column
from paraphrast.metrics.parts import TokenEncoder, name_of
from paraphrast.metrics.sacre import selfbleu
from paraphrast.stats.intervals import Array

ENOUGH = 0.35


def parascore(
    *, weight: float = 0.05, free: bool | None = None, encoder: str | TokenEncoder = "bundled"
) -> Metric:
    """ParaScore: likeness to the source, or the reference if higher, plus `weight` times the divergence.

    `free=True` never looks at references; None looks at them where a pair has some.
    """
    source = bertscore(against="source", encoder=encoder, rescale=False)
    refs = bertscore(against="refs", encoder=encoder, rescale=False)

    def score(pairs: Sequence[Pair]) -> Array:
        likeness = source.rows(pairs)[:, 2]
        judged = [] if free else [i for i, pair in enumerate(pairs) if pair.refs or free is False]
        if judged:
            likeness[judged] = np.maximum(likeness[judged], refs.rows([pairs[i] for i in judged])[:, 2])
        return likeness + weight * divergence(pairs)

    told = {None: "where given", True: "no", False: "yes"}[free]
    return column("parascore", score, weight=weight, refs=told, encoder=name_of(encoder))


def divergence(pairs: Sequence[Pair]) -> Array:
    """Give DS of each pair: .35 once a third of the characters was edited, falling to -1 for a copy.

    >>> divergence([Pair(a="abcd", b="abcd"), Pair(a="abcd", b="wxyz")]).tolist()
    [-1.0, 0.35]
    """
    from rapidfuzz.distance import Levenshtein

    far = np.array([Levenshtein.normalized_distance(pair.a, pair.b) for pair in pairs])
    return np.where(far >= ENOUGH, ENOUGH, -1 + (1 + ENOUGH) / ENOUGH * far)


def selfibleu(*, beta: float = 4.0, encoder: str | TokenEncoder = "bundled") -> Metric:
    """Self-iBLEU: the harmonic mean of BERTScore with the source, `beta` times, and of 1 - Self-BLEU."""
    meaning = bertscore(against="source", encoder=encoder, rescale=False)
    copied = selfbleu()

    def score(pairs: Sequence[Pair]) -> Array:
        kept = np.clip(meaning.rows(pairs)[:, 2], 1e-9, 1)
        changed = np.clip(1 - copied.sentences(copied.rows(pairs)) / 100, 1e-9, 1)
        return (beta + 1) / (beta / kept + 1 / changed)

    return column("selfibleu", score, beta=beta, encoder=name_of(encoder))
