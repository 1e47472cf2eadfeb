"""Seeds of the third kind: sentences whose vectors are neighbours, confirmed by the pair model.

The only kind that works across languages. Cosines of different encoders lie on different scales, so a pair
is judged by how far it stands out among the nearest neighbours of both its sentences (Artetxe and Schwenk
2019, https://aclanthology.org/P19-1309/).
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Pair, Scorer
from paraphrast.detect.reading import Reading
from paraphrast.detect.terms import Ints

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]
NEAREST = 4
MANY = 12  # in shorter texts something is nearest to something by chance
FLOOR = 0.4  # no encoder gives sentences that mean the same less
LEAST = 3  # words of a sentence that has enough meaning to compare


def neighbours(
    here: Reading,
    there: Reading,
    *,
    encoder: Encoder,
    pair: Scorer | None,
    margins: tuple[float, float],
    likely: float,
) -> tuple[Ints, Ints]:
    """List pairs of sentences that mean the same: (sentence here, sentence there)."""
    left, right = _long(here), _long(there)
    if not len(left) or not len(right):
        return left[:0], right[:0]
    cosine = (
        encoder([here.sentence(n) for n in left.tolist()])
        @ encoder([there.sentence(n) for n in right.tolist()]).T
    )
    i, j = _standing_out(cosine, *margins)
    if pair is not None and len(i):
        asked = [
            Pair(here.sentence(int(left[a])), there.sentence(int(right[b])))
            for a, b in zip(i, j, strict=True)
        ]
        sure = np.array(pair(asked)) >= likely
        i, j = i[sure], j[sure]
    return left[i], right[j]


def _standing_out(cosine: npt.NDArray[np.float32], margin: float, mutual: float) -> tuple[Ints, Ints]:
    """List the best pair of each row whose cosine is `margin` times the mean of the nearest neighbours'.

    `mutual` times are enough where the pair is the best of its column too, among many.
    """
    near = min(NEAREST, *cosine.shape)
    rows = np.sort(cosine, axis=1)[:, -near:].mean(axis=1)
    columns = np.sort(cosine, axis=0)[-near:].mean(axis=0)
    ratio = 2 * cosine / np.maximum(rows[:, None] + columns[None, :], 1e-6)
    best, every = ratio.argmax(axis=1), np.arange(len(cosine))
    both = (ratio.argmax(axis=0)[best] == every) & (min(cosine.shape) >= MANY)
    asked = np.where(both, mutual, margin)
    row = np.flatnonzero((ratio[every, best] >= asked) & (cosine[every, best] >= FLOOR))
    return row.astype(np.int64), best[row].astype(np.int64)


def _long(reading: Reading) -> Ints:
    """List the sentences that have enough words."""
    return np.flatnonzero(np.diff(reading.first) >= LEAST)
