"""From a text to its rewritten and translated passages: windows, places, chains, proof."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from paraphrast.data import Document, Match, Pair, Span
from paraphrast.detect.evidence import Strictness
from paraphrast.detect.index.nearest import Near, pick
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.chains import Chain, best_chain
from paraphrast.detect.meaning.models import Encoder, Meaning, remembering
from paraphrast.detect.meaning.pieces import Ints, cut_pieces, kinship
from paraphrast.detect.meaning.proof import BORDERS, Observed, observe, probability
from paraphrast.detect.meaning.windows import LANGS, Windows, group_sentences
from paraphrast.detect.reading import Reading, read
from paraphrast.detect.windows import united
from paraphrast.models.bundled.static import StaticEncoder
from paraphrast.models.catalogue import require_language

NEAR = 200  # windows of the index that are looked at for a window of the text, in each language
PLACES, ABROAD = 2, 1  # of them are read by the encoder, in the language of the text and in another
KIN, RELATED = 0.33, 0.36  # the least kinship of their pieces with those of the text, likewise
AROUND = 4  # sentences before and after a window that a chain may go on to
PROMISE = 1.0  # what a chain between the windows alone must be worth to look around
TELLING = 4  # words of a sentence that is read at first
WORTH = 1.0  # what a chain must be worth to be read by the pair model
LINKS = 2  # sentences that a passage has at least, on either side


class Passages(NamedTuple):
    """A document, the ids of those with the same text, and what was taken from it."""

    source: Document
    ids: tuple[str, ...]
    matches: list[Match]


class Place(NamedTuple):
    """A stretch of a document that may mean the same as sentences first..last of the text.

    `numbers` are all the documents that have this very text, as far as they were near.
    """

    numbers: tuple[int, ...]
    first: int
    last: int
    start: int
    stop: int
    kin: float


class Candidate(NamedTuple):
    """A chain between the text and a document, and what was observed of it."""

    source: Reading
    chain: Chain
    observed: Observed


def find_passages(
    reading: Reading,
    index: Index,
    meaning: Meaning,
    *,
    without: Collection[str],
    strictness: Strictness = "medium",
) -> Iterator[Passages]:
    """Yield the documents that a text was rewritten or translated from, with the passages."""
    meaning = meaning._replace(encoder=remembering(meaning.encoder))
    for ids, source, places in by_document(name_places(reading, index), index, without):
        chains = [candidate for place in places if (candidate := compare(reading, source, place, meaning))]
        border = BORDERS[strictness]
        matches = united(match for one in chains if (match := judge(reading, one, border)))
        if matches:
            yield Passages(source.document, ids, matches)


def name_places(reading: Reading, index: Index) -> list[Place]:
    """Let each window of a text name the stretches of documents that speak of the same things."""
    require_language("static", reading.lang)
    count = len(reading.first) - 1
    sentences = [reading.sentence(n) for n in range(count)]
    windows = group_sentences(StaticEncoder().sums(sentences))
    near = index.by_vectors(windows.codes, limit=NEAR)
    mine = cut_pieces([" ".join(sentences[a:b]) for a, b in zip(windows.start, windows.stop, strict=True)])
    stretches = Stretches(index)
    own = LANGS.index(reading.lang)
    return [
        place
        for lang in np.unique(near.lang).tolist()
        for query, pieces in enumerate(mine)
        for place in _named(_some(near, query, lang), (query, pieces), windows, stretches)[
            : PLACES if lang == own else ABROAD
        ]
        if place.kin >= (KIN if lang == own else RELATED)
    ]


def _some(near: Near, query: int, lang: int) -> Near:
    """Take what is near to one window in one language."""
    return pick(near, (near.query == query) & (near.lang == lang))


class Stretches:
    """The stretches of documents that windows were near to, each read once."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._documents: dict[int, str] = {}
        self._pieces: dict[tuple[int, int, int], Ints] = {}

    def read(self, places: Sequence[tuple[int, int, int]]) -> list[Ints]:
        """Give the pieces of stretches (number, start, stop)."""
        fresh = [place for place in dict.fromkeys(places) if place not in self._pieces]
        texts = [self._text(number)[start:stop] for number, start, stop in fresh]
        self._pieces.update(zip(fresh, cut_pieces(texts), strict=True))
        return [self._pieces[place] for place in places]

    def _text(self, number: int) -> str:
        if number not in self._documents:
            found = self.index.document(number)
            self._documents[number] = found.text if found else ""
        return self._documents[number]


