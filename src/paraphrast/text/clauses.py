"""A sentence as its words, and a change of it as edits of those words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from paraphrast.text.grammar import load
from paraphrast.text.languages import Lang, find_language


class Change(NamedTuple):
    """A sentence made from another, the operation that made it, and whether it keeps the meaning."""

    text: str
    kind: str
    keeps: bool


class Word(NamedTuple):
    """A word in its place: its part of speech, its lemma, and what kind of thing a name names.

    `readings` are what Russian morphology leaves open after a look at the neighbours; others have none.
    """

    text: str
    start: int
    stop: int
    tag: str
    lemma: str
    kind: str = ""
    readings: tuple[Any, ...] = ()


class Sentence(NamedTuple):
    """A text and its words."""

    text: str
    lang: Lang
    words: tuple[Word, ...]


class Edit(NamedTuple):
    """Characters start..stop are to be replaced with the text."""

    start: int
    stop: int
    text: str


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Apply edits that do not overlap, and keep the capital letter at the head of the sentence.

    >>> edited("Кот спит дома.", [Edit(0, 3, "дома"), Edit(9, 13, "кот")])
    'Дома спит кот.'
    """
    parts: list[str] = []
    done = 0
    for start, stop, new in sorted(edits):
        parts += [text[done:start], new]
        done = stop
    made = "".join([*parts, text[done:]])
    return upper_first(made) if text[:1].isupper() else made


def upper_first(text: str) -> str:
    """Write the first letter as a capital.

    >>> upper_first("кот спит")
    'Кот спит'
    """
    return text[:1].upper() + text[1:]


def swap(text: str, first: tuple[int, int, str], second: tuple[int, int, str]) -> str:
    """Put the second's new form in the place of the first, and the other way round."""
    return edited(text, [Edit(first[0], first[1], second[2]), Edit(second[0], second[1], first[2])])


def as_inside(sentence: Sentence, word: Word) -> str:
    """Give the surface of a word as it is written in the middle of a sentence."""
    opening = word.start == _first_letter(sentence)
    return (
        word.text
        if word.tag == "PROPN" or not opening or word.text.isupper()
        else word.text[:1].lower() + word.text[1:]
    )


def _first_letter(sentence: Sentence) -> int:
    """Find where the first word of the sentence begins."""
    return next((word.start for word in sentence.words if word.tag != "PUNCT"), 0)


def like(word: str, model: str) -> str:
    """Write a word with capitals where the model has them.

    >>> like("лондон", "Москва"), like("рост", "ПАДЕНИЕ")
    ('Лондон', 'РОСТ')
    """
    if len(model) > 1 and model.isupper():
        return word.upper()
    if "-" in word and model[:1].isupper() and model.count("-") == word.count("-"):
        return "-".join(like(*parts) for parts in zip(word.split("-"), model.split("-"), strict=True))
    return upper_first(word) if model[:1].isupper() else word


def _two_of(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield the indices of every two of a few words, nearest first."""
    for gap in range(1, len(words)):
        for index in range(len(words) - gap):
            yield index, index + gap


def read_sentence(text: str, lang: Lang) -> Sentence:
    """Find the words of a sentence.

    >>> [word.tag for word in read_sentence("Кот спит.", "ru").words]
    ['NOUN', 'VERB', 'PUNCT']
    """
    return Sentence(text, lang, find_language(lang).clauses.read(text))


def fit(word: Word, slot: Word, lang: Lang) -> str | None:
    """Give the form of a word that can stand in another's place, or None when that is not certain."""
    return find_language(lang).clauses.fit(word, slot)


def form_of(lemma: str, slot: Word, lang: Lang) -> str | None:
    """Give the form of a word from a list that can stand in a place, or None when that is not certain."""
    return find_language(lang).clauses.form_of(lemma, slot)


@cache
def time_phrase(lang: Lang) -> str:
    """Give the pattern of a phrase of time."""
    return "|".join(load(lang)["time"]["phrases"])


def has_clauses(text: str, lang: Lang) -> bool:
    """Tell whether a text has more than one clause, so that a moved phrase could land in the wrong one."""
    return re.search(load(lang)["time"]["clause"], text) is not None


def split_ending(text: str) -> tuple[str, str]:
    """Split off the mark that ends a sentence."""
    body = text.rstrip(".!?。！？… ")
    return body, text[len(body) :]
