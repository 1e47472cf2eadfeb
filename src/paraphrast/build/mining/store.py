"""Texts and their vectors on the disk: encoded once, resumed where it stopped, read through memory maps."""

import mmap
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from paraphrast.build.filters.similarity import Encoder
from paraphrast.engine import progress
from paraphrast.errors import DataError
from paraphrast.files.opening import replacing

CHUNK = 2048


class State(msgspec.Struct, frozen=True):
    """How far a store has come: rows and bytes that are whole, and a check of the texts so far."""

    rows: int = 0
    bytes: int = 0
    width: int = 0
    check: int = 0
    whole: bool = False


class Store:
    """A folder with texts, where each begins, and a row of half-precision numbers for each."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @property
    def state(self) -> State:
        """Read how far the store has come."""
        path = self.folder / "state.json"
        return msgspec.json.decode(path.read_bytes(), type=State) if path.exists() else State()

    def encode(self, texts: Iterable[str], encoder: Encoder, *, label: str = "encode") -> "Store":
        """Add what is missing; the texts must be the same ones again when an interrupted store goes on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = self.state
        if state.whole:
            return self
        stream = iter(texts)
        check = 0
        for chunk in batches(islice(stream, state.rows), CHUNK):
            check = checked(encoded(chunk), check)
        if check != state.check:
            raise DataError(
                f"{self.folder} was begun with other texts; give another folder or the same texts"
            )
        self._truncate(state)
        for chunk in batches(progress(stream, label), CHUNK):
            state = self._add(state, chunk, encoder)
        self._note(msgspec.structs.replace(state, whole=True))
        return self

    def _truncate(self, state: State) -> None:
        """Forget what was written after the last note."""
        sizes = {"texts": state.bytes, "starts": 8 * state.rows, "vectors": 2 * state.rows * state.width}
        for name, size in sizes.items():
            path = self.folder / name
            path.touch()
            with path.open("r+b") as stream:
                stream.truncate(size)

    def _add(self, state: State, chunk: list[str], encoder: Encoder) -> State:
        """Encode a chunk, write it, and only then note that it is there."""
        order = sorted(
            range(len(chunk)), key=lambda index: len(chunk[index])
        )  # like lengths make full batches
        vectors = np.asarray(encoder([chunk[index] for index in order])).astype("<f2")
        rows = np.empty_like(vectors)
        rows[order] = vectors
        lines = encoded(chunk)
        starts = state.bytes + np.cumsum([0, *(len(line) for line in lines)], dtype="<i8")
        for name, data in (
            ("texts", b"".join(lines)),
            ("starts", starts[:-1].tobytes()),
            ("vectors", rows.tobytes()),
        ):
            with (self.folder / name).open("ab") as stream:
                stream.write(data)
        state = State(state.rows + len(chunk), int(starts[-1]), rows.shape[1], checked(lines, state.check))
        self._note(state)
        return state

    def _note(self, state: State) -> None:
        with replacing(self.folder / "state.json") as stream:
            stream.write(msgspec.json.encode(state))

    def __len__(self) -> int:
        return self.state.rows

    @property
    def vectors(self) -> NDArray[np.float16]:
        """Map the vectors; nothing is read before it is asked for."""
        state = self.state
        if not state.rows:
            return np.empty((0, max(1, state.width)), dtype="<f2")
        return np.memmap(self.folder / "vectors", dtype="<f2", mode="r", shape=(state.rows, state.width))

    def texts(self, rows: Sequence[int]) -> list[str]:
        """Read the texts of some rows."""
        state = self.state
        if not state.bytes:
            return [""] * len(rows)
        starts = np.memmap(self.folder / "starts", dtype="<i8", mode="r", shape=(state.rows,))
        chosen = np.asarray(rows, dtype=np.int64)
        first = starts[chosen].tolist()
        after = starts[np.minimum(chosen + 1, state.rows - 1)]
        last = np.where(chosen + 1 < state.rows, after, state.bytes).tolist()
        with (
            (self.folder / "texts").open("rb") as stream,
            mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as letters,
        ):
            return [
                letters[start:stop].decode("utf-8", "surrogatepass")
                for start, stop in zip(first, last, strict=True)
            ]


def let_go(vectors: NDArray[np.float16]) -> None:
    """Forget the pages of a mapped file that were read or written: they would count as memory."""
    pages = getattr(vectors, "_mmap", None)
    if pages is not None and hasattr(mmap, "MADV_DONTNEED"):
        pages.madvise(mmap.MADV_DONTNEED)


def encoded(texts: Sequence[str]) -> list[bytes]:
    """Write texts as bytes."""
    return [text.encode("utf-8", "surrogatepass") for text in texts]


def checked(lines: Sequence[bytes], check: int) -> int:
    """Carry a check of all texts so far one chunk further."""
    return xxh3_64_intdigest(b"\n".join(lines), check)


def batches(items: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield lists of so many items."""
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch
