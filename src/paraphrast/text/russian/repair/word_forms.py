"""Russian words that a draft has put: the form that their places ask for, and what goes with them."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.russian.agreement import plain_case
from paraphrast.text.russian.morphology import inflected, known, parsed, part
from paraphrast.text.russian.repair.comparison import (
    GOVERNED,
    Change,
    Draft,
    Edit,
    Form,
    apply_edits,
    compare_draft,
    do_agree,
    find_modifiers,
    find_preposition,
    forms_for_place,
    goes_with,
    is_pointing,
    list_forms,
    modifier_forms,
    noun_forms,
)
from paraphrast.text.russian.repair.government import fit_objects
from paraphrast.text.russian.repair.verb_forms import (
    fit_verb,
    fit_verbs,
    is_beside_modal,
    removed,
    was_infinitive,
)
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word

STANDING = {"он", "она", "оно", "они", "его", "ее", "их", "ему", "ей", "им"}  # no adjective goes with these


def fit_forms(draft: str, source: str) -> str:
    """Put new words of a Russian draft, and what goes with them, into the forms that their places ask for.

    >>> fit_forms("бросил эту человек", "бросил эту мразь"), fit_forms("судя по лицо", "судя по роже")
    ('бросил этого человека', 'судя по лицу')
    >>> fit_forms("какая наглая воровская лицо", "какая наглая воровская рожа")
    'какое наглое воровское лицо'
    >>> fit_forms("Она надоела всех", "Она заебала всех")
    'Она надоела всем'
    >>> fit_forms("Быстрая дом", "Быстрая дом")
    'Быстрая дом'
    """
    if draft == source:
        return draft
    both = compare_draft(draft, source)
    edits = [
        edit for change in both.changes for edit in (*_fit_change(both, change), *fit_objects(both, change))
    ]
    return apply_edits(draft, edits)


def _fit_change(both: Draft, change: Change) -> list[Edit]:
    """List what has to be written otherwise where one stretch has changed."""
    old = [at for at in range(change.start, change.stop) if noun_forms(both.old[at].text)]
    old = [at for at in old if at + 1 not in old or not modifier_forms(both.old[at].text)]
    new = [at for at in range(change.first, change.last) if noun_forms(both.new[at].text)]
    if old and len(new) == 1 and (len(old) == 1 or _find_own_modifiers(both, old[0])):
        return _fit_noun(both, old[0], new[0]) or _fit_new_modifiers(both, change, new[0])
    if len(old) == 1 and change.last - change.first == 1 and both.new[change.first].text.lower() in STANDING:
        gone = [
            (both.new[at].start, both.new[at].stop, "")
            for at in _find_own_modifiers(both, old[0], change.first)
        ]
        return [*gone, *_fit_pronoun(both, old[0], change.first)]
    return _fit_adjective(both, change) or fit_verbs(both, change)


def _fit_pronoun(both: Draft, old: int, new: int) -> list[Edit]:
    """Put a pronoun that came for a noun into its only case; behind a preposition it stays."""
    cases = {one.case for one in noun_forms(both.old[old].text)}
    word = both.new[new]
    if len(cases) != 1 or find_preposition(both.new, new) or word.text.lower() not in ("он", "она", "они"):
        return []
    said = inflected(word.text, frozenset(cases))
    return [(word.start, word.stop, said)] if said and said != word.text else []


def _fit_adjective(both: Draft, change: Change) -> list[Edit]:
    """Put an adjective that came for another one into its form."""
    if change.stop - change.start != 1 or change.last - change.first != 1:
        return []
    old, word = both.old[change.start].text, both.new[change.first]
    was, now = modifier_forms(old), modifier_forms(word.text)
    if not was or not now or not known(word.text) or any(do_agree(one, two) for one in now for two in was):
        return []
    ahead = takewhile(lambda one: modifier_forms(one.text) or noun_forms(one.text), both.new[change.last :])
    there = next((noun_forms(one.text) for one in ahead if not modifier_forms(one.text)), ())
    form = next((one for one in was if any(do_agree(one, two) for two in there)), None)
    said = _inflect_adjective(word.text, form) if form else None
    return [(word.start, word.stop, said)] if said else []


def _find_own_modifiers(both: Draft, old: int, new: int | None = None) -> list[int]:
    """List the places of the adjectives that went with a noun: in the source, or else in the draft."""
    some, at = (both.old, old) if new is None else (both.new, new)
    return [
        place
        for place in find_modifiers(some, at)
        if goes_with(some[place].text, forms_for_place(both.old, old))
    ]


def _fit_noun(both: Draft, old: int, new: int) -> list[Edit]:
    """Put a noun that came for another one into its case, and what goes with it into its form."""
    said, was = both.new[new], both.old[old]
    if not known(said.text) or said.text.lower() == was.text.lower():
        return []
    there = forms_for_place(both.old, old)
    fitting = match_form(said.text, there)
    if fitting is None:
        return []
    word, form = fitting
    edits = [(said.start, said.stop, word)] if word != said.text else []
    apart = {
        both.old[at].text for at in find_modifiers(both.old, old) if not goes_with(both.old[at].text, there)
    }
    lead = [at for at in find_modifiers(both.new, new) if both.new[at].text not in apart]
    before = _fit_modifiers(both.new, lead, form)
    behind = _fit_modifiers(both.new, _find_trailing(both, old, new), form)
    related = _fit_relative(both.new, new, form)
    return [*edits, *before, *behind, *related, *fit_verb(both.new, new, there, form)]


def _fit_relative(some: Sequence[Token], noun: int, form: Form) -> list[Edit]:
    """Put "which" right behind a new noun into its number and gender; its own clause gives its case.

    >>> both = compare_draft("человек, которая спит", "тварь, которая спит")
    >>> _fit_relative(both.new, 0, noun_forms("человек")[0])
    [(9, 16, 'который')]
    """
    at = noun + 1 + (noun + 1 < len(some) and some[noun + 1].text == ",")
    word = some[at] if at < len(some) else None
    if word is None or not word.text.lower().startswith("котор"):
        return []
    readings = [one for one in list_forms(word.text, ("ADJF",)) if one.number != form.number or one.gender]
    wrong = all(one.number != form.number or one.gender not in (None, form.gender) for one in readings)
    case = _case_of_relative(some, at, [one.case for one in readings]) if readings else form.case
    said = _inflect_adjective(word.text, form._replace(case=case)) if readings and wrong else None
    return [(word.start, word.stop, said)] if said and said != word.text else []


def _case_of_relative(some: Sequence[Token], at: int, cases: Sequence[str]) -> str:
    """Tell the case of "which": its preposition asks for it, or somebody rather has something than is had."""
    governor = find_preposition(some, at)
    fine = [case for case in cases if not governor or case in GOVERNED[governor]] or cases
    return "datv" if not governor and "datv" in fine and "nomn" not in fine else fine[0]


def _fit_new_modifiers(both: Draft, change: Change, noun: int) -> list[Edit]:
    """Put new adjectives into the form of a new noun with which they go in none of its forms."""
    lead = [at for at in find_modifiers(both.new, noun) if at >= change.first]
    there = noun_forms(both.new[noun].text)
    fine = [one for one in there if all(goes_with(both.new[at].text, [one]) for at in lead)]
    return [] if fine else _fit_modifiers(both.new, lead, there[0])


def match_form(word: str, there: Sequence[Form]) -> tuple[str, Form] | None:
    """Give a noun in the case of one of the forms that its place asks for, and that form of it.

    A plural stays where one word stood for many people, and one person comes for one.

    >>> [match_form(word, noun_forms("гада"))[0] for word in ("человек", "люди")]
    ['человека', 'людей']
    """
    fine = next((one for two in there for one in noun_forms(word) if one[1:3] == two[1:3]), None)
    many = bool(there) and there[0].number == "plur"
    readings = [one for one in parsed(word.lower()) if one.tag.POS == "NOUN"]
    if fine or not readings or not there:
        return (word, fine) if fine else None
    found = readings[0].inflect({there[0].case, "plur" if many else str(readings[0].tag.number)})
    return (like(word, found.word), _read_form(found.tag)) if found else None


def _read_form(tag: Any) -> Form:
    """Read off a tag what agreement asks for."""
    case = plain_case(tag.case)
    return Form(str(tag.POS), case, str(tag.number), str(tag.gender), str(tag.animacy))


def _find_trailing(both: Draft, old: int, new: int) -> list[int]:
    """Find the adjective behind a new noun that went with the old one, and with no other."""
    at = new + 1
    after = both.new[at].text if at < len(both.new) else ""
    then = both.new[at + 1].text if at + 1 < len(both.new) else ""
    went = goes_with(after, noun_forms(both.old[old].text)) and not goes_with(after, noun_forms(then))
    same = old + 1 < len(both.old) and both.old[old + 1].text == after
    pointing = is_pointing(after) and (is_word(then) or not after.lower().endswith("-то"))
    return [at] if same and went and not pointing and not _go_together(then, after) else []


def _go_together(word: str, before: str) -> bool:
    """Say whether two adjectives go together, so that both may belong to a noun farther on."""
    return any(do_agree(one, two) for one in modifier_forms(before) for two in modifier_forms(word))


def _fit_modifiers(some: Sequence[Token], places: Sequence[int], noun: Form) -> list[Edit]:
    """Put adjectives that do not go with a noun into its form."""
    edits = []
    for at in places:
        word = some[at]
        name = at > 0 and word.text.istitle() and is_word(some[at - 1].text)  # may be somebody's
        if not name and not goes_with(word.text, [noun]) and (said := _inflect_adjective(word.text, noun)):
            edits.append((word.start, word.stop, said))
    return edits


def _inflect_adjective(word: str, noun: Form) -> str | None:
    """Give an adjective in the form that goes with a noun.

    >>> _inflect_adjective("Эту", Form("NOUN", "accs", "sing", "masc", "anim"))
    'Этого'
    """
    wanted = {noun.case, noun.number}
    wanted |= {noun.gender} if noun.gender and noun.number == "sing" else set()
    wanted |= {noun.animate} if noun.animate and noun.case == "accs" and noun.gender != "neut" else set()
    for reading in parsed(word.lower()):
        if reading.tag.POS in ("ADJF", "PRTF"):
            found = reading.inflect(wanted) or reading.inflect(wanted - {str(noun.animate)})
            if found:
                return like(word, found.word)
    return None


def is_misfit(both: Draft, change: Change) -> bool:
    """Say whether a new word is of no kind, or in no case, that may stand where it stands."""
    new = both.new[change.first : change.last]
    governor = find_preposition(both.new, change.first)
    cases = {one.case for one in noun_forms(new[0].text)} if new else set()
    if governor and cases and not cases & GOVERNED[governor]:
        return True
    kind = part(new[0].text) if len(new) == 1 and is_word(new[0].text) else None
    after = both.new[change.last].text if change.last < len(both.new) else ""
    if kind in ("ADVB", "ADJS", "PRED") and any(
        goes_with(one.text, noun_forms(after)) for one in removed(both, change)
    ):
        return True
    return kind == "INFN" and not was_infinitive(both, change) and not is_beside_modal(both.new, change.first)