def _named(near: Near, query: tuple[int, Ints], windows: Windows, stretches: Stretches) -> list[Place]:
    """Take the best stretch of each text that a window is near to, the best text first."""
    number, pieces = query
    spans = list(zip(near.number.tolist(), near.start.tolist(), near.stop.tolist(), strict=True))
    contents = stretches.index.contents(near.number).tolist()
    same: dict[int, set[int]] = {}
    for content, (document, _, _) in zip(contents, spans, strict=True):
        same.setdefault(content, set()).add(document)
    kin = kinship(pieces, stretches.read(spans)).round(5).tolist()
    # ties go by content, so that the answer does not depend on how documents are numbered or stored
    order = sorted(range(len(spans)), key=lambda k: (-kin[k], contents[k], spans[k][1], spans[k][0]))
    known: set[int] = set()
    places = []
    for k in order:
        if len(known) == PLACES:
            break
        if contents[k] not in known:
            known.add(contents[k])
            here = int(windows.start[number]), int(windows.stop[number])
            places.append(Place(tuple(sorted(same[contents[k]])), *here, *spans[k][1:], kin[k]))
    return places


def by_document(
    places: Sequence[Place], index: Index, without: Collection[str]
) -> Iterator[tuple[tuple[str, ...], Reading, list[Place]]]:
    """Gather the places of each text that is in the index, once for all documents that have it."""
    found: dict[int, list[Place]] = {}
    for place in places:
        found.setdefault(index.content(place.numbers[0]), []).append(place)
    for content in sorted(found):
        numbers = sorted({number for place in found[content] for number in place.numbers})
        documents = [one for number in numbers if (one := index.document(number)) and one.id not in without]
        if documents:
            source = min(documents, key=lambda one: one.id)
            yield tuple(sorted(one.id for one in documents)), read(source), found[content]


def compare(here: Reading, there: Reading, place: Place, meaning: Meaning) -> Candidate | None:
    """Read the sentences of a place, then, where they promise something, those around it."""
    first, last = _sentences_between(there, place.start, place.stop)
    rows, columns = _telling(here, place.first, place.last), _telling(there, first, last)
    if not rows or not columns or _chain(here, there, rows, columns, meaning.encoder).worth < PROMISE:
        return None
    rows = list(range(max(place.first - AROUND, 0), min(place.last + AROUND, len(here.first) - 1)))
    columns = list(range(max(first - AROUND, 0), min(last + AROUND, len(there.first) - 1)))
    chain = _chain(here, there, rows, columns, meaning.encoder)
    sides = zip(*chain.links, strict=True)
    if chain.worth < WORTH or min(len(set(side)) for side in sides) < LINKS:
        return None
    links = [(rows[i], columns[j]) for i, j in chain.links]
    pairs = [Pair(here.sentence(i), there.sentence(j)) for i, j in links]
    observed = observe(here, there, links, worth=chain.worth, likely=meaning.pair(pairs))
    return Candidate(there, Chain(links, chain.worth), observed)


def _telling(reading: Reading, first: int, last: int) -> list[int]:
    """List the sentences first..last that have enough words to tell something."""
    return [n for n in range(first, last) if reading.first[n + 1] - reading.first[n] >= TELLING]


def _chain(
    here: Reading, there: Reading, rows: Sequence[int], columns: Sequence[int], encoder: Encoder
) -> Chain:
    """Find the best chain between some sentences of two texts."""
    cosine = encoder([*map(here.sentence, rows)]) @ encoder([*map(there.sentence, columns)]).T
    words = np.diff(here.first)[list(rows)], np.diff(there.first)[list(columns)]
    return best_chain(cosine, words)


def _sentences_between(reading: Reading, start: int, stop: int) -> tuple[int, int]:
    """Find the sentences that a stretch of the original text covers: first, and one past the last."""
    ends = [reading.span(int(a), int(b)) for a, b in zip(reading.first[:-1], reading.first[1:], strict=True)]
    inside = [n for n, (left, right) in enumerate(ends) if left < stop and right > start]
    return (inside[0], inside[-1] + 1) if inside else (0, 1)


def judge(here: Reading, candidate: Candidate, border: float) -> Match | None:
    """Make a match of a chain that is likely enough to be borrowed."""
    there, (links, _), observed = candidate
    sure = probability(observed)
    if sure < border:
        return None
    i, j = [i for i, _ in links], [j for _, j in links]
    start, stop = here.span(int(here.first[i[0]]), int(here.first[i[-1] + 1]))
    first, last = there.span(int(there.first[j[0]]), int(there.first[j[-1] + 1]))
    return Match(
        Span(here.document.id, start, stop),
        Span(there.document.id, first, last),
        "paraphrase" if here.lang == there.lang else "translated",
        round(sure, 4),
        {"probability": round(sure, 4), "by": "meaning"},
    )
