"""Stems: what is left of words without their endings, by Snowball where it knows the language."""

from functools import cache
from typing import Any

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token
from paraphrast.text.words import words


def stems(text: str, lang: Lang) -> list[Token]:
    """Cut each word of a text to its stem, lower-cased.

    >>> [token.text for token in stems("Кошки спали", "ru")]
    ['кошк', 'спал']
    """
    cut = find_language(lang).stems.cut
    tokens = words(text, lang)
    found = cut([token.text.lower() for token in tokens])
    return [Token(stem, token.start, token.stop) for stem, token in zip(found, tokens, strict=True)]


@cache
def stemmer(name: str) -> Any:
    """Load one of Snowball's stemmers, without its memory: to look there takes longer than to stem."""
    from Stemmer import Stemmer

    return Stemmer(name, 0)
