"""A document made ready for comparison: words as numbers, sentences as ranges of words, and the way back."""

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.terms import Hashes, Ints, grams, terms
from paraphrast.text import Lang, Normal, language, normal
from paraphrast.text.capabilities import Script
from paraphrast.text.identification import needs_words, written_in
from paraphrast.text.languages import READ, as_known
from paraphrast.text.rough import rough_sentences
from paraphrast.text.stretches import characters

Flags: TypeAlias = npt.NDArray[np.bool_]
SAMPLE = 2000  # characters that tell a document's language
SCRIPTS: tuple[tuple[Script, int, int], ...] = (
    ("cyrillic", ord("А"), ord("я")),
    ("latin", ord("A"), ord("z")),
    ("han", 0x4E00, 0x9FFF),
)
CLEARLY = 0.65  # the part of all characters, blanks included, that leaves no doubt


class Reading(NamedTuple):
    """The words of a document: numbers and hashes, places in its normal text, and which are no stop words.

    `runs` are the hashes of all runs of GRAM words, each at its first word. Sentence `s` has the words
    first[s]..first[s + 1]; with its marks it goes from left[s] to right[s].
    """

    document: Document
    lang: Lang
    normal: Normal
    number: Ints
    start: Ints
    stop: Ints
    stem: Hashes
    runs: Hashes
    heavy: Flags
    first: Ints
    left: Ints
    right: Ints

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """Give the place of words begin..end in the ORIGINAL text, with the marks around whole sentences."""
        start, stop = int(self.start[begin]), int(self.stop[end - 1])
        head, tail = self.sentence_of(begin), self.sentence_of(end - 1)
        if self.first[head] == begin:
            start = int(self.left[head])
        if self.first[tail + 1] == end:
            stop = int(self.right[tail])
        return self.normal.span(start, stop)

    def sentence_of(self, word: int) -> int:
        """Say which sentence a word is in."""
        return bisect_right(self.first, word) - 1

    def sentences_of(self, words: Ints) -> Ints:
        """Say which sentence each word is in."""
        return np.searchsorted(self.first, words, side="right") - 1

    def weight(self, begin: Ints, end: Ints) -> Ints:
        """Count the words of each stretch begin..end that are no stop words."""
        total = np.concatenate([[0], np.cumsum(self.heavy)])
        return np.asarray(total[end] - total[begin])

    def sentence(self, number: int) -> str:
        """Give the (normal) text of a sentence."""
        return self.normal.text[int(self.left[number]) : int(self.right[number])]


def lang_of(document: Document) -> Lang:
    """Say which language a document is in; one that is in no known language is handled like English."""
    return document.lang or _by_script(document.text[:SAMPLE])


def _by_script(text: str) -> Lang:
    """Name the language that nearly all letters speak for; where they disagree, look at the words."""
    codes = characters(text)
    counts = {name: int(((codes >= first) & (codes <= last)).sum()) for name, first, last in SCRIPTS}
    best = max(counts, key=lambda name: counts[name])
    if counts[best] > CLEARLY * len(codes) and not needs_words(text, best):
        return written_in(best)[0]
    return as_known(language(text), READ)


def read(document: Document) -> Reading:
    """Make a document ready; what was read last is remembered."""
    return _read(document.id, document.text, document.lang)


@lru_cache(8)
def _read(name: str, text: str, lang: Lang | None) -> Reading:
    document = Document(name, text, lang=lang)
    lang = lang_of(document)
    plain = normal(text, lang, typography=False)
    table = terms(lang)
    number, start, stop = table.words(plain.text)
    first, left, right = _sentences(plain.text, lang, start)
    stem = table.hashes(number)
    return Reading(
        document, lang, plain, number, start, stop, stem, grams(stem), number % 2 == 0, first, left, right
    )


def _sentences(text: str, lang: Lang, start: Ints) -> tuple[Ints, Ints, Ints]:
    """Find the sentences that have words: first word of each (and one past the last), left and right end."""
    places = rough_sentences(text, lang)
    left, right = np.array(places, dtype=np.int64).reshape(-1, 2).T
    first = np.searchsorted(start, left)
    filled = np.diff(np.concatenate([first, [len(start)]])) > 0
    return np.concatenate([first[filled], [len(start)]]), left[filled], right[filled]
