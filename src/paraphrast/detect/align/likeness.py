"""How likely it is that one sentence was made from another, by their words and their neighbours.

The weights were fitted by logistic regression on three essays paraphrased by hand (PlagEvalRus, public part);
benchmarks/detect.py prints how they do on other texts.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.align.similar import Alike
from paraphrast.detect.terms import Ints

Floats: TypeAlias = npt.NDArray[np.float64]


class Weights(NamedTuple):
    """What each observation adds to the log-odds."""

    bias: float = -13.6
    cosine: float = 4.28
    kept: float = 3.40
    given: float = 1.17
    shared: float = 2.01
    context: float = 4.73


WORDS = Weights()
HOPELESS = -2.0  # log-odds that no threshold in use accepts


def likeness(found: Alike, weights: Weights = WORDS) -> Floats:
    """Give each pair of sentences a probability."""
    odds = (
        weights.bias
        + weights.cosine * found.cosine
        + weights.kept * found.kept
        + weights.given * found.given
        + weights.shared * np.log1p(found.shared)
    )
    # the best neighbours could not save the rest, and looking at neighbours is what costs
    hopeful = np.flatnonzero(odds + weights.context > HOPELESS)
    odds[hopeful] += weights.context * context(found, hopeful)
    return np.asarray(1 / (1 + np.exp(-odds)))


def context(found: Alike, rows: Ints, *, before: int = 2, aside: int = 3) -> Floats:
    """Give the greatest cosine among neighbours: sentences up to two away here, up to three away there."""
    best = np.zeros(len(rows))
    if not len(best):
        return best
    width = int(found.there.max()) + 1 + 2 * aside
    known = found.here * width + found.there + aside  # in order, as the pairs are
    key, last, ahead = known[rows][:, None], len(known) - 1, np.arange(2 * aside + 1)
    for step in (step for step in range(-before, before + 1) if step):
        fade = 1.0 if abs(step) == 1 else 0.8
        at = np.minimum(np.searchsorted(known, key + step * width - aside) + ahead, last)
        near = np.abs(known[at] - key - step * width) <= aside
        best = np.maximum(best, np.where(near, found.cosine[at] * fade, 0.0).max(axis=1))
    return best
