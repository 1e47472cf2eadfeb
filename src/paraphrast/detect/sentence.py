"""A plain detector by sentence similarity: for each sentence the most similar one, if it is enough.

Likeness is the part of the sentence's weighted words that the other has, averaged with the cosine of their
vectors where an encoder is given; neighbours that follow one another in both texts are joined.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align.similar import alike, bags
from paraphrast.detect.reading import Reading, read

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]


def sentence(
    suspicious: Document, source: Document, *, encoder: Encoder | None = None, threshold: float = 0.6
) -> list[Match]:
    """Find sentences that are similar enough to a sentence of the source."""
    here, there = read(suspicious), read(source)
    if len(here.first) < 2 or len(there.first) < 2:
        return []
    scores = np.zeros((len(here.first) - 1, len(there.first) - 1))
    found = alike(bags(here, there), least=0.0)
    scores[found.here, found.there] = found.kept
    if encoder is not None:
        left, right = (
            encoder([side.sentence(n) for n in range(len(side.first) - 1)]) for side in (here, there)
        )
        scores = (scores + left @ right.T) / 2
    best = scores.argmax(axis=1)
    pairs = [(n, int(best[n])) for n in range(len(best)) if scores[n, best[n]] >= threshold]
    return [_match(here, there, chain, scores) for chain in _chains(pairs)]


def _chains(pairs: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Join pairs that follow one another in both texts."""
    chains: list[list[tuple[int, int]]] = []
    for i, j in pairs:
        if chains and chains[-1][-1] in ((i - 1, j - 1), (i - 1, j)):
            chains[-1].append((i, j))
        else:
            chains.append([(i, j)])
    return chains


def _match(
    here: Reading, there: Reading, chain: Sequence[tuple[int, int]], scores: npt.NDArray[np.float64]
) -> Match:
    left, right = [i for i, _ in chain], [j for _, j in chain]
    start, stop = here.span(int(here.first[left[0]]), int(here.first[left[-1] + 1]))
    first, last = there.span(int(there.first[min(right)]), int(there.first[max(right) + 1]))
    return Match(
        Span(here.document.id, start, stop),
        Span(there.document.id, first, last),
        "translated" if here.lang != there.lang else "paraphrase",
        round(float(np.mean([scores[i, j] for i, j in chain])), 4),
    )
