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
    agrees,
    asked,
    inside,
    leaders,
    modifiers,
    nouns,
    points,
    together,
    word_at,
)
from paraphrast.text.russian.repair.word_forms import matching, verb_among
from paraphrast.text.tokens import Token
from paraphrast.text.word_table import NO_WORDS, WordTable
from paraphrast.text.words import is_word

FAR = 7  # how many words on the verb of a subject is looked for
SECOND = {"ты", "тебе", "тебя", "тобой", "вы", "вам", "вас", "вами"}
SUBJECTS = {"я", "ты", "он", "она", "оно", "мы", "вы", "они", "кто", "что", "это", "который", "никто", "все"}
LIKENING = {"как", "чем", "это", "-", "–", "—"}
VERBS = {"VERB", "INFN"}
TELLING = {"VERB", "ADJS", "PRTS"}


def orphaned(both: Draft, change: Change) -> list[Edit]:
    """List what mends a clause that has lost a noun: a neutral noun where it needs one, or no adjectives.

    Adjectives of somebody who is only addressed go with the address.
    """
    noun = lost(both, change)
    if noun is None:
        return []
    lone = adjectives(both, change, noun)
    if doing := subject_lost(both, change, noun, lone):
        return [*put(both, change, noun, doing, led=bool(lone)), *verb_put(both, change, noun, doing)]
    if not lone or not alone(both, lone):
        return []
    there = [one for one in asked(both.old, noun) or nouns(both.old[noun].text) if led(both, lone, one)]
    told = any(one.case == "nomn" for one in there)
    if told and addressed(both, change, lone, there):
        return [(both.new[at].start, both.new[at].stop, "") for at in lone]
    rude = both.table.unwanted(both.old[noun].text) or polite(both, noun)
    strange = not rude and not known(both.old[noun].text)
    busy = told and (strange or any(word in SUBJECTS for word in heads(both.new, min(lone))))
    return [] if busy else put(both, change, noun, there, led=True, own=True)


def lost(both: Draft, change: Change) -> int | None:
    """Find the noun that ends what is gone where no other noun or pronoun has come for it."""
    came = both.new[change.first : change.last]
    words = [at for at in range(change.start, change.stop) if is_word(both.old[at].text)]
    if not words or words[-1] != change.stop - 1 or words[0] != change.start:
        return None
    if any(part(one.text) in ("NOUN", "NPRO", "VERB") for one in came if is_word(one.text)):
        return None
    things = [at for at in reversed(words) if nouns(both.old[at].text) and not modifiers(both.old[at].text)]
    found = [at for at in things if thing(both.old[at].text.lower(), both.table)]
    described = (at for at in found if adjectives(both, change, at))
    return next(described, found[0] if found and found[0] == things[0] else None)


def thing(word: str, table: WordTable = NO_WORDS) -> bool:
    """Say whether a word is first of all a noun, and the table does not say something else for it.

    >>> thing("козёл"), thing("идёт")
    (True, False)
    """
    said = table.meant(word)
    return part(decent(word)) == "NOUN" and (not said or bool(nouns(said.removeprefix("=").split()[0])))


def adjectives(both: Draft, change: Change, noun: int) -> list[int]:
    """List the places in a draft of the adjectives that told of a noun that is gone, the nearest first."""
    there = nouns(both.old[noun].text)
    came = [at for at in range(change.first, change.last) if modifiers(both.new[at].text)]
    before = leaders(both.new, change.first)
    after = word_at(both.new, change.last)
    ends = not is_word(word_at(both.new, change.last + 1))
    told = modifiers(after) and (not points(after) or ends)
    behind = [change.last] if noun == change.stop - 1 and told else []
    return [at for at in (*came, *before, *behind) if together(both.new[at].text, there)]


def alone(both: Draft, lone: Sequence[int]) -> bool:
    """Say whether adjectives have no other noun beside them, and are not themselves what a clause tells."""
    first, last = min(lone), max(lone)
    before, after = word_at(both.new, first - 1), word_at(both.new, last + 1)
    for beside in (before, after):
        if any(together(both.new[at].text, nouns(beside)) for at in lone):
            return False
    if leads(after, both.new[last].text):
        return False
    clause = heads(both.new, first)
    told = any(word in SUBJECTS or nominative_noun(word) for word in clause) and not is_word(after)
    return not told or any(part(word) in VERBS for word in clause)


def led(both: Draft, lone: Sequence[int], form: Form) -> bool:
    """Say whether the nearest of some adjectives goes with a form of a noun."""
    return together(both.new[lone[0]].text, [form])


def leads(word: str, before: str) -> bool:
    """Say whether an adjective goes on to another one, which may belong to a noun farther on."""
    return any(agrees(one, two) for one in modifiers(before) for two in modifiers(word))


