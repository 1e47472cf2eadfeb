"""Where a draft departs from its source, word by word, and how Russian words go together there.

Drafts are broken, so this looks at all forms that a word may have; `text/russian/agreement.py` asks two tags.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from paraphrast.text.normal import normal
from paraphrast.text.russian.agreement import forms_agree, plain_case
from paraphrast.text.russian.morphology import decent, known, parsed, tells
from paraphrast.text.tokens import Token
from paraphrast.text.word_table import NO_WORDS, WordTable
from paraphrast.text.words import is_word, words

PREPOSITIONS = {  # by the cases that they ask for
    "gent": "без для до из из-за из-под от ото у против после около среди вместо кроме ради с со",
    "datv": "к ко по благодаря",
    "accs": "про через сквозь в во на о об обо за под по",
    "ablt": "над перед между за под с со",
    "loct": "при в во на о об обо",
}
GOVERNED = {
    word: {case for case, some in PREPOSITIONS.items() if word in some.split()}
    for word in " ".join(PREPOSITIONS.values()).split()
}
POINTING = {
    "это",
    "то",
    "что",
    "оно",
    "все",
    "всё",
}  # these look like adjectives, and stand alone
WHAT = {"что", "че", "чо", "шо"}
PERSONAL = {"я", "ты", "он", "она", "мы", "вы", "они"}
BETWEEN = {"же", "ж", *PERSONAL}
ASKING = re.compile("(?:как|так)(?:ой|ая|ое|ие)")
FIXED = {"его", "ее", "их"}


LATIN = re.compile(r"[а-яё][a-z]|[a-z][а-яё]", re.IGNORECASE)


Edit = tuple[int, int, str]  # where a stretch of a draft begins and ends, and what comes there


class Form(NamedTuple):
    """What matters of a reading where words agree."""

    kind: str
    case: str
    number: str
    gender: str | None
    animate: str | None


class Change(NamedTuple):
    """A stretch of the source and what a draft has there: places of the first and last word, and beyond."""

    start: int
    stop: int
    first: int
    last: int


class Draft(NamedTuple):
    """The words and signs of a source and of a draft, where they differ, and what comes for which words."""

    old: list[Token]
    new: list[Token]
    changes: list[Change]
    table: WordTable = NO_WORDS


@lru_cache(1024)  # several look at a draft one after another
def compare_draft(draft: str, source: str, table: WordTable = NO_WORDS) -> Draft:
    """Align a draft with its source.

    >>> compare_draft("Эти люди врут", "Эти гады врут").changes
    [Change(start=1, stop=2, first=1, last=2)]
    """
    old, new = words(source, "ru"), words(draft, "ru")
    if LATIN.search(source):  # Latin letters among Cyrillic ones hide what a word is
        old = [
            one._replace(text=normal(one.text, "ru").text) if LATIN.search(one.text) else one for one in old
        ]
    left, right = ([one.text.lower() for one in some] for some in (old, new))
    codes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    return Draft(old, new, [Change(*places) for kind, *places in codes if kind != "equal"], table)


def apply_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Put new stretches where old ones stand.

    >>> apply_edits("эта человек", [(0, 3, "этот")])
    'этот человек'
    """
    for start, stop, said in sorted(edits, reverse=True):
        text = text[:start] + said + text[stop:]
    return text


@lru_cache(20_000)
def list_forms(word: str, kinds: tuple[str, ...] = ("NOUN",)) -> tuple[Form, ...]:
    """List the forms of some kinds that a word may be, the likeliest first."""
    if not word.replace("-", "").isalpha():
        return ()
    tags = [one.tag for one in parsed(decent(word.lower()))]
    return tuple(
        Form(
            str(tag.POS),
            plain_case(tag.case),
            str(tag.number),
            as_text(tag.gender),
            as_text(tag.animacy),
        )
        for tag in tags
        if tag.POS in kinds and tag.case and tag.number and "Fixd" not in tag.grammemes
    )


