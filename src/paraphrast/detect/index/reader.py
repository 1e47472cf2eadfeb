"""An index as readers see it: a snapshot that stays the same while a writer goes on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from xxhash import xxh3_64_hexdigest

from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.nearest import Codes, Near, nearest
from paraphrast.detect.index.opening import Shard, open_shards
from paraphrast.detect.index.published import fetch, is_address
from paraphrast.detect.index.segment import CHECKSUMS, Hashes, Ints, Segment, id_hash
from paraphrast.detect.index.words import WordReader
from paraphrast.detect.meaning.windows import NAME
from paraphrast.errors import CommandError, DataError

TIES = 12  # more hits than wanted that are asked for at first
COMMON = 1_000  # a fingerprint that more documents have says little


class Index:
    """The documents of one commit, of a folder or an address; open it anew to see later ones."""

    def __init__(self, folder: str | Path) -> None:
        self.address = str(folder)
        self.folder = fetch(self.address) if is_address(folder) else Path(folder)
        self.manifest, self.shards, self.words = self._snapshot()
        self.segments = [segment for shard in self.shards for segment in shard.segments]
        self._deleted: Ints = np.concatenate([shard.deleted for shard in self.shards])

    def _snapshot(self) -> tuple[manifests.Manifest, list[Shard], WordReader | None]:
        """Open what the manifest names, reading it again where a writer has just replaced it."""
        for _ in range(20):
            manifest = manifests.load(self.folder)
            try:
                shards = open_shards(self.folder, manifest)
                words = (shard.folder / "words" for shard in shards)
                return manifest, shards, WordReader(words) if "words" in manifest.views else None
            except (FileNotFoundError, DataError) as error:
                if manifests.load(self.folder) != manifest:
                    continue
                if isinstance(error, DataError):
                    raise
                break
        raise DataError("files that the manifest names are missing; build the index anew", path=self.folder)

    def __len__(self) -> int:
        return self.manifest.documents

    def state(self) -> str:
        """Give a hash of what the index holds: two that differ are of different commits."""
        sums = [segment.folder / CHECKSUMS for segment in self.segments]
        seen = [path.read_bytes() for path in sums if path.is_file()]
        known = [
            msgspec.json.encode(one) for one in (self.manifest, *(shard.manifest for shard in self.shards))
        ]
        return xxh3_64_hexdigest(b"".join([*known, *seen]))

    def info(self) -> dict[str, Any]:
        """Say what the index holds."""
        places = [shard.folder for shard in self.shards]  # not those of states before
        size = sum(path.stat().st_size for place in places for path in place.rglob("*") if path.is_file())
        return {
            "path": self.address,
            "views": list(self.manifest.views),
            "documents": self.manifest.documents,
            "distinct": self.manifest.distinct,
            "duplicates": self.manifest.documents - self.manifest.distinct,
            "shards": len(self.shards),
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

    def contents(self, numbers: Ints) -> Hashes:
        """Give the content hashes of documents."""
        return self._hashes(numbers)[0]

    def ties(self, numbers: Ints) -> Ints:
        """Number documents by content and then by id, so that what is equal comes in one order everywhere."""
        contents, names = self._hashes(numbers)
        rank = np.empty(len(numbers), dtype=np.int64)
        rank[np.lexsort((names, contents))] = np.arange(len(numbers))
        return rank

    def _hashes(self, numbers: Ints) -> tuple[Hashes, Hashes]:
        """Give the hashes of contents and of ids."""
        contents, names = np.zeros(len(numbers), dtype=np.uint64), np.zeros(len(numbers), dtype=np.uint64)
        for segment in self.segments:
            row = np.minimum(np.searchsorted(segment.number, numbers), len(segment) - 1)
            here = segment.number[row] == numbers
            contents[here], names[here] = segment.content[row[here]], segment.id[row[here]]
        return contents, names

    def __iter__(self) -> Iterator[Document]:
        for segment in self.segments:
            for row, number in enumerate(segment.number.tolist()):
                if not self._dead(number):
                    yield segment.document(row)

    def by_prints(self, prints: Hashes) -> tuple[Ints, Ints]:
        """List (position in prints, number) of the living documents that have these fingerprints."""
        ranges = [segment.range(prints) for segment in self.segments]
        total = self._count(ranges, len(prints))
        positions, numbers = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for segment, (low, high) in zip(self.segments, ranges, strict=True):
            position, row = segment.rows(low, np.where(total > COMMON, low, high))
            positions.append(position)
            numbers.append(segment.number[row])
        position, number = np.concatenate(positions), np.concatenate(numbers)
        alive = ~np.isin(number, self._deleted)
        return position[alive], number[alive]

    def by_words(self, stems: Iterable[str], *, limit: int = 10) -> list[tuple[float, int]]:
        """Rank living documents by how rare the stems are that they have: (sum, number)."""
        if self.words is None:
            return []
        return self.by_weights({stem: self.words.weight(stem) for stem in stems}, limit=limit)

    def by_weights(self, weights: Mapping[str, float], *, limit: int = 10) -> list[tuple[float, int]]:
        """Rank living documents by the weights of the stems that they have: (sum, number).

        Ties go by content, whatever part of the index a document lies in; so all that tie are asked for.
        """
        if self.words is None:
            return []
        asked = limit + TIES
        while True:
            hits = self.words.weigh(weights, asked)
            living = [hit for hit in hits if self._is_known(hit[1]) and not self._dead(hit[1])]
            if len(hits) < asked or (len(living) >= limit and living[limit - 1][0] > hits[-1][0]):
                break
            asked *= 4
        ties = self.ties(np.array([number for _, number in living], dtype=np.int64)).tolist()
        order = sorted(range(len(living)), key=lambda k: (-living[k][0], ties[k]))
        return [living[k] for k in order[:limit]]

    def _is_known(self, number: int) -> bool:
        """Tell whether a number of the view of words was given out by the commit that is seen here."""
        return number < self.shards[number >> manifests.SHARD_BITS].manifest.next

    def count_prints(self, prints: Hashes) -> Ints:
        """Count the living documents that have each of these fingerprints, however many they are."""
        return self._count([segment.range(prints) for segment in self.segments], len(prints))

    def _count(self, ranges: Sequence[tuple[Ints, Ints]], size: int) -> Ints:
        counts = np.zeros(size, dtype=np.int64)
        for segment, (low, high) in zip(self.segments, ranges, strict=True):
            counts += high - low
            if len(self._deleted) and np.isin(segment.number, self._deleted).any():
                position, row = segment.rows(low, high)
                dead = np.isin(segment.number[row], self._deleted)
                counts -= np.bincount(position[dead], minlength=size)
        return counts

    def by_vectors(self, codes: Codes, *, limit: int) -> Near:
        """Find the windows of living documents that are nearest to each of these."""
        return nearest(self.segments, codes, self._deleted, limit=limit)

    def require_vectors(self) -> None:
        """Refuse a search by meaning in an index that cannot serve it."""
        if "vectors" not in self.manifest.views:
            reason = "was built without vectors"
        elif self.manifest.vectors != NAME:
            reason = "has vectors of another version or encoder"
        else:
            return
        raise CommandError(
            f"{self.folder} {reason}, so it cannot be searched by meaning; "
            f"add them with: paraphrast detect index --to {self.folder} --meaning"
        )
