"""Offensive words taken out, or said politely by the table of the lexicon."""

from collections.abc import Sequence

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang, Token, lemma, replaced


def remove_words(text: str, tokens: Sequence[Token]) -> str:
    """Take stretches out of a text.

    >>> remove_words("a b c", [Token("b", 2, 3)])
    'a  c'
    """
    for one in sorted(tokens, key=lambda one: -one.start):
        text = text[: one.start] + text[one.stop :]
    return text


def say_politely(word: Token, lang: Lang) -> str | None:
    """Give the neutral word: for this very form, or for its lemma and then in the same form."""
    table = lexicon.read_lists(lang)["neutral"]
    if word.text in table["forms"]:
        return str(table["forms"][word.text])
    by = table["lemmas"].get(lemma(word.text, lang).lower()) or lexicon.meant(word.text, lang)
    if by and by.startswith("="):
        return by[1:]
    new = replaced(word.text, by, lang) if by else None
    return new.replace("ё", "е") if new else None  # as words are written where they are rude
