"""Holes that taking Russian words out leaves: a preposition or an adjective with nothing after it."""

import re
from collections.abc import Sequence
from itertools import takewhile

from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import decent, known, nominative, parsed, part, replaced
from paraphrast.text.russian.predicates import HERSELF, write_told
from paraphrast.text.russian.repair.comparison import (
    ASKING,
    GOVERNED,
    PERSONAL,
    WHAT,
    Change,
    Draft,
    Edit,
    apply_edits,
    compare_draft,
    continues_clause,
    do_agree,
    find_modifiers,
    forms_for_place,
    goes_with,
    is_pointing,
    list_forms,
    modifier_forms,
    noun_forms,
    removed_words,
    word_at,
)
from paraphrast.text.russian.repair.empty_words import begins_clause, drop_empty_words
from paraphrast.text.russian.repair.lost_nouns import polite_noun, restore_lost_noun
from paraphrast.text.russian.repair.verb_forms import MODALS
from paraphrast.text.russian.repair.word_forms import is_misfit
from paraphrast.text.tokens import Token
from paraphrast.text.word_table import NO_WORDS, WordTable
from paraphrast.text.words import is_word

WRONG = 3  # a word that cannot stand where it does is worse than a hole
AND = re.compile(r"(?:и|или)\s+(?=\w)", re.IGNORECASE)
OPENING = re.compile(r"(\w+), (\w+)")
SUBJECT = re.compile(r"\b(я|ты|он|она|мы|вы|они), (\w+)", re.IGNORECASE)
ANSWERS = {
    "да", "нет", "ну", "ой", "ах", "эй", "ладно", "конечно", "стоп", "слушай", "смотри", "привет",
    "спасибо",
}  # fmt: skip
LINKS = {"и", "или", "либо"}
LEADING = {
    "не", "это", "бы", "как", "и", "или", "а", "то", "самый", "за", "же", "еще", "ещё", "тоже", "просто",
    "такой", "такая", "такое", "такие", "настоящий", "вроде", "либо", "чем", "очень", "слишком", "-", "—",
}  # fmt: skip
TRAILING = {"бы", "б", "же", "ж", "ли"}  # no sentence begins with these
ACTING = {"VERB", "INFN"}
VERBS = {*ACTING, "PRED", "PRTS", "GRND", "ADJS"}
CASED = ("NOUN", "ADJF", "PRTF", "NPRO", "NUMR")


def fill_noun_gaps(draft: str, source: str, table: WordTable = NO_WORDS) -> str:
    """Fill the holes of a Russian draft with a polite noun, or take out what led to them.

    >>> fill_noun_gaps("посмеюсь над!", "посмеюсь над врачом!")
    'посмеюсь !'
    >>> fill_noun_gaps("Он над нами", "Он, гад, над нами")
    'Он над нами'
    """
    if draft == source:
        return draft
    both = compare_draft(draft, source, table)
    edits = [edit for change in both.changes for edit in _fill_gap(both, change)]
    return apply_edits(draft, edits)


def drop_needless_commas(draft: str, source: str) -> str:
    """Take out the comma after a subject or a question word where what it led to between commas is gone.

    >>> drop_needless_commas("Кто, взял зонт?", "Кто, блин, взял зонт?")
    'Кто взял зонт?'
    >>> drop_needless_commas("Он, врёт", "Он, гад, врёт")
    'Он врёт'
    >>> drop_needless_commas("Да, ты, видно, спишь", "Да, ты, видно, гад, спишь")
    'Да, ты, видно, спишь'
    >>> drop_needless_commas("А ты, иди", "А ты, гад, иди")
    'А ты иди'
    >>> drop_needless_commas("И приступай", "Выдохни и приступай")
    'приступай'
    >>> drop_needless_commas("И пей", "И пей, гад")
    'И пей'
    >>> drop_needless_commas("Знаю, что врёшь", "Знаю, гад, что врёшь")
    'Знаю, что врёшь'
    >>> drop_needless_commas("Да, пришёл", "Да, пришёл, гад")
    'Да, пришёл'
    """
    if (head := AND.match(draft)) and not AND.match(source):
        draft = draft[head.end() :]
    draft = SUBJECT.sub(lambda one: _drop_comma(one, source), draft)
    start = OPENING.match(draft)
    if not start or _is_verb(start[1]) or begins_clause(start[2]) or start[1].lower() in ANSWERS:
        return draft
    was = re.match(rf"{re.escape(start[1])}, [^,]+, {re.escape(start[2])}\b", source, re.IGNORECASE)
    return f"{start[1]} {draft[start.start(2) :]}" if was else draft


