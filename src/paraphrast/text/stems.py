"""Stems: Snowball for Russian and English; a Chinese word has no endings to drop."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from paraphrast.text.languages import Lang, choose
from paraphrast.text.simplified import simplify
from paraphrast.text.tokens import Token
from paraphrast.text.words import words


def stems(text: str, lang: Lang) -> list[Token]:
    """Cut each word of a text to its stem, lower-cased.

    >>> [token.text for token in stems("Кошки спали", "ru")]
    ['кошк', 'спал']
    """
    cut = choose(STEMMERS, lang)
    tokens = words(text, lang)
    found = cut([token.text.lower() for token in tokens])
    return [Token(stem, token.start, token.stop) for stem, token in zip(found, tokens, strict=True)]


@cache
def stemmer(name: str) -> Any:
    """Load one of Snowball's stemmers, without its memory: to look there takes longer than to stem."""
    from Stemmer import Stemmer

    return Stemmer(name, 0)


def russian(forms: Sequence[str]) -> list[str]:
    """Stem Russian words, for which Snowball expects е instead of ё."""
    found: list[str] = stemmer("russian").stemWords([form.replace("ё", "е") for form in forms])
    return found


def english(forms: Sequence[str]) -> list[str]:
    """Stem English words."""
    found: list[str] = stemmer("english").stemWords([form.replace("’", "'") for form in forms])
    return found


def chinese(forms: Sequence[str]) -> list[str]:
    """Write each word in simplified characters."""
    together = simplify("\n".join(forms)).split("\n")  # asking once for all takes a fraction of the time
    return together if len(together) == len(forms) else [simplify(form) for form in forms]


STEMMERS: dict[Lang, Callable[[Sequence[str]], list[str]]] = {"ru": russian, "en": english, "zh": chinese}