def subject_lost(both: Draft, change: Change, noun: int, lone: Sequence[int]) -> list[Form]:
    """List the forms in which a noun that is gone was the subject of the verb that follows in its clause."""
    word = both.old[noun].text.lower()
    mine = [one for one in nouns(word) if one.case == "nomn"]
    if (
        not mine
        or lemma(word, "ru") in both.table.words("around.exclaimed")
        or any(at >= change.last for at in lone)
    ):
        return []
    before = heads(both.new, min([*lone, change.first]))
    after = [one.text.lower() for one in takewhile(goes_on, both.new[change.last :])]
    if any(one in SUBJECTS or nominative_noun(one) for one in before) or GOVERNED.keys() & set(before[:1]):
        return []
    if before and (short := parsed(before[0])[0].tag).POS in ("ADJS", "PRTS"):
        return [form for form in mine if goes(short, form)]
    for at, one in enumerate(after[:FAR]):
        tag = parsed(decent(one))[0].tag
        if tag.POS in TELLING:
            late = any(other in SUBJECTS for other in after[at + 1 :])
            return [] if late else [form for form in mine if goes(tag, form)]
        if one in SUBJECTS or tag.POS == "INFN" or nominative_noun(one):
            return []
    return []


def goes_on(word: Token) -> bool:
    """Say whether a word goes on with a clause; "even" and "as ever" look like conjunctions."""
    return inside(word) or word.text.lower() in ("и", "как")


def goes(tag: Any, form: Form) -> bool:
    """Say whether a verb tells something of a third person that has a form."""
    if tag.person in ("1per", "2per") or tag.mood == "impr" or str(tag.number) != form.number:
        return False
    return tag.gender is None or not form.gender or str(tag.gender) == form.gender


def heads(some: Sequence[Token], at: int) -> list[str]:
    """List the words of a clause before a place, the nearest first."""
    return [one.text.lower() for one in takewhile(inside, reversed(some[:at]))]


def nominative_noun(word: str) -> bool:
    """Say whether a word is first of all a noun in the nominative."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "NOUN" and tag.case == "nomn" and word not in GOVERNED)


def addressed(both: Draft, change: Change, lone: Sequence[int], there: Sequence[Form]) -> bool:
    """Say whether adjectives in the nominative belonged to somebody who is spoken to."""
    first, last = min(lone), max([*lone, change.last - 1])
    before, after = (word_at(both.new, at).lower() for at in (first - 1, last + 1))
    which = word_at(both.new, last + 2).lower().startswith("котор")
    if any(points(both.new[at].text) for at in lone) or before in LIKENING or which:
        return False
    opens, closes = not is_word(before), not is_word(after)
    if opens or not closes:
        return (opens and (closes or ordered(after))) or bool(SECOND & {before, after})
    clause = heads(both.new, first)
    verbs = [parsed(word)[0].tag for word in clause if part(word) == "VERB"]
    return bool(SUBJECTS & set(clause)) or not any(goes(tag, one) for tag in verbs for one in there)


def ordered(word: str) -> bool:
    """Say whether a word is an order."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "VERB" and tag.mood == "impr")


def verb_put(both: Draft, change: Change, noun: int, doing: Sequence[Form]) -> list[Edit]:
    """Put the verb of a subject for which another noun comes into the form of that one."""
    said = stand_in(both, noun, doing, led=True)
    form = next((one for one in nouns(said or "") if one.case == "nomn"), None)
    return verb_among(both.new[change.last : change.last + FAR], doing[0], form) if form else []


def put(
    both: Draft, change: Change, noun: int, there: Sequence[Form], *, led: bool, own: bool = False
) -> list[Edit]:
    """Put a neutral noun where one is gone; at the start of a sentence it has the capital."""
    said = stand_in(both, noun, there, led=led, own=own)
    if not said:
        return []
    if not change.last:
        after, was = both.new[0], word_at(both.old, change.stop)
        rest = was if was.lower() == after.text.lower() else after.text
        return [(after.start, after.stop, f"{like(both.old[change.start].text, said)} {rest}")]
    before = both.new[change.last - 1]
    began = not is_word(before.text) or both.old[change.start].text.isupper()
    return [(before.stop, before.stop, f" {like(both.old[change.start].text, said) if began else said}")]


def stand_in(both: Draft, at: int, there: Sequence[Form], *, led: bool, own: bool = False) -> str | None:
    """Give what may stand for a noun: the table's word, itself if decent, or a person for an unknown one."""
    table, noun = both.table, both.old[at].text
    word = noun.lower()
    if said := polite(both, at, there):
        return said
    subject = bool(there) and there[0].case == "nomn"
    decent_word = known(word) and not table.unwanted(word)
    if decent_word and (own or not subject or NAMES & parsed(word)[0].tag.grammemes):
        return noun
    stuff, living = table.pattern("around.stuff").search(word), any(one.animate == "anim" for one in there)
    if not there or not (stuff or living or (subject and led and not known(word))):
        return noun if own and not subject and not known(word) else None
    person = "люди" if there[0].number == "plur" else "человек"
    fit = matching("ерунда" if stuff else person, there)
    return fit[0] if fit else None


def simple(word: str, table: WordTable) -> str:
    """Give the part of a word with hyphens that the table knows, the first if there are two."""
    return next((one for one in word.split("-") if "-" in word and table.meant(one)), word)


def polite(both: Draft, at: int, there: Sequence[Form] | None = None) -> str | None:
    """Give what the table says for a noun, in the form that its place asks for."""
    word = simple(both.old[at].text.lower(), both.table)
    said = both.table.meant(lemma(word, "ru"))
    fixed = said.removeprefix("=") if said and said.startswith("=") else None
    new = both.table.substitute(word) or fixed or (replaced(word, said) if said else None)
    if not new or not nouns(new):
        return None
    fit = matching(new, asked(both.old, at) if there is None else there)
    return fit[0] if fit else new
