"""What kind of borrowing a passage is, sentence by sentence, and whether somebody tried to hide it."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from rapidfuzz.distance import Indel

from paraphrast.data import MatchKind, Run
from paraphrast.detect.reading import Reading

Box: TypeAlias = tuple[int, int, int, int]  # words begin..end here, begin..end there
NEAR = 0.8  # the part of the letters, in order, that a near-copy keeps
LONGEST = 5_000  # characters by which a long passage is judged
PART = 0.5  # the part of a source sentence's words that makes it a part of what was rewritten


class Stretch(NamedTuple):
    """Words of a passage that are of one kind, and the words they were made from."""

    box: Box
    kind: MatchKind


def described(here: Reading, there: Reading, box: Box) -> tuple[MatchKind, tuple[Run, ...]]:
    """Name the kind of most of a passage, and list its runs where it has more than one."""
    if here.lang != there.lang:
        return "translated", ()
    if _letters(here, box[0], box[1]) == _letters(there, box[2], box[3]):
        return "verbatim", ()
    stretches = list(_joined(_by_sentence(here, there, box)))
    sizes: Counter[MatchKind] = Counter()
    for (begin, end, _, _), kind in stretches:
        sizes[kind] += int(here.stop[end - 1] - here.start[begin])
    most = max(sizes, key=lambda kind: sizes[kind])
    return most, tuple(_run(here, there, one) for one in stretches) if len(stretches) > 1 else ()


def compare(left: str, right: str) -> MatchKind:
    """Name the kind of two texts: verbatim ones are equal but for marks and blanks (PlagEvalRus 2017).

    >>> compare("Маяк построили рыбаки.", "маяк — построили рыбаки")
    'verbatim'
    """
    left, right = letters(left[:LONGEST]), letters(right[:LONGEST])
    if left == right:
        return "verbatim"
    return "near-copy" if Indel.normalized_similarity(left, right) >= NEAR else "paraphrase"


def letters(text: str) -> str:
    """Drop all but letters and digits, and case."""
    return (text if text.isalnum() else "".join(filter(str.isalnum, text))).casefold()


def _letters(reading: Reading, begin: int, end: int) -> str:
    # of the normal text: look-alike letters do not make a copy less verbatim
    return letters(reading.normal.text[int(reading.start[begin]) : int(reading.stop[end - 1])])


def _by_sentence(here: Reading, there: Reading, box: Box) -> Iterator[Stretch]:
    """Judge the sentences of a passage, or the parts of them that are in it, one after another."""
    a, b, c, d = box
    copy = Copy(there, c, d)
    bags = [(*ends, frozenset(there.stem[slice(*ends)].tolist())) for ends in _sentences(there, c, d)]
    for begin, end in _sentences(here, a, b):
        mine = _letters(here, begin, end)
        place = copy.find(mine)
        if place is not None:
            yield Stretch((begin, end, *place), "verbatim")
            continue
        first, last = _counterpart(frozenset(here.stem[begin:end].tolist()), bags)
        yield Stretch((begin, end, first, last), compare(mine, _letters(there, first, last)))


class Copy:
    """The letters of a stretch of words, to find sentences in that stand there letter by letter."""

    def __init__(self, reading: Reading, begin: int, end: int) -> None:
        self.begin, self.reading = begin, reading
        self.text = _letters(reading, begin, end)
        self.end = end
        self._ends: list[int] = []
        self._reached = 0

    def _words(self) -> list[str]:
        text, some = self.reading.normal.text, slice(self.begin, self.end)
        places = zip(self.reading.start[some].tolist(), self.reading.stop[some].tolist(), strict=True)
        return [text[start:stop] for start, stop in places]

    def find(self, wanted: str) -> tuple[int, int] | None:
        """Find the words that have these letters: those after what was found last, if they do."""
        start = self._reached if self.text.startswith(wanted, self._reached) else self.text.find(wanted)
        if start < 0 or not wanted:
            return None
        if not self._ends:
            self._ends = [0, *accumulate(map(len, map(letters, self._words())))]
        stop = self._reached = start + len(wanted)
        first, last = bisect_right(self._ends, start) - 1, bisect_left(self._ends, stop)
        return self.begin + first, self.begin + last


def _sentences(reading: Reading, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """List the sentences of a stretch of words, cut where it begins and ends."""
    for number in range(reading.sentence_of(begin), reading.sentence_of(end - 1) + 1):
        yield max(begin, int(reading.first[number])), min(end, int(reading.first[number + 1]))


def _counterpart(bag: frozenset[int], bags: Sequence[tuple[int, int, frozenset[int]]]) -> tuple[int, int]:
    """Choose the words there that a sentence was made from: those of the sentence with most of its words.

    Neighbours of that sentence belong to it as far as half of their words are here too.
    """
    shared = [len(bag & other) for _, _, other in bags]
    first = last = max(range(len(bags)), key=lambda place: shared[place])
    while first > 0 and shared[first - 1] >= PART * len(bags[first - 1][2]):
        first -= 1
    while last + 1 < len(bags) and shared[last + 1] >= PART * len(bags[last + 1][2]):
        last += 1
    return bags[first][0], bags[last][1]


def _joined(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    """Join neighbours of one kind: copied ones where they follow each other in the source too."""
    last: Stretch | None = None
    for one in stretches:
        if last is not None and last.kind == one.kind:
            (a, _, c, d), (_, b, e, f) = last.box, one.box
            if one.kind != "verbatim" or d == e:
                last = Stretch((a, b, min(c, e), max(d, f)), one.kind)
                continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last


def _run(here: Reading, there: Reading, stretch: Stretch) -> Run:
    begin, end, first, last = stretch.box
    return Run(*here.span(begin, end), *there.span(first, last), stretch.kind)


def disguises(reading: Reading, start: int, stop: int) -> list[str]:
    """Name the tricks inside start..stop of the original text: look-alike letters, hidden characters."""
    found = {
        undone.kind for undone in reading.normal.disguises if undone.start < stop and start < undone.stop
    }
    return sorted(found)
