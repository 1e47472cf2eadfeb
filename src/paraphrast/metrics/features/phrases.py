"""PMD: did the clauses between commas and stops change their distances? (equation 2 of the SPScore paper)"""

import re
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from paraphrast.stats.intervals import Array

# A point or comma between digits belongs to the number.
STOPS = re.compile(r"[，、。！？；!?;…]+|(?<!\d)[.,]+|[.,]+(?!\d)")


def phrases(text: str) -> list[str]:
    """Split a text at commas and stops, full- and half-width, and make the parts comparable.

    >>> phrases("Well, it costs 3.50, I think.")
    ['well', 'it costs 3.50', 'i think']
    """
    parts = (" ".join(part.split()).casefold() for part in STOPS.split(text))
    return [part for part in parts if part]


def mixing(texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
    """Give PMD of each pair: |MD(A) - MD(B)| over the number of shared phrases, 0 for fewer than two.

    MD adds up how many phrases apart the shared ones are, over the number of phrases, so a pure permutation
    of shared clauses leaves it as it was: by its definition this feature cannot see one.
    """
    values = np.zeros(len(texts_a))
    for place, (a, b) in enumerate(zip(texts_a, texts_b, strict=True)):
        # one phrase has no distance to another: most sentences are done here
        if STOPS.search(a) and STOPS.search(b):
            values[place] = _difference(phrases(a), phrases(b))
    return values


def _difference(a: list[str], b: list[str]) -> float:
    both = _shared(a, b)
    if len(both) < 2:
        return 0.0
    degrees = (
        sum(abs(one - other) for one, other in combinations(places, 2)) / len(side)
        for places, side in zip(zip(*both, strict=True), (a, b), strict=True)
    )
    first, second = degrees
    return float(abs(first - second) / len(both))


def _shared(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Give the places of equal phrases, the first of several with the first."""
    free: dict[str, list[int]] = {}
    for place in range(len(b) - 1, -1, -1):
        free.setdefault(b[place], []).append(place)
    return [(place, free[phrase].pop()) for place, phrase in enumerate(a) if free.get(phrase)]
