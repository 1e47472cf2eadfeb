"""What someone did, said as what was done by them, in Russian."""

from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.recasting.pieces import Clause, Form, Piece, read_list


def form_passive(
    clause: Clause, verb: Piece, thing: Piece, subject: Piece | None = None
) -> tuple[str, ...] | None:
    """Give the thing as the subject, the participle with `быть`, and who did it if someone is named; None
    where a form is not sure."""
    word = next((one for one in parsed(clause.said(verb).lower()) if one.tag.POS == "VERB"), None)
    if word is None or word.normal_form not in read_list("passive") or word.tag.aspect != "perf":
        return None
    both = any(one.tag.aspect == "impf" for one in parsed(clause.said(verb).lower()) if one.tag.POS == "VERB")
    if clause.tokens[thing.head].text.lower() in read_list("inseparable") or (
        both and word.tag.tense != "past"
    ):
        return None
    forms = {form[1:3] for form in thing.forms if form[0] == "accs"}
    said, by = decline(clause, thing, "accs", "nomn"), ""
    if subject is not None:
        by = decline(clause, subject, "nomn", "ablt") or ""
        by = "" if by == clause.said(subject) else by  # a name without cases does not say that it acts
    if len(forms) != 1 or not said or (subject is not None and not by):
        return None
    number, gender = forms.pop()
    wanted = {number, gender} if number == "sing" else {number}
    short = word.inflect({"PRTS", "past", *wanted} - {""})
    was = _form_auxiliary(word.tag, wanted - {""})
    return (said, f"{was} {short.word}", *([by] if by else [])) if short and was else None


def _form_auxiliary(tag: Any, wanted: set[str]) -> str | None:
    """Give the form of `быть` in the tense of a verb."""
    if tag.mood == "impr" or tag.person in ("1per", "2per"):
        return None
    if tag.tense != "past":
        return "будут" if "plur" in wanted else "будет"
    found = parsed("был")[0].inflect(wanted)
    return str(found.word) if found else None


def decline(clause: Clause, piece: Piece, case: str, to: str) -> str | None:
    """Put a name from one case into another; None where some word of it has no sure form."""
    if piece.kind != "noun" or piece.own < 0:
        return None
    old = [form for form in piece.forms if form[0] == case]
    if len({form[1:3] for form in old}) != 1:
        return None
    tokens, stop = clause.tokens, piece.own or piece.head + 1
    new = [_decline_word(tokens[at].text, old[0], to) for at in range(piece.start, stop)]
    if None in new:
        return None
    if case == "accs" and any(is_person(tokens[at].text) for at in range(stop, piece.stop)):
        return None
    rest = clause.text[tokens[stop - 1].stop : tokens[piece.stop - 1].stop]
    return " ".join(one for one in new if one) + rest


def is_person(word: str) -> bool:
    """Say whether a word with a capital is the name of a person, who may be the one that the head names.

    >>> is_person("Саркисяна"), is_person("Армении")
    (True, False)
    """
    tag = parsed(word.lower())[0].tag
    return word[:1].isupper() and (tag.animacy == "anim" or bool({"Name", "Surn", "Patr"} & tag.grammemes))


def _decline_word(word: str, old: Form, to: str) -> str | None:
    """Put one word of a name into another case."""
    if word.lower() in ("его", "её", "ее", "их"):
        return word
    for one in parsed(word.lower()):
        if one.tag.POS in ("NOUN", "ADJF", "PRTF") and _has_form(one.tag, old):
            new = one.inflect({to, str(one.tag.number)})
            return like(word, new.word) if new else None
    return None


def _has_form(tag: Any, old: Form) -> bool:
    """Say whether a reading has the case, number and gender of a name."""
    case, number, gender, _ = old
    if tag.case != case or tag.number != number:
        return False
    return number == "plur" or not gender or not tag.gender or tag.gender == gender
