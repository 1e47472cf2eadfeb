"""What goes with a Russian noun: the grammemes an adjective must have beside it, and whether it has them."""

from typing import Any

# The rare cases of some nouns, as the six that adjectives know.
CASE_NAMES = {"gen1": "gent", "gen2": "gent", "acc2": "accs", "loc1": "loct", "loc2": "loct", "voct": "nomn"}


def case_of(tag: Any) -> str:
    """Give the case of a tag, a rare one as one of the six."""
    found = str(tag.case)
    return CASE_NAMES.get(found, found)


def needs(noun: Any, slot: Any = None) -> set[str]:
    """List what an adjective must agree in with a noun, by its tag; in case and number with a slot, if given.

    >>> from paraphrast.text.russian.morphology import parsed
    >>> [sorted(needs(parsed(word)[0].tag)) for word in ("луну", "кошками", "врача", "лесом")]
    [['accs', 'femn', 'sing'], ['ablt', 'plur'], ['gent', 'masc', 'sing'], ['ablt', 'masc', 'sing']]
    """
    place = slot or noun
    many, case = place.number == "plur", case_of(place)
    found = {case} if place.case else set()
    if place.number:
        found.add(str(place.number))
    if noun.gender and not many:
        found.add(str(noun.gender))
    if case == "accs" and (many or noun.gender == "masc"):  # живого врача, but новый дом
        found.add(str(noun.animacy or "inan"))
    return found


def agrees(one: Any, other: Any) -> bool:
    """Tell whether two tags have the same case and number and no different genders."""
    if case_of(one) != case_of(other) or one.number != other.number:
        return False
    return bool(one.number == "plur" or None in (one.gender, other.gender) or one.gender == other.gender)
