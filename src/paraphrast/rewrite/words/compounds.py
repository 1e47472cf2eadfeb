"""Compounds that begin rudely: the rest says the same where it is a word of the dictionary."""

import re
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang
from paraphrast.text.capitals import like
from paraphrast.text.languages import find_language

SHORTEST = 4  # letters of what is left


def drop_rude_beginnings(text: str, lang: Lang) -> str:
    """Leave the rude beginnings of compounds out: `beginnings` of the lexicon, before a known word.

    >>> drop_rude_beginnings("Быдлоканал и говно-сериал, говновоз, пиздоболу", "ru")
    'Канал и сериал, говновоз, пиздоболу'
    """
    known = find_language(lang).spelling.is_known

    def drop(word: re.Match[str]) -> str:
        listed = lexicon.meant(word[0].lower(), lang)  # a word of its own: пиздобол
        return like(word[0], word[1]) if known(word[1].lower()) and not listed else word[0]

    return _join_beginnings(lang).sub(drop, text)


@cache
def _join_beginnings(lang: Lang) -> re.Pattern[str]:
    """Join what compounds begin with; without any nothing fits."""
    rows = lexicon.read_lists(lang)["neutral"].get("beginnings", "").split()
    letters = rf"([^\W\d_]{{{SHORTEST},}})"
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})-?{letters}(?!\w)" if rows else r"(?!)", re.IGNORECASE)
