"""Two things that someone did in Russian, the first as a gerund: `увидев хозяина, собака залаяла`."""

from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.parts import PERSONS, is_adverbial, is_negated, read_head, split_clause
from paraphrast.text.russian.pieces import Clause, read_clause

AND = " и "
ENDINGS = ("в", "вшись", "йдя")
SHORT = 2  # pieces that may follow the first verb: with more it is not clear what belongs to what


def turn_to_gerund(text: str) -> str | None:
    """Say the first of two deeds as a gerund; None where there are not two, one after the other.

    >>> turn_to_gerund("преступники проникли в дом и открыли огонь"), turn_to_gerund("он спал и видел сны")
    ('проникнув в дом, преступники открыли огонь', None)
    """
    if text.count(AND) != 1 or "," in text:
        return None
    before, after = (read_clause(one) for one in text.split(AND))
    parts = split_clause(before) if before else None
    if parts is None or parts.subject is None or parts.subject in parts.rest or is_negated(parts):
        return None
    if after is None or not _continues_deeds(after, read_head(parts.verb, parts.clause)) or parts.between:
        return None
    if not 0 < len(parts.rest) <= SHORT:
        return None
    said = parts.clause.said(parts.subject)
    if parts.subject.kind == "pronoun" and said.lower() not in PERSONS:
        return None
    gerund = _form_gerund(parts.clause.said(parts.verb))
    if gerund is None or not is_adverbial(parts.first, parts.clause):
        return None
    return f"{parts.join(parts.first, gerund, parts.rest)}, {said} {after.text}"


def _form_gerund(verb: str) -> str | None:
    """Give the gerund of a verb that tells of a finished deed in the past."""
    for one in parsed(verb.lower()):
        if one.tag.POS == "VERB" and one.tag.tense == "past" and one.tag.aspect == "perf":
            forms = [other.word for other in one.lexeme if other.tag.POS == "GRND"]
            return next((like(verb, other) for other in forms if other.endswith(ENDINGS)), None)
    return None


def _continues_deeds(clause: Clause, tag: Any) -> bool:
    """Say whether a clause begins with a finished deed of whoever did the first, and names nobody else."""
    verb = clause.pieces[0]
    if verb.kind != "verb" or verb.start != verb.head or any(one.kind == "verb" for one in clause.pieces[1:]):
        return False
    own = read_head(verb, clause)
    alike = own.POS == "VERB" and (own.tense, own.aspect) == ("past", "perf")
    if not alike or (own.number, own.gender) != (tag.number, tag.gender):
        return False
    names = [one for one in clause.pieces[1:] if one.kind != "prepositional" and "nomn" in one.cases()]
    return not names or (own.transitivity == "tran" and all("accs" in one.cases() for one in names))
