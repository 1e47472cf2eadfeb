"""The one writer of an index: add, replace, delete, commit, compact."""

import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType

import numpy as np
from msgspec import Struct, structs
from msgspec.msgpack import encode

from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index import segment as segments
from paraphrast.detect.index.manifest import Part, View
from paraphrast.detect.index.opening import clean_up, first_manifest, read_deleted
from paraphrast.detect.index.segment import CHECKSUMS, Batch, Segment, content_hash, id_hash, join, write
from paraphrast.detect.index.views import Ready, join_windows, ready
from paraphrast.detect.index.words import WordWriter
from paraphrast.detect.meaning.windows import NAME, cut_documents
from paraphrast.engine import progress, run
from paraphrast.errors import CommandError

MERGE = 8  # so many segments of like size become one
LOOK = 1_000  # documents whose ids are looked up at a time
ANEW = "make them anew with: paraphrast detect index --to INDEX --meaning"


class Summary(Struct):
    """What became of the documents that were given."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    deleted: int = 0
    duplicates: int = 0


class Writer:
    """Changes an index; use it in a `with` block, which commits at its end unless it ends in an error."""

    def __init__(
        self,
        folder: str | Path,
        *,
        views: Sequence[View] | None = None,
        every: int = 20_000,
        seconds: float = 60.0,
        first: int = 0,
    ) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:  # a file stands there, the name is too long, the disk is read-only
            reason = "a file of that name is there" if self.folder.is_file() else error.strerror or error
            raise CommandError(f"{folder} cannot be made an index: {reason}") from error
        self._stack = ExitStack()
        self._stack.enter_context(manifests.writing(self.folder))
        self.every, self.seconds, self.summary = every, seconds, Summary()
        self._committed = time.monotonic()
        self.unknown: list[str] = []  # ids that were to be deleted and are not there
        self.manifest = first_manifest(self.folder, views, first)
        self._segments = [Segment(self.folder / part.name) for part in self.manifest.segments]
        self._deleted = set(read_deleted(self.folder, self.manifest).tolist())
        self._seen = self._living()
        self._pending: dict[str, tuple[int, Ready]] = {}  # with their numbers, which ascend
        self._next = self.manifest.next
        self._dead: list[int] = []
        clean_up(self.folder, self.manifest)
        self._words = WordWriter(self.folder / "words") if "words" in self.manifest.views else None
        if self._words is not None:
            left = self._words.left(self.manifest.next, self._deleted)
            if left:
                self._words.remove(left)
                self._words.commit()  # at once: the numbers will be given out again

    def _living(self) -> Counter[int]:
        """Count the living documents of each content."""
        dead = np.array(sorted(self._deleted), dtype=np.int64)
        marks: Counter[int] = Counter()
        for segment in self._segments:
            marks.update(segment.content[~np.isin(segment.number, dead)].tolist())
        return marks

    def __enter__(self) -> "Writer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            if self._words is not None:
                self._words.close()
            self._stack.close()

    def add(self, documents: Iterable[Document], *, workers: int = 1, expected: int | None = None) -> None:
        """Add documents, replacing those whose id is known; commit when enough have come or time has passed.

        Where it is known how many are `expected`, the progress bar tells the time that is left.
        """
        if "vectors" in self.manifest.views and self.manifest.vectors != NAME:
            raise CommandError(f"{self.folder} has vectors of another version or encoder; {ANEW}")
        work = partial(ready, views=self.manifest.views)
        fresh = run(work, self._new(documents), workers=workers, batch=128)
        for one in progress(fresh, "indexing", total=expected):
            self._take(one)
            if (
                len(self._pending) >= min(self.every, segments.MOST)
                or time.monotonic() - self._committed >= self.seconds
            ):
                self.commit()

    def _take(self, one: Ready) -> None:
        """Give a document its number, and tantivy its words, to be read beside the documents to come."""
        self._drop(one.id)
        if self._words is not None:
            self._words.add(self._next, one.body)
        self._pending[one.id] = self._next, one._replace(body="")
        self._next += 1

    def _drop(self, name: str) -> bool:
        """Forget a document that was not committed yet."""
        number, _ = self._pending.pop(name, (None, None))
        if number is not None and self._words is not None:
            self._words.remove([number])
        return number is not None

    def _new(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Pass on what is not in the index as it is: so a build that was killed goes on where it was."""
        stream = iter(documents)
        while some := list(islice(stream, LOOK)):
            for document, found in zip(some, self._numbers([d.id for d in some]), strict=True):
                if found and document.id not in self._pending and self._is_stored(document, found):
                    self.summary.unchanged += 1
                else:
                    yield document

    def _is_stored(self, document: Document, found: Sequence[tuple[int, int]]) -> bool:
        """Tell whether one of these is the same document: its text, its title, and what is known of it."""
        mark = content_hash(document.text)
        for number in (number for number, content in found if content == mark):
            for segment in self._segments:
                row = int(np.searchsorted(segment.number, number))
                if row < len(segment) and segment.number[row] == number:
                    stored = segment.document(row)
                    return stored.title == document.title and encode(stored.meta) == encode(document.meta)
        return False

    def delete(self, ids: Iterable[str]) -> int:
        """Remove documents by id and say how many there were."""
        count = 0
        names = list(dict.fromkeys(ids))
        for name, found in zip(names, self._numbers(names), strict=True):
            gone = len(found) + self._drop(name)
            self._kill(found)
            count += gone
            if not gone:
                self.unknown.append(name)
        self.summary.deleted += count
        return count

    def _kill(self, found: Sequence[tuple[int, int]]) -> None:
        self._dead.extend(number for number, _ in found)
        self._deleted.update(number for number, _ in found)
        self._seen.subtract(mark for _, mark in found)

    def _numbers(self, ids: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Find the living documents of each id: (number, content hash)."""
        answer: list[list[tuple[int, int]]] = [[] for _ in ids]
        hashes = np.array([id_hash(name) for name in ids], dtype=np.uint64)
        for segment in self._segments:
            for position, row in zip(*(column.tolist() for column in segment.find(hashes)), strict=True):
                number = int(segment.number[row])
                if number not in self._deleted:
                    answer[position].append((number, int(segment.content[row])))
        return answer

    def commit(self) -> None:
        """Write what has come so far, so that nothing can lose it any more."""
        with manifests.whole(self.folder):
            self._commit()
        self._committed = time.monotonic()

    def _commit(self) -> None:
        numbers, fresh = self._settle()
        if not fresh and not self._dead:
            return
        serial = self.manifest.serial + 1
        parts = list(self.manifest.segments)
        if fresh:
            name = f"segment-{serial:06d}"
            write(self.folder / name, self._batch(numbers, fresh))
            parts.append(Part(name, len(fresh)))
        if self._words is not None:
            self._words.commit()
        self._save(parts, serial, self._next)
        self._bury()
        self._merge()

    def _settle(self) -> tuple[list[int], list[Ready]]:
        """Mark what is replaced, count what came, and empty the queue."""
        numbers, fresh = [n for n, _ in self._pending.values()], [one for _, one in self._pending.values()]
        self._pending.clear()
        for one, found in zip(fresh, self._numbers([one.id for one in fresh]), strict=True):
            self._kill(found)  # first, because a document is no duplicate of what it replaces
            self.summary.replaced += bool(found)
            self.summary.added += not found
            self.summary.duplicates += self._seen[one.content] > 0
            self._seen[one.content] += 1
        return numbers, fresh

    def _batch(self, numbers: list[int], fresh: list[Ready]) -> Batch:
        return Batch(
            np.array(numbers, dtype=np.int64),
            [one.blob for one in fresh],
            np.array([id_hash(one.id) for one in fresh], dtype=np.uint64),
            np.array([one.content for one in fresh], dtype=np.uint64),
            np.concatenate([one.prints for one in fresh]),
            np.repeat(np.arange(len(fresh)), [len(one.prints) for one in fresh]),
            join_windows([one.windows for one in fresh if one.windows is not None])
            if "vectors" in self.manifest.views
            else None,
        )

    def add_vectors(self) -> None:
        """Give an index that was built without vectors what a search by meaning needs, segment by segment.

        A segment that has them is left as it is, so what is interrupted goes on where it was.
        """
        self.commit()
        if "vectors" in self.manifest.views and self.manifest.vectors == NAME:
            return
        stale = bool(self.manifest.vectors) or "vectors" in self.manifest.views
        waiting = [
            part
            for part, segment in zip(self.manifest.segments, self._segments, strict=True)
            if stale or segment.vectors is None
        ]
        with manifests.whole(self.folder):
            for part in progress(waiting, "reading for meaning"):
                self._join([part], anew=True)
            views = tuple(dict.fromkeys((*self.manifest.views, "vectors")))
            self.manifest = structs.replace(self.manifest, views=views, vectors=NAME)
            manifests.save(self.folder, self.manifest)

    def _save(self, parts: list[Part], serial: int, following: int) -> None:
        """Write the tombstones and then, in one step, the manifest."""
        dead = np.array(sorted(self._deleted), dtype=np.int64)
        name = f"deleted-{serial:06d}.npy" if len(dead) else None
        if name is not None:
            np.save(self.folder / name, dead)
        self._segments = [Segment(self.folder / part.name) for part in parts]
        contents = [segment.content[~np.isin(segment.number, dead)] for segment in self._segments]
        old = self.manifest.deleted
        self.manifest = structs.replace(
            self.manifest,
            segments=tuple(parts),
            next=following,
            serial=serial,
            deleted=name,
            documents=sum(map(len, contents)),
            distinct=len(np.unique(np.concatenate(contents))) if contents else 0,
        )
        manifests.save(self.folder, self.manifest)
        if old is not None and old != name:
            (self.folder / old).unlink(missing_ok=True)

    def _bury(self) -> None:
        """Let tantivy forget the dead, now that the manifest says they are."""
        if self._words is not None and self._dead:
            self._words.remove(self._dead)
            self._words.commit()
        self._dead.clear()

    def _merge(self) -> None:
        """Join segments when many of like size have come together."""
        sizes: dict[int, list[Part]] = {}
        for part in self.manifest.segments:
            sizes.setdefault(part.documents.bit_length() // 3, []).append(part)
        for parts in sizes.values():
            if len(parts) >= MERGE and _size(parts) <= segments.MOST:
                self._join(parts)
                return

    def compact(self) -> None:
        """Rewrite everything without the deleted documents, as one segment if one can hold them."""
        self.commit()
        old = any(not (segment.folder / CHECKSUMS).exists() for segment in self._segments)
        if not self.manifest.segments or not (self._deleted or old or len(self.manifest.segments) > 1):
            return
        with manifests.whole(self.folder):
            for parts in _together(self.manifest.segments):
                self._join(parts)

    def _join(self, parts: list[Part], *, anew: bool = False) -> None:
        """Put segments together, without the dead; `anew` makes their vectors again."""
        dead = np.array(sorted(self._deleted), dtype=np.int64)
        names = {part.name for part in parts}
        chosen = [segment for segment in self._segments if segment.folder.name in names]
        batch = join([segment.batch(~np.isin(segment.number, dead)) for segment in chosen])
        if anew:
            living = (segment.document(row) for segment in chosen for row in segment.living(dead))
            batch = batch._replace(vectors=join_windows(cut_documents(list(living))))
        kept = [part for part in self.manifest.segments if part.name not in names]
        serial = self.manifest.serial + 1
        if len(batch.numbers):
            kept.append(Part(f"segment-{serial:06d}", len(batch.numbers)))
            write(self.folder / kept[-1].name, batch)
        self._deleted -= {int(number) for segment in chosen for number in segment.number}
        self._save(kept, serial, self.manifest.next)
        for name in names:
            shutil.rmtree(self.folder / name)


def _size(parts: Sequence[Part]) -> int:
    return sum(part.documents for part in parts)


def _together(parts: Sequence[Part]) -> list[list[Part]]:
    """Put segments into groups that one segment can hold."""
    groups: list[list[Part]] = [[]]
    for part in parts:
        if groups[-1] and _size(groups[-1]) + part.documents > segments.MOST:
            groups.append([])
        groups[-1].append(part)
    return groups
