"""The view of words: stems of documents, kept by tantivy, ranked by how rare they are in the whole index.

Tantivy's own score depends on the parts that it keeps and on documents that are deleted but still there. Here
a stem counts for its rarity among living documents alone, so the same documents give the same answer.

Each document carries its number; whoever reads drops numbers that the manifest does not know, so a commit
of tantivy's that the manifest never saw does no harm.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log
from pathlib import Path
from typing import Any

from paraphrast.errors import DataError

MEMORY = 200_000_000


def _schema() -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("number", indexed=True, fast=True)
    return builder.build()


@contextmanager
def _telling_damage(folder: Path) -> Iterator[None]:
    """Say in a line that the files are not what was written: tantivy panics, which is no `Exception`."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException" and not isinstance(error, ValueError):
            raise
        message = f"the view of words is damaged ({error}); put it back from a copy, or build the index anew"
        raise DataError(message, path=folder) from error


def _open(folder: Path) -> Any:
    import tantivy

    folder.mkdir(exist_ok=True)
    with _telling_damage(folder):
        index = tantivy.Index(_schema(), path=str(folder))
    index.register_tokenizer(
        "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    )
    return index


def create(folder: Path) -> None:
    """Make an empty view of words, where there is none."""
    _open(folder)


class WordWriter:
    """Adds and removes documents; nothing shows before `commit`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = _open(folder)
        self._writer = self._index.writer(MEMORY, 1)

    def add(self, number: int, body: str) -> None:
        """Add a document: its stems with blanks between them."""
        import tantivy

        document = tantivy.Document()
        document.add_text("body", body)
        document.add_unsigned("number", number)
        self._writer.add_document(document)

    def _only(self, first: int, last: int) -> Any:
        """Ask for documents by number."""
        import tantivy

        # by range, because a term of tantivy's Python never equals an unsigned number
        return tantivy.Query.range_query(
            self._index.schema, "number", tantivy.FieldType.Unsigned, first, last
        )

    def remove(self, numbers: Iterable[int]) -> None:
        """Remove documents by number."""
        for number in numbers:
            self._writer.delete_documents_by_query(self._only(int(number), int(number)))

    def commit(self) -> None:
        """Make the changes last."""
        try:
            self._writer.commit()
        except ValueError as error:  # so tantivy reports a full disk
            raise OSError(f"view of words: {error}") from error

    def close(self) -> None:
        """Let merges end and give up the writer."""
        self._writer.wait_merging_threads()

    def left(self, following: int, dead: Iterable[int]) -> list[int]:
        """List what a killed writer left behind: numbers never given out, and dead ones it did not remove."""
        with _telling_damage(self.folder):
            self._index.reload()
            searcher = self._index.searcher()
            hits = searcher.search(self._only(following, 2**63), limit=max(1, searcher.num_docs)).hits
            fresh = searcher.fast_field_values("number", [place for _, place in hits])
            still = [number for number in dead if searcher.search(self._only(number, number), limit=1).hits]
        return [*map(int, fresh), *still]


class Words:
    """The view of one folder, as it was committed when it was opened."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "meta.json").is_file():
            raise DataError("the view of words is missing; put it back from a copy", path=folder)
        self.folder = folder
        self._index = _open(folder)
        with _telling_damage(folder):
            self._index.reload()
            self._searcher = self._index.searcher()
        self._deletions = _has_deletions(folder)

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def frequency(self, term: str) -> int:
        """Count the living documents that have this stem."""
        with _telling_damage(self.folder):
            count = int(self._searcher.doc_freq("body", term))
            if count and self._deletions:  # the count above knows nothing of them
                count = int(self._searcher.search(self._term(term), limit=1, count=True).count or 0)
        return count

    def weigh(self, weights: Sequence[tuple[str, float]], limit: int) -> list[tuple[float, int]]:
        """Rank documents by the weights of the stems that they have: (sum, number)."""
        import tantivy

        queries = [
            (tantivy.Occur.Should, tantivy.Query.const_score_query(self._term(stem), weight))
            for stem, weight in weights
        ]
        with _telling_damage(self.folder):
            hits = self._searcher.search(tantivy.Query.boolean_query(queries), limit=limit, count=False).hits
            numbers = self._searcher.fast_field_values("number", [place for _, place in hits])
        return [(float(score), int(number)) for (score, _), number in zip(hits, numbers, strict=True)]

    def _term(self, stem: str) -> Any:
        import tantivy

        return tantivy.Query.term_query(self._index.schema, "body", stem, "freq")


class WordReader:
    """Searches the views of all shards: what a stem is worth is counted over them all."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._parts = [Words(folder) for folder in folders]
        self._frequency: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def frequency(self, term: str) -> int:
        """Count the living documents that have this stem."""
        count = self._frequency.get(term)
        if count is None:
            count = self._frequency[term] = sum(part.frequency(term) for part in self._parts)
        return count

    def weight(self, term: str) -> float:
        """Say how much a stem tells documents apart, in steps of 1/256: so sums are exact in any order."""
        return round(256 * log(1 + (1 + len(self)) / (1 + self.frequency(term)))) / 256

    def rarest(self, stems: Iterable[str], most: int) -> list[str]:
        """Choose the stems that fewest documents have, of those that any has."""
        known = [(count, stem) for stem in set(stems) if (count := self.frequency(stem))]
        return [stem for _, stem in sorted(known)[:most]]

    def weigh(self, weights: Mapping[str, float], limit: int) -> list[tuple[float, int]]:
        """Rank documents by the weights of the stems that they have, at most `limit`: (sum, number)."""
        known = [(stem, weight) for stem, weight in weights.items() if self.frequency(stem)]
        if not known:
            return []
        hits = [hit for part in self._parts for hit in part.weigh(known, limit)]
        return sorted(hits, key=lambda hit: -hit[0])[:limit]


def _has_deletions(folder: Path) -> bool:
    """Tell whether tantivy still keeps documents that are deleted."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return any(segment.get("deletes") for segment in meta["segments"])
