"""The bundled pair model: do two texts say the same?"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.models.bundled.reader import SIDE, judge_pairs, pieces

TEMPERATURE = 1.2  # divides the log-odds; fitted on dev parts, see the card


class BundledPair:
    """Pairs -> calibrated P(paraphrase), exactly the same for (a, b) and (b, a)."""

    name = "bundled"
    threshold = 0.5

    def __init__(self, *, orders: int = 2) -> None:
        if orders not in (1, 2):
            raise CommandError(
                f"orders is {orders}; say 2 to read each pair both ways, or 1 for half the work"
            )
        self.orders = orders

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Judge the pairs, each first put into one order, so that the answer cannot depend on it."""
        if not pairs:
            return []
        ordered = [sorted((pair.a, pair.b)) for pair in pairs]
        ids = pieces([text for both in ordered for text in both], SIDE)
        first, second = ids[0::2], ids[1::2]
        score = judge_pairs(first, second)
        if self.orders == 2:
            score = (score + judge_pairs(second, first)) / 2
        return [float(value) for value in calibrated(score)]


def calibrated(score: NDArray[np.float64], temperature: float = TEMPERATURE) -> NDArray[np.float64]:
    """Soften (over 1) or sharpen (under 1) probabilities around one half.

    >>> calibrated(np.array([0.5, 0.9]), 2.0).round(2).tolist()
    [0.5, 0.75]
    """
    kept = np.clip(score, 1e-6, 1 - 1e-6)
    return np.asarray(1 / (1 + ((1 - kept) / kept) ** (1 / temperature)))
