"""Offensive words taken out, or said politely by the table of the lexicon."""

from collections.abc import Sequence
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang, Token, lemma, list_forms, replaced


def remove_words(text: str, tokens: Sequence[Token]) -> str:
    """Take stretches out of a text.

    >>> remove_words("a b c", [Token("b", 2, 3)])
    'a  c'
    """
    for one in sorted(tokens, key=lambda one: -one.start):
        text = text[: one.start] + text[one.stop :]
    return text


def find_base(word: str, lang: Lang) -> str | None:
    """Give the row of `lemmas` that a word is a form of, also where no dictionary knows the word."""
    known = lexicon.read_lists(lang)["neutral"]["lemmas"]
    base = lemma(word, lang).lower()
    return base if base in known else _list_bases(lang).get(word.lower())


@cache
def _list_bases(lang: Lang) -> dict[str, str]:
    """List the forms of the rows of `lemmas`."""
    known = lexicon.read_lists(lang)["neutral"]["lemmas"]
    return {form: base for base in known for form in list_forms(base, lang)}


def say_politely(word: Token, lang: Lang) -> str | None:
    """Give the neutral word: for this very form, or for its dictionary form and then in the same form."""
    table = lexicon.read_lists(lang)["neutral"]
    if word.text in table["forms"]:
        return str(table["forms"][word.text])
    base = find_base(word.text, lang)
    by = table["lemmas"][base] if base else lexicon.meant(word.text, lang)
    if by and by.startswith("="):
        return by[1:]
    new = replaced(word.text, by, lang) if by else None
    return new.replace("ё", "е") if new else None  # as words are written where they are rude
