"""Words as numbers, fast: a stretch of text between two blanks is read once and afterwards only looked up."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.detect.cover import spread
from paraphrast.detect.numbering import Numbering
from paraphrast.text import Lang, stop_words
from paraphrast.text.languages import find_language
from paraphrast.text.stretches import characters, folded, hashed, inside, spelled, stretches

Ints: TypeAlias = npt.NDArray[np.int64]
Hashes: TypeAlias = npt.NDArray[np.uint64]
GRAM, WINDOW = 5, 8  # a shared run of GRAM + WINDOW - 1 words always leaves a shared fingerprint
REMEMBERED = 2_000_000  # different stretches
PRIME = 0x9E3779B97F4A7C15
NEVER = np.uint64(0xFFFFFFFFFFFFFFFF)  # no run of words is given this hash
NOWHERE: Ints = np.empty(0, dtype=np.int64)


class Column:
    """Whole numbers that grow at the end, in one array."""

    def __init__(self, kind: type[np.unsignedinteger[Any]] = np.uint64) -> None:
        self._room: npt.NDArray[Any] = np.empty(1024, dtype=kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, values: Sequence[int] | npt.NDArray[Any]) -> None:
        """Put numbers at the end, doubling the room when it is full."""
        end = self._size + len(values)
        while end > len(self._room):
            self._room = np.concatenate([self._room, np.empty_like(self._room)])
        self._room[self._size : end] = values
        self._size = end

    def signed(self, places: Ints) -> Ints:
        """Give the numbers at these places, which are small."""
        return self._room[places].view(np.int64)

    def __getitem__(self, places: Ints | slice) -> npt.NDArray[Any]:
        return self._room[places]


class Memory:
    """What stretches of text were found to hold: words as numbers, and where they begin and end inside."""

    def __init__(self) -> None:
        self.known = Numbering()
        self.first, self.number, self.left, self.right = Column(), Column(), Column(), Column()
        self.first.add([0])
        self.single = True  # every stretch so far was one word, as all Chinese ones are


class Words(NamedTuple):
    """The words of a text as numbers, and where each begins and ends."""

    number: Ints
    start: Ints
    stop: Ints


class Found(NamedTuple):
    """The words of a text: where the stretch of each begins, and its place in a memory."""

    memory: Memory
    start: Ints
    place: Ints


class Terms:
    """Numbers of words in one language: even, or odd where the word is a stop word.

    >>> terms = Terms("ru")
    >>> [terms.stem(value) for value in terms.numbers("Кошки, кошку!").tolist()]
    ['кошк', 'кошк']
    """

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._memory, self._learning = Memory(), Lock()
        self._known, self._stops = Numbering(), Numbering()  # stems, and words that are stop words
        self._stops.add(np.unique(_spelt([word.replace("ё", "е") for word in stop_words(lang)]).hashes))
        self._hashes, self._ends, self._letters = Column(), Column(), Column(np.uint32)
        self._ends.add([0])

    def _learn(self, memory: Memory, hashes: Hashes, found: Sequence[str]) -> None:
        """Read the stretches that were not seen before."""
        words = inside(found, self.lang)
        ends = accumulate(words.counts, initial=len(memory.number))
        memory.number.add(self._numbered(words.forms))
        memory.left.add(words.starts)
        memory.right.add(words.stops)
        memory.first.add([*ends][1:])
        memory.known.add(hashes)
        memory.single = memory.single and set(words.counts) <= {1}

    def _numbered(self, forms: Sequence[str]) -> Ints:
        """Give the numbers of lower-cased words, and new ones to new stems."""
        words = _spelt(forms)
        stop = self._stops.find(words.hashes) >= 0
        language = find_language(self.lang)
        # words without endings are stems, and folded already
        stems = _spelt(language.stems.cut(forms)) if language.endings else words
        new = np.flatnonzero(self._known.find(stems.hashes) < 0)
        fresh, where = np.unique(stems.hashes[new], return_index=True)
        begin, end = stems.begin[new[where]], stems.end[new[where]]
        self._known.add(fresh)
        self._hashes.add(fresh)
        # each with the blank after it
        self._ends.add(len(self._letters) + np.cumsum(end + 1 - begin))
        self._letters.add(stems.codes[spread(begin, end + 1)[1]])
        return self._known.find(stems.hashes) * 2 + stop

    def _found(self, text: str) -> Found:
        """List every word: where its stretch begins, and its place in the memory, learning what is new."""
        codes = folded(text, self.lang)
        start, stop = stretches(codes, self.lang)
        hashes = hashed(codes, start, stop)
        with self._learning:
            if len(self._memory.known) > REMEMBERED:
                self._memory = Memory()
            memory = self._memory
            number = memory.known.find(hashes)
            new = np.flatnonzero(number < 0)
            if len(new):
                fresh, where = np.unique(hashes[new], return_index=True)
                whole, some = spelled(codes), new[where]
                found = [whole[a:b] for a, b in zip(start[some].tolist(), stop[some].tolist(), strict=True)]
                self._learn(memory, fresh, found)
                number[new] = memory.known.find(hashes[new])
            if memory.single:
                return Found(memory, start, number)
            row, place = spread(memory.first.signed(number), memory.first.signed(number + 1))
        return Found(memory, start[row], place)

    def numbers(self, text: str) -> Ints:
        """Give the numbers of a text's words."""
        found = self._found(text)
        return found.memory.number.signed(found.place)

    def each(self, texts: Sequence[str]) -> list[Ints]:
        """Give the numbers of the words of many texts, looked up at once."""
        found = self._found("\n".join(texts))
        ends = np.cumsum([len(text) + 1 for text in texts])
        number = found.memory.number.signed(found.place)
        return _cut(number, np.searchsorted(found.start, ends[:-1]))

    def words(self, text: str) -> Words:
        """Give the numbers of a text's words, and their places."""
        memory, start, place = self._found(text)
        left, right = memory.left.signed(place), memory.right.signed(place)
        return Words(memory.number.signed(place), start + left, start + right)

    def stem(self, value: int) -> str:
        """Give the stem that a number stands for."""
        start, stop = self._ends[(value >> 1) + np.arange(2)].tolist()
        return spelled(self._letters[slice(start, stop - 1)])

    def contents(self, texts: Sequence[Ints]) -> list[str]:
        """Join the stems of each text with blanks, each once, as the index of words wants them."""
        room = np.empty(len(self._known), dtype=np.int64)
        each = [_once(text[text & 1 == 0] >> 1, room) for text in texts]
        stems = np.concatenate(each)
        first, last = self._ends.signed(stems), self._ends.signed(stems + 1)
        reached = np.concatenate([[0], np.cumsum(last - first)])
        whole = spelled(self._letters[spread(first, last)[1]])
        ends = reached[np.cumsum([len(one) for one in each])].tolist()
        return [whole[start:stop] for start, stop in zip([0, *ends], ends, strict=False)]

    def hashes(self, values: Ints) -> Hashes:
        """Give the hash of each stem: the same in every process."""
        return self._hashes[values >> 1]


