"""How much the passages of a document prove: by words that both sides have, and by the length of a copy.

Laws, news and polite answers repeat whole sentences; by length alone they would all be borrowed. So a word
counts for as much as it tells documents of the index apart, and a passage that many documents have proves
less for each of them. Topics come in bursts (Church and Gale 1995, https://doi.org/10.1017/S1351324900000139),
so a word that comes again in a passage counts for less each time. A run that is copied word for word proves
itself by its length and by how few documents have it: whatever else is in the index, so a larger one finds no
less. A formula that is filled in ("on 5 May 21 people") has rare words between common pieces, so in a part of
a sentence pieces are counted.
"""

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align.passages import is_border
from paraphrast.detect.align.runs import longest
from paraphrast.detect.index.reader import Index
from paraphrast.detect.reading import Reading, lang_of, read
from paraphrast.detect.terms import GRAM, terms, winnow
from paraphrast.text import Lang, normal

Counts: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Strictness: TypeAlias = Literal["low", "medium", "high"]
BACKGROUND = 1_000  # so many more documents are taken to exist: words of a small index are not all common
EXACT = 2.0  # power of a passage's score: formulas are filled in differently, copies are mostly whole
CROWD = 0.75  # power of the number of claimants: below 1, because copies of one source are all sources
PART = 0.5  # what a word counts for in a run that is but a part of sentences
SHARE = 0.5  # of the proof asked of a document that a passage must bring to be counted with the others
FEW = 3  # documents that may have a run before it counts as common


class Proof(NamedTuple):
    """What a source must prove at least: so many rare words, or one copied run of so many words."""

    words: float
    run: int


# docs/detect.md says how many clean texts each marks
PROOFS: dict[Strictness, Proof] = {"low": Proof(2.0, 6), "medium": Proof(3.0, 8), "high": Proof(6.0, 20)}


class Judged(NamedTuple):
    """The passages of one document: those that are borrowed, and those that would be if fewer had them."""

    borrowed: list[Match]
    common: list[Match]


class Copied(NamedTuple):
    """The longest copied run of a passage: its words, the documents that have it, and the words that tell.

    `telling` is less than `words` where many documents have the run.
    """

    words: float
    holders: int
    telling: float


