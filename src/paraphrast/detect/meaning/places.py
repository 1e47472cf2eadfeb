"""Places of an index that speak of the same things as a window of a text, and of which few others do.

Vectors name them, and in the language of the text rare words do too: whoever rewrites a passage keeps its
names and terms.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from paraphrast.data import Document
from paraphrast.detect.index.nearest import Near, inverse_lengths, pick
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.pieces import Ints, cut_pieces, kinship
from paraphrast.detect.meaning.windows import (
    LANGS,
    Codes,
    Windows,
    cut_documents,
    group_sentences,
    spread_windows,
)
from paraphrast.detect.reading import Reading, lang_of
from paraphrast.detect.terms import terms
from paraphrast.models.bundled.static import StaticEncoder
from paraphrast.models.catalogue import require_language

NEAR = 100  # windows of the index that are looked at for a window of the text, in each language
PLACES, ABROAD = (
    3,
    2,
)  # texts of them that may be read by the encoder, in the language of the text and in another
KIN, RELATED = 0.33, 0.36  # the least kinship of their pieces with those of the text, likewise
OTHERS = 12  # it must exceed that of the text that is so-many-th in order
AHEAD, BEYOND = 0.05, 0.025  # by so much, likewise
USUAL = 0.3  # kinship of texts that have nothing to do with one another, where there are fewer
TERMS = 14  # the rarest stems of a window, which are asked for
NAMED = 2  # documents that have most of them
STRETCHES = 3  # windows of such a document that are looked at


class Place(NamedTuple):
    """A stretch of a document that may mean the same as sentences first..last of the text.

    `numbers` are all the documents that have this very text, as far as they were near; `ahead` says by how
    much its kinship exceeds that of other texts: what many texts speak of proves little.
    """

    numbers: tuple[int, ...]
    first: int
    last: int
    start: int
    stop: int
    kin: float
    ahead: float


class Query(NamedTuple):
    """A window of the text: its sentences, pieces and vector, and its rarest stems."""

    first: int
    last: int
    pieces: Ints
    code: Codes
    stems: list[str]


def name_places(reading: Reading, index: Index) -> list[Place]:
    """Let each window of a text name the stretches of documents that speak of the same things."""
    with threadpool_limits(1, user_api="blas"):  # the threads of small products burn more than they bring
        return _name_places(reading, index)


def _name_places(reading: Reading, index: Index) -> list[Place]:
    sentences, windows = cut_windows(reading)
    near = index.by_vectors(windows.codes, limit=NEAR)
    stretches = Stretches(index)
    own = LANGS.index(reading.lang)
    places: list[Place] = []
    for number, query in enumerate(_queries(reading, index, sentences, windows)):
        mine = near.query == number
        usual = USUAL
        for lang in np.unique(near.lang[mine]).tolist():
            named, others = _by_vectors(pick(near, mine & (near.lang == lang)), query, stretches)
            most, least, ahead = (PLACES, KIN, AHEAD) if lang == own else (ABROAD, RELATED, BEYOND)
            places += [one for one in named[:most] if one.kin >= least and one.ahead >= ahead]
            usual = others if lang == own else usual
        places += _by_words(query, reading, stretches, usual)
    return list(dict.fromkeys(places))


def cut_windows(reading: Reading) -> tuple[list[str], Windows]:
    """Give the sentences of a text and its windows."""
    require_language("static", reading.lang)
    sentences = [reading.sentence(n) for n in range(len(reading.first) - 1)]
    sums = StaticEncoder().sums(sentences)
    return sentences, spread_windows(group_sentences(sums), sums.pieces)


def _queries(reading: Reading, index: Index, sentences: Sequence[str], windows: Windows) -> list[Query]:
    spans = list(zip(windows.start.tolist(), windows.stop.tolist(), strict=True))
    pieces = cut_pieces([" ".join(sentences[a:b]) for a, b in spans])
    table = terms(reading.lang)
    queries = []
    for (first, last), some, code in zip(spans, pieces, windows.codes, strict=True):
        values = reading.number[int(reading.first[first]) : int(reading.first[last])].tolist()
        stems = (table.stem(value) for value in values if not value & 1)
        rare = index.words.rarest(stems, TERMS) if index.words else []
        queries.append(Query(first, last, some, code, list(rare)))
    return queries


class Stretches:
    """The stretches of documents that windows were near to, each read once."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._documents: dict[int, Document | None] = {}
        self._pieces: dict[tuple[int, int, int], Ints] = {}
        self._windows: dict[int, Windows] = {}

    def read(self, places: Sequence[tuple[int, int, int]]) -> list[Ints]:
        """Give the pieces of stretches (number, start, stop)."""
        fresh = [place for place in dict.fromkeys(places) if place not in self._pieces]
        texts = [self._text(number)[start:stop] for number, start, stop in fresh]
        self._pieces.update(zip(fresh, cut_pieces(texts), strict=True))
        return [self._pieces[place] for place in places]

    def document(self, number: int) -> Document | None:
        """Give a document."""
        if number not in self._documents:
            self._documents[number] = self.index.document(number)
        return self._documents[number]

    def nearest(self, number: int, code: Codes) -> list[tuple[int, int, int]]:
        """List the stretches of a document that are nearest to a window."""
        if number not in self._windows:
            found = self.document(number)
            [self._windows[number]] = cut_documents([found] if found else [Document("", "")])
        windows = self._windows[number]
        floats = windows.codes.astype(np.float32)
        cosine = floats @ code.astype(np.float32) * inverse_lengths(floats)
        order = np.argsort(-cosine, kind="stable")[:STRETCHES].tolist()
        return [(number, int(windows.start[k]), int(windows.stop[k])) for k in order]

    def _text(self, number: int) -> str:
        found = self.document(number)
        return found.text if found else ""


