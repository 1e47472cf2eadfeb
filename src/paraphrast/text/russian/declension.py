"""Russian names of several words put from one case into another."""

from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.pieces import Clause, Form, Piece


def decline(clause: Clause, piece: Piece, case: str, to: str) -> str | None:
    """Put a name from one case into another; None where some word of it has no sure form.

    >>> from paraphrast.text.russian.pieces import read_clause
    >>> clause = read_clause("наш врач увидел новый дом")
    >>> [decline(clause, clause.pieces[at], "nomn", "accs") for at in (0, 2)]
    ['нашего врача', 'новый дом']
    """
    if piece.kind != "noun" or piece.own < 0:
        return None
    old = [form for form in piece.forms if form[0] == case]
    if len({form[1:3] for form in old}) != 1:
        return None
    tokens, stop = clause.tokens, piece.own or piece.head + 1
    alive = _read_animacy(tokens[piece.head].text, old[0])
    new = [_decline_word(tokens[at].text, old[0], to, alive) for at in range(piece.start, stop)]
    if None in new:
        return None
    if case == "accs" and any(_is_person(tokens[at].text) for at in range(stop, piece.stop)):
        return None
    rest = clause.text[tokens[stop - 1].stop : tokens[piece.stop - 1].stop]
    return " ".join(one for one in new if one) + rest


def _is_person(word: str) -> bool:
    """Say whether a word with a capital is the name of a person, who may be the one that the head names.

    >>> _is_person("Саркисяна"), _is_person("Армении")
    (True, False)
    """
    tag = parsed(word.lower())[0].tag
    return word[:1].isupper() and (tag.animacy == "anim" or bool({"Name", "Surn", "Patr"} & tag.grammemes))


def _read_animacy(noun: str, form: Form) -> str:
    """Tell whether a noun in a form is alive, by the likeliest reading that has the form."""
    some = (one.tag for one in parsed(noun.lower()) if one.tag.POS == "NOUN" and _has_form(one.tag, form))
    return next((str(tag.animacy or "") for tag in some), "")


def _decline_word(word: str, old: Form, to: str, alive: str) -> str | None:
    """Put one word of a name into another case."""
    if word.lower() in ("его", "её", "ее", "их"):
        return word
    for one in parsed(word.lower()):
        if one.tag.POS in ("NOUN", "ADJF", "PRTF") and _has_form(one.tag, old):
            living = to == "accs" and one.tag.POS != "NOUN" and one.tag.gender in ("masc", None)
            new = one.inflect({to, str(one.tag.number), *({alive} - {""} if living else ())})
            return like(word, new.word) if new else None
    return None


def _has_form(tag: Any, old: Form) -> bool:
    """Say whether a reading has the case, number and gender of a name."""
    case, number, gender, _ = old
    if tag.case != case or tag.number != number:
        return False
    return number == "plur" or not gender or not tag.gender or tag.gender == gender
