"""The start of a Russian sentence as it looks within one: small, unless it is a name."""

import re
import string

from paraphrast.text.russian.morphology import is_name, parsed

LONG_NAME = re.compile(
    r"(?:(?:Южн|Северн|Западн|Восточн|Центральн|Верхн|Нижн|Велик|Нов|Красн|Бел|Чёрн|Черн|Больш|Мал|Верховн|Ближн"
    r"|Дальн|Саудовск|Стар|Государственн|Соединенн|Соединённ|Общественн)[а-яё]{2,3} [А-ЯЁ]|Банк России|Том "
    r"|Верховный суд|Следственный комитет|Большой театр|Почта России|Совет Ф|Лига чемпионов|Кубок"
    r"|Парламентская ассамблея|Европейский союз"
    r"|[А-ЯЁ][а-яё]+(?:ая|ий|ое|ый) (?:[А-ЯЁ]*ЭС|ТЭЦ|область|край|республика))"
)


def lower_start(part: str) -> str:
    """Write the start of a sentence as it looks within one.

    >>> lower_start("Мэр Омска уехал"), lower_start("Анна уехала"), lower_start("Серо-белый кот уснул")
    ('мэр Омска уехал', 'Анна уехала', 'серо-белый кот уснул')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    if first[1:] != first[1:].lower():
        return part
    given = second[:1].isupper() and any("Name" in one.tag for one in parsed(first.lower()))
    own = is_name(first.strip(string.punctuation).rpartition("-")[2]) and not first.endswith("ские")
    return part if given or own else part[:1].lower() + part[1:]


def write_inside(body: str) -> str | None:
    """Write a sentence as it looks within one; None where its first word may be a name or another word.

    >>> write_inside("Полиция готовит обед"), write_inside("Тома готовят к полёту")
    ('полиция готовит обед', None)
    >>> write_inside("Южная Африка начинает расследование")
    'Южная Африка начинает расследование'
    """
    if LONG_NAME.match(body):
        return body
    return None if _is_doubtful(body) else lower_start(body)


def _is_doubtful(sentence: str) -> bool:
    """Say whether the first word of a Russian sentence may be a name, or a word that looks like one.

    >>> [_is_doubtful(text) for text in ("Тома готовят к полёту", "Песков спит", "Полиция готовит обед")]
    [True, True, False]
    """
    first = sentence.split(maxsplit=1)[0] if sentence.strip() else ""
    if is_name(first):
        return False
    readings = [one.tag for one in parsed(first.lower())]
    noun = readings[0].POS == "NOUN"
    return any("Name" in one or (noun and "Surn" in one) for one in readings)
