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

    >>> drop_rude_beginnings("Быдлоканал и говно-сериал, говновоз", "ru")
    'Канал и сериал, говновоз'
    """
    pattern, known = _join_beginnings(lang), find_language(lang).spelling.is_known
    return pattern.sub(lambda word: like(word[0], word[1]) if known(word[1].lower()) else word[0], text)


@cache
def _join_beginnings(lang: Lang) -> re.Pattern[str]:
    """Join what compounds begin with; without any nothing fits."""
    rows = lexicon.read_lists(lang)["neutral"].get("beginnings", "").split()
    letters = rf"([^\W\d_]{{{SHORTEST},}})"
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})-?{letters}(?!\w)" if rows else r"(?!)", re.IGNORECASE)
