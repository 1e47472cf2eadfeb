"""Two things that someone did in Russian, the first as a gerund: `увидев хозяина, собака залаяла`."""

from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.recasting.parts import PERSONS, adverbial, around, head, negated
from paraphrast.text.russian.recasting.pieces import Clause, read

AND = " и "
ENDINGS = ("в", "вшись", "йдя")
SHORT = 2  # pieces that may follow the first verb: with more it is not clear what belongs to what


def having(text: str) -> str | None:
    """Say the first of two deeds as a gerund; None where there are not two, one after the other.

    >>> having("преступники проникли в дом и открыли огонь"), having("он спал и видел сны")
    ('проникнув в дом, преступники открыли огонь', None)
    """
    if text.count(AND) != 1 or "," in text:
        return None
    before, after = (read(one) for one in text.split(AND))
    parts = around(before) if before else None
    if parts is None or parts.subject is None or parts.subject in parts.rest or negated(parts):
        return None
    if after is None or not second(after, head(parts.verb, parts.clause)) or parts.between:
        return None
    if not 0 < len(parts.rest) <= SHORT:
        return None
    said = parts.clause.said(parts.subject)
    if parts.subject.kind == "pronoun" and said.lower() not in PERSONS:
        return None
    gerund = first(parts.clause.said(parts.verb))
    if gerund is None or not adverbial(parts.first, parts.clause):
        return None
    return f"{parts.join(parts.first, gerund, parts.rest)}, {said} {after.text}"


def first(verb: str) -> str | None:
    """Give the gerund of a verb that tells of a finished deed in the past."""
    for one in parsed(verb.lower()):
        if one.tag.POS == "VERB" and one.tag.tense == "past" and one.tag.aspect == "perf":
            forms = [other.word for other in one.lexeme if other.tag.POS == "GRND"]
            return next((like(verb, other) for other in forms if other.endswith(ENDINGS)), None)
    return None


def second(clause: Clause, tag: Any) -> bool:
    """Say whether a clause begins with a finished deed of whoever did the first, and names nobody else."""
    verb = clause.pieces[0]
    if verb.kind != "verb" or verb.start != verb.head or any(one.kind == "verb" for one in clause.pieces[1:]):
        return False
    own = head(verb, clause)
    alike = own.POS == "VERB" and (own.tense, own.aspect) == ("past", "perf")
    if not alike or (own.number, own.gender) != (tag.number, tag.gender):
        return False
    names = [one for one in clause.pieces[1:] if one.kind != "prepositional" and "nomn" in one.cases()]
    return not names or (own.transitivity == "tran" and all("accs" in one.cases() for one in names))
