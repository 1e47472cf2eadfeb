"""One word in the place of another: capitals at the start, and the English article before it."""

import re
from functools import partial

from paraphrast.text.tokens import Token

ARTICLE = re.compile(r"\b([Aa])n?(\s+)$")


def put(text: str, word: Token, said: str) -> str:
    """Put another word where a word stands.

    >>> put("An idiot left", Token("idiot", 3, 8), "person"), put("Dogs bark", Token("dogs", 0, 4), "hounds")
    ('A person left', 'Hounds bark')
    """
    if word.start == 0 and text[:1].isupper():
        said = said[:1].upper() + said[1:]
    return ARTICLE.sub(partial(article, said), text[: word.start]) + said + text[word.stop :]


def article(word: str, match: re.Match[str]) -> str:
    """Give the English article that goes with the new word."""
    return f"{match[1]}{'n' if word[0] in 'aeiou' else ''}{match[2]}"