def as_text(value: Any) -> str | None:
    """Give a grammeme as plain text."""
    return str(value) if value is not None else None


@lru_cache(20_000)
def noun_forms(word: str) -> tuple[Form, ...]:
    """List the nouns that a word may be; an adjective that is also a surname is none, nor is a preposition.

    >>> noun_forms("толстых"), noun_forms("быстро"), noun_forms("при"), noun_forms("из")
    ((), (), (), ())
    """
    readings = [one.tag for one in parsed(word.lower())] if word.isalpha() else []
    surname = any(tag.POS == "ADJF" for tag in readings) and any("Surn" in tag for tag in readings)
    return () if surname or word.lower() in GOVERNED else list_forms(word)


def modifier_forms(word: str) -> tuple[Form, ...]:
    """List the adjectives, participles and pronouns beside a noun that a word may be.

    >>> modifier_forms("это"), {one.case for one in modifier_forms("эту")}
    ((), {'accs'})
    """
    low = word.lower()
    alone = low in POINTING or low in FIXED or low.startswith("котор")
    found = () if alone else list_forms(low, ("ADJF", "PRTF"))
    return tuple(one for one in found if one.number == "plur") if low == "все" else found  # not "всё"


def is_pointing(word: str) -> bool:
    """Say whether a word points to a noun, or says whose it is, rather than tells something of it."""
    return any({"Apro", "Poss"} & one.tag.grammemes for one in parsed(word.lower()))


def do_agree(modifier: Form, noun: Form) -> bool:
    """Say whether a form of an adjective goes with a form of a noun."""
    return forms_agree(modifier[1:], noun[1:])


def goes_with(modifier: str, among: Sequence[Form]) -> bool:
    """Say whether a word goes with a noun that has one of some forms.

    >>> goes_with("эту", noun_forms("мразь")), goes_with("эту", noun_forms("человек"))
    (True, False)
    """
    return any(do_agree(one, two) for one in modifier_forms(modifier) for two in among)


def find_modifiers(some: Sequence[Token], at: int) -> list[int]:
    """List the places of the adjectives before a place, the nearest first; particles may stand between.

    >>> find_modifiers(words("Какая же ты тупая тварь", "ru"), 4)
    [3, 0]
    >>> find_modifiers(words("Новая ты тварь", "ru"), 2)
    []
    """
    found: list[int] = []
    place = at - 1
    while place >= 0 and (some[place].text.lower() in BETWEEN or modifier_forms(some[place].text)):
        word = some[place].text.lower()
        far = any(one.text.lower() in PERSONAL for one in some[place:at])
        if word not in BETWEEN:
            if far and not ASKING.fullmatch(word):
                break
            found.append(place)
        place -= 1
    return found


def find_preposition(some: Sequence[Token], at: int) -> str | None:
    """Give the preposition right before a place; in "what ... for" it asks for no case.

    >>> find_preposition(words("пошел за ним", "ru"), 2), find_preposition(words("Что это за дом", "ru"), 3)
    ('за', None)
    """
    word = some[at - 1].text.lower() if at > 0 else ""
    asks = word == "за" and any(one.text.lower() in WHAT for one in some[max(at - 5, 0) : at - 1])
    return word if word in GOVERNED and not asks else None


