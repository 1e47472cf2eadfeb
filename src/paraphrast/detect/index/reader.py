"""An index as readers see it: a snapshot that stays the same while a writer goes on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.segment import Hashes, Ints, Segment, id_hash
from paraphrast.detect.index.words import WordReader
from paraphrast.detect.index.writer import deleted
from paraphrast.errors import CommandError, DataError

BLOCK = 65_536  # vectors turned into floats at a time
COMMON = 1_000  # a fingerprint that more documents have says little


class Index:
    """The documents of one commit; open it anew to see later ones."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest, self.segments, self._deleted = self._snapshot()
        self.words = WordReader(self.folder / "words") if "words" in self.manifest.views else None
        self._first = [int(segment.number[0]) for segment in self.segments]

    def _snapshot(self) -> tuple[manifests.Manifest, list[Segment], Ints]:
        """Open what the manifest names, reading it again where a writer has just replaced it."""
        for _ in range(20):
            manifest = manifests.load(self.folder)
            try:
                parts = [Segment(self.folder / part.name) for part in manifest.segments]
                return manifest, parts, deleted(self.folder, manifest)
            except FileNotFoundError:
                if manifests.load(self.folder) == manifest:
                    break
        raise DataError("files that the manifest names are missing; build the index anew", path=self.folder)

    def __len__(self) -> int:
        return self.manifest.documents

    def info(self) -> dict[str, Any]:
        """Say what the index holds."""
        size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        return {
            "path": str(self.folder),
            "views": list(self.manifest.views),
            "documents": self.manifest.documents,
            "distinct": self.manifest.distinct,
            "duplicates": self.manifest.documents - self.manifest.distinct,
            "segments": len(self.segments),
            "deleted": len(self._deleted),
            "fingerprints": sum(len(segment.prints) for segment in self.segments),
            "vectors": sum(len(s.vectors[0]) for s in self.segments if s.vectors is not None),
            "bytes": size,
        }

    def place(self, number: int) -> tuple[Segment, int] | None:
        """Find the segment and the row of a living document."""
        for segment in self.segments:
            row = int(np.searchsorted(segment.number, number))
            if row < len(segment) and segment.number[row] == number:
                return None if self._dead(number) else (segment, row)
        return None

    def _dead(self, number: int) -> bool:
        at = int(np.searchsorted(self._deleted, number))
        return at < len(self._deleted) and int(self._deleted[at]) == number

    def document(self, number: int) -> Document | None:
        """Read a document by number, unless it is deleted."""
        found = self.place(number)
        return found[0].document(found[1]) if found else None

    def get(self, name: str) -> Document:
        """Read a document by id."""
        for segment in self.segments:
            for row in segment.find(np.array([id_hash(name)], dtype=np.uint64))[1].tolist():
                if not self._dead(int(segment.number[row])):
                    return segment.document(row)
        raise CommandError(f"no document {name!r} in {self.folder}")

    def has(self, name: str) -> bool:
        """Tell whether a living document has this id."""
        wanted = np.array([id_hash(name)], dtype=np.uint64)
        rows = ((segment, row) for segment in self.segments for row in segment.find(wanted)[1].tolist())
        return any(not self._dead(int(segment.number[row])) for segment, row in rows)

    def content(self, number: int) -> int:
        """Give a document's content hash: duplicates have the same."""
        found = self.place(number)
        return int(found[0].content[found[1]]) if found else 0

    def __iter__(self) -> Iterator[Document]:
        for segment in self.segments:
            for row, number in enumerate(segment.number.tolist()):
                if not self._dead(number):
                    yield segment.document(row)

    def by_prints(self, prints: Hashes) -> tuple[Ints, Ints]:
        """List (position in prints, number) of the living documents that have these fingerprints."""
        ranges = [segment.range(prints) for segment in self.segments]
        total = np.sum([high - low for low, high in ranges], axis=0)
        positions, numbers = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for segment, (low, high) in zip(self.segments, ranges, strict=True):
            position, row = segment.rows(low, np.where(total > COMMON, low, high))
            positions.append(position)
            numbers.append(segment.number[row])
        position, number = np.concatenate(positions), np.concatenate(numbers)
        alive = ~np.isin(number, self._deleted)
        return position[alive], number[alive]

    def by_words(self, stems: Sequence[str], *, limit: int = 10) -> list[tuple[float, int]]:
        """Rank living documents by BM25: (score, number)."""
        if self.words is None:
            return []
        hits = self.words.search(stems, limit)
        return [(score, n) for score, n in hits if n < self.manifest.next and not self._dead(n)]

    def by_weights(self, weights: Mapping[str, float], *, limit: int = 10) -> list[tuple[float, int]]:
        """Rank living documents by the weights of the stems that they have: (sum, number)."""
        if self.words is None:
            return []
        hits = self.words.weigh(weights, limit)
        return [(score, n) for score, n in hits if n < self.manifest.next and not self._dead(n)]

    def count_prints(self, prints: Hashes) -> Ints:
        """Count the documents that have each of these fingerprints, however many they are."""
        counts = np.zeros(len(prints), dtype=np.int64)
        for segment in self.segments:
            low, high = segment.range(prints)
            counts += high - low
        return counts

    def by_vectors(
        self, queries: npt.NDArray[np.float32], *, limit: int = 5
    ) -> list[list[tuple[float, int]]]:
        """Rank documents by the cosine of their nearest sentence to each query: (cosine, number)."""
        best: list[dict[int, float]] = [{} for _ in queries]
        for segment in self.segments:
            if segment.vectors is None:
                continue
            values, places = segment.vectors
            for start in range(0, len(values), BLOCK):
                self._nearest(
                    best, queries @ _floats(values[start : start + BLOCK]).T, (segment, places, start), limit
                )
        answer = []
        for found in best:
            ranked = sorted(((score, n) for n, score in found.items()), key=lambda hit: (-hit[0], hit[1]))
            answer.append([(score, n) for score, n in ranked if not self._dead(n)][:limit])
        return answer

    def _nearest(
        self,
        best: list[dict[int, float]],
        cosines: npt.NDArray[np.float32],
        where: tuple[Segment, npt.NDArray[np.uint32], int],
        limit: int,
    ) -> None:
        """Note the best few sentences of one block for each query."""
        segment, places, start = where
        few = min(limit * 4, cosines.shape[1])
        top = np.argpartition(-cosines, few - 1, axis=1)[:, :few]
        for found, columns, row in zip(best, top, cosines, strict=True):
            for column in columns.tolist():
                number = int(segment.number[places[start + column, 0]])
                found[number] = max(found.get(number, -1.0), float(row[column]))


def _floats(values: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
    """Turn stored vectors back into unit vectors."""
    floats = values.astype(np.float32)
    return np.asarray(floats / np.maximum(np.linalg.norm(floats, axis=1, keepdims=True), 1e-9))
