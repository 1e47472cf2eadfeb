"""The edges of a sentence: how its start is written within another one, and the signs at its end."""

import re

from paraphrast.text.languages import Lang, find_language

END = re.compile(r"([.!?…。！？]+[\"”»』」)）]*)\s*$")


def parted(sentence: str) -> tuple[str, str]:
    """Cut a sentence before its last signs.

    >>> parted("Кто там?"), parted("No sign")
    (('Кто там', '?'), ('No sign', ''))
    """
    end = END.search(sentence)
    return (sentence[: end.start()], sentence[end.start() :]) if end else (sentence, "")


def capital(text: str) -> str:
    """Write the first letter of a text large."""
    return text[:1].upper() + text[1:]


def inner(part: str, lang: Lang) -> str:
    """Write the start of a sentence as it looks within one: small, unless it is a name.

    >>> inner("The train left", "en"), inner("Anna left", "en"), inner("I left", "en")
    ('the train left', 'Anna left', 'I left')
    >>> inner("Мэр Омска уехал", "ru"), inner("Анна уехала", "ru"), inner("Серо-белый кот уснул", "ru")
    ('мэр Омска уехал', 'Анна уехала', 'серо-белый кот уснул')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    known = find_language(lang).conditions
    if first[1:] != first[1:].lower() or known.keeps_capital(part, first, second):
        return part
    return part[:1].lower() + part[1:]
