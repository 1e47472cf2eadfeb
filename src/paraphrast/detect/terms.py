"""Words as numbers, fast: each word form is stemmed once and afterwards only looked up."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import xxhash

from paraphrast.text import Lang, forms, stop_words
from paraphrast.text.languages import choose
from paraphrast.text.stems import STEMMERS

Ints: TypeAlias = npt.NDArray[np.int64]
Hashes: TypeAlias = npt.NDArray[np.uint64]
GRAM, WINDOW = 5, 8  # a shared run of GRAM + WINDOW - 1 words always leaves a shared fingerprint
REMEMBERED = 2_000_000
PRIME = 0x9E3779B97F4A7C15


class Terms:
    """Numbers of word forms in one language: even, or odd where the word is a stop word.

    >>> terms = Terms("ru")
    >>> [terms.stem(value) for value in terms.numbers(["кошки", "кошку"]).tolist()]
    ['кошк', 'кошк']
    """

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._forms: dict[str, int] = {}
        self._stems: list[str] = []
        self._numbers: dict[str, int] = {}
        self._hashes = np.empty(1024, dtype=np.uint64)

    def _learn(self, words: Sequence[str]) -> None:
        """Stem the forms that were not seen before."""
        if len(self._forms) > REMEMBERED:
            self._forms.clear()
        fresh = [word for word in dict.fromkeys(words) if word not in self._forms]
        stops = stop_words(self.lang)
        for word, stem in zip(fresh, choose(STEMMERS, self.lang)(fresh), strict=True):
            number = self._numbers.get(stem)
            if number is None:
                number = self._number(stem)
            # is_stop() would lower-case again what forms() has lower-cased
            self._forms[word] = number * 2 + (word in stops or word.replace("ё", "е") in stops)

    def _number(self, stem: str) -> int:
        number = self._numbers[stem] = len(self._stems)
        self._stems.append(stem)
        if number >= len(self._hashes):
            self._hashes = np.concatenate([self._hashes, np.empty_like(self._hashes)])
        self._hashes[number] = xxhash.xxh3_64_intdigest(stem.encode("utf-8", "surrogatepass"))
        return number

    def stem(self, value: int) -> str:
        """Give the stem that a number stands for."""
        return self._stems[value >> 1]

    def numbers(self, words: Sequence[str]) -> Ints:
        """Look up many words."""
        try:
            # a plain dict's own method: three times as fast as __missing__ in a subclass
            return np.fromiter(map(self._forms.__getitem__, words), np.int64, len(words))
        except KeyError:
            self._learn(words)
            return np.fromiter(map(self._forms.__getitem__, words), np.int64, len(words))

    def content(self, values: Iterable[int]) -> str:
        """Join the stems of all but stop words with blanks, as the index of words wants them."""
        stems = self._stems
        return " ".join([stems[value >> 1] for value in values if not value & 1])

    def hashes(self, values: Ints) -> Hashes:
        """Give the hash of each stem: the same in every process."""
        found: Hashes = self._hashes[values >> 1]
        return found


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
    runs = grams(table.hashes(table.numbers(forms(text, lang))))
    return np.unique(runs[winnow(runs)] >> np.uint64(24))
