"""A binary fuse filter: a set of 64-bit keys in little more bits than its rate of false positives asks for.

Graf and Lemire (2022), https://arxiv.org/abs/2201.01174: each key has three slots in neighbouring segments,
and the slots' values xor to the key's fingerprint. A fingerprint of so many `bits` costs 1.13 times as many a
key, and a key that is not in the set is taken for one that is in 2 ** -bits of the cases. Written here: in
whole numpy arrays it is a page, and the packages that have it build from C or take a key at a time.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Slots = NDArray[np.int64]
TRIES = 64
LOW, SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)


class Fuse(NamedTuple):
    """The slots' values, and what finds the slots of a key: a seed and the length of a segment."""

    table: NDArray[np.uint8]
    bits: int
    seed: int
    segment: int

    def holds(self, keys: Keys) -> NDArray[np.bool_]:
        """Say which keys are in the set; of others 2 ** -bits are said to be."""
        if not len(self.table):
            return np.zeros(len(keys), dtype=bool)
        slots, prints = place(keys, self.seed, self.segment, len(self.table), self.bits)
        return np.asarray(np.bitwise_xor.reduce(self.table[slots], axis=0) == prints)

    def packed(self) -> NDArray[np.uint8]:
        """Give the values bit by bit, without the bits that a value does not use."""
        every = np.unpackbits(self.table[:, None], axis=1, bitorder="little")
        return np.packbits(every[:, : self.bits].ravel(), bitorder="little")


def unpack(packed: NDArray[np.uint8], *, count: int, bits: int) -> NDArray[np.uint8]:
    """Read `count` values of `bits` bits back."""
    every = np.unpackbits(packed, count=count * bits, bitorder="little").reshape(count, bits)
    return np.packbits(every, axis=1, bitorder="little").ravel() if count else np.zeros(0, np.uint8)


def build(keys: Keys, *, bits: int = 8) -> Fuse:
    """Make the filter of a set of keys."""
    keys = np.unique(keys)
    if not len(keys):
        return Fuse(np.zeros(0, dtype=np.uint8), bits, 0, 4)
    segment, size = sizes(len(keys))
    for seed in range(TRIES):
        slots, prints = place(keys, seed, segment, size, bits)
        if order := _peel_keys(slots, size):
            return Fuse(_fill_slots(order, slots, prints, size), bits, seed, segment)
    raise ValueError(f"no filter of {len(keys)} keys was found in {TRIES} tries")  # one in 10 ** 60


def sizes(count: int) -> tuple[int, int]:
    """Give the length of a segment and of the whole table for so many keys, as the paper has them."""
    segment = 1 << min(18, int(np.floor(np.log(max(2, count)) / np.log(3.33) + 2.25)))
    factor = max(1.125, 0.875 + 0.25 * np.log(1e6) / np.log(max(2, count)))
    segments = max(3, -(-int(count * factor) // segment) + 2)
    return segment, segments * segment


def place(keys: Keys, seed: int, segment: int, size: int, bits: int) -> tuple[Slots, NDArray[np.uint8]]:
    """Give the three slots of each key, and its fingerprint."""
    first, second = _scatter_keys(keys, 2 * seed), _scatter_keys(keys, 2 * seed + 1)
    starts = ((first >> SHIFT) * np.uint64(size - 2 * segment)) >> SHIFT
    inside = np.uint64(segment - 1)
    one = starts
    two = (starts + np.uint64(segment)) ^ (second & inside)
    three = (starts + np.uint64(2 * segment)) ^ ((second >> SHIFT) & inside)
    prints = (first & np.uint64((1 << bits) - 1)).astype(np.uint8)
    return np.stack([one, two, three]).astype(np.int64), prints


def _scatter_keys(keys: Keys, seed: int) -> Keys:
    """Scatter keys over 64 bits (the finaliser of MurmurHash3)."""
    with np.errstate(over="ignore"):
        found = keys + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % (1 << 64))
        for _ in range(2):
            found = (found ^ (found >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        return np.asarray(found ^ (found >> np.uint64(33)), dtype=np.uint64)


def _peel_keys(slots: Slots, size: int) -> list[tuple[Slots, Slots]]:
    """Take away, round by round, keys that have a slot to themselves: (keys, their slots), or nothing."""
    count = np.bincount(slots.ravel(), minlength=size)
    owner = np.zeros(size, dtype=np.int64)
    numbers = np.arange(slots.shape[1])
    for row in slots:
        np.bitwise_xor.at(owner, row, numbers)
    rounds, left, look = [], slots.shape[1], np.arange(size)
    while left:
        alone = look[count[look] == 1]
        if not len(alone):
            return []
        keys, chosen = np.unique(owner[alone], return_index=True)
        rounds.append((keys, alone[chosen]))
        left -= len(keys)
        for row in slots[:, keys]:
            np.subtract.at(count, row, 1)
            np.bitwise_xor.at(owner, row, keys)
        look = np.unique(slots[:, keys])
    return rounds


def _fill_slots(
    order: list[tuple[Slots, Slots]], slots: Slots, prints: NDArray[np.uint8], size: int
) -> NDArray[np.uint8]:
    """Set the slots in the reverse order, so that each key's three xor to its fingerprint."""
    table = np.zeros(size, dtype=np.uint8)
    for keys, own in reversed(order):
        # a slot that a key has to itself is touched by no other key of its round, nor of later ones
        table[own] = prints[keys] ^ np.bitwise_xor.reduce(table[slots[:, keys]], axis=0)
    return table
