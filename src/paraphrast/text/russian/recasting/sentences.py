"""Russian sentences whose start a frame has left where it was, in another order of their pieces."""

import re
from functools import lru_cache

from paraphrast.text.clauses import upper_first
from paraphrast.text.russian.morphology import is_name, parsed
from paraphrast.text.russian.recasting.gerunds import turn_to_gerund
from paraphrast.text.russian.recasting.orders import list_orders
from paraphrast.text.russian.recasting.starts import lower_start
from paraphrast.text.signs import cut_signs

SAYS = re.compile(r"^Как (?:сообщ|заяв|отме|утвержд|счита|полага)|, (?:сообщает|сообщают) [^,]+$")
FURTHER = 0.05  # by how much more a sentence has to move without the frame to be left without it
GONE = 1.0  # how far a word has moved that is not there any more
QUOTES = tuple('«“"')
LONG_NAME = re.compile(
    r"(?:(?:Южн|Северн|Западн|Восточн|Центральн|Верхн|Нижн|Велик|Нов|Красн|Бел|Чёрн|Черн|Больш|Мал|Верховн|Ближн"
    r"|Дальн|Саудовск|Стар|Государственн|Соединенн|Соединённ|Общественн)[а-яё]{2,3} [А-ЯЁ]|Банк России|Том "
    r"|Верховный суд|Следственный комитет|Большой театр|Почта России|Совет Ф|Лига чемпионов|Кубок"
    r"|Парламентская ассамблея|Европейский союз"
    r"|[А-ЯЁ][а-яё]+(?:ая|ий|ое|ый) (?:[А-ЯЁ]*ЭС|ТЭЦ|область|край|республика))"
)


def recast_sentence(sentence: str, way: int, source: str) -> str:
    """Put a sentence into another order, in the way of this number, if it begins as its source does or if
    only what is said about its speaker has moved.

    >>> recast_sentence("Соседи кормят кошку.", 0, "Соседи кормят кошку.")
    'Кошку кормят соседи.'
    >>> recast_sentence("Он спит?", 0, "Он спит?")
    'Он спит?'
    """
    body, signs = cut_signs(sentence)
    if sentence != source and "," not in sentence:
        alone = recast_sentence(source, way, source)
        if _measure_move(alone, source) > _measure_move(sentence, source) + FURTHER:
            return alone
    began = re.split(r"\W+", body, maxsplit=1)[0] == re.split(r"\W+", source, maxsplit=1)[0]
    if "?" in signs or not (began or SAYS.search(body)):
        return sentence
    made = list_others(body)
    if not made:
        return sentence
    said = made[way % len(made)]
    opening = said[:1] if said[:1] in QUOTES else ""
    return (said if source[:1].islower() else opening + upper_first(said.removeprefix(opening))) + signs


def _measure_move(text: str, source: str) -> float:
    """Say how far the words of a source have moved on the whole; one that is gone counts most.

    >>> _measure_move("дома он", "он дома")
    0.5
    >>> _measure_move("он дома", "он дома")
    0.0
    >>> _measure_move("он тут", "он дома")
    0.5
    """
    old, new = _split_words(source.lower()), _split_words(text.lower())
    places = {word: at / len(new) for at, word in reversed(list(enumerate(new)))}
    ways = [abs(places[word] - at / len(old)) if word in places else GONE for at, word in enumerate(old)]
    return sum(ways) / max(len(ways), 1)


def _split_words(text: str) -> list[str]:
    """Cut a text into words without signs."""
    return re.findall(r"\w+", text)


@lru_cache(1_000)
def list_others(body: str) -> list[str]:
    """Give a Russian sentence without its last sign in other orders."""
    whole = _has_long_name(body)
    if not whole and is_doubtful(body):
        return []
    plain = body if whole else lower_start(body)
    told = turn_to_gerund(plain)
    return [told] if told else list_orders(plain)


def is_doubtful(sentence: str) -> bool:
    """Say whether the first word of a Russian sentence may be a name, or a word that looks like one.

    >>> is_doubtful("Тома готовят к полёту"), is_doubtful("Песков спит"), is_doubtful("Полиция готовит обед")
    (True, True, False)
    """
    first = sentence.split(maxsplit=1)[0] if sentence.strip() else ""
    if is_name(first):
        return False
    readings = [one.tag for one in parsed(first.lower())]
    noun = readings[0].POS == "NOUN"
    return any("Name" in one or (noun and "Surn" in one) for one in readings)


def _has_long_name(sentence: str) -> bool:
    """Say whether a Russian sentence begins with a name that looks like other words.

    >>> _has_long_name("Южная Африка начинает расследование")
    True
    >>> _has_long_name("Московская полиция начинает расследование")
    False
    """
    return bool(LONG_NAME.match(sentence))