def forms_for_place(some: Sequence[Token], at: int) -> list[Form]:
    """List the forms that a noun may have where it stands: those before it that go with it tell.

    Nothing is told of a word that is in no dictionary and has nothing before it.

    >>> [one.case for one in forms_for_place(words("бросил эту мразь", "ru"), 2)]
    ['accs', 'accs']
    """
    found = list(noun_forms(some[at].text))
    lead = find_modifiers(some, at)
    if not lead and not find_preposition(some, at) and not known(some[at].text):
        return []
    for place in lead:
        before_it = modifier_forms(some[place].text)
        fine = [one for one in found if any(do_agree(it, one) for it in before_it)]
        found = fine or (
            found if known(some[at].text) or not is_pointing(some[place].text) else list(before_it)
        )
    first = lead[-1] if lead else at
    if governor := find_preposition(some, first):
        fine = [one for one in found if one.case in GOVERNED[governor]]
        return fine or [one._replace(case=case) for one in found for case in sorted(GOVERNED[governor])]
    if (case := _case_by_pronoun(some, at, first)) and any(one.case == case for one in found):
        return [one for one in found if one.case == case]
    before, after = word_at(some, first - 1), word_at(some, at + 1)
    subjects = [one for one in found if one.case == "nomn"]
    if subjects and not is_word(before) and tells(after) and not _cannot_be_subject(after, subjects):
        return subjects if _goes_with_subject(after, subjects) else found
    other = is_word(before) and _cannot_be_subject(before, found)
    other = other or (tells(after) and _cannot_be_subject(after, found))
    if other and any(one.case == "nomn" for one in found):
        return [one for one in found if one.case != "nomn"] or found
    return [one for one in found if one.case != "loct"] or found


def _case_by_pronoun(some: Sequence[Token], at: int, first: int) -> str | None:
    """Tell the case of a noun by a pronoun near it: "they are ..." or "what ... you write".

    >>> _case_by_pronoun(words("они же шавки", "ru"), 2, 2)
    'nomn'
    >>> _case_by_pronoun(words("какой бред вы пишете", "ru"), 1, 0)
    'accs'
    """
    after = some[at + 1].text.lower() if at + 1 < len(some) else ""
    before = [one.text.lower() for one in some[max(first - 2, 0) : first]]
    if before and before[-1] in ("же", "ж"):
        before.pop()
    if after in PERSONAL and first < at:
        return "accs"
    return "nomn" if before and before[-1] in PERSONAL else None


def _goes_with_subject(verb: str, among: Sequence[Form]) -> bool:
    """Say whether a verb of a third person goes with one of some subjects."""
    tag = parsed(decent(verb.lower()))[0].tag
    return tag.person not in ("1per", "2per") and any(
        str(tag.number) == one.number and (tag.gender is None or one.gender in (None, str(tag.gender)))
        for one in among
    )


def _cannot_be_subject(verb: str, among: Sequence[Form]) -> bool:
    """Say whether a transitive verb cannot have a noun of these forms as its subject.

    >>> _cannot_be_subject("бросил", noun_forms("мразь")), _cannot_be_subject("соврала", noun_forms("мразь"))
    (True, False)
    """
    readings = [one.tag for one in parsed(decent(verb.lower()))]
    tag = next((one for one in readings[:2] if one.POS == "VERB"), readings[0])
    if tag.POS == "INFN":
        return bool(tag.transitivity == "tran")
    if tag.POS != "VERB" or tag.transitivity != "tran" or tag.mood == "impr":
        return False
    if tag.person in ("1per", "2per"):
        return True
    subjects = [one for one in among if one.case == "nomn"]
    return not any(
        str(tag.number) == one.number and (tag.gender is None or str(tag.gender) == one.gender)
        for one in subjects
    )


def word_at(some: Sequence[Token], at: int) -> str:
    """Give what stands at a place, nothing beyond the end."""
    return some[at].text if 0 <= at < len(some) else ""


def continues_clause(word: Token) -> bool:
    """Say whether a word goes on with a clause: no sign, and no conjunction but "of course" and its like."""
    tag = parsed(word.text.lower())[0].tag
    return is_word(word.text) and (tag.POS != "CONJ" or "Prnt" in tag)


def removed_words(some: Sequence[Token], change: Change) -> list[int]:
    """List the places of the words that are gone, up to the first sign."""
    return list(takewhile(lambda at: is_word(some[at].text), range(change.start, change.stop)))
