"""Which languages there are."""

from typing import Literal, TypeAlias, TypeVar, get_args

from paraphrast.errors import unknown

Lang: TypeAlias = Literal["ru", "en", "zh"]
LANGS: tuple[Lang, ...] = get_args(Lang)

Choice = TypeVar("Choice")


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