def _by_vectors(near: Near, query: Query, stretches: Stretches) -> tuple[list[Place], float]:
    """Take the best stretch of each text that a window is near to, best first, and what kinship is usual."""
    spans = list(zip(near.number.tolist(), near.start.tolist(), near.stop.tolist(), strict=True))
    contents = stretches.index.contents(near.number).tolist()
    same: dict[int, set[int]] = {}
    for content, (document, _, _) in zip(contents, spans, strict=True):
        same.setdefault(content, set()).add(document)
    kin = kinship(query.pieces, stretches.read(spans)).round(5).tolist()
    # ties go by content, so that the answer does not depend on how documents are numbered or stored
    order = sorted(range(len(spans)), key=lambda k: (-kin[k], contents[k], spans[k][1], spans[k][0]))
    best: dict[int, int] = {}
    for k in order:
        best.setdefault(contents[k], k)
    kept = list(best.values())
    usual = max(USUAL, kin[kept[OTHERS - 1]]) if len(kept) >= OTHERS else USUAL
    return [
        Place(
            tuple(sorted(same[contents[k]])),
            query.first,
            query.last,
            *spans[k][1:],
            kin[k],
            round(kin[k] - usual, 5),
        )
        for k in kept[: max(PLACES, ABROAD)]
    ], usual


def _by_words(query: Query, reading: Reading, stretches: Stretches, usual: float) -> list[Place]:
    """Take the best stretch of each document that has most of the rarest words of a window."""
    places = []
    for _, number in stretches.index.by_words(query.stems, limit=NAMED):
        document = stretches.document(number)
        if document is None or lang_of(document) != reading.lang:
            continue
        spans = stretches.nearest(number, query.code)
        kin = kinship(query.pieces, stretches.read(spans)).round(5).tolist()
        k = max(range(len(spans)), key=lambda k: (kin[k], -spans[k][1]), default=-1)
        if k >= 0 and kin[k] >= max(KIN, usual + AHEAD):
            ahead = round(kin[k] - usual, 5)
            places.append(Place((number,), query.first, query.last, *spans[k][1:], kin[k], ahead))
    return places
