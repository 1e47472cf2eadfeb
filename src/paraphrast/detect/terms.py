"""Words as numbers, fast: a stretch of text between two blanks is read once and afterwards only looked up."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, repeat
from threading import Lock
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import xxhash

from paraphrast.detect.cover import spread
from paraphrast.text import Lang, stop_words
from paraphrast.text.languages import choose
from paraphrast.text.stems import STEMMERS
from paraphrast.text.stretches import inside, starts, stretches

Ints: TypeAlias = npt.NDArray[np.int64]
Hashes: TypeAlias = npt.NDArray[np.uint64]
GRAM, WINDOW = 5, 8  # a shared run of GRAM + WINDOW - 1 words always leaves a shared fingerprint
REMEMBERED = 20_000_000  # characters of different stretches
PRIME = 0x9E3779B97F4A7C15


class Column:
    """Whole numbers that grow at the end, in one array."""

    def __init__(self) -> None:
        self._room = np.empty(1024, dtype=np.uint64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, values: Sequence[int]) -> None:
        """Put numbers at the end, doubling the room when it is full."""
        end = self._size + len(values)
        while end > len(self._room):
            self._room = np.concatenate([self._room, np.empty_like(self._room)])
        self._room[self._size : end] = values
        self._size = end

    def signed(self, places: Ints) -> Ints:
        """Give the numbers at these places, which are small."""
        return self._room[places].view(np.int64)

    def hashes(self, places: Ints) -> Hashes:
        """Give the numbers at these places."""
        return self._room[places]


class Memory:
    """What stretches of text were found to hold: words as numbers, and where they begin and end inside."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.forms: dict[str, int] = {}  # the same for words by themselves, which stand in many stretches
        self.size = 0  # characters remembered
        self.first, self.number, self.left, self.right = Column(), Column(), Column(), Column()
        self.first.add([0])


class Words(NamedTuple):
    """The words of a text as numbers, and where each begins and ends."""

    number: Ints
    start: Ints
    stop: Ints


class Terms:
    """Numbers of words in one language: even, or odd where the word is a stop word.

    >>> terms = Terms("ru")
    >>> [terms.stem(value) for value in terms.numbers("Кошки, кошку!").tolist()]
    ['кошк', 'кошк']
    """

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._memory, self._learning = Memory(), Lock()
        self._stems: list[str] = []
        self._numbers: dict[str, int] = {}
        self._hashes = Column()

    def _learn(self, memory: Memory, found: Iterable[str]) -> None:
        """Read the stretches that were not seen before."""
        fresh = [stretch for stretch in dict.fromkeys(found) if stretch not in memory.known]
        words, code = inside(fresh, self.lang), len(memory.first) - 1
        ends = accumulate(words.counts, initial=len(memory.number))
        self._stem(memory, words.forms)
        memory.number.add([*map(memory.forms.__getitem__, words.forms)])
        memory.left.add(words.starts)
        memory.right.add(words.stops)
        memory.first.add([*ends][1:])
        memory.size += sum(map(len, fresh))
        # last, because another thread looks here without waiting
        memory.known.update(zip(fresh, range(code, code + len(fresh)), strict=True))

    def _stem(self, memory: Memory, words: Iterable[str]) -> None:
        """Give numbers to the lower-cased words that have none."""
        fresh = [word for word in dict.fromkeys(words) if word not in memory.forms]
        stops, known, first = stop_words(self.lang), self._numbers, len(self._stems)
        for word, stem in zip(fresh, choose(STEMMERS, self.lang)(fresh), strict=True):
            number = known.get(stem)
            if number is None:
                number = known[stem] = len(self._stems)
                self._stems.append(stem)
            # is_stop() would lower-case again what is lower-cased
            memory.forms[word] = number * 2 + (word in stops or word.replace("ё", "е") in stops)
        self._hashes.add([_hash(stem) for stem in self._stems[first:]])

    def _found(self, stretches: Sequence[str]) -> tuple[Memory, Ints, Ints]:
        """List (stretch, place in the memory) of every word, learning what is new."""
        if self._memory.size > REMEMBERED:
            self._memory = Memory()
        memory = self._memory
        codes = np.fromiter(map(memory.known.get, stretches, repeat(-1)), np.int64, len(stretches))
        new = np.flatnonzero(codes < 0)
        if len(new):
            fresh = [stretches[place] for place in new.tolist()]
            with self._learning:
                self._learn(memory, fresh)
            codes[new] = np.fromiter(map(memory.known.__getitem__, fresh), np.int64, len(fresh))
        return memory, *spread(memory.first.signed(codes), memory.first.signed(codes + 1))

    def numbers(self, text: str) -> Ints:
        """Give the numbers of a text's words."""
        return self.each([text])[0]

    def each(self, texts: Sequence[str]) -> list[Ints]:
        """Give the numbers of the words of many texts, looked up at once."""
        found = [stretches(text, self.lang) for text in texts]
        memory, row, place = self._found([*chain.from_iterable(found)])
        ends = np.cumsum([len(some) for some in found])
        return np.split(memory.number.signed(place), np.searchsorted(row, ends[:-1]))

    def words(self, text: str) -> Words:
        """Give the numbers of a text's words, and their places."""
        found = stretches(text, self.lang)
        memory, row, place = self._found(found)
        begin = starts(text, found, self.lang)[row]
        left, right = memory.left.signed(place), memory.right.signed(place)
        return Words(memory.number.signed(place), begin + left, begin + right)

    def stem(self, value: int) -> str:
        """Give the stem that a number stands for."""
        return self._stems[value >> 1]

    def content(self, values: Ints) -> str:
        """Join the stems of all but stop words with blanks, as the index of words wants them."""
        return " ".join(map(self._stems.__getitem__, (values[values & 1 == 0] >> 1).tolist()))

    def hashes(self, values: Ints) -> Hashes:
        """Give the hash of each stem: the same in every process."""
        return self._hashes.hashes(values >> 1)


def _hash(stem: str) -> int:
    return xxhash.xxh3_64_intdigest(stem.encode("utf-8", "surrogatepass"))


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
    return total ^ (total >> np.uint64(32))


def winnow(runs: Hashes, window: int = WINDOW) -> Ints:
    """Choose the positions of the least hash of every window (Schleimer et al. 2003).

    https://doi.org/10.1145/872757.872770
    """
    if not len(runs):
        return np.empty(0, dtype=np.int64)
    # the padding gives even the first and the last run windows of full size
    pad = np.full(window - 1, np.iinfo(np.uint64).max, dtype=np.uint64)
    least = _sliding(np.concatenate([pad, runs, pad]), window, np.minimum)
    return np.flatnonzero(_sliding(least, window, np.maximum) == runs)


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
    runs = grams(hashes)
    return np.unique(runs[winnow(runs)] >> np.uint64(24))
