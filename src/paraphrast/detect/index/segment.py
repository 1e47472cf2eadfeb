"""One immutable part of an index: documents, their ids fingerprints, and optionally vectors of windows."""

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash
import zstandard

from paraphrast.data import Document
from paraphrast.detect.cover import spread
from paraphrast.detect.index.manifest import sync
from paraphrast.errors import DataError

Ints: TypeAlias = npt.NDArray[np.int64]
Hashes: TypeAlias = npt.NDArray[np.uint64]
ROW_BITS = 24  # a fingerprint is 40 bits of hash and 24 bits of row: one sorted array, 8 bytes each
MOST = 1 << ROW_BITS  # documents of a segment
CHECKSUMS = "checksums.json"
BLANKS, WIDE = b" \t\n\r\v\f", "\u00a0\u3000"


class Vectors(NamedTuple):
    """Vectors of windows of some rows: whole numbers from -127 to 127, with place and language of each."""

    values: npt.NDArray[np.int8]
    row: Ints
    start: Ints
    stop: Ints
    lang: Ints


class Batch(NamedTuple):
    """What is written into a segment; `prints` and their `rows` lie side by side."""

    numbers: Ints
    documents: Sequence[bytes]
    ids: Hashes
    contents: Hashes
    prints: Hashes
    rows: Ints
    vectors: Vectors | None = None


def id_hash(name: str) -> int:
    """Hash a document's id."""
    return xxhash.xxh3_64_intdigest(name.encode("utf-8", "surrogatepass"))


def content_hash(text: str) -> int:
    """Hash a text without its blanks: documents with the same hash are duplicates."""
    for blank in WIDE:
        text = text.replace(blank, "")
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass").translate(None, BLANKS))


def pack(documents: Iterable[Document]) -> list[bytes]:
    """Compress documents for the store."""
    squeeze, encode = zstandard.ZstdCompressor(level=1).compress, msgspec.msgpack.Encoder().encode
    return [squeeze(encode(document)) for document in documents]


def write(folder: Path, batch: Batch) -> None:
    """Write a segment and make it last; it comes into being only when a manifest names it."""
    try:
        _write(folder, batch)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)  # a full disk needs the room
        raise


def _write(folder: Path, batch: Batch) -> None:
    folder.mkdir()
    order = np.argsort(batch.ids, kind="stable")
    sizes = np.fromiter(map(len, batch.documents), np.int64, len(batch.documents))
    arrays: dict[str, npt.NDArray[Any]] = {
        "number": batch.numbers,
        "offset": np.concatenate([[0], np.cumsum(sizes)]),
        "id": batch.ids,
        "id_order": order.astype(np.uint32),
        "id_sorted": batch.ids[order],
        "content": batch.contents,
        "prints": _once(np.sort((batch.prints << np.uint64(ROW_BITS)) | batch.rows.astype(np.uint64))),
    }
    if batch.vectors is not None:
        arrays["vectors"] = batch.vectors.values
        arrays["places"] = np.stack(batch.vectors[1:], axis=1).astype(np.uint32)
    for name, array in arrays.items():
        with open(folder / f"{name}.npy", "wb") as file:
            np.save(file, array)
            file.flush()
            os.fsync(file.fileno())
    with open(folder / "store.bin", "wb") as file:
        file.writelines(batch.documents)
        file.flush()
        os.fsync(file.fileno())
    sums = {path.name: checksum(path) for path in sorted(folder.iterdir())}
    with open(folder / CHECKSUMS, "w", encoding="utf-8") as text:
        json.dump(sums, text, indent=1)
        text.flush()
        os.fsync(text.fileno())
    sync(folder)
    sync(folder.parent)


def checksum(path: Path) -> str:
    """Give the checksum of a file."""
    digest = xxhash.xxh3_64()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _once(ordered: Hashes) -> Hashes:
    """Leave out repeats; what is in order needs no look back."""
    first: npt.NDArray[np.bool_] = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    once: Hashes = ordered[first[: len(ordered)]]
    return once


