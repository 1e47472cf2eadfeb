"""Which languages there are, and where each is described: a folder, and a line here."""

from functools import cache
from importlib import import_module
from typing import Literal, TypeAlias, TypeVar, get_args

from paraphrast.errors import unknown
from paraphrast.text.capabilities import Language, Script

Lang: TypeAlias = Literal["ru", "en", "zh"]
LANGS: tuple[Lang, ...] = get_args(Lang)
PLACES: dict[Lang, str] = {
    "ru": "paraphrast.text.russian",
    "en": "paraphrast.text.english",
    "zh": "paraphrast.text.chinese",
}
Choice = TypeVar("Choice")


@cache
def find_language(lang: str) -> Language:
    """Give the record of a language, or say which languages there are.

    >>> find_language("zh").title, find_language("zh").spaced
    ('Chinese', False)
    """
    language: Language = import_module(choose(PLACES, lang)).LANGUAGE
    return language


def languages_with(capability: str) -> tuple[Lang, ...]:
    """List the languages that can be asked for something.

    >>> languages_with("words")
    ('ru', 'en', 'zh')
    """
    return tuple(lang for lang in LANGS if find_language(lang).has(capability))


@cache
def main_language(script: Script) -> Language:
    """Give the first language of a script.

    >>> main_language("cyrillic").title
    'Russian'
    """
    return next(found for lang in LANGS if (found := find_language(lang)).script == script)


def choose(table: dict[Lang, Choice], lang: str) -> Choice:
    """Look up what a table has for this language, or say which languages there are.

    >>> choose({"ru": "слово", "en": "word", "zh": "词"}, "zh")
    '词'
    """
    found = table.get(lang)  # type: ignore[call-overload]
    if found is None:
        raise unknown("language", str(lang), table)
    choice: Choice = found
    return choice
