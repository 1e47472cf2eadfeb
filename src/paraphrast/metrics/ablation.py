"""What each feature is worth: fit without it and see how much less the score agrees with people.

Folds never share a source sentence (`group`, or the text itself), so no source is both learnt from and
judged.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics import regressor
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.features.surface import Reading
from paraphrast.metrics.metric import lang_of
from paraphrast.metrics.spscore import ENOUGH, labels_of
from paraphrast.stats.correlation import pearson, spearman
from paraphrast.stats.intervals import Array

FOLDS = 10


class Ablation(NamedTuple):
    """How well a fit without one feature agrees with people on sources it has not seen."""

    without: str
    pearson: float
    spearman: float


def ablate(
    pairs: Sequence[Pair], *, reading: Reading = "pairs", folds: int = FOLDS, seed: int = 0
) -> list[Ablation]:
    """Give one line per left-out feature, the whole score last, as in table 3 of the paper."""
    return ablate_table(eight(pairs, reading=reading), NAMES, pairs, folds=folds, seed=seed)


def ablate_table(
    table: Array,
    names: Sequence[str],
    pairs: Sequence[Pair],
    *,
    judged: int | None = None,
    folds: int = FOLDS,
    seed: int = 0,
) -> list[Ablation]:
    """Leave out each named column in turn; only the first `judged` pairs count, the rest just teach."""
    labels = labels_of(pairs)[:judged]
    lines = []
    for without in [*names, ""]:
        kept = [place for place, name in enumerate(names) if name != without]
        left = [names[place] for place in kept]
        told = cross_predict(table[:, kept], left, pairs, folds=folds, seed=seed)[:judged]
        lines.append(Ablation(without, pearson(told, labels), spearman(told, labels)))
    return lines


def cross_predict(
    table: Array,
    names: Sequence[str],
    pairs: Sequence[Pair],
    *,
    folds: int = FOLDS,
    seed: int = 0,
) -> Array:
    """Give each pair the score of a fit that has not seen its source."""
    labels, part = labels_of(pairs), fold_of(pairs, folds=folds, seed=seed)
    told = np.empty(len(pairs))
    for own, taught in _languages(pairs):
        for fold in np.unique(part[own]):
            held, learnt = own & (part == fold), taught & (part != fold)
            learner = regressor.fit(table[learnt], labels[learnt], names, members=5, seed=seed)
            told[held] = learner(table[held])
    return told


def _languages(pairs: Sequence[Pair]) -> Iterator[tuple[Array, Array]]:
    """Yield which pairs are judged together and which may teach them: a language, or all where it has few."""
    langs = np.array([lang_of(pair) for pair in pairs])
    few = np.array([np.count_nonzero(langs == lang) < ENOUGH for lang in langs])
    if few.any():
        yield few, np.ones(len(pairs), dtype=bool)
    for lang in np.unique(langs[~few]):
        yield langs == lang, langs == lang


def fold_of(pairs: Sequence[Pair], *, folds: int = FOLDS, seed: int = 0) -> Array:
    """Give each pair the number of its fold; pairs of one source fall together."""
    sources = [pair.group or pair.a for pair in pairs]
    _, number = np.unique(sources, return_inverse=True)
    shuffled = np.random.default_rng(seed).permutation(number.max() + 1)
    return np.asarray(shuffled[number] % folds)
