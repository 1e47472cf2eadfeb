"""What someone did, said as what was done by them, in Russian."""

from typing import Any

from paraphrast.text.russian.declension import decline
from paraphrast.text.russian.morphology import parsed
from paraphrast.text.russian.pieces import Clause, Piece, read_list


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
