"""Which documents of an index did a text borrow from?

Recall comes first: every place of the text names documents (`candidates`), and those are aligned with it
window by window, until those named for what is still unexplained explain nothing more. Then passages that
prove too little are dropped, and the documents ranked by how many fragments were really reused.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct, structs

from paraphrast.data import Document, Match
from paraphrast.detect.align import align
from paraphrast.detect.align.passages import Rules
from paraphrast.detect.candidates.methods import Names, name_candidates
from paraphrast.detect.evidence import PROOFS, Evidence, Strictness
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.models import Meaning
from paraphrast.detect.meaning.search import Passages, find_passages
from paraphrast.detect.reading import Flags, Reading, read
from paraphrast.detect.windows import Window, moved, united, windows

DEEP = 48  # best-named documents of a window, which are aligned in any case
BATCH = 16  # documents that are aligned after them, again and again, while that explains anything
CHUNK = 30  # words of a place that may still be explained
CLEARLY = 0.1  # how much better another document must explain a passage to have it to itself


class Candidate(Struct, frozen=True):
    """A document that lent something: how many fragments, how many characters, and who has the same text."""

    id: str
    fragments: int
    score: float
    characters: int
    duplicates: tuple[str, ...] = ()


class Found(NamedTuple):
    """A candidate with its document and the passages that were taken from it."""

    candidate: Candidate
    document: Document
    matches: list[Match]


class Search(NamedTuple):
    """What a search found: sources, and passages that too many documents have; and how far it went.

    `unseen` are places of the text for which documents were named that the limit left out.
    """

    sources: list[Found]
    common: list[Found]
    named: int
    compared: int
    unseen: list[tuple[int, int]]


def retrieve(
    suspicious: Document,
    index: Index,
    *,
    meaning: Meaning | None = None,
    without: Sequence[str] = (),
    strictness: Strictness = "medium",
) -> list[Found]:
    """Rank the documents that the text borrowed from, by the number of reused fragments."""
    found = search(suspicious, index, meaning=meaning, without=without, strictness=strictness)
    return found.sources


def search(
    suspicious: Document,
    index: Index,
    *,
    meaning: Meaning | None = None,
    without: Sequence[str] = (),
    strictness: Strictness = "medium",
    limit: int | None = None,
) -> Search:
    """Find the documents that a text borrowed from; `limit` bounds how many are compared with it."""
    reading = read(suspicious)
    if len(reading.start) == 0:
        return Search([], [], 0, 0, [])
    named = name_candidates(reading, index)
    comparison = Comparison(reading, index, without=without, strictness=strictness, limit=limit)
    for window in windows(reading):
        comparison.explain(window, named)
    found = comparison.found()
    proof = PROOFS[strictness]
    evidence = Evidence(reading, index, [one.matches for one in found])
    length = len(suspicious.text)
    sources, common = [], []
    for one in _contest(found, length):
        judged = evidence.judge(one.document, one.matches, proof)
        sources += [_with(one, judged.borrowed)] if judged.borrowed else []
        common += [_with(one, judged.common)] if judged.common else []
    sources = [_counted(one, evidence) for one in sources]
    if meaning is not None:
        fresh = find_passages(reading, index, meaning, without=comparison.without, strictness=strictness)
        sources = [*_with_rewritten(reading, (sources, common), fresh)]
    sources.sort(key=lambda one: (-one.candidate.score, one.candidate.id))
    return Search(
        sources,
        [_counted(one, evidence) for one in _representatives(common, sources, length)],
        len(np.unique(named.number)),
        comparison.compared,
        comparison.unseen,
    )


class Comparison:
    """Aligns a text with the documents that are named, each once a window."""

    def __init__(
        self,
        reading: Reading,
        index: Index,
        *,
        without: Sequence[str],
        strictness: Strictness,
        limit: int | None,
    ) -> None:
        self.reading, self.index, self.limit = reading, index, limit
        self.without = {*without, reading.document.id}
        self.rules = Rules(exact=PROOFS[strictness].run)
        self.unseen: list[tuple[int, int]] = []
        self._seen: set[int] = set()
        self._matches: dict[int, list[Match]] = defaultdict(list)  # by content: duplicates count once
        self._sources: dict[int, Document] = {}
        self._ids: dict[int, set[str]] = defaultdict(set)
        self._aligned: set[tuple[int, int]] = set()  # windows by where they begin, and contents

    @property
    def compared(self) -> int:
        """Count the documents that were compared."""
        return len(self._seen)

    def explain(self, window: Window, named: Names) -> None:
        """Compare the best-named documents and all that are sure, then more, as long as they explain more."""
        inside = (named.place >= window.begin) & (named.place < window.end)
        place, number = named.place[inside] // CHUNK, named.number[inside]
        documents, which = np.unique(number, return_inverse=True)
        votes = np.bincount(which, named.vote[inside], len(documents))
        order = np.lexsort((self.index.ties(documents), -votes.round(9)))
        waiting = np.ones(len(documents), dtype=np.bool_)
        first = np.zeros(len(documents), dtype=np.bool_)
        first[order[:DEEP]] = True
        first[which[named.sure[inside]]] = True
        explained = np.zeros(len(self.reading.start) // CHUNK + 1, dtype=np.bool_)
        batch = order[first[order]]
        while len(batch):
            more = [self._compare(window, one, explained) for one in documents[batch].tolist()]
            waiting[batch] = False
            if not any(more):
                break
            useful = np.isin(np.arange(len(documents)), which[~explained[place]])
            batch = order[(waiting & useful)[order]][:BATCH]

    def _compare(self, window: Window, number: int, explained: Flags) -> bool:
        """Align one document with a window, note what it explains, and tell whether that is anything new."""
        source = self.index.document(number)
        if source is None or source.id in self.without:
            return False
        if self.limit is not None and number not in self._seen and self.compared >= self.limit:
            self._leave_out(window)
            return False
        self._seen.add(number)
        content = self.index.content(number)
        self._ids[content].add(source.id)
        if (window.begin, content) in self._aligned:
            return False
        self._aligned.add((window.begin, content))
        # of duplicates one speaks for all, in every window
        source = self._sources.setdefault(content, source)
        matches = align(window.document, source, rules=self.rules)
        name = self.reading.document.id
        whole = [moved(match, window, name) for match in matches]
        self._matches[content] += whole
        return self._note(whole, explained)

    def _note(self, matches: Sequence[Match], explained: Flags) -> bool:
        before = int(explained.sum())
        for match in matches:
            begin, end = np.searchsorted(self.reading.start, [match.suspicious.start, match.suspicious.stop])
            explained[int(begin) // CHUNK : int(end) // CHUNK + 1] = True
        return int(explained.sum()) > before

    def _leave_out(self, window: Window) -> None:
        place = self.reading.span(window.begin, window.end)
        if place not in self.unseen:
            self.unseen.append(place)

    def found(self) -> list[Found]:
        """Give the documents with a passage, and the ids of their duplicates."""
        answer = []
        for content, matches in self._matches.items():
            source, whole = self._sources[content], united(matches)
            if whole:
                others = tuple(sorted(self._ids[content] - {source.id}))
                answer.append(Found(_candidate(source, whole, others), source, whole))
        return answer


def _with_rewritten(
    reading: Reading, known: tuple[list[Found], list[Found]], passages: Iterable[Passages]
) -> Iterator[Found]:
    """Give the sources with what was found by meaning alone, where no words had found it."""
    sources, common = known
    taken = _covered([*sources, *common], len(reading.document.text))
    fresh = {one.source.id: one for one in passages}
    for one in sources:
        more = fresh.pop(one.document.id, None)
        yield _with(one, [*one.matches, *_open(more.matches, taken)]) if more else one
    for rewritten in fresh.values():
        matches = _open(rewritten.matches, taken)
        if matches:
            duplicates = tuple(sorted(set(rewritten.ids) - {rewritten.source.id}))
            yield Found(_candidate(rewritten.source, matches, duplicates), rewritten.source, matches)


def _open(matches: Sequence[Match], taken: Flags) -> list[Match]:
    """Keep passages that are mostly not explained yet."""
    return [m for m in matches if taken[m.suspicious.start : m.suspicious.stop].mean() < 0.5]


def _covered(found: Sequence[Found], length: int) -> Flags:
    taken = np.zeros(length, dtype=np.bool_)
    for match in (match for one in found for match in one.matches):
        taken[match.suspicious.start : match.suspicious.stop] = True
    return taken


def _contest(found: Sequence[Found], length: int) -> Iterator[Found]:
    """Drop passages that another document explains clearly better, and documents left without any."""
    best = np.zeros(length)
    for match in (match for one in found for match in one.matches):
        span = slice(match.suspicious.start, match.suspicious.stop)
        best[span] = np.maximum(best[span], match.score)
    for one in found:
        kept = [
            match
            for match in one.matches
            if np.mean(best[match.suspicious.start : match.suspicious.stop] > match.score + CLEARLY) < 0.6
        ]
        if kept:
            yield _with(one, kept)


def _with(one: Found, matches: list[Match]) -> Found:
    """Give a document with only these of its passages."""
    return Found(_candidate(one.document, matches, one.candidate.duplicates), one.document, matches)


def _candidate(source: Document, matches: Sequence[Match], duplicates: tuple[str, ...]) -> Candidate:
    covered = sum(match.suspicious.stop - match.suspicious.start for match in matches)
    # fragments decide; what they cover only breaks ties
    score = len(matches) + covered / (covered + 1000)
    return Candidate(source.id, len(matches), round(score, 4), covered, duplicates)


def _counted(one: Found, evidence: Evidence) -> Found:
    """Say of each passage that several documents have how many they are."""
    matches = []
    for match in one.matches:
        documents = evidence.documents(one.document, match)
        matches.append(
            structs.replace(match, meta={**match.meta, "documents": documents}) if documents > 1 else match
        )
    return one._replace(matches=matches)


def _representatives(common: Sequence[Found], sources: Sequence[Found], length: int) -> Iterator[Found]:
    """Give each passage that too many documents have one document, unless a source explains it already."""
    taken = _covered(sources, length)
    for one in sorted(common, key=lambda one: (-one.candidate.score, one.candidate.id)):
        kept = []
        for match in one.matches:
            span = slice(match.suspicious.start, match.suspicious.stop)
            if taken[span].mean() < 0.5:
                kept.append(match)
                taken[span] = True
        if kept:
            yield one._replace(matches=kept)
