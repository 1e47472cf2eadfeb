"""The one writer of an index: add, replace, delete, commit, compact."""

import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct, structs

from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.manifest import Manifest, Part, View
from paraphrast.detect.index.segment import (
    Batch,
    Ints,
    Segment,
    Vectors,
    content_hash,
    id_hash,
    join,
    pack,
    write,
)
from paraphrast.detect.index.words import WordWriter
from paraphrast.detect.terms import content, grams, terms, winnow
from paraphrast.errors import CommandError
from paraphrast.text import Lang, forms, language, sentences

Encoder: TypeAlias = Callable[[Sequence[str]], npt.NDArray[np.float32]]
MERGE = 8  # so many segments of like size become one
SAMPLE = 2000  # characters that tell a document's language


class Summary(Struct):
    """What became of the documents that were given."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    deleted: int = 0
    duplicates: int = 0
    empty: int = 0


def lang_of(document: Document) -> Lang:
    """Say which language a document is in; one that is in no known language is handled like English."""
    found = document.lang or language(document.text[:SAMPLE])
    return found if found != "other" else "en"


class Writer:
    """Changes an index; use it in a `with` block, which commits at its end unless it ends in an error."""

    def __init__(
        self,
        folder: str | Path,
        *,
        views: Sequence[View] | None = None,
        encoder: Encoder | None = None,
        every: int = 20_000,
    ) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._stack = ExitStack()
        self._stack.enter_context(manifests.writing(self.folder))
        self.every, self.encoder, self.summary = every, encoder, Summary()
        self.manifest = self._manifest(views)
        self._segments = [Segment(self.folder / part.name) for part in self.manifest.segments]
        self._deleted = set(deleted(self.folder, self.manifest).tolist())
        self._seen = {int(h) for segment in self._segments for h in segment.content}
        self._pending: dict[str, Document] = {}
        self._dead: list[int] = []
        self._clean()
        self._words = WordWriter(self.folder / "words") if "words" in self.manifest.views else None
        if self._words is not None:
            self._words.remove(self._words.numbers_from(self.manifest.next))

    def _manifest(self, views: Sequence[View] | None) -> Manifest:
        """Read the manifest, or make the first one."""
        if not (self.folder / manifests.NAME).exists():
            first = Manifest(views=tuple(dict.fromkeys(views or ("words", "prints"))))
            manifests.save(self.folder, first)
            return first
        known = manifests.load(self.folder)
        if views is not None and set(views) != set(known.views):
            raise CommandError(
                f"{self.folder} was built with views {', '.join(known.views)}, not {', '.join(views)}; "
                "leave --views out, or build another index"
            )
        return known

    def _clean(self) -> None:
        """Remove what a killed writer left: folders and files that the manifest does not name."""
        if "vectors" in self.manifest.views and self.encoder is None:
            raise CommandError(f"{self.folder} has sentence vectors: an encoder is needed to write to it")
        named = {part.name for part in self.manifest.segments}
        for path in self.folder.glob("segment-*"):
            if path.name not in named:
                shutil.rmtree(path)
        for path in self.folder.glob("deleted-*"):
            if path.name != self.manifest.deleted:
                path.unlink()

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

    def add(self, documents: Iterable[Document]) -> None:
        """Add documents, replacing those whose id is known; commit whenever enough have come."""
        for document in documents:
            self._pending[document.id] = document
            if len(self._pending) >= self.every:
                self.commit()

    def delete(self, ids: Iterable[str]) -> int:
        """Remove documents by id and say how many there were."""
        names = list(ids)
        gone = sum(self._pending.pop(name, None) is not None for name in names)
        numbers = [number for found in self._numbers(names) for number, _ in found]
        self._dead.extend(numbers)
        self._deleted.update(numbers)
        self.summary.deleted += len(numbers) + gone
        return len(numbers) + gone

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
        fresh = self._sift()
        if not fresh and not self._dead:
            return
        first = self.manifest.next
        parts = list(self.manifest.segments)
        serial = self.manifest.serial + 1
        if fresh:
            name = f"segment-{serial:06d}"
            write(self.folder / name, self._batch(fresh, first))
            parts.append(Part(name, len(fresh)))
        if self._words is not None:
            self._words.commit()
        self._save(parts, serial, first + len(fresh))
        self._bury()
        self._merge()

    def _sift(self) -> list[tuple[Document, int]]:
        """Drop what is already there, and mark what is replaced."""
        documents = list(self._pending.values())
        self._pending.clear()
        fresh = []
        for document, found in zip(documents, self._numbers([d.id for d in documents]), strict=True):
            mark = content_hash(document.text)
            if any(known == mark for _, known in found):
                self.summary.unchanged += 1
                continue
            self._dead.extend(number for number, _ in found)
            self._deleted.update(number for number, _ in found)
            self.summary.replaced += bool(found)
            self.summary.added += not found
            self.summary.duplicates += mark in self._seen
            self.summary.empty += not document.text.strip()
            self._seen.add(mark)
            fresh.append((document, mark))
        return fresh

    def _batch(self, fresh: list[tuple[Document, int]], first: int) -> Batch:
        """Work out the views of the new documents."""
        prints, rows = self._views([document for document, _ in fresh], first)
        documents = [document for document, _ in fresh]
        return Batch(
            np.arange(first, first + len(fresh)),
            pack(documents),
            np.array([id_hash(document.id) for document in documents], dtype=np.uint64),
            np.array([mark for _, mark in fresh], dtype=np.uint64),
            prints,
            rows,
            self._vectors(documents) if "vectors" in self.manifest.views else None,
        )

    def _views(self, documents: list[Document], first: int) -> tuple[npt.NDArray[np.uint64], Ints]:
        """Hand the words to tantivy and collect the fingerprints, reading each text once."""
        prints, rows = [np.empty(0, dtype=np.uint64)], [np.empty(0, dtype=np.int64)]
        for row, document in enumerate(documents):
            table = terms(lang_of(document))
            numbers = table.numbers(forms(document.text, table.lang))
            if self._words is not None:
                self._words.add(first + row, content(numbers.tolist(), table))
            if "prints" in self.manifest.views:
                runs = grams(table.hashes(numbers))
                prints.append(np.unique(runs[winnow(runs)] >> np.uint64(24)))
                rows.append(np.full(len(prints[-1]), row, dtype=np.int64))
        return np.concatenate(prints), np.concatenate(rows)

    def _vectors(self, documents: list[Document]) -> Vectors:
        """Encode every sentence and keep it as whole numbers."""
        assert self.encoder is not None
        places, texts = [], []
        for row, document in enumerate(documents):
            for sentence in sentences(document.text, lang_of(document)):
                places.append((row, sentence.start, sentence.stop))
                texts.append(sentence.text)
        values = quantise(self.encoder(texts)) if texts else np.empty((0, 1), dtype=np.int8)
        row, start, stop = np.array(places, dtype=np.int64).reshape(-1, 3).T
        return Vectors(values, row, start, stop)

    def _save(self, parts: list[Part], serial: int, following: int) -> None:
        """Write the tombstones and then, in one step, the manifest."""
        name = None
        if self._deleted:
            name = f"deleted-{serial:06d}.npy"
            np.save(self.folder / name, np.array(sorted(self._deleted), dtype=np.int64))
        self._segments = [Segment(self.folder / part.name) for part in parts]
        living = [~np.isin(s.number, np.array(sorted(self._deleted), dtype=np.int64)) for s in self._segments]
        contents = [segment.content[alive] for segment, alive in zip(self._segments, living, strict=True)]
        old = self.manifest.deleted
        self.manifest = structs.replace(
            self.manifest,
            segments=tuple(parts),
            next=following,
            serial=serial,
            deleted=name,
            documents=sum(int(alive.sum()) for alive in living),
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
            sizes.setdefault(len(str(part.documents * 8)), []).append(part)
        for parts in sizes.values():
            if len(parts) >= MERGE:
                self._join(parts)
                return

    def compact(self) -> None:
        """Rewrite everything as one segment without the deleted documents."""
        self.commit()
        if self.manifest.segments and (self._deleted or len(self.manifest.segments) > 1):
            self._join(list(self.manifest.segments))
        if self._words is not None:
            self._words.commit()

    def _join(self, parts: list[Part]) -> None:
        dead = np.array(sorted(self._deleted), dtype=np.int64)
        chosen = [s for s in self._segments if s.folder.name in {part.name for part in parts}]
        batch = join([segment.batch(~np.isin(segment.number, dead)) for segment in chosen])
        serial = self.manifest.serial + 1
        name = f"segment-{serial:06d}"
        write(self.folder / name, batch)
        self._deleted -= {int(number) for segment in chosen for number in segment.number}
        kept = [part for part in self.manifest.segments if part not in parts]
        self._save([*kept, Part(name, len(batch.numbers))], serial, self.manifest.next)
        for part in parts:
            shutil.rmtree(self.folder / part.name)


def quantise(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Keep unit vectors as whole numbers from -127 to 127, each scaled to its greatest component."""
    top = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    return np.rint(vectors / top * 127).astype(np.int8)


def deleted(folder: Path, manifest: Manifest) -> Ints:
    """Read the numbers of deleted documents."""
    if manifest.deleted is None:
        return np.empty(0, dtype=np.int64)
    numbers: Ints = np.load(folder / manifest.deleted)
    return numbers
