"""Pairs that nearly repeat an earlier one, by MinHash over character shingles, so that Chinese works.

Broder (1997), https://doi.org/10.1109/SEQUEN.1997.666900. Texts, hashes and bands wait in files; of a million
pairs at a time the bands are sorted in memory, and everything else has four bytes a pair there.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.build.steps import Verdict
from paraphrast.data import Pair

HASHES = 64
BATCH = 512  # texts that are hashed together
SORTED = 1 << 20  # texts whose bands are sorted at a time
SURE = 0.95  # how probable it must be that two texts just alike enough meet in some band
BASE = np.uint64(0x9E3779B97F4A7C15)

Marks = NDArray[np.uint32]


class Near:
    """Drops a pair when an earlier one has at least a share `high` of the same shingles, as hashes tell.

    Shingles are `size` characters without marks and blanks, small enough for questions and headlines.
    """

    spread = False
    whole = True

    def __init__(self, high: float = 0.8, size: int = 3, seed: int = 0) -> None:
        self.high, self.size, self.seed = high, size, seed

    def __call__(self, pairs: Iterable[Pair]) -> Iterator[tuple[Pair, Verdict]]:
        encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Pair)
        functions = hashes(self.seed)
        stream = iter(pairs)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as spool:
            bands = Bands(Path(folder), rows(self.high))
            with bands:
                while batch := list(islice(stream, BATCH)):
                    texts = [f"{pair.a} {pair.b}" for pair in batch]
                    bands.add(signatures(texts, functions, self.size))
                    spool.writelines(encoder.encode(pair) + b"\n" for pair in batch)
            likeness = bands.nearest()
            spool.seek(0)
            for line, near in zip(spool, likeness, strict=True):
                reason = "near-duplicate" if near >= self.high else None
                yield decoder.decode(line), Verdict(reason, round(float(near), 6))


def rows(high: float) -> int:
    """Choose how many hashes make a band, so that pairs alike enough surely meet in one of them.

    >>> rows(0.8), rows(0.5)
    (4, 2)
    """
    fits = [size for size in (8, 4, 2, 1) if 1 - (1 - high**size) ** (HASHES // size) >= SURE]
    return fits[0] if fits else 1


def hashes(seed: int) -> NDArray[np.uint64]:
    """Give what makes hash functions of one: factors and masks."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, 1 << 62, (2, HASHES), dtype=np.uint64) | np.uint64(1)


def signatures(texts: Sequence[str], functions: NDArray[np.uint64], size: int) -> Marks:
    """Give the smallest hash of each text's shingles under each function; a short text is one shingle."""
    letters = ["".join(filter(str.isalnum, text.lower())).ljust(size, "\0") for text in texts]
    codes = np.frombuffer("".join(letters).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    shingles = np.zeros(len(codes) - size + 1, dtype=np.uint64)
    for start in range(size):
        shingles = shingles * BASE + codes[start : len(shingles) + start]
    for shift in (29, 32):  # else like shingles would get like hashes
        shingles = (shingles ^ (shingles >> np.uint64(shift))) * BASE
    lengths = np.array([len(text) for text in letters])
    starts = np.cumsum(lengths) - lengths
    inside = np.ones(len(codes), dtype=bool)
    for back in range(1, size):  # what begins so near the end of a text runs into the next one
        inside[starts + lengths - back] = False
    own = shingles[inside[: len(shingles)]]
    firsts = np.cumsum(lengths - size + 1) - (lengths - size + 1)
    found = np.empty((len(texts), HASHES), dtype=np.uint32)
    for column in range(HASHES):
        hashed = ((own ^ functions[1, column]) * functions[0, column]) >> np.uint64(32)
        found[:, column] = np.minimum.reduceat(hashed, firsts)
    return found


class Bands:
    """Hashes of texts in a folder, and for each band of them one number by which equal bands meet."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder, self.size, self.number = folder, size, 0
        self.count = HASHES // size
        self._stack = ExitStack()

    def __enter__(self) -> "Bands":
        names = ["marks", *map(str, range(self.count))]
        self._files = [self._stack.enter_context((self.folder / name).open("wb")) for name in names]
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, marks: Marks) -> None:
        """Write the hashes of some texts."""
        self.number += len(marks)
        self._files[0].write(marks.tobytes())
        for band, stream in enumerate(self._files[1:]):
            key = np.zeros(len(marks), dtype=np.uint64)
            for column in marks.T[band * self.size : (band + 1) * self.size]:
                key = (key ^ column) * BASE
                key ^= key >> np.uint64(31)
            stream.write(key.tobytes())

    def nearest(self) -> NDArray[np.float32]:
        """Give for each text its likeness to the earlier ones that it meets in a band, or 0."""
        found = np.zeros(self.number, dtype=np.float32)
        shares = -(-self.number // SORTED)
        for band in range(self.count):
            for share in range(shares):
                self._compare(*self._keys(band, share, shares), found)
        return found

    def _keys(self, band: int, share: int, shares: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Read those numbers of a band that fall to one of several shares, with the rows they belong to."""
        keys, places = [], []
        for start in range(0, self.number, SORTED):
            part = np.fromfile(self.folder / str(band), dtype=np.uint64, count=SORTED, offset=8 * start)
            place = np.flatnonzero(part % np.uint64(shares) == share)
            keys.append(part[place])
            places.append(place + start)
        return np.concatenate(keys), np.concatenate(places)

    def _compare(
        self, keys: NDArray[np.uint64], places: NDArray[np.int64], found: NDArray[np.float32]
    ) -> None:
        """Compare what meets: of a group each with the first and with its neighbour.

        So a chain of small changes is followed and a large group costs no square.
        """
        order = np.argsort(keys, kind="stable")
        keys, places = keys[order], places[order]
        opens = np.r_[True, keys[1:] != keys[:-1]] if len(keys) else np.zeros(0, dtype=bool)
        firsts = places[np.maximum.accumulate(np.where(opens, np.arange(len(keys)), 0))]
        met = np.flatnonzero(~opens)
        if not len(met):
            return
        # mapped anew each time: what was read is let go again
        marks = np.memmap(self.folder / "marks", dtype=np.uint32, mode="r", shape=(self.number, HASHES))
        for start in range(0, len(met), BATCH * 32):
            some = met[start : start + BATCH * 32]
            for other in (firsts[some], places[some - 1]):
                likeness = (marks[places[some]] == marks[other]).mean(axis=1)
                np.maximum.at(found, places[some], likeness.astype(np.float32))