class Segment:
    """A segment as readers see it: nothing is in memory but what a search touches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number: Ints = self._load("number")
        self.offset: Ints = self._load("offset")
        self.id: Hashes = self._load("id")
        self.content: Hashes = self._load("content")
        self.prints: Hashes = self._load("prints")
        # everything is opened at once: a writer may remove the folder while this reader goes on
        self._sorted: Hashes = self._load("id_sorted")
        self._order: npt.NDArray[np.uint32] = self._load("id_order")
        self.vectors: tuple[npt.NDArray[np.int8], npt.NDArray[np.uint32]] | None = None
        if (folder / "vectors.npy").exists():
            self.vectors = self._load("vectors"), self._load("places")
        try:
            self._store = np.memmap(folder / "store.bin", dtype=np.uint8, mode="r")
        except ValueError as error:
            raise self._damaged("store.bin", error) from error
        if len(self._store) != int(self.offset[-1]):
            raise self._damaged("store.bin", f"{len(self._store)} bytes, expected {int(self.offset[-1])}")

    def _load(self, name: str) -> Any:
        try:
            return np.load(self.folder / f"{name}.npy", mmap_mode="r")
        except (ValueError, EOFError) as error:
            raise self._damaged(f"{name}.npy", error) from error

    def _damaged(self, name: str, error: object) -> DataError:
        return DataError(
            f"the segment is damaged ({error}); put it back from a copy, or build the index anew",
            path=self.folder / name,
        )

    def __len__(self) -> int:
        return len(self.number)

    def living(self, dead: Ints) -> list[int]:
        """List the rows that are not dead."""
        rows: list[int] = np.flatnonzero(~np.isin(self.number, dead)).tolist()
        return rows

    def blob(self, row: int) -> bytes:
        """Read one document as it is stored."""
        start, stop = int(self.offset[row]), int(self.offset[row + 1])
        return self._store[start:stop].tobytes()

    def document(self, row: int) -> Document:
        """Read one document."""
        try:
            packed = zstandard.ZstdDecompressor().decompress(self.blob(row))
            return msgspec.msgpack.decode(packed, type=Document)
        except (zstandard.ZstdError, msgspec.MsgspecError) as error:
            raise self._damaged("store.bin", error) from error

    def find(self, ids: Hashes) -> tuple[Ints, Ints]:
        """List (position in ids, row) of every row that has one of these ids."""
        low, high = np.searchsorted(self._sorted, ids), np.searchsorted(self._sorted, ids, side="right")
        position, place = spread(low, high)
        return position, self._order[place].astype(np.int64)

    def range(self, prints: Hashes) -> tuple[Ints, Ints]:
        """Say where the rows of each fingerprint begin and end."""
        low = np.searchsorted(self.prints, prints << np.uint64(ROW_BITS))
        return low, np.searchsorted(self.prints, (prints + np.uint64(1)) << np.uint64(ROW_BITS))

    def rows(self, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """List (position, row) of what stands in each of these ranges."""
        position, place = spread(low, high)
        return position, (self.prints[place] & np.uint64((1 << ROW_BITS) - 1)).astype(np.int64)

    def batch(self, keep: npt.NDArray[np.bool_]) -> Batch:
        """Give back what was written, without the rows that are not kept."""
        rows = np.flatnonzero(keep)
        fresh = np.cumsum(keep) - 1
        row = (self.prints & np.uint64((1 << ROW_BITS) - 1)).astype(np.int64)
        live = keep[row]
        return Batch(
            np.asarray(self.number)[rows],
            [self.blob(int(number)) for number in rows],
            np.asarray(self.id)[rows],
            np.asarray(self.content)[rows],
            (self.prints[live] >> np.uint64(ROW_BITS)),
            fresh[row[live]],
            self._vectors(keep, fresh),
        )

    def _vectors(self, keep: npt.NDArray[np.bool_], fresh: Ints) -> Vectors | None:
        if self.vectors is None:
            return None
        values, places = self.vectors
        live = keep[places[:, 0]]
        kept = places[live].astype(np.int64)
        return Vectors(values[live], fresh[kept[:, 0]], *kept[:, 1:].T)


def join(batches: Sequence[Batch]) -> Batch:
    """Put batches one after another."""
    first = np.cumsum([0, *(len(batch.numbers) for batch in batches)])
    some = [
        (batch.vectors, int(start))
        for batch, start in zip(batches, first, strict=False)
        if batch.vectors is not None
    ]
    vectors = (
        Vectors(
            np.concatenate([v.values for v, _ in some]),
            np.concatenate([v.row + start for v, start in some]),
            np.concatenate([v.start for v, _ in some]),
            np.concatenate([v.stop for v, _ in some]),
            np.concatenate([v.lang for v, _ in some]),
        )
        if some and len(some) == len(batches)  # all have them, or the view does not exist yet
        else None
    )
    return Batch(
        np.concatenate([batch.numbers for batch in batches]),
        [blob for batch in batches for blob in batch.documents],
        np.concatenate([batch.ids for batch in batches]),
        np.concatenate([batch.contents for batch in batches]),
        np.concatenate([batch.prints for batch in batches]),
        np.concatenate([batch.rows + start for batch, start in zip(batches, first, strict=False)]),
        vectors,
    )
