"""Insults that a sentence says of somebody: taken out, they would leave a hole."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from paraphrast.models.bundled.rewriter import Word
from paraphrast.rewrite import lexicon, wording
from paraphrast.rewrite.wording import plain, spells
from paraphrast.text import Lang, tags
from paraphrast.text.morphology import nominative, part, predicative, tells

VERBS = {"VERB", "INFN", "GRND", "PRTS"}
BAD = {"ru": "плохой", "en": "bad"}
PERSONS = {"человек", "женщина", "мужчина", "девушка", "парень", "person", "woman", "man"}
# said of somebody, these say nothing, or what would be put anyway
NOTHING = {"", "people", "люди", "женщины", "bad", "bad one", "bad person", "bad people", *PERSONS}


class Said(NamedTuple):
    """The words that go, from the first to the noun, and what politely stands for them."""

    first: int
    noun: int
    text: str


def said_of(words: Sequence[Word], run: range, lang: Lang) -> Said | None:
    """Find in a run that goes the noun that is said of a subject, and what politely stands for it."""
    noun = next((at for at in reversed(run) if spells(words[at].text)), None)
    if noun is None or not ends(words, noun, lang):
        return None
    first = next((at + 1 for at in range(noun, run.start - 1, -1) if not spells(words[at].text)), run.start)
    while first and plain(words[first - 1].text) in around(lang, "utter"):
        first -= 1
    if not about(words[:first], words[noun], lang):
        return None
    old, label = words[noun].text, politely(plain(words[noun].text), lang)
    if not label:
        return None
    alike = predicative(old, label) if lang == "ru" and " " not in label else None
    said = alike or wording.put(old, wording.LIKE + label, lang).removesuffix(" one")
    return Said(first, noun, said)


def subject(words: Sequence[Word], run: range, lang: Lang) -> int | None:
    """Find the Russian noun that a run ends with where it begins a clause and the clause goes on about it."""
    noun, after = run.stop - 1, words[run.stop].text if run.stop < len(words) else ""
    opens = run.start == 0 or not spells(words[run.start - 1].text)
    person = lexicon.meant(plain(words[noun].text), lang) in PERSONS
    if lang != "ru" or not opens or not person or not nominative(plain(words[noun].text)):
        return None
    return noun if spells(after) and (tells(after) or part(after) == "PREP") else None


def politely(noun: str, lang: Lang) -> str | None:
    """Say what an insult tells of somebody; where it only means a person, that it is a bad one.

    >>> politely("идиоты", "ru"), politely("мудак", "ru"), politely("пиздец", "ru"), politely("стол", "ru")
    ('неумный человек', 'плохой человек', 'ужас', None)
    >>> politely("morons", "en"), politely("asshole", "en")
    ('unwise person', 'bad person')
    """
    told = next((said for said, form in sayings(lang) if form.fullmatch(noun)), None)
    meant = lexicon.meant(noun, lang)
    if told or not meant or not meant.isalpha():
        return told
    if meant in PERSONS:
        return f"{BAD[lang]} {meant}"
    return meant if [one.text for one in tags(meant, lang)] == ["NOUN"] else None


def ends(words: Sequence[Word], noun: int, lang: Lang) -> bool:
    """Say whether a clause ends after a word."""
    after = words[noun + 1].text if noun + 1 < len(words) else ""
    return not spells(after) or plain(after) in around(lang, "after")


def about(before: Sequence[Word], noun: Word, lang: Lang) -> bool:
    """Say whether a subject or a copula stands before a noun, maybe with small words between."""
    words = [plain(word.text) for word in before]
    while words and words[-1] in around(lang, "passed"):
        words.pop()
    last = words[-1] if words else ""
    if lang == "en":
        return last in around(lang, "subjects")
    clause = words[max((at + 1 for at, word in enumerate(words) if not spells(word)), default=0) :]
    shown = clause == ["это"]  # not "at this"
    named = part(last) == "NOUN" and nominative(last) and not any(part(word) in VERBS for word in clause)
    return nominative(plain(noun.text)) and (last in around(lang, "subjects") or shown or named)


@cache
def around(lang: Lang, which: str) -> frozenset[str]:
    """Read the words that stand around what is said of somebody."""
    return frozenset(lexicon.listed(lang)["neutral"]["around"][which].split())


@cache
def sayings(lang: Lang) -> list[tuple[str, re.Pattern[str]]]:
    """Read what is politely said of somebody for which insults."""
    table = lexicon.listed(lang)["neutral"]["said_of"]
    return [(said, re.compile("|".join(some.split()))) for said, some in table.items()]
