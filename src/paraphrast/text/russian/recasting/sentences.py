"""Russian sentences whose start a frame has left where it was, in another order of their pieces."""

import re
from functools import lru_cache

from paraphrast.text.clauses import upper_first
from paraphrast.text.russian.recasting.gerunds import turn_to_gerund
from paraphrast.text.russian.recasting.orders import list_orders
from paraphrast.text.russian.starts import write_inside
from paraphrast.text.signs import cut_signs

SAYS = re.compile(r"^Как (?:сообщ|заяв|отме|утвержд|счита|полага)|, (?:сообщает|сообщают) [^,]+$")
FURTHER = 0.05  # by how much more a sentence has to move without the frame to be left without it
GONE = 1.0  # how far a word has moved that is not there any more
QUOTES = tuple('«“"')


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
    plain = write_inside(body)
    if plain is None:
        return []
    told = turn_to_gerund(plain)
    return [told] if told else list_orders(plain)
