"""Pairs that nearly repeat an earlier one, by MinHash over character shingles, so that Chinese works.

Broder (1997), https://doi.org/10.1109/SEQUEN.1997.666900. Texts wait in a file; memory has 256 bytes a pair.
"""

import tempfile
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.build.steps import Verdict
from paraphrast.data import Pair

HASHES = 64
SURE = 0.95  # how probable it must be that two texts just alike enough meet in some band
BASE = np.uint64(0x9E3779B97F4A7C15)


class Near:
    """Drops a pair when an earlier one has at least a share `high` of the same shingles, as hashes tell.

    Shingles are `size` characters without marks and blanks, small enough for questions and headlines.
    """

    spread = False
    whole = True

    def __init__(self, high: float = 0.8, size: int = 3, seed: int = 0) -> None:
        self.high, self.size, self.seed = high, size, seed

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        seeds = np.random.default_rng(self.seed).integers(
            1, 1 << 62, (2, HASHES), dtype=np.uint64
        ) | np.uint64(1)
        marks: list[NDArray[np.uint32]] = []
        encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Pair)
        with tempfile.TemporaryFile() as spool:
            for pair in pairs:
                marks.append(signature(f"{pair.a} {pair.b}", seeds, self.size))
                spool.write(encoder.encode(pair) + b"\n")
            likeness = nearest(np.array(marks).reshape(-1, HASHES), rows(self.high), self.high)
            spool.seek(0)
            for line, near in zip(spool, likeness.tolist(), strict=True):
                yield decoder.decode(line), Verdict("near-duplicate" if near >= self.high else None, near)


def rows(high: float) -> int:
    """Choose how many hashes make a band, so that pairs alike enough surely meet in one of them.

    >>> rows(0.8), rows(0.5)
    (4, 2)
    """
    fits = [size for size in (8, 4, 2, 1) if 1 - (1 - high**size) ** (HASHES // size) >= SURE]
    return fits[0] if fits else 1


def signature(text: str, seeds: NDArray[np.uint64], size: int) -> NDArray[np.uint32]:
    """Give the smallest hash of a text's shingles under each hash function."""
    letters = "".join(filter(str.isalnum, text.lower()))
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint64)
    size = max(1, min(size, len(codes)))
    shingles = np.zeros(max(1, len(codes) - size + 1), dtype=np.uint64)
    for start in range(size if len(codes) else 0):
        shingles = shingles * BASE + codes[start : len(codes) - size + start + 1]
    shingles = np.unique(shingles)
    for shift in (29, 32):  # else like shingles would get like hashes
        shingles = (shingles ^ (shingles >> np.uint64(shift))) * BASE
    hashed = (shingles[:, None] ^ seeds[1]) * seeds[0]
    smallest: NDArray[np.uint32] = (hashed >> np.uint64(32)).min(axis=0).astype(np.uint32)
    return smallest


def nearest(marks: NDArray[np.uint32], size: int, high: float) -> NDArray[np.float64]:
    """Give for each text its likeness to the earlier ones that it meets in a band, or 0.

    Of a group that meets, each is compared with the first and with its neighbour, so that a chain of small
    changes is followed and a large group costs no square.
    """
    found = np.zeros(len(marks))
    for start in range(0, HASHES, size):
        band = np.ascontiguousarray(marks[:, start : start + size]).view(f"V{4 * size}").ravel()
        _, group = np.unique(band, return_inverse=True)
        order = np.argsort(group, kind="stable")
        sorted_groups = group[order]
        opens = (
            np.r_[True, sorted_groups[1:] != sorted_groups[:-1]] if len(order) else np.zeros(0, dtype=bool)
        )
        firsts = order[np.maximum.accumulate(np.where(opens, np.arange(len(order)), 0))]
        met = np.flatnonzero(~opens)
        for other in (firsts[met], order[met - 1]):
            likeness = (marks[order[met]] == marks[other]).mean(axis=1)
            np.maximum.at(found, order[met], likeness)
    return found
