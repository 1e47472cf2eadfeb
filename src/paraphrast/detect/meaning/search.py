"""From a text to its rewritten and translated passages: windows, places, chains, proof."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from paraphrast.data import Document, Match, Pair, Span
from paraphrast.detect.evidence import Strictness
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.chains import COSTS, Chain, best_chain
from paraphrast.detect.meaning.clauses import cut_clauses
from paraphrast.detect.meaning.models import Encoder, Meaning, remembering
from paraphrast.detect.meaning.places import Place, name_places
from paraphrast.detect.meaning.proof import BORDERS, Observed, Read, log_odds, observe, probability
from paraphrast.detect.reading import Reading, read
from paraphrast.detect.terms import Ints
from paraphrast.detect.windows import united
from paraphrast.models.bundled.static import StaticEncoder

TOGETHER = 8  # documents whose sentences are read at once: more could be more than memory holds
AROUND = 4  # sentences before and after a window that a chain may go on to
CLAUSES = 8  # the same in two languages, where long sentences are cut
ALIKE = 0.36  # the mean static cosine of the best two of them, in two languages
PROMISE = 0.3  # what a chain between the windows alone must be worth to look around
HINT, FAR = 0.0, 0.06  # the same in two languages, unless a place is so far ahead of others
TELLING = 4  # words of a sentence that is read at first
WORTH = 0.3  # what a chain must be worth to be read by the pair model
FOREIGN = COSTS._replace(even=0.78)  # sentences in two languages are less near, the old and the rare least
LINKS = 2  # sentences that a passage has at least, on one side; the other may have joined them


class Passages(NamedTuple):
    """A document, the ids of those with the same text, and what was taken from it."""

    source: Document
    ids: tuple[str, ...]
    matches: list[Match]


class Look(NamedTuple):
    """A place, and the sentences of the text and of the document that are read there at first."""

    place: Place
    rows: list[int]
    columns: list[int]


class Sides(NamedTuple):
    """The text and a document as they are compared: in two languages long sentences are cut into clauses.

    `whole` has the first words of the sentences that were cut, on each side.
    """

    here: Reading
    there: Reading
    whole: tuple[Ints, Ints]

    def sentences(self, links: Sequence[tuple[int, int]]) -> int:
        """Count the sentences of a chain, on the side that has more."""
        sides = zip((self.here, self.there), self.whole, zip(*links, strict=True), strict=True)
        return max(
            len(np.unique(np.searchsorted(whole, side.first[list(numbers)], side="right")))
            for side, whole, numbers in sides
        )


class Candidate(NamedTuple):
    """A chain between the text and a document, and what was observed of it."""

    sides: Sides
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
    meaning, border = remembering(meaning), BORDERS[strictness]
    sources = by_document(reading, index, without)
    while some := list(islice(sources, TOGETHER)):
        meaning.encoder(sorted({text for one in some for text in _first_read(*one[1:])}))
        for ids, sides, looks in some:
            chains = (compare(sides, look, meaning, border=border) for look in looks)
            matches = united(match for one in chains if one and (match := judge(one, border)))
            if matches:
                yield Passages(sides.there.document, ids, matches)


def by_document(
    here: Reading, index: Index, without: Collection[str]
) -> Iterator[tuple[tuple[str, ...], Sides, list[Look]]]:
    """Gather the promising places of each text that is in the index, once for all documents that have it."""
    clauses = cut_clauses(here)
    found: dict[int, list[Place]] = {}
    for place in name_places(here, index):
        found.setdefault(index.content(place.numbers[0]), []).append(place)
    for content in sorted(found):
        numbers = sorted({number for place in found[content] for number in place.numbers})
        documents = [one for number in numbers if (one := index.document(number)) and one.id not in without]
        if documents:
            there = read(min(documents, key=lambda one: one.id))
            places = found[content]
            sides = Sides(here, there, (here.first, there.first))
            if here.lang != there.lang:
                sides = Sides(clauses, cut_clauses(there), sides.whole)
                places = [_renumber(place, here, clauses) for place in places]
            looks = [look for place in places if (look := look_at(sides, place))]
            yield tuple(sorted(one.id for one in documents)), sides, looks


def _renumber(place: Place, sentences: Reading, clauses: Reading) -> Place:
    """Count the clauses of a place where its sentences were counted."""
    words = sentences.first[[place.first, place.last]]
    first, last = np.searchsorted(clauses.first, words).tolist()
    return place._replace(first=first, last=last)


def look_at(sides: Sides, place: Place) -> Look | None:
    """Take the sentences of a place that tell something; abroad some must be alike at a glance."""
    here, there, _ = sides
    rows = _telling(here, place.first, place.last)
    columns = _telling(there, *_sentences_between(there, place.start, place.stop))
    if not rows or not columns:
        return None
    if here.lang != there.lang:
        both = (here, rows), (there, columns)
        mine, theirs = (StaticEncoder()([*map(side.sentence, some)]) for side, some in both)
        if np.sort((mine @ theirs.T).max(axis=1))[-LINKS:].mean() < ALIKE:
            return None
    return Look(place, rows, columns)


def _first_read(sides: Sides, looks: Sequence[Look]) -> Iterator[str]:
    """Give the sentences of places, and those of the text that they are compared with."""
    for _, rows, columns in looks:
        yield from map(sides.here.sentence, rows)
        yield from map(sides.there.sentence, columns)


def compare(sides: Sides, look: Look, meaning: Meaning, *, border: float = 0.0) -> Candidate | None:
    """Read the sentences of a place, then, where they promise something, those around it.

    Only what can be as likely as the border is read as a whole.
    """
    place, rows, columns = look
    here, there, _ = sides
    least, around = (PROMISE, AROUND) if here.lang == there.lang else (HINT, CLAUSES)
    far = here.lang != there.lang and place.ahead >= FAR
    if not far and _chain(sides, rows, columns, meaning.encoder).worth < least:
        return None
    first, last = _sentences_between(there, place.start, place.stop)
    rows = list(range(max(place.first - around, 0), min(place.last + around, len(here.first) - 1)))
    columns = list(range(max(first - around, 0), min(last + around, len(there.first) - 1)))
    chain = _chain(sides, rows, columns, meaning.encoder)
    links = [(rows[i], columns[j]) for i, j in chain.links]
    if chain.worth < WORTH or sides.sentences(links) < LINKS:
        return None
    likely = meaning.pair([Pair(here.sentence(i), there.sentence(j)) for i, j in links])
    observed = observe(here, there, links, Read(chain.worth, likely, 1.0, place.ahead))
    if probability(observed) < border:
        return None
    mine, theirs = (
        " ".join(map(side.sentence, _between(numbers)))
        for side, numbers in zip((here, there), zip(*links, strict=True), strict=True)
    )
    [joined] = meaning.pair([Pair(mine, theirs)])
    return Candidate(sides, Chain(links, chain.worth), observed._replace(joined=log_odds(joined)))


def _between(numbers: Sequence[int]) -> range:
    """Give the sentences from the first to the last of a chain."""
    return range(numbers[0], numbers[-1] + 1)


def _telling(reading: Reading, first: int, last: int) -> list[int]:
    """List the sentences first..last that have enough words to tell something."""
    return [n for n in range(first, last) if reading.first[n + 1] - reading.first[n] >= TELLING]


def _chain(sides: Sides, rows: Sequence[int], columns: Sequence[int], encoder: Encoder) -> Chain:
    """Find the best chain between some sentences of two texts."""
    here, there, _ = sides
    cosine = encoder([*map(here.sentence, rows)]) @ encoder([*map(there.sentence, columns)]).T
    words = np.diff(here.first)[list(rows)], np.diff(there.first)[list(columns)]
    return best_chain(cosine, words, costs=COSTS if here.lang == there.lang else FOREIGN)


def _sentences_between(reading: Reading, start: int, stop: int) -> tuple[int, int]:
    """Find the sentences that a stretch of the original text covers: first, and one past the last."""
    ends = [reading.span(int(a), int(b)) for a, b in zip(reading.first[:-1], reading.first[1:], strict=True)]
    inside = [n for n, (left, right) in enumerate(ends) if left < stop and right > start]
    return (inside[0], inside[-1] + 1) if inside else (0, 1)


def judge(candidate: Candidate, border: float) -> Match | None:
    """Make a match of a chain that is likely enough to be borrowed."""
    (here, there, _), (links, _), observed = candidate
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
