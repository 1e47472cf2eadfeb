"""The order in which training meets its pairs."""

from collections.abc import Sequence

import numpy as np

from paraphrast.identify.inputs import Row

POOL = 50  # batches that are sorted by length together


def shuffled(rows: Sequence[Row], *, batch: int, seed: int, epoch: int) -> list[list[int]]:
    """Cut rows into batches of like length, in an order that only seed and epoch decide.

    Corpora that were joined are mixed here: every pair is drawn at random, whichever corpus it came from.
    """
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(rows))
    lengths = np.array([longest(row) for row in rows])
    batches = []
    for start in range(0, len(order), POOL * batch):
        pool = order[start : start + POOL * batch]
        pool = pool[np.argsort(lengths[pool], kind="stable")]
        batches += [pool[at : at + batch].tolist() for at in range(0, len(pool), batch)]
    return [batches[place] for place in random.permutation(len(batches))]


def ordered(rows: Sequence[Row], *, batch: int) -> list[list[int]]:
    """Cut rows into batches of like length, the longest first, so that memory runs out early or never."""
    order = sorted(range(len(rows)), key=lambda place: (-longest(rows[place]), place))
    return [order[at : at + batch] for at in range(0, len(order), batch)]


def longest(row: Row) -> int:
    """Give the length of the longer side."""
    return max(len(row[0]), len(row[1]))
