"""Which documents of an index did a text borrow from?

Recall comes first: every chunk may name documents by its rare words, its fingerprints and its meaning. Then
the best-named documents are aligned with the text, those whose passages prove too little are dropped, and the
others ranked by how many fragments were really reused.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from paraphrast.data import Document, Match, Scorer
from paraphrast.detect.align import align
from paraphrast.detect.align.meaning import Encoder, remembering
from paraphrast.detect.evidence import claims, evidence
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading, lang_of, read
from paraphrast.detect.terms import grams, terms, winnow

CHUNK = 30  # words of a chunk
TERMS = 14  # its rarest stems, which are asked for
NAMED = 4  # documents that a chunk may name by its words
DEEP = 48  # candidates that are aligned
CLEARLY = 0.1  # how much better another document must explain a passage to have it to itself
PROOF = 3.0  # rare words, or as much in common ones, that a text shares with a source at least


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


def retrieve(
    suspicious: Document,
    index: Index,
    *,
    encoder: Encoder | None = None,
    pair: Scorer | None = None,
    limit: int = 20,
    without: Sequence[str] = (),
) -> list[Found]:
    """Rank the documents that the text borrowed from, by the number of reused fragments."""
    reading = read(suspicious)
    if len(reading.start) == 0:
        return []
    if encoder is not None:
        encoder = remembering(encoder)  # the text is compared with many candidates
    named = named_by(reading, index, encoder=encoder)
    groups: dict[int, list[str]] = defaultdict(list)
    found: dict[int, Found] = {}
    index_of: dict[str, int] = {}
    for number, _ in sorted(named.items(), key=lambda one: (-one[1], one[0]))[:DEEP]:
        source = index.document(number)
        if source is None or source.id == suspicious.id or source.id in without:
            continue
        content = index.content(number)
        groups[content].append(source.id)
        if content not in found:
            foreign = encoder if encoder is not None and lang_of(source) != reading.lang else None
            matches = align(suspicious, source, encoder=foreign, pair=pair if foreign else None)
            if matches:
                found[content] = Found(_candidate(source, matches), source, matches)
                index_of[source.id] = content
    won = _proven(suspicious, list(found.values()), index)
    ranked = [_with_duplicates(one, groups[index_of[one.document.id]]) for one in won]
    ranked.sort(key=lambda one: (-one.candidate.score, one.candidate.id))
    return ranked[:limit]


def _proven(suspicious: Document, found: Sequence[Found], index: Index) -> list[Found]:
    """Keep the documents whose passages, after the contest, prove enough."""
    claimed = claims([one.matches for one in found], len(suspicious.text))
    return [
        one
        for one in _contest(found, len(suspicious.text))
        if evidence(suspicious, one.document, matches=one.matches, claimed=claimed, index=index) >= PROOF
    ]


def _contest(found: Sequence[Found], length: int) -> list[Found]:
    """Drop passages that another document explains clearly better, and documents left without any."""
    best = np.zeros(length)
    for match in (match for one in found for match in one.matches):
        span = slice(match.suspicious.start, match.suspicious.stop)
        best[span] = np.maximum(best[span], match.score)
    answer = []
    for one in found:
        kept = [
            match
            for match in one.matches
            if np.mean(best[match.suspicious.start : match.suspicious.stop] > match.score + CLEARLY) < 0.6
        ]
        if kept:
            answer.append(Found(_candidate(one.document, kept), one.document, kept))
    return answer


def _candidate(source: Document, matches: Sequence[Match]) -> Candidate:
    covered = sum(match.suspicious.stop - match.suspicious.start for match in matches)
    # fragments decide; what they cover only breaks ties
    score = len(matches) + covered / (covered + 1000)
    return Candidate(source.id, len(matches), round(score, 4), covered)


def _with_duplicates(found: Found, ids: Sequence[str]) -> Found:
    others = tuple(sorted(set(ids) - {found.candidate.id}))
    if not others:
        return found
    one = found.candidate
    return found._replace(candidate=Candidate(one.id, one.fragments, one.score, one.characters, others))


def named_by(reading: Reading, index: Index, *, encoder: Encoder | None = None) -> Counter[int]:
    """Add up what chunks say: one vote for the document that shares their fingerprints or rare words best."""
    votes: Counter[int] = Counter()
    for part in (_by_prints(reading, index), _by_words(reading, index)):
        votes.update(part)
    if encoder is not None and "vectors" in index.manifest.views:
        votes.update(_by_vectors(reading, index, encoder))
    return votes


def chunks(reading: Reading) -> Iterator[tuple[int, int]]:
    """Cut the text at sentence borders into chunks of about CHUNK words: (first word, one past the last)."""
    begin = 0
    for end in reading.first[1:].tolist():
        if end - begin >= CHUNK or end == len(reading.start):
            yield begin, end
            begin = end


def _by_prints(reading: Reading, index: Index) -> dict[int, float]:
    """Count, per document, the chunks that share a fingerprint with it, rare fingerprints for more."""
    runs = grams(reading.stem)
    places = winnow(runs)
    position, number = index.by_prints(runs[places] >> np.uint64(24))
    if not len(position):
        return {}
    rarity = 1 / np.bincount(position, minlength=len(places))[position] ** 0.5
    chunk = places[position] // CHUNK
    # the rarest fingerprint of each document in each chunk, then the sum over the chunks
    order = np.lexsort((-rarity, chunk, number))
    number, chunk, rarity = number[order], chunk[order], rarity[order]
    first = np.concatenate([[True], (np.diff(number) != 0) | (np.diff(chunk) != 0)])
    documents, which = np.unique(number[first], return_inverse=True)
    votes = 2 * np.bincount(which, rarity[first])
    return dict(zip(documents.tolist(), votes.tolist(), strict=True))


def _by_words(reading: Reading, index: Index) -> dict[int, float]:
    """Let each chunk vote for the documents that BM25 ranks first for its rarest stems."""
    votes: dict[int, float] = defaultdict(float)
    if index.words is None:
        return votes
    table = terms(reading.lang)
    for begin, end in chunks(reading):
        values = reading.number[begin:end].tolist()
        stems = index.words.rarest((table.stem(value) for value in values if not value & 1), TERMS)
        hits = index.by_words(stems, limit=NAMED)
        if hits:
            floor = hits[-1][0] * 0.9 if len(hits) == NAMED else 0.0
            top = max(hits[0][0] - floor, 1e-9)
            for score, number in hits:
                votes[number] += max(score - floor, 0.0) / top
    return votes


def _by_vectors(reading: Reading, index: Index, encoder: Encoder) -> dict[int, float]:
    """Let each sentence vote for the documents whose sentences mean nearly the same."""
    numbers = [n for n in range(len(reading.first) - 1) if reading.first[n + 1] - reading.first[n] >= 4]
    votes: dict[int, float] = defaultdict(float)
    if not numbers:
        return votes
    for hits in index.by_vectors(encoder([reading.sentence(n) for n in numbers]), limit=4):
        if hits:
            floor = hits[-1][0] - 1e-3
            top = hits[0][0] - floor
            for cosine, number in hits:
                votes[number] += 0.5 * (cosine - floor) / top
    return votes
