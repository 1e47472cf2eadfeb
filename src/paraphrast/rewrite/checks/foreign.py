"""Texts that a rewriter should leave alone: they are not of its language, or say nothing in any."""

import re

from paraphrast.text import LANGS, Lang, language
from paraphrast.text.capabilities import Script
from paraphrast.text.languages import find_language

ENOUGH = 3  # words in Latin letters: fewer may be slang of any language
LETTERS: dict[Script, re.Pattern[str]] = {
    "cyrillic": re.compile("[А-Яа-яЁё]"),
    "latin": re.compile("[A-Za-z]"),
    "han": re.compile("[㐀-鿿豈-﫿]"),
}
UNKNOWN = "not Russian, English or Chinese, or too short to tell; name its language"


def is_wordless(text: str) -> bool:
    """Say whether a text has no letter of any language.

    >>> is_wordless("12:30 🔥"), is_wordless("да")
    (True, False)
    """
    return not any(map(str.isalpha, text))


def why_foreign(text: str, lang: Lang) -> str | None:
    """Say why a text is surely not of a language: it has none of its letters, and is of another of ours.

    >>> why_foreign("You are late again, John.", "ru"), why_foreign("Ты опять опоздал, John.", "ru")
    ('this is English, not Russian', None)
    >>> why_foreign("wtf", "zh"), why_foreign("你好吗", "en")
    (None, 'this is Chinese, not English')
    """
    own, slang = LETTERS[find_language(lang).script], LETTERS["latin"]
    if own.search(text) or (slang.search(text) and len(text.split()) < ENOUGH):
        return None
    found = next((one for one in LANGS if one == language(text)), lang)
    return f"this is {find_language(found).title}, not {find_language(lang).title}" if found != lang else None
