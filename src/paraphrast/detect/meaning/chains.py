"""Chains: sentences of one text that mean the same as sentences of another, one after another.

One sentence finds its like by chance, three in a row hardly ever do. A chain goes forward in both texts; it
may stay on a sentence that was split or joined, and pass over some, which costs.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
REACH = 3  # how far the next link may be, here and there


class Costs(NamedTuple):
    """What a link must be worth, and what it costs to pass over a sentence."""

    even: float = 0.82  # the cosine of two sentences that speaks neither for nor against
    apart: float = 0.03  # by how much it must exceed those of their neighbours: all laws are alike
    unit: float = 0.05  # how much more cosine counts as one
    skip: float = 0.3  # for a sentence that is passed over
    stay: float = 0.7  # for a second link of one sentence
    whole: int = 8  # words of a sentence that counts in full; shorter ones, such as "Why not?", for less


class Chain(NamedTuple):
    """Links (sentence here, sentence there) in order, and what they are worth together."""

    links: list[tuple[int, int]]
    worth: float


COSTS = Costs()


def best_chain(
    cosine: npt.NDArray[np.float32],
    words: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    *,
    costs: Costs = COSTS,
) -> Chain:
    """Find the chain of the greatest worth between sentences with so many words on the two sides.

    The sentences are gone through once, as Smith and Waterman (1981, https://doi.org/10.1016/0022-2836(81)90087-5)
    align letters.
    """
    value = (cosine - np.maximum(costs.even, background(cosine) + costs.apart)) / costs.unit
    shorter = np.minimum(words[0][:, None], words[1][None, :]) / costs.whole
    value = np.where(value > 0, value * np.minimum(shorter, 1), value)
    worth = value.copy()
    before = np.full((*value.shape, 2), -1)
    for i in range(value.shape[0]):
        for j in range(value.shape[1]):
            for a, b in _steps(i, j):
                paid = costs.skip * (max(i - a - 1, 0) + max(j - b - 1, 0)) + costs.stay * (
                    (a == i) + (b == j)
                )
                if worth[a, b] > paid and worth[a, b] - paid + value[i, j] > worth[i, j]:
                    worth[i, j] = worth[a, b] - paid + value[i, j]
                    before[i, j] = a, b
    i, j = (int(place) for place in np.unravel_index(int(worth.argmax()), worth.shape))
    return Chain(_links(before, i, j), float(worth.max()))


def background(cosine: npt.NDArray[np.float32]) -> Floats:
    """Give the mean cosine of the two sentences of each pair with others, the nearest left out.

    >>> background(np.array([[0.9, 0.8], [0.7, 0.9]], dtype=np.float32)).round(2).tolist()
    [[0.75, 0.8], [0.7, 0.75]]
    """
    rows, columns = cosine.shape
    total = np.zeros((rows, columns))
    if columns > 1:
        total += ((cosine.sum(axis=1) - cosine.max(axis=1)) / (columns - 1))[:, None]
    if rows > 1:
        total += ((cosine.sum(axis=0) - cosine.max(axis=0)) / (rows - 1))[None, :]
    return np.asarray(total / max(1, (rows > 1) + (columns > 1)))


def _steps(i: int, j: int) -> list[tuple[int, int]]:
    """List the links from which (i, j) can be reached."""
    return [
        (a, b)
        for a in range(max(i - REACH, 0), i + 1)
        for b in range(max(j - REACH, 0), j + 1)
        if (a, b) != (i, j) and (a < i or j - b == 1) and (b < j or i - a == 1)
    ]


def _links(before: npt.NDArray[np.int64], i: int, j: int) -> list[tuple[int, int]]:
    links = [(i, j)]
    while before[i, j, 0] >= 0:
        i, j = (int(place) for place in before[i, j])
        links.append((i, j))
    return links[::-1]
