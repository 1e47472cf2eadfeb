"""A document made ready for comparison: words as numbers, sentences as ranges of words, and the way back."""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.data import Document
from paraphrast.detect.terms import Hashes, Ints, terms
from paraphrast.text import Lang, Normal, forms, language, normal, words
from paraphrast.text.rough import rough_sentences

Flags: TypeAlias = npt.NDArray[np.bool_]
SAMPLE = 2000  # characters that tell a document's language


class Reading(NamedTuple):
    """The words of a document: where they are in its normal text, their hashes, and which are not stop words.

    Sentence `s` has the words first[s]..first[s + 1]; with its marks it goes from left[s] to right[s].
    """

    document: Document
    lang: Lang
    normal: Normal
    start: Ints
    stop: Ints
    stem: Hashes
    heavy: Flags
    first: Ints
    left: Ints
    right: Ints

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """Give the place of words begin..end in the ORIGINAL text, with the marks around whole sentences."""
        start, stop = int(self.start[begin]), int(self.stop[end - 1])
        head, tail = self.sentence_of(np.array([begin, end - 1])).tolist()
        if self.first[head] == begin:
            start = int(self.left[head])
        if self.first[tail + 1] == end:
            stop = int(self.right[tail])
        return self.normal.span(start, stop)

    def sentence_of(self, word: Ints) -> Ints:
        """Say which sentence each word is in."""
        return np.searchsorted(self.first, word, side="right") - 1

    def sentence(self, number: int) -> str:
        """Give the (normal) text of a sentence."""
        return self.normal.text[int(self.left[number]) : int(self.right[number])]


def lang_of(document: Document) -> Lang:
    """Say which language a document is in; one that is in no known language is handled like English."""
    found = document.lang or language(document.text[:SAMPLE])
    return found if found != "other" else "en"


def read(document: Document) -> Reading:
    """Make a document ready; what was read last is remembered."""
    return _read(document.id, document.text, document.lang)


@lru_cache(8)
def _read(name: str, text: str, lang: Lang | None) -> Reading:
    document = Document(name, text, lang=lang)
    lang = lang_of(document)
    plain = normal(text, lang, typography=False)
    start, stop, found = _places(plain.text, lang)
    table = terms(lang)
    numbers = table.numbers(found)
    heavy = numbers % 2 == 0
    first, left, right = _sentences(plain.text, lang, start)
    return Reading(document, lang, plain, start, stop, table.hashes(numbers), heavy, first, left, right)


def _sentences(text: str, lang: Lang, start: Ints) -> tuple[Ints, Ints, Ints]:
    """Find the sentences that have words: first word of each (and one past the last), left and right end."""
    places = rough_sentences(text, lang)
    left, right = np.array(places, dtype=np.int64).reshape(-1, 2).T
    first = np.searchsorted(start, left)
    filled = np.diff(np.concatenate([first, [len(start)]])) > 0
    return np.concatenate([first[filled], [len(start)]]), left[filled], right[filled]


def _places(text: str, lang: Lang) -> tuple[Ints, Ints, list[str]]:
    """Find words and where they stand: the fast list of forms, looked for one after another."""
    lower = text.lower()
    if len(lower) != len(text):
        tokens = [token for token in words(text, lang) if any(map(str.isalnum, token.text))]
        places = np.array([(token.start, token.stop) for token in tokens], dtype=np.int64).reshape(-1, 2)
        return places[:, 0], places[:, 1], [token.text.lower() for token in tokens]
    found = forms(text, lang)
    size = np.fromiter(map(len, found), np.int64, len(found))
    start = np.empty(len(found), dtype=np.int64)
    place, find = 0, lower.find
    for position, word in enumerate(found):
        place = find(word, place)
        start[position] = place
        place += len(word)
    return start, start + size, found
