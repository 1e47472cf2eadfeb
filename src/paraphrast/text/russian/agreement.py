"""What adjectives and verbs must have in common with a Russian noun, and whether they do."""

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


def verb_needs(verb: Any, number: str, gender: str | None) -> set[str]:
    """List what a verb must agree in with its subject: in gender too where it tells of the past or is short.

    >>> from paraphrast.text.russian.morphology import parsed
    >>> [sorted(verb_needs(parsed(word)[0].tag, "sing", "femn")) for word in ("пришёл", "идёт", "закрыт")]
    [['femn', 'sing'], ['sing'], ['femn', 'sing']]
    """
    gendered = number == "sing" and (verb.tense == "past" or verb.POS != "VERB")
    return {number, *({gender} if gendered and gender else ())}


def goes_with_verb(
    verb: Any, number: str, gender: str | None, *, person: str = "3per", counted: bool = False
) -> bool:
    """Tell whether a subject goes with a verb; what is `counted` is many, or one whole without gender.

    >>> from paraphrast.text.russian.morphology import parsed
    >>> came, comes = (parsed(word)[0].tag for word in ("пришло", "идут"))
    >>> [goes_with_verb(came, "sing", "neut"), goes_with_verb(came, "sing", "femn")]
    [True, False]
    >>> goes_with_verb(comes, "plur", None)
    True
    >>> goes_with_verb(came, "plur", None), goes_with_verb(came, "plur", None, counted=True)
    (False, True)
    """
    if verb.POS == "PRED" or (verb.person and verb.person != person):
        return False
    if counted:
        return bool(verb.number == "plur" or verb.gender in ("neut", None))
    if number == "plur" or verb.number == "plur":
        return number == "plur" and verb.number in ("plur", None)
    return bool(not verb.gender or not gender or verb.gender == gender)
