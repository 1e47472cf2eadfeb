"""What goes with a Russian noun: the grammemes an adjective must have beside it, and whether it has them."""

from typing import Any, TypeAlias

# The rare cases of some nouns, as the six that adjectives know.
RARE_CASES = {"gen1": "gent", "gen2": "gent", "acc2": "accs", "loc1": "loct", "loc2": "loct"}
# Case, number, gender and animacy; what is open is empty.
Form: TypeAlias = tuple[str, str, str | None, str | None]


def plain_case(case: Any) -> str:
    """Give a case, a rare one as one of the six; one that somebody is called by stays."""
    return RARE_CASES.get(str(case), str(case))


def case_of(tag: Any) -> str:
    """Give the case of a tag, a rare one as one of the six."""
    found = plain_case(tag.case)
    return "nomn" if found == "voct" else found


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


def forms_agree(modifier: Form, noun: Form) -> bool:
    """Tell whether a form of an adjective goes with one of a noun.

    >>> forms_agree(("accs", "sing", "masc", "anim"), ("accs", "sing", "masc", "inan"))
    False
    >>> forms_agree(("gent", "plur", "", ""), ("gent", "plur", "", "anim"))
    True
    """
    (case, number, gender, living), (other_case, other_number, other_gender, alive) = modifier, noun
    if (case, number) != (other_case, other_number):
        return False
    kind = number == "plur" or not gender or not other_gender or gender == other_gender
    return kind and (case != "accs" or not living or not alive or living == alive)


def agrees(one: Any, other: Any) -> bool:
    """Tell whether two tags have the same case and number and no different genders."""
    if case_of(one) != case_of(other) or one.number != other.number:
        return False
    return bool(one.number == "plur" or None in (one.gender, other.gender) or one.gender == other.gender)
