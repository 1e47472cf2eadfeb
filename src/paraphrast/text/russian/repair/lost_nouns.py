"""Russian words whose noun is gone: adjectives that told of it, and the verb whose subject it was."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import NAMES, decent, known, parsed, part, replaced
from paraphrast.text.russian.repair.comparison import (
    GOVERNED,
    Change,
    Draft,
    Edit,
    Form,
    continues_clause,
    do_agree,
    find_modifiers,
    forms_for_place,
    goes_with,
    is_pointing,
    modifier_forms,
    noun_forms,
    word_at,
)
from paraphrast.text.russian.repair.verb_forms import fit_first_verb
from paraphrast.text.russian.repair.word_forms import match_form
from paraphrast.text.tokens import Token
from paraphrast.text.word_table import NO_WORDS, WordTable
from paraphrast.text.words import is_word

FAR = 7  # how many words on the verb of a subject is looked for
SECOND = {"ты", "тебе", "тебя", "тобой", "вы", "вам", "вас", "вами"}
SUBJECTS = {"я", "ты", "он", "она", "оно", "мы", "вы", "они", "кто", "что", "это", "который", "никто", "все"}
LIKENING = {"как", "чем", "это", "-", "–", "—"}
VERBS = {"VERB", "INFN"}
TELLING = {"VERB", "ADJS", "PRTS"}


def restore_lost_noun(both: Draft, change: Change) -> list[Edit]:
    """List what mends a clause that has lost a noun: a neutral noun where it needs one, or no adjectives.

    Adjectives of somebody who is only addressed go with the address.
    """
    noun = _find_lost_noun(both, change)
    if noun is None:
        return []
    lone = _find_adjectives(both, change, noun)
    if doing := _find_lost_subject(both, change, noun, lone):
        return [*_put_noun(both, change, noun, doing, led=bool(lone)), *fit_verb(both, change, noun, doing)]
    if not lone or not _stand_alone(both, lone):
        return []
    there = [
        one
        for one in forms_for_place(both.old, noun) or noun_forms(both.old[noun].text)
        if _goes_with_nearest(both, lone, one)
    ]
    told = any(one.case == "nomn" for one in there)
    if told and _is_addressed(both, change, lone, there):
        return [(both.new[at].start, both.new[at].stop, "") for at in lone]
    rude = both.table.unwanted(both.old[noun].text) or polite_noun(both, noun)
    strange = not rude and not known(both.old[noun].text)
    busy = told and (strange or any(word in SUBJECTS for word in _words_of_clause(both.new, min(lone))))
    return [] if busy else _put_noun(both, change, noun, there, led=True, own=True)


def _find_lost_noun(both: Draft, change: Change) -> int | None:
    """Find the noun that ends what is gone where no other noun or pronoun has come for it."""
    came = both.new[change.first : change.last]
    words = [at for at in range(change.start, change.stop) if is_word(both.old[at].text)]
    if not words or words[-1] != change.stop - 1 or words[0] != change.start:
        return None
    if any(part(one.text) in ("NOUN", "NPRO", "VERB") for one in came if is_word(one.text)):
        return None
    things = [
        at
        for at in reversed(words)
        if noun_forms(both.old[at].text) and not modifier_forms(both.old[at].text)
    ]
    found = [at for at in things if is_noun(both.old[at].text.lower(), both.table)]
    described = (at for at in found if _find_adjectives(both, change, at))
    return next(described, found[0] if found and found[0] == things[0] else None)


def is_noun(word: str, table: WordTable = NO_WORDS) -> bool:
    """Say whether a word is first of all a noun, and the table does not say something else for it.

    >>> is_noun("козёл"), is_noun("идёт")
    (True, False)
    """
    said = table.meant(word)
    return part(decent(word)) == "NOUN" and (not said or bool(noun_forms(said.removeprefix("=").split()[0])))


def _find_adjectives(both: Draft, change: Change, noun: int) -> list[int]:
    """List the places in a draft of the adjectives that told of a noun that is gone, the nearest first."""
    there = noun_forms(both.old[noun].text)
    came = [at for at in range(change.first, change.last) if modifier_forms(both.new[at].text)]
    before = find_modifiers(both.new, change.first)
    after = word_at(both.new, change.last)
    ends = not is_word(word_at(both.new, change.last + 1))
    told = modifier_forms(after) and (not is_pointing(after) or ends)
    behind = [change.last] if noun == change.stop - 1 and told else []
    return [at for at in (*came, *before, *behind) if goes_with(both.new[at].text, there)]


def _stand_alone(both: Draft, lone: Sequence[int]) -> bool:
    """Say whether adjectives have no other noun beside them, and are not themselves what a clause tells."""
    first, last = min(lone), max(lone)
    before, after = word_at(both.new, first - 1), word_at(both.new, last + 1)
    for beside in (before, after):
        if any(goes_with(both.new[at].text, noun_forms(beside)) for at in lone):
            return False
    if _goes_on_to(after, both.new[last].text):
        return False
    clause = _words_of_clause(both.new, first)
    told = any(word in SUBJECTS or _is_subject_noun(word) for word in clause) and not is_word(after)
    return not told or any(part(word) in VERBS for word in clause)


def _goes_with_nearest(both: Draft, lone: Sequence[int], form: Form) -> bool:
    """Say whether the nearest of some adjectives goes with a form of a noun."""
    return goes_with(both.new[lone[0]].text, [form])


def _goes_on_to(word: str, before: str) -> bool:
    """Say whether an adjective goes on to another one, which may belong to a noun farther on."""
    return any(do_agree(one, two) for one in modifier_forms(before) for two in modifier_forms(word))


def _find_lost_subject(both: Draft, change: Change, noun: int, lone: Sequence[int]) -> list[Form]:
    """List the forms in which a noun that is gone was the subject of the verb that follows in its clause."""
    word = both.old[noun].text.lower()
    mine = [one for one in noun_forms(word) if one.case == "nomn"]
    if (
        not mine
        or lemma(word, "ru") in both.table.words("around.exclaimed")
        or any(at >= change.last for at in lone)
    ):
        return []
    before = _words_of_clause(both.new, min([*lone, change.first]))
    after = [one.text.lower() for one in takewhile(_keeps_to_clause, both.new[change.last :])]
    if any(one in SUBJECTS or _is_subject_noun(one) for one in before) or GOVERNED.keys() & set(before[:1]):
        return []
    if before and (short := parsed(before[0])[0].tag).POS in ("ADJS", "PRTS"):
        return [form for form in mine if _goes_with_verb(short, form)]
    for at, one in enumerate(after[:FAR]):
        tag = parsed(decent(one))[0].tag
        if tag.POS in TELLING:
            late = any(other in SUBJECTS for other in after[at + 1 :])
            return [] if late else [form for form in mine if _goes_with_verb(tag, form)]
        if one in SUBJECTS or tag.POS == "INFN" or _is_subject_noun(one):
            return []
    return []


def _keeps_to_clause(word: Token) -> bool:
    """Say whether a word goes on with a clause; "even" and "as ever" look like conjunctions."""
    return continues_clause(word) or word.text.lower() in ("и", "как")


def _goes_with_verb(tag: Any, form: Form) -> bool:
    """Say whether a verb tells something of a third person that has a form."""
    if tag.person in ("1per", "2per") or tag.mood == "impr" or str(tag.number) != form.number:
        return False
    return tag.gender is None or not form.gender or str(tag.gender) == form.gender


def _words_of_clause(some: Sequence[Token], at: int) -> list[str]:
    """List the words of a clause before a place, the nearest first."""
    return [one.text.lower() for one in takewhile(continues_clause, reversed(some[:at]))]


def _is_subject_noun(word: str) -> bool:
    """Say whether a word is first of all a noun in the nominative."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "NOUN" and tag.case == "nomn" and word not in GOVERNED)


