"""Which languages there are, and where each is described: a folder, and a line here."""

from functools import cache
from importlib import import_module
from typing import Literal, TypeAlias, TypeVar, get_args

from paraphrast.errors import unknown
from paraphrast.text.capabilities import Language, Script

Lang: TypeAlias = Literal["ru", "en", "zh", "de"]
READ: tuple[Lang, ...] = get_args(Lang)  # texts in these can be read, counted and compared
LANGS: tuple[Lang, ...] = ("ru", "en", "zh")  # in these every job works
PLACES: dict[Lang, str] = {
    "ru": "paraphrast.text.russian",
    "en": "paraphrast.text.english",
    "zh": "paraphrast.text.chinese",
    "de": "paraphrast.text.german",
}
FALLBACK: Lang = "en"  # what a text is read as that is in none of these
PIVOT: Lang = "en"  # what translators go through where nobody names another
Choice = TypeVar("Choice")


@cache
def find_language(lang: str) -> Language:
    """Give the record of a language, or say which languages there are.

    >>> find_language("zh").title, find_language("zh").spaced
    ('Chinese', False)
    """
    language: Language = import_module(choose(PLACES, lang)).LANGUAGE
    return language


def as_known(found: str | None, among: tuple[Lang, ...] = LANGS) -> Lang:
    """Give the language that a text is read in: its own, or English where it is none of some.

    >>> as_known("ru"), as_known("other"), as_known(None), as_known("de"), as_known("de", READ)
    ('ru', 'en', 'en', 'en', 'de')
    """
    return next((lang for lang in among if lang == found), FALLBACK)


def languages_with(capability: str) -> tuple[Lang, ...]:
    """List the languages that can be asked for something.

    >>> languages_with("words")
    ('ru', 'en', 'zh', 'de')
    """
    return tuple(lang for lang in READ if find_language(lang).has(capability))


@cache
def main_language(script: Script) -> Language:
    """Give the first language of a script.

    >>> main_language("cyrillic").title
    'Russian'
    """
    return next(found for lang in READ if (found := find_language(lang)).script == script)


def lang_of_script(script: Script) -> Lang:
    """Give the code of the first language of a script."""
    return as_known(main_language(script).code, READ)


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