def _cut(values: npt.NDArray[Any], places: Ints) -> list[npt.NDArray[Any]]:
    """Cut numbers at these places, much sooner than np.split does."""
    ends = [0, *places.tolist(), len(values)]
    return [values[start:stop] for start, stop in pairwise(ends)]


def _once(values: Ints, room: Ints) -> Ints:
    """Keep one of equal numbers, in a room with a place for each."""
    places = np.arange(len(values))
    room[values] = places
    return np.asarray(values[room[values] == places])


class Spelt(NamedTuple):
    """Words as characters, one after another with blanks between, and the hash of each."""

    codes: npt.NDArray[np.uint32]
    begin: Ints
    end: Ints
    hashes: Hashes


def _spelt(words: Sequence[str]) -> Spelt:
    size = np.fromiter(map(len, words), np.int64, len(words))
    codes = characters(" ".join([*words, ""]))
    end = np.cumsum(size + 1) - 1
    begin = end - size
    return Spelt(codes, begin, end, hashed(codes, begin, end))


@cache
def terms(lang: Lang) -> Terms:
    """Give the one table of this process for a language."""
    return Terms(lang)


def grams(hashes: Hashes, length: int = GRAM) -> Hashes:
    """Hash every run of `length` words; the answer has one entry per first word of a run."""
    if len(hashes) < length:
        return np.empty(0, dtype=np.uint64)
    total = np.zeros(len(hashes) - length + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for step in range(length):
            total = total * np.uint64(PRIME) + hashes[step : len(hashes) - length + 1 + step]
        # products leave the low bits weak, so the high ones are folded in
        total ^= total >> np.uint64(29)
        total *= np.uint64(0xBF58476D1CE4E5B9)
    return np.minimum(total ^ (total >> np.uint64(32)), NEVER - np.uint64(1))


def winnow(runs: Hashes, window: int = WINDOW) -> Ints:
    """Choose the positions of the least hash of every window (Schleimer et al. 2003).

    https://doi.org/10.1145/872757.872770
    """
    return (
        _least(np.concatenate([_padding(window), runs, _padding(window)]), window) if len(runs) else NOWHERE
    )


def _padding(window: int) -> Hashes:
    """Give what goes around runs, so that even the first and the last have windows of full size."""
    return np.full(window - 1, NEVER, dtype=np.uint64)


def _least(padded: Hashes, window: int) -> Ints:
    """List where the least hashes of all windows stand, counted after the first padding."""
    least = _sliding(padded, window, np.minimum)
    middle = padded[window - 1 : len(padded) - window + 1]
    return np.flatnonzero((_sliding(least, window, np.maximum) == middle) & (middle != NEVER))


def _sliding(values: Hashes, window: int, choose: np.ufunc) -> Hashes:
    """Reduce every window by doubling: log2(window) passes over whole arrays."""
    width, answer = 1, values
    while width * 2 <= window:
        answer = choose(answer[:-width], answer[width:])
        width *= 2
    rest = window - width
    return choose(answer[: len(answer) - rest], answer[rest:]) if rest else answer


def fingerprints(text: str, lang: Lang) -> Hashes:
    """Give the winnowed fingerprints of a text, 40 bits each, without repeats."""
    table = terms(lang)
    return winnowed(table.hashes(table.numbers(text)))


def winnowed(hashes: Hashes) -> Hashes:
    """Give the winnowed fingerprints of a run of words."""
    return np.unique(winnowed_each([hashes])[0])


def winnowed_each(texts: Sequence[Hashes], window: int = WINDOW) -> list[Hashes]:
    """Give the winnowed fingerprints of many texts, worked out at once; a text may have one twice."""
    size = np.array([len(text) for text in texts])
    begin = np.cumsum(size) - size
    count = np.maximum(size - GRAM + 1, 0)
    text, place = spread(begin, begin + count)
    # padding between two texts keeps the windows of one from seeing the other
    padded = np.full(len(place) + (len(texts) + 1) * (window - 1), NEVER, dtype=np.uint64)
    padded[np.arange(len(place)) + (text + 1) * (window - 1)] = grams(np.concatenate(texts))[place]
    chosen = _least(padded, window)
    ends = np.cumsum(count + window - 1)
    return _cut(padded[chosen + window - 1] >> np.uint64(24), np.searchsorted(chosen, ends[:-1]))
