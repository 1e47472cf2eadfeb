"""German dictionary forms, by simplemma, lower-cased; a noun is known by its capital."""

from functools import cache, lru_cache
from typing import Any

from paraphrast.text.lemmas import REMEMBERED


@lru_cache(REMEMBERED)
def lemma(word: str) -> str:
    """Ask simplemma for a word as it is written, and for a noun where the word is known as none.

    >>> [lemma(word) for word in ["Häuser", "häuser", "gegangen", "schöner", "3,5"]]
    ['haus', 'haus', 'gehen', 'schön', '3,5']
    """
    if not word[-1:].isalpha():
        return word.lower()
    form: str = lemmatizer().lemmatize(word, lang="de")
    if form == word and word.islower():
        form = lemmatizer().lemmatize(word.capitalize(), lang="de")
    return form.lower()


def bases(word: str) -> frozenset[str]:
    """List what a word may be a form of: the one dictionary form that is known."""
    return frozenset([lemma(word)])


@cache
def lemmatizer() -> Any:
    """Load simplemma's German dictionary."""
    from simplemma import Lemmatizer

    return Lemmatizer()