def _is_addressed(both: Draft, change: Change, lone: Sequence[int], there: Sequence[Form]) -> bool:
    """Say whether adjectives in the nominative belonged to somebody who is spoken to."""
    first, last = min(lone), max([*lone, change.last - 1])
    before, after = (word_at(both.new, at).lower() for at in (first - 1, last + 1))
    which = word_at(both.new, last + 2).lower().startswith("котор")
    if any(is_pointing(both.new[at].text) for at in lone) or before in LIKENING or which:
        return False
    opens, closes = not is_word(before), not is_word(after)
    if opens or not closes:
        return (opens and (closes or _is_order(after))) or bool(SECOND & {before, after})
    clause = _words_of_clause(both.new, first)
    verbs = [parsed(word)[0].tag for word in clause if part(word) == "VERB"]
    return bool(SUBJECTS & set(clause)) or not any(
        _goes_with_verb(tag, one) for tag in verbs for one in there
    )


def _is_order(word: str) -> bool:
    """Say whether a word is an order."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "VERB" and tag.mood == "impr")


def fit_verb(both: Draft, change: Change, noun: int, doing: Sequence[Form]) -> list[Edit]:
    """Put the verb of a subject for which another noun comes into the form of that one."""
    said = _choose_noun(both, noun, doing, led=True)
    form = next((one for one in noun_forms(said or "") if one.case == "nomn"), None)
    return fit_first_verb(both.new[change.last : change.last + FAR], doing[0], form) if form else []


def _put_noun(
    both: Draft, change: Change, noun: int, there: Sequence[Form], *, led: bool, own: bool = False
) -> list[Edit]:
    """Put a neutral noun where one is gone; at the start of a sentence it has the capital."""
    said = _choose_noun(both, noun, there, led=led, own=own)
    if not said:
        return []
    if not change.last:
        after, was = both.new[0], word_at(both.old, change.stop)
        rest = was if was.lower() == after.text.lower() else after.text
        return [(after.start, after.stop, f"{like(both.old[change.start].text, said)} {rest}")]
    before = both.new[change.last - 1]
    began = not is_word(before.text) or both.old[change.start].text.isupper()
    return [(before.stop, before.stop, f" {like(both.old[change.start].text, said) if began else said}")]


def _choose_noun(both: Draft, at: int, there: Sequence[Form], *, led: bool, own: bool = False) -> str | None:
    """Give what may stand for a noun: the table's word, itself if decent, or a person for an unknown one."""
    table, noun = both.table, both.old[at].text
    word = noun.lower()
    if said := polite_noun(both, at, there):
        return said
    subject = bool(there) and there[0].case == "nomn"
    decent_word = known(word) and not table.unwanted(word)
    if decent_word and (own or not subject or NAMES & parsed(word)[0].tag.grammemes):
        return noun
    stuff, living = table.pattern("around.stuff").search(word), any(one.animate == "anim" for one in there)
    if not there or not (stuff or living or (subject and led and not known(word))):
        return noun if own and not subject and not known(word) else None
    person = "люди" if there[0].number == "plur" else "человек"
    fit = match_form("ерунда" if stuff else person, there)
    return fit[0] if fit else None


def known_part(word: str, table: WordTable) -> str:
    """Give the part of a word with hyphens that the table knows, the first if there are two."""
    return next((one for one in word.split("-") if "-" in word and table.meant(one)), word)


def polite_noun(both: Draft, at: int, there: Sequence[Form] | None = None) -> str | None:
    """Give what the table says for a noun, in the form that its place asks for."""
    word = known_part(both.old[at].text.lower(), both.table)
    said = both.table.meant(lemma(word, "ru"))
    fixed = said.removeprefix("=") if said and said.startswith("=") else None
    new = both.table.substitute(word) or fixed or (replaced(word, said) if said else None)
    if not new or not noun_forms(new):
        return None
    fit = match_form(new, forms_for_place(both.old, at) if there is None else there)
    return fit[0] if fit else new
