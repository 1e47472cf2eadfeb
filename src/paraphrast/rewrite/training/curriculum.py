"""Three stages from easy to hard: bands of pairs by score, and when a stage has given what it can.

After chinese-paraphrasing 5.3 (self-paced, Jiang et al. 2015): pairs with low scores change little and come
first; a stage ends when the model predicts more than half of the pieces rightly and its score on dev no
longer rises.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import DataError

STAGES = 3


class Row(NamedTuple):
    """What an epoch came to: its stage, and on dev the loss, the accuracy of pieces and the score."""

    stage: int
    train: float
    loss: float
    accuracy: float
    score: float


def part_by_score(
    pairs: Sequence[Pair],
    scores: Sequence[float],
    *,
    cuts: tuple[float, float] | None = None,
    offsets: Mapping[str, float] | None = None,
) -> list[list[Pair]]:
    """Part the pairs by score, the offset of their origin added; without cuts into thirds.

    >>> pairs = [Pair("x", ""), Pair("y", ""), Pair("z", "")]
    >>> [[pair.a for pair in band] for band in part_by_score(pairs, [0.9, 0.1, 0.5])]
    [['y'], ['z'], ['x']]
    """
    known = offsets or {}
    values = np.array(
        [
            score + known.get(str(pair.meta.get("origin", "")), 0.0)
            for pair, score in zip(pairs, scores, strict=True)
        ]
    )
    low, high = cuts or (float(each) for each in np.quantile(values, [1 / STAGES, 2 / STAGES]))
    found: list[list[Pair]] = [[] for _ in range(STAGES)]
    for pair, value in zip(pairs, values, strict=True):
        found[int(value > low) + int(value > high)].append(pair)
    empty = [number for number, band in enumerate(found, 1) if not band]
    if empty:
        raise DataError(
            f"no pair has a score for stage {empty[0]} of the curriculum (cuts {low:.3f} and {high:.3f}, "
            f"scores {values.min():.3f} to {values.max():.3f}); set other cuts"
        )
    return found


def is_stage_over(rows: Sequence[Row], *, gate: float, patience: int) -> bool:
    """Say whether a stage has given what it can: readable by its accuracy, and no better for some epochs.

    >>> is_stage_over([Row(0, 0, 0, 0.6, 0.3), Row(0, 0, 0, 0.6, 0.2)], gate=0.5, patience=1)
    True
    >>> is_stage_over([Row(0, 0, 0, 0.4, 0.3), Row(0, 0, 0, 0.4, 0.2)], gate=0.5, patience=1)
    False
    """
    if not rows or rows[-1].accuracy < gate:
        return False
    scores = [row.score for row in rows]
    return len(scores) - 1 - scores.index(max(scores)) >= patience
