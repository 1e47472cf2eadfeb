"""From a text to its rewritten and translated passages: windows, places, chains, proof."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from paraphrast.data import Document, Match, Pair, Span
from paraphrast.detect.evidence import Strictness
from paraphrast.detect.index.reader import Index
from paraphrast.detect.meaning.chains import COSTS, Chain, best_chain
from paraphrast.detect.meaning.models import Encoder, Meaning, remembering
from paraphrast.detect.meaning.places import Place, name_places
from paraphrast.detect.meaning.proof import BORDERS, Observed, Read, log_odds, observe, probability
from paraphrast.detect.reading import Reading, read
from paraphrast.detect.windows import united
from paraphrast.models.bundled.static import StaticEncoder

TOGETHER = 8  # documents whose sentences are read at once: more could be more than memory holds
AROUND = 4  # sentences before and after a window that a chain may go on to
ALIKE = 0.36  # the mean static cosine of the best two of them, in two languages
PROMISE = 0.3  # what a chain between the windows alone must be worth to look around
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
    meaning, border = remembering(meaning), BORDERS[strictness]
    sources = by_document(reading, index, without)
    while some := list(islice(sources, TOGETHER)):
        meaning.encoder(sorted({text for one in some for text in _first_read(reading, *one[1:])}))
        for ids, source, looks in some:
            chains = (compare(reading, source, look, meaning, border=border) for look in looks)
            matches = united(match for one in chains if one and (match := judge(reading, one, border)))
            if matches:
                yield Passages(source.document, ids, matches)


def by_document(
    here: Reading, index: Index, without: Collection[str]
) -> Iterator[tuple[tuple[str, ...], Reading, list[Look]]]:
    """Gather the promising places of each text that is in the index, once for all documents that have it."""
    found: dict[int, list[Place]] = {}
    for place in name_places(here, index):
        found.setdefault(index.content(place.numbers[0]), []).append(place)
    for content in sorted(found):
        numbers = sorted({number for place in found[content] for number in place.numbers})
        documents = [one for number in numbers if (one := index.document(number)) and one.id not in without]
        if documents:
            there = read(min(documents, key=lambda one: one.id))
            looks = [look for place in found[content] if (look := look_at(here, there, place))]
            yield tuple(sorted(one.id for one in documents)), there, looks


def look_at(here: Reading, there: Reading, place: Place) -> Look | None:
    """Take the sentences of a place that tell something; abroad some must be alike at a glance."""
    rows = _telling(here, place.first, place.last)
    columns = _telling(there, *_sentences_between(there, place.start, place.stop))
    if not rows or not columns:
        return None
    if here.lang != there.lang:
        sides = (here, rows), (there, columns)
        mine, theirs = (StaticEncoder()([*map(side.sentence, some)]) for side, some in sides)
        if np.sort((mine @ theirs.T).max(axis=1))[-LINKS:].mean() < ALIKE:
            return None
    return Look(place, rows, columns)


def _first_read(here: Reading, there: Reading, looks: Sequence[Look]) -> Iterator[str]:
    """Give the sentences of places, and those of the text that they are compared with."""
    for _, rows, columns in looks:
        yield from map(here.sentence, rows)
        yield from map(there.sentence, columns)


def compare(
    here: Reading, there: Reading, look: Look, meaning: Meaning, *, border: float = 0.0
) -> Candidate | None:
    """Read the sentences of a place, then, where they promise something, those around it.

    Only what can be as likely as the border is read as a whole.
    """
    place, rows, columns = look
    if _chain(here, there, rows, columns, meaning.encoder).worth < PROMISE:
        return None
    first, last = _sentences_between(there, place.start, place.stop)
    rows = list(range(max(place.first - AROUND, 0), min(place.last + AROUND, len(here.first) - 1)))
    columns = list(range(max(first - AROUND, 0), min(last + AROUND, len(there.first) - 1)))
    chain = _chain(here, there, rows, columns, meaning.encoder)
    if chain.worth < WORTH or len(chain.links) < LINKS:
        return None
    links = [(rows[i], columns[j]) for i, j in chain.links]
    likely = meaning.pair([Pair(here.sentence(i), there.sentence(j)) for i, j in links])
    observed = observe(here, there, links, Read(chain.worth, likely, 1.0, place.ahead))
    if probability(observed) < border:
        return None
    mine, theirs = (
        " ".join(map(side.sentence, _between(numbers)))
        for side, numbers in zip((here, there), zip(*links, strict=True), strict=True)
    )
    [joined] = meaning.pair([Pair(mine, theirs)])
    return Candidate(there, Chain(links, chain.worth), observed._replace(joined=log_odds(joined)))


def _between(numbers: Sequence[int]) -> range:
    """Give the sentences from the first to the last of a chain."""
    return range(numbers[0], numbers[-1] + 1)


def _telling(reading: Reading, first: int, last: int) -> list[int]:
    """List the sentences first..last that have enough words to tell something."""
    return [n for n in range(first, last) if reading.first[n + 1] - reading.first[n] >= TELLING]


def _chain(
    here: Reading, there: Reading, rows: Sequence[int], columns: Sequence[int], encoder: Encoder
) -> Chain:
    """Find the best chain between some sentences of two texts."""
    cosine = encoder([*map(here.sentence, rows)]) @ encoder([*map(there.sentence, columns)]).T
    words = np.diff(here.first)[list(rows)], np.diff(there.first)[list(columns)]
    return best_chain(cosine, words, costs=COSTS if here.lang == there.lang else FOREIGN)


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
