"""Sources made ready to lend: turns of speech put into them, and the places of their sentences."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from msgspec import Struct

from paraphrast.data import Document
from paraphrast.detect.reading import lang_of
from paraphrast.text import Lang, Token, forms, is_stop, sentences

LEAST = 5  # words without stop words in a fragment
SHORT = 0.1  # the part of fragments that are one short sentence
PHRASES = 4  # turns of speech in a source


class Source(Struct, frozen=True):
    """A document that lends: its text, the empty turns of speech in it, and where its sentences are."""

    name: str
    lang: Lang
    text: str
    formulas: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

    def fragment(self, draw: np.random.Generator, taken: Sequence[tuple[int, int]]) -> Token | None:
        """Choose 1 to 10 consecutive sentences outside of `taken`, sometimes a single short one."""
        short = draw.random() < SHORT
        for _ in range(30):
            first = int(draw.integers(len(self.places)))
            count = 1 if short else int(draw.integers(1, 11))
            chosen = self.places[first : first + count]
            start, stop = chosen[0][0], chosen[-1][1]
            text = self.text[start:stop]
            letters = sum(map(str.isalnum, text))
            if (
                all(stop <= begin or end <= start for begin, end in taken)
                and short == (letters < 50)
                and weight(text, self.lang) >= LEAST
                and not any(phrase in text for phrase in self.formulas)
            ):
                return Token(text, start, stop)
        return None


def prepare_source(document: Document, number: int, draw: np.random.Generator, rate: float) -> Source:
    """Put a few turns of speech between the sentences of a document, unless the rate of them is 0."""
    lang, text = lang_of(document), document.text
    places, known = sentences(text, lang), formulas(lang)
    chosen: list[str] = []
    if known and len(places) >= 3 and rate:
        chosen = [known[k] for k in draw.permutation(len(known))[:PHRASES].tolist()]
        before = sorted(draw.integers(1, len(places), size=len(chosen)).tolist(), reverse=True)
        for phrase, sentence in zip(chosen, before, strict=True):
            place = places[sentence].start
            text = f"{text[:place]}{phrase} {text[place:]}"
        places = sentences(text, lang)
    found = tuple((one.start, one.stop) for one in places)
    return Source(f"source-document{number:05d}.txt", lang, text, tuple(chosen), found)


class Sources:
    """All sources, and which of them can lend to texts of a language."""

    def __init__(self, known: Sequence[Source]) -> None:
        self.known = known
        able: dict[str, list[int]] = {}
        for number, source in enumerate(known):
            if len(source.places) > 2:
                able.setdefault(source.lang, []).append(number)
        self.able = {lang: np.array(numbers) for lang, numbers in able.items()}

    def __getitem__(self, number: int) -> Source:
        return self.known[number]


def weight(text: str, lang: Lang) -> int:
    """Count the words that are not stop words."""
    return sum(not is_stop(form, lang) for form in forms(text, lang))


@cache
def formulas(lang: Lang) -> list[str]:
    """Read the turns of speech of a language; Chinese has none so long and so empty."""
    place = files(__package__).joinpath(f"formulas.{lang}.txt")
    if not place.is_file():
        return []
    return [
        line for line in place.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