class Evidence:
    """Weighs passages of one text by the words and the fingerprints of an index."""

    def __init__(self, reading: Reading, index: Index, found: Sequence[Sequence[Match]]) -> None:
        self.reading, self.index = reading, index
        self.claimed = claims(found, len(reading.document.text))
        self._start = _originals(reading)
        self._known: dict[tuple[int, int], Counter[int]] = {}
        self._rare: dict[int, float] = {}
        runs = reading.runs
        self._places = winnow(runs)
        # the text itself, if it is in the index, is no other document
        self._count = index.count_prints(runs[self._places] >> np.uint64(24)) - index.has(reading.document.id)

    def judge(self, source: Document, matches: Sequence[Match], proof: Proof) -> Judged:
        """Keep passages whose words prove enough together, and those that prove themselves by their length.

        What is proved together covers those that bring a part of it, not every chance likeness beside them.
        """
        words = [self._words(source, match) for match in matches]
        crowd = [self._claims(match.suspicious.start, match.suspicious.stop) ** CROWD for match in matches]
        told = np.divide(words, crowd).tolist()
        together = sum(told) >= proof.words
        borrowed, common = [], []
        for match, weight in zip(matches, told, strict=True):
            copied = self._copied(source, match)
            if (together and weight >= SHARE * proof.words) or copied.telling >= proof.run:
                borrowed.append(match)
            elif copied.words >= proof.run or sum(words) >= proof.words > sum(told):
                common.append(match)
        return Judged(borrowed, common)

    def documents(self, source: Document, match: Match) -> int:
        """Count the documents that have a passage, as far as is known."""
        copied = self._copied(source, match)
        claimed = round(self._claims(match.suspicious.start, match.suspicious.stop))
        return max(copied.holders if copied.words else 1, claimed)

    def _claims(self, start: int, stop: int) -> float:
        return max(float(self.claimed[start:stop].mean()), 1.0) if stop > start else 1.0

    def _words(self, source: Document, match: Match) -> float:
        """Sum up the rarity of the words that both sides of a passage have."""
        here, there = self.reading.lang, lang_of(source)
        both = self._stems_of(match.suspicious)
        # a translation shares no words: there the pair model has compared the meaning
        if here == there:
            both = both & _stems(source.text[match.source.start : match.source.stop], there)
        weight = sum((1 + log(count)) * self._rarity(value) for value, count in both.items())
        return float(weight * match.score**EXACT)

    def _rarity(self, value: int) -> float:
        """Say how well a stem of the text tells documents apart: many documents may share it."""
        if value not in self._rare:
            self._rare[value] = rarity(terms(self.reading.lang).stem(value), self.index)
        return self._rare[value]

    def _stems_of(self, span: Span) -> Counter[int]:
        """Count the stems of a passage of the text: many documents may claim the same."""
        place = span.start, span.stop
        if place not in self._known:
            self._known[place] = _stems(self.reading.document.text[slice(*place)], self.reading.lang)
        return self._known[place]

    def _copied(self, source: Document, match: Match) -> Copied:
        """Measure the longest copied run of a passage.

        Names and titles coincide, and formulas are filled in: in a run that is but a part of sentences and
        lines a word counts by half, and for less where many documents have what stands there.
        """
        if match.kind == "translated":
            return Copied(0, 1, 0)
        begin, end = _words_between(self._start, match.suspicious)
        if match.kind != "verbatim" or match.runs:
            begin, end = _longest(self.reading, read(source), (begin, end), match.source)
        low, high = np.searchsorted(self._places, [begin, max(end - GRAM + 1, begin)])
        places, counts = self._places[low:high], np.maximum(self._count[low:high], 1)
        if high == low:
            places = np.array([begin])
            counts = np.array([round(self._claims(match.suspicious.start, match.suspicious.stop))])
        least = int(counts.min())  # nobody has the run who lacks one of its fingerprints
        if end > begin and is_border(self.reading, begin) and is_border(self.reading, end):
            return Copied(end - begin, least, (end - begin) / float(_crowded(least)))
        nearest = np.abs(np.arange(begin, end)[:, None] - places[None] - GRAM // 2).argmin(axis=1)
        return Copied(PART * (end - begin), least, PART * float((1 / _crowded(counts[nearest])).sum()))


def _crowded(holders: Counts | int) -> Floats:
    """Say by how much less a run tells that so many documents have."""
    return np.asarray(np.maximum(1, np.asarray(holders) - FEW + 1) ** CROWD)


def _words_between(start: Counts, span: Span) -> tuple[int, int]:
    begin, end = np.searchsorted(start, [span.start, span.stop]).tolist()
    return begin, end


def _longest(here: Reading, there: Reading, words: tuple[int, int], span: Span) -> tuple[int, int]:
    """Find the longest run of equal words of a passage: (first word here, one past the last)."""
    begin, end = words
    first, last = _words_between(_originals(there), span)
    left, right = (
        side.runs[a : max(b - GRAM + 1, a)] for side, a, b in ((here, begin, end), (there, first, last))
    )
    boxes = longest(left, right, length=GRAM)
    if not len(boxes):
        return begin, begin
    best = boxes[int(np.argmax(boxes[:, 1] - boxes[:, 0]))]
    return begin + int(best[0]), begin + int(best[1])


def claims(found: Sequence[Sequence[Match]], length: int) -> Counts:
    """Count, for each character of the text, the documents with a passage there."""
    total = np.zeros(length, dtype=np.int64)
    for matches in found:
        mine = np.zeros(length, dtype=np.bool_)
        for match in matches:
            mine[match.suspicious.start : match.suspicious.stop] = True
        total += mine
    return total


def rarity(stem: str, index: Index) -> float:
    """Say how well a stem tells documents apart: 1 for what one document has, near 0 for what all have."""
    if index.words is None:
        return 1.0
    share = log(max(index.words.frequency(stem), 1)) / log(BACKGROUND + len(index.words))
    # squared, because the words of formulas are not only common but come together
    return (1 - share) ** 2


def _stems(text: str, lang: Lang) -> Counter[int]:
    """Count the stems of a text by number, stop words left out."""
    values = terms(lang).numbers(normal(text, lang, typography=False).text)
    return Counter(values[values & 1 == 0].tolist())


def _originals(reading: Reading) -> Counts:
    """Say where in the original text each word begins."""
    if not reading.normal.places:
        return reading.start
    return np.array([reading.normal.original(place)[0] for place in reading.start.tolist()], dtype=np.int64)
