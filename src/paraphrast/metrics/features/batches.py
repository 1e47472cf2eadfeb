"""Many short sequences laid end to end, so that numpy works on all pairs of a batch at once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a batch: the codes of all its sequences, and where each starts and how long it is."""

    codes: Ints
    starts: Ints
    lengths: Ints

    def places(self, trim: int = 0) -> tuple[Ints, Ints]:
        """Give sequence number and position of every code but the last `trim` of each sequence."""
        lengths = np.maximum(self.lengths - trim, 0)
        owners = np.repeat(np.arange(len(lengths)), lengths)
        return owners, np.arange(len(owners)) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def of_characters(texts: Sequence[str]) -> Side:
    """Lay the characters of the texts end to end.

    >>> of_characters(["ab", "", "c"]).lengths.tolist()
    [2, 0, 1]
    """
    # surrogatepass: half of a surrogate pair is a strange character, and no reason to stop
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    return _side(np.frombuffer(joined, dtype=np.uint32).astype(np.int64), list(map(len, texts)))


def numbering() -> "defaultdict[str, int]":
    """Give a dictionary that numbers words in the order in which it is asked for them."""
    return defaultdict(count().__next__)


def of_words(sentences: Sequence[Sequence[str]], numbers: "defaultdict[str, int]") -> Side:
    """Lay the words of the sentences end to end, as numbers that are the same for the same word."""
    lengths = list(map(len, sentences))
    codes = map(numbers.__getitem__, chain.from_iterable(sentences))
    return _side(np.fromiter(codes, dtype=np.int64, count=sum(lengths)), lengths)


def _side(codes: Ints, lengths: Sequence[int]) -> Side:
    sizes = np.array(lengths, dtype=np.int64)
    return Side(codes, np.cumsum(sizes) - sizes, sizes)


def bits(most: int) -> int:
    """Say how many bits hold the numbers 0..most."""
    return max(1, int(most).bit_length())
