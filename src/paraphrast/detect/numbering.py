"""Small whole numbers for hashes, looked up many at once: an open-addressed table on columns."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Hashes: TypeAlias = npt.NDArray[np.uint64]
ROOM = 1 << 16


class Numbering:
    """Numbers hashes (none of which is 0) from 0 on, in the order in which they come.

    >>> numbering = Numbering()
    >>> numbering.add(np.array([70, 7], dtype=np.uint64))
    >>> numbering.find(np.array([7, 8, 70], dtype=np.uint64)).tolist()
    [1, -1, 0]
    """

    def __init__(self) -> None:
        self._keys = np.zeros(ROOM, dtype=np.uint64)
        self._values = np.zeros(ROOM, dtype=np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def find(self, hashes: Hashes) -> Ints:
        """Give the number of each hash, or -1."""
        last = np.uint64(len(self._keys) - 1)
        slot = hashes & last
        key = self._keys[slot]
        answer = np.where(key == hashes, self._values[slot], -1)
        some = np.flatnonzero((key != hashes) & (key != 0))
        while len(some):  # the place was taken by another: look at the next
            slot[some] = (slot[some] + np.uint64(1)) & last
            key = self._keys[slot[some]]
            here = key == hashes[some]
            answer[some[here]] = self._values[slot[some[here]]]
            some = some[~here & (key != 0)]
        return answer

    def add(self, fresh: Hashes) -> None:
        """Number hashes that are all different and not yet known."""
        if (self._size + len(fresh)) * 2 > len(self._keys):
            self._grow(self._size + len(fresh))
        self._put(fresh, np.arange(self._size, self._size + len(fresh)))
        self._size += len(fresh)

    def _grow(self, size: int) -> None:
        full = np.flatnonzero(self._keys)
        keys, values = self._keys[full], self._values[full]
        room = 1 << (4 * size - 1).bit_length()
        self._keys, self._values = np.zeros(room, dtype=np.uint64), np.zeros(room, dtype=np.int64)
        self._put(keys, values)

    def _put(self, hashes: Hashes, values: Ints) -> None:
        """Put hashes into the first free place from their own on; of several that want it one gets it."""
        last = np.uint64(len(self._keys) - 1)
        slot, some = hashes & last, np.arange(len(hashes))
        while len(some):
            free = some[self._keys[slot[some]] == 0]
            self._keys[slot[free]] = hashes[free]
            there = self._keys[slot[some]] == hashes[some]
            self._values[slot[some[there]]] = values[some[there]]
            some = some[~there]
            slot[some] = (slot[some] + np.uint64(1)) & last
