"""What a rewrite must keep: numbers, dates, addresses and names; and it must still say something."""

import re
from collections import Counter
from functools import lru_cache

from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.cleaning import EMOTICONS, clean_text
from paraphrast.rewrite.words.rude_phrases import find_phrases
from paraphrast.text import Entity, Lang, entities, words
from paraphrast.text.languages import find_language

DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
MUST = frozenset(["date", "time", "money", "percent", "email", "url", "person", "place", "organisation"])


def find_loss(source: str, output: str, lang: Lang) -> str | None:
    """Say what is wrong with an output, or None.

    >>> find_loss("He owes 500 dollars.", "He owes 50 dollars.", "en")
    "the numbers are not the source's: '500' lost"
    >>> find_loss("Damn!", "!", "en")
    'nothing is left'
    """
    if output == source:
        return None
    if not any(map(str.isalnum, output)):
        return "nothing is left"
    old, new = count_numbers(source, lang), count_numbers(output, lang)
    if old != new:
        lost, more = sorted((old - new).elements()), sorted((new - old).elements())
        told = f"{lost[0]!r} lost" if lost else f"{more[0]!r} added"
        return f"the numbers are not the source's: {told}"
    lost_names = [one.text for one in find_required(source, lang) if not has_entity(output, one.text, lang)]
    return f"{lost_names[0]!r} is lost" if lost_names else None


def count_numbers(text: str, lang: Lang) -> Counter[str]:
    """Count the numbers of a text, without those inside disguised words."""
    return Counter(number for number, _ in find_numbers(text, lang))


def find_numbers(text: str, lang: Lang) -> list[tuple[str, int]]:
    """List the numbers of a text with where they begin, without those inside disguised words or smileys.

    >>> find_numbers("В 9 утра(((999((9", "ru")
    [('9', 2)]
    """
    places = [(match[0], match.start()) for match in DIGITS.finditer(text)]
    rude = [(one.start, one.stop) for one in lexicon.find_rude(text, lang, mild=True)] if places else []
    held = [*rude, *(one.span() for one in EMOTICONS.finditer(text))] if places else []
    return [(number, at) for number, at in places if not any(start <= at < stop for start, stop in held)]


@lru_cache(4096)
def find_required(text: str, lang: Lang) -> tuple[Entity, ...]:
    """List the entities that must stay, without offences that look like names."""
    rude = [*lexicon.find_rude(text, lang, mild=True), *find_phrases(text, lang)]
    rude += lexicon.find_said_politely(text, lang)
    return tuple(
        one
        for one in entities(text, lang)
        if one.kind in MUST and not any(word.start < one.stop and one.start < word.stop for word in rude)
    )


def has_entity(output: str, entity: str, lang: Lang) -> bool:
    """Say whether an entity is in the output, in whatever form, its stretched letters once.

    >>> has_entity("Закон подписан Александром Вишняковым", "Александр Вишняков", "ru")
    True
    >>> has_entity("Когда каникулы?", "Когдааа", "ru"), has_entity("Каникулы?", "Когдааа", "ru")
    (True, False)
    """
    entity = clean_text(entity) if entity.replace(" ", "").isalpha() else entity
    if entity.casefold() in output.casefold():
        return True
    bases = find_language(lang).lemmas.bases
    known = {base for token in words(output, lang) for base in bases(token.text)}
    return all(known & bases(token.text) for token in words(entity, lang))
