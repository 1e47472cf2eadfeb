"""Piece ids into padded batches of like length."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled.box import PAD

TOKENS = 256  # in a batch: larger ones fall out of the cache, and have more padding


def batches(lengths: Sequence[int], tokens: int = TOKENS) -> Iterator[NDArray[np.int64]]:
    """Yield the numbers of texts of like length, about so many pieces together.

    >>> [batch.tolist() for batch in batches([9, 2, 3, 8], tokens=18)]
    [[1, 2], [3, 0]]
    """
    order = np.argsort(np.asarray(lengths), kind="stable")
    start = 0
    while start < len(order):
        stop = start + 1
        while stop < len(order) and (stop - start + 1) * lengths[order[stop]] <= tokens:
            stop += 1
        yield order[start:stop]
        start = stop


def padded(
    sequences: Sequence[Sequence[int]], *, pad: int = PAD, left: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Lay sequences of ids side by side, padded at their ends or on the left: ids and mask.

    >>> ids, mask = padded([[0, 7, 2], [0, 2]])
    >>> ids.tolist(), mask.tolist()
    ([[0, 7, 2], [0, 2, 1]], [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    """
    longest = max(1, *map(len, sequences))  # an empty text still has a place
    ids = np.full((len(sequences), longest), pad, dtype=np.int64)
    mask = np.zeros((len(sequences), longest), dtype=np.float32)
    for row, sequence in enumerate(sequences):
        place = slice(longest - len(sequence), longest) if left else slice(len(sequence))
        ids[row, place], mask[row, place] = sequence, 1
    return ids, mask