def _drop_comma(pair: re.Match[str], source: str) -> str:
    """Give a pronoun and the next word without the comma, if something stood between commas there."""
    was = re.search(rf"\b{pair[1]}, [^,]+, {re.escape(pair[2])}\b", source, re.IGNORECASE)
    return f"{pair[1]} {pair[2]}" if was and not begins_clause(pair[2]) else pair[0]


def count_noun_gaps(draft: str, source: str) -> int:
    """Count the holes that a draft has and cannot fill: clauses without their verb, words that lead nowhere.

    >>> count_noun_gaps("Он уже.", "Он уже обосрался.")
    1
    >>> count_noun_gaps("это а не он", "это гад а не он")
    1
    >>> count_noun_gaps("Он", "Он гад")
    0
    """
    if draft == source:
        return 0
    both = compare_draft(draft, source)
    first = word_at(both.new, 0).lower()
    torn = first in TRAILING and word_at(both.old, 0).lower() != first
    return WRONG * torn + sum(_is_open(both, one) + WRONG * is_misfit(both, one) for one in both.changes)


def _is_open(both: Draft, change: Change) -> bool:
    """Say whether a change has left a hole."""
    if any(is_word(one.text) for one in both.new[change.first : change.last]):
        return False
    before, after = (word_at(both.new, at).lower() for at in (change.first - 1, change.last))
    gone = removed_words(both.old, change)
    if not gone:
        return False
    nothing = not is_word(after) or parsed(after)[0].tag.POS == "CONJ"
    return (before in LEADING and nothing) or _find_lost_verb(both, change, gone) is not None


def _fill_gap(both: Draft, change: Change) -> list[Edit]:
    """List what mends the hole that one change has left, if it has."""
    if found := drop_empty_words(both, change) or restore_lost_noun(both, change):
        return found
    if not change.first or any(is_word(one.text) for one in both.new[change.first : change.last]):
        return []
    gone = removed_words(both.old, change)
    before = both.new[change.first - 1]
    verb = _find_lost_verb(both, change, gone)
    if verb is not None and (said := _polite_verb(both.old[verb].text, both.table)):
        return [(before.stop, before.stop, f" {said}{_keep_comma(both, change, gone)}")]
    noun = next((at for at in reversed(gone) if noun_forms(both.old[at].text)), None)
    if noun is not None and (said := _name_predicate(both, change, both.old[noun].text)):
        return [(before.stop, before.stop, f" {said}{_keep_comma(both, change, gone)}")]
    lead = _find_leading(both.new, change.first)
    if noun is None or not lead or not _leads_nowhere(both, noun, lead, word_at(both.new, change.first)):
        return []
    if said := polite_noun(both, noun):
        return [(before.stop, before.stop, f" {said}{_keep_comma(both, change, gone)}")]
    first = lead[-1]
    if modifier_forms(both.new[lead[0]].text):  # "these", "a sly one": an adjective may stand alone
        return []
    link = word_at(both.new, first - 1).lower() in LINKS and not is_word(word_at(both.new, change.last))
    return [(both.new[first - link].start, before.stop, "")]


def _name_predicate(both: Draft, change: Change, noun: str) -> str | None:
    """Give what politely stands for a noun that was all that a clause told of its subject."""
    said = [one.text.lower() for one in takewhile(continues_clause, reversed(both.new[: change.first]))]
    about = (
        said and (said[-1] in PERSONAL or said[-1] == "это") and not find_modifiers(both.new, change.first)
    )
    about = (about or _asks_what_kind(said)) and said[0] not in GOVERNED
    about = about and (noun.lower() not in both.table.words("around.oaths") or said[0] in HERSELF)
    if not about or any(part(word) in ACTING for word in said) or is_word(word_at(both.new, change.last)):
        return None
    label = both.table.told_of(noun.lower()) if nominative(noun) else None
    living = not known(noun) and any(one.animate == "anim" for one in noun_forms(noun))
    label = label or ("плохой человек" if living and nominative(noun) else None)
    return write_told(noun, label) if label else None


