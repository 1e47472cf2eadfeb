"""One word in the place of another: capitals, the English article before it, and what agrees with it."""

import re
from collections.abc import Collection
from functools import partial

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token

ARTICLE = re.compile(r"\b([Aa])n?(\s+)$")


def replace_word(text: str, word: Token, said: str) -> str:
    """Put another word where a word stands.

    >>> replace_word("An idiot left", Token("idiot", 3, 8), "person")
    'A person left'
    >>> replace_word("Dogs bark", Token("dogs", 0, 4), "hounds")
    'Hounds bark'
    """
    if word.start == 0 and text[:1].isupper():
        said = said[:1].upper() + said[1:]
    return ARTICLE.sub(partial(_fit_article, said), text[: word.start]) + said + text[word.stop :]


def exchange_word(text: str, word: Token, new: str, lang: Lang, *, kept: Collection[int] = ()) -> str:
    """Put another word where a word stands, with what goes with it; words that start at `kept` stay.

    >>> exchange_word("Эта тварь опять соврала.", Token("тварь", 4, 9), "человек", "ru")
    'Этот человек опять соврал.'
    >>> exchange_word("An idiot left", Token("idiot", 3, 8), "person", "en")
    'A person left'
    """
    language = find_language(lang)
    if not language.has("concord"):
        return replace_word(text, word, new)
    return language.concord.exchange_word(text, word, new, kept=kept)


def _fit_article(word: str, match: re.Match[str]) -> str:
    """Give the English article that goes with the new word."""
    return f"{match[1]}{'n' if word[0] in 'aeiou' else ''}{match[2]}"
