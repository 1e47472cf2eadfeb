"""Universal parts of speech (https://universaldependencies.org/u/pos/)."""

import re

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token
from paraphrast.text.words import ADDRESS, is_word

TAGS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
NUMERAL = re.compile(r"[+-]?\d[\d.,/:%\s-]*|[\uff10-\uff19]+")
SYMBOL = re.compile(r"[$€£¥₽₴₹¢%‰°§№#@&*+=<>|~^©®™×÷±≈≤≥←-⇿]+")


def tags(text: str, lang: Lang) -> list[Token]:
    """Give each word of a text its part of speech.

    >>> [token.text for token in tags("Анна купила 2 книги.", "ru")]
    ['PROPN', 'VERB', 'NUM', 'NOUN', 'PUNCT']
    >>> [token.text for token in tags("我爱北京", "zh")]
    ['PRON', 'VERB', 'PROPN']
    """
    return find_language(lang).tags.tag(text)


def obvious(word: str) -> str | None:
    """Tag what needs no grammar: numbers, marks, signs, addresses."""
    if NUMERAL.fullmatch(word):
        return "NUM"
    if is_word(word):
        return "X" if re.fullmatch(ADDRESS, word) else None
    return (
        "SYM"
        if SYMBOL.fullmatch(word) or (len(word) > 1 and not any(mark in ".?!…-*" for mark in word))
        else "PUNCT"
    )