def _asks_what_kind(said: Sequence[str]) -> bool:
    """Say whether a clause asks what somebody is like, its words from the last to the first."""
    return len(said) == 2 and said[0] in PERSONAL and bool(ASKING.fullmatch(said[1]))


def _keep_comma(both: Draft, change: Change, gone: Sequence[int]) -> str:
    """Give the comma that went with the words of a clause."""
    after = change.start + len(gone)
    return "," if after < change.stop and both.old[after].text == "," else ""


def _find_leading(some: Sequence[Token], at: int) -> list[int]:
    """List the places of adjectives, a preposition or a conjunction that lead to a noun, nearest first."""
    found = find_modifiers(some, at)
    start = found[-1] if found else at
    if word_at(some, start - 1).lower() in GOVERNED:
        start -= 1
        found.append(start)
        if word_at(some, start).lower() == "за" and word_at(some, start - 1).lower() in WHAT:
            found.append(start - 1)
    elif not found and word_at(some, at - 1).lower() in LINKS:
        found.append(at - 1)
    return found


def _leads_nowhere(both: Draft, noun: int, lead: Sequence[int], after: str) -> bool:
    """Say whether what led to a noun leads to nothing now."""
    last = both.new[lead[0]].text.lower()
    if last in GOVERNED:
        return not any(
            one.case in GOVERNED[last] for one in list_forms(after.lower(), CASED)
        ) and not _follows_preposition(after)
    if last in LINKS:
        return _links_nothing(both.new, lead[0], after)
    there = forms_for_place(both.old, noun)
    if not goes_with(last, there):
        return False
    if goes_with(last, noun_forms(after)) or any(
        do_agree(a, b) for a in modifier_forms(last) for b in modifier_forms(after)
    ):
        return False
    fitting = [one for one in modifier_forms(last) if any(do_agree(one, two) for two in there)]
    alone = all(one.case == "nomn" and one.gender != "neut" for one in fitting) and not is_pointing(last)
    return is_word(after) or not alone


def _follows_preposition(word: str) -> bool:
    """Say whether a word may follow a preposition though it has no case: a number, a name, an adverb."""
    return is_word(word) and (not known(word) or "Fixd" in parsed(word.lower())[0].tag.grammemes)


def _links_nothing(some: Sequence[Token], at: int, after: str) -> bool:
    """Say whether a conjunction between nouns has nothing left to link."""
    before = word_at(some, at - 1)
    return bool(noun_forms(before)) and not list_forms(after.lower(), CASED) and not _is_verb(after)


def _is_verb(word: str) -> bool:
    """Say whether a word is a verb by its likeliest reading."""
    return is_word(word) and parsed(decent(word.lower()))[0].tag.POS in VERBS


def _find_lost_verb(both: Draft, change: Change, gone: Sequence[int]) -> int | None:
    """Find the verb that is gone where its clause in the draft has no other one."""
    verbs = [at for at in gone if part(decent(both.old[at].text.lower())) in ACTING]
    if len(verbs) != 1:
        return None
    before = list(takewhile(continues_clause, reversed(both.new[: change.first])))
    after = list(takewhile(continues_clause, both.new[change.last :]))
    rest = [one.text.lower() for one in (*before, *after)]
    kind = part(decent(both.old[verbs[0]].text.lower()))
    if kind == "INFN" and any(lemma(word, "ru") in MODALS for word in rest):
        return None if any(part(word) == "INFN" for word in rest) else verbs[0]
    return verbs[0] if rest and not any(map(_is_verb, rest)) else None


def _polite_verb(word: str, table: WordTable) -> str | None:
    """Give what the table says for a verb, or a verb of the dictionary that is not rude as it is."""
    low = word.lower()
    said = table.meant(low) or table.meant(lemma(low, "ru"))
    if said:
        return replaced(low, said) if said.isalpha() else None
    return word if known(low) and not table.unwanted(word) else None
