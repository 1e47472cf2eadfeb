"""Insults that a sentence says of somebody: taken out, they would leave a hole."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from paraphrast.models.bundled.tagger import Word
from paraphrast.rewrite.words import lexicon, wording
from paraphrast.rewrite.words.wording import plain, spells
from paraphrast.text import Lang, agree, lemma, tags
from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import decent, inflected, nominative, parsed, part, predicative, tells

VERBS = {"VERB", "INFN", "GRND", "PRTS"}
BAD = {"ru": "плохой", "en": "bad"}
PERSONS = {"человек", "женщина", "мужчина", "девушка", "парень", "person", "woman", "man"}
SINGLE, MANY = {"я", "ты", "он", "она"}, {"мы", "вы", "они"}  # subjects
OATHS = {"сука", "блядь"}  # said of a woman only where she is named right before
HERSELF = {"она", "ты", "же", "просто", "такая", "сама", "та", "и", "-", "–", "—"}
FEW = 3  # how far before an insult its subject stands
PLAIN = re.compile("баб|тет|девк|девок|тян|тел[ко]|мужи|пацан|чувак|чел")  # careless, but no insult
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
    if not label or (plain(old) in OATHS and plain(words[first - 1].text) not in HERSELF):
        return None
    near = [plain(word.text) for word in words[max(first - FEW, 0) : first]] if lang == "ru" else []
    label = label.replace("женщина", "человек") if "он" in near else label
    if any(word in MANY or first_of_all(word, "plur") for word in near) and label.endswith("человек"):
        label = f"{wording.AS_IS}{label.replace('человек', 'люди')}"
    return Said(first, noun, told(old, label, lang, one=not SINGLE.isdisjoint(near)))


def told(old: str, label: str, lang: Lang, *, one: bool = False) -> str:
    """Write what politely stands for an insult that is told of somebody, or after "=" of many unless of one.

    >>> told("мрази", "плохой человек", "ru"), told("козлом", "плохой человек", "ru")
    ('плохие люди', 'плохим человеком')
    >>> told("Быдло", "=плохой люди", "ru"), told("быдло", "=плохой люди", "ru", one=True)
    ('Плохие люди', 'плохой человек')
    """
    if lang != "ru":
        return wording.put(old, wording.LIKE + label, lang).removesuffix(" one")
    if " " not in label and (alike := predicative(old, label)):
        return alike
    many = label.startswith(wording.AS_IS) and not one
    by = "ablt" if not nominative(old) else "nomn"
    number = "plur" if many else stated(old, by)
    *before, head = label.removeprefix(wording.AS_IS).split()
    head = inflected("человек" if head == "люди" and not many else head, frozenset({by, number})) or head
    return like(old, " ".join([*(agree(one, head, lang) or one for one in before), head]))


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
        return meant if lang == "ru" and PLAIN.match(noun) else f"{BAD[lang]} {meant}"
    return meant if [one.text for one in tags(meant, lang)] == ["NOUN"] else None


def ends(words: Sequence[Word], noun: int, lang: Lang) -> bool:
    """Say whether a clause ends after a word."""
    after = words[noun + 1].text if noun + 1 < len(words) else ""
    return not spells(after) or plain(after) in around(lang, "after")


def first_of_all(word: str, number: str = "") -> bool:
    """Say whether a word is first of all a noun in the nominative, of a number if one is named."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "NOUN" and tag.case == "nomn" and number in ("", str(tag.number)))


@lru_cache(4096)
def stated(word: str, case: str, otherwise: str = "sing") -> str:
    """Give the number of a noun in a case, or something else where it has none there."""
    readings = [one.tag for one in parsed(decent(word.lower())) if one.tag.case == case]
    return next((str(tag.number) for tag in readings if tag.POS == "NOUN"), otherwise)


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
    still = not any(part(word) in VERBS for word in clause)
    thing = lexicon.meant(plain(noun.text), lang) == "ерунда" and any(map(first_of_all, clause))
    named = still and (thing or (part(last) == "NOUN" and nominative(last)))
    if not nominative(plain(noun.text)):
        return lemma(last, lang) in around(lang, "copulas") and stated(noun.text, "ablt", "") != ""
    return last in around(lang, "subjects") or shown or named


@cache
def around(lang: Lang, which: str) -> frozenset[str]:
    """Read the words that stand around what is said of somebody."""
    return frozenset(lexicon.listed(lang)["neutral"]["around"][which].split())


@cache
def sayings(lang: Lang) -> list[tuple[str, re.Pattern[str]]]:
    """Read what is politely said of somebody for which insults."""
    table = lexicon.listed(lang)["neutral"]["said_of"]
    return [(said, re.compile("|".join(some.split()))) for said, some in table.items()]
