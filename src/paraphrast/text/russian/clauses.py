"""Russian words with what their neighbours leave open, and their forms for other places."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from paraphrast.text.clauses import Sentence, Word, like
from paraphrast.text.grammar import load
from paraphrast.text.russian.agreement import agrees, case_of, needs
from paraphrast.text.russian.morphology import analyser
from paraphrast.text.words import words

REMEMBERED = 200_000
PREPOSITION = re.compile(r"(?<![\w-])([ВвСсКк]о?|[Оо]б?) ([А-Яа-яёЁ][\w-]*)")
WITH_VOWEL = {
    "в": re.compile(r"[вф][^аеёиоуыэюяь]|мног|мне\b|двор|льв"),
    "с": re.compile(r"[сзшж][^аеёиоуыэюяьъ]|мног|мной|вс|вт|льв"),
    "к": re.compile(r"мне\b|вс|вт|дню\b|льв"),
    "о": re.compile(r"[аэиоу]"),
}
TAGS = {
    "NOUN": "NOUN", "ADJF": "ADJ", "ADJS": "ADJ", "PRTF": "ADJ", "COMP": "ADV", "ADVB": "ADV", "PRED": "ADV",
    "VERB": "VERB", "INFN": "VERB", "PRTS": "VERB", "GRND": "VERB", "NUMR": "NUM", "NPRO": "PRON",
    "PREP": "ADP", "CONJ": "CCONJ", "PRCL": "PART", "INTJ": "INTJ",
}  # fmt: skip
KINDS = {"Name": "person", "Surn": "person", "Patr": "person", "Geox": "place", "Orgn": "organisation"}


def read(text: str) -> tuple[Word, ...]:
    """Find the words of a sentence and narrow their readings by preposition and agreement."""
    found = [
        word(token.text, token.start, token.stop, first=index == 0)
        for index, token in enumerate(words(text, "ru"))
    ]
    _govern(found)
    agree(found)
    _arrange(found)
    return tuple(found)


def word(text: str, start: int, stop: int, *, first: bool) -> Word:
    """Look a word up by itself."""
    tag, lemma, kind, readings = looked_up(text, first)
    return Word(text, start, stop, tag, lemma, kind, readings)


@lru_cache(REMEMBERED)
def looked_up(text: str, first: bool) -> tuple[str, str, str, tuple[Any, ...]]:
    """Give part of speech, lemma, kind of name and readings; a capital inside a sentence is a name."""
    lower = text.lower()
    if lower in governed() or lower in fixed():
        return fixed().get(lower, "ADP"), lower, "", ()
    if not text[-1:].isalpha():
        return ("NUM" if text[:1].isdigit() else "PUNCT" if not text[-1:].isalnum() else "X"), lower, "", ()
    readings = parsed(lower)
    named = [each for each in readings if any(mark in each.tag for mark in KINDS)]
    capital = text[:1].isupper() and (not first or (bool(named) and named[0] is readings[0]))
    if capital and named:
        readings = [each for each in named if _mark_of(each) == _mark_of(named[0])]
    best = readings[0]
    tag = TAGS.get(str(best.tag.POS), "X")
    same = tuple(
        each for each in readings if each.tag.POS == best.tag.POS and each.normal_form == best.normal_form
    )
    if capital and tag not in ("PRON", "ADP", "SCONJ"):
        kind = KINDS[_mark_of(best)] if _mark_of(best) else "other"
        return "PROPN", best.normal_form, kind, same if tag in ("NOUN", "ADJ") else ()
    return tag, best.normal_form, "", same


@cache
def fixed() -> dict[str, str]:
    """Map the words of closed classes to their parts of speech."""
    return {word: tag for tag, group in load("ru")["closed"].items() for word in group.split()}


@cache
def governed() -> dict[str, frozenset[str]]:
    """Map prepositions to the cases they govern."""
    groups = {case: frozenset(group.split()) for case, group in load("ru")["government"].items()}
    every = frozenset[str]().union(*groups.values())
    return {word: frozenset(case for case, group in groups.items() if word in group) for word in every}


def parsed(lower: str) -> list[Any]:
    """List pymorphy's readings that are not negligible."""
    readings = [each for each in analyser().parse(lower) if "Abbr" not in each.tag]
    found = [each for each in readings if each.score > 0.01] or readings
    return found or list(analyser().parse(lower))


def _mark_of(reading: Any) -> str:
    """Name the mark of a proper name that a reading carries."""
    return next((mark for mark in KINDS if mark in reading.tag), "")


def case(reading: Any) -> str:
    """Give the case of a reading, the rare ones as the six that everybody knows."""
    return case_of(reading.tag)


def nominal(word: Word) -> bool:
    """Tell whether a word has a case to be narrowed."""
    return (
        word.tag in ("NOUN", "PROPN", "ADJ") and bool(word.readings) and word.readings[0].tag.case is not None
    )


def keep(found: list[Word], index: int, readings: Iterable[Any]) -> None:
    """Narrow the readings of a word, unless nothing would be left."""
    left = tuple(readings)
    if left:
        found[index] = found[index]._replace(readings=left)


def _govern(found: list[Word]) -> None:
    """Keep the cases that the preposition before a noun phrase allows."""
    allowed: frozenset[str] | None = None
    for index, each in enumerate(found):
        if each.tag == "ADP":
            allowed = governed().get(each.lemma)
        elif nominal(each):
            if allowed:
                keep(found, index, (one for one in each.readings if case(one) in allowed))
            if each.tag == "NOUN" or (each.tag == "PROPN" and not _follows_name(found, index)):
                allowed = None
        elif each.tag not in ("ADV", "NUM"):
            allowed = None


def _follows_name(found: list[Word], index: int) -> bool:
    """Tell whether the next word is another part of the same name."""
    return index + 1 < len(found) and found[index + 1].tag == "PROPN"


def agree(found: list[Word]) -> None:
    """Keep the readings of adjectives and nouns, and of parts of names, that agree with each other."""
    for index in range(len(found) - 2, -1, -1):
        left, right = found[index], found[index + 1]
        if not (nominal(left) and nominal(right)) or left.tag == "NOUN":
            continue
        if left.tag == "PROPN" and (right.tag != "PROPN" or "person" not in (left.kind, right.kind)):
            continue
        keep(
            found,
            index,
            (one for one in left.readings if any(_agreeing(one, other) for other in right.readings)),
        )
        keep(
            found,
            index + 1,
            (one for one in right.readings if any(_agreeing(other, one) for other in left.readings)),
        )


def _agreeing(one: Any, other: Any) -> bool:
    """Tell whether two readings have the same case and number and no different genders."""
    return agrees(one.tag, other.tag)


def agree_somehow(left: Word, right: Word) -> bool:
    """Tell whether two words agree in at least one of their readings."""
    return any(_agreeing(one, other) for one in left.readings for other in right.readings)


def _arrange(found: list[Word]) -> None:
    """Settle the rest by place: genitive after a noun, nominative before the verb, accusative after it."""
    subject = seen_verb = False
    for index, each in enumerate(found):
        if each.tag == "VERB" and each.readings and each.readings[0].tag.POS == "VERB":
            seen_verb = True
        if not nominal(each) or len({case(one) for one in each.readings}) < 2:
            subject = subject or (nominal(each) and case(each.readings[0]) == "nomn")
            continue
        before = found[index - 1] if index else None
        options = {case(one) for one in each.readings}
        if before is not None and _asks_genitive(before) and "gent" in options and each.tag != "ADJ":
            choice = "gent"
        elif "nomn" in options and not seen_verb and not subject and (before is None or before.tag != "ADP"):
            choice = "nomn"
        elif seen_verb and subject and "accs" in options:
            choice = "accs"
        else:
            continue
        subject = subject or choice == "nomn"
        keep(found, index, (one for one in each.readings if case(one) == choice))


def _asks_genitive(word: Word) -> bool:
    """Tell whether what follows a word is most probably a genitive: it is a noun or a comparative."""
    return word.tag == "NOUN" or (
        word.tag == "ADV" and bool(word.readings) and word.readings[0].tag.POS == "COMP"
    )


def fit(word: Word, slot: Word) -> str | None:
    """Give the one form of a word that can stand where another stands, or None when that is not certain."""
    if not slot.readings or not word.readings:
        return (
            word.text if slot.tag == word.tag == "PROPN" and not slot.readings and not word.readings else None
        )
    forms = {form_for(word.readings[0], one) for one in slot.readings}
    form = forms.pop()
    return (
        None if forms or form is None else like(form, word.text if word.tag == "PROPN" else word.text.lower())
    )


@lru_cache(REMEMBERED)
def form_for(reading: Any, slot: Any) -> str | None:
    """Inflect a reading as the reading of the place has it; the gender of a subject has to be the same."""
    tag = slot.tag
    if reading.tag.POS != tag.POS:
        return None
    if tag.POS == "NOUN":
        if case(slot) == "nomn" and tag.number == "sing" and reading.tag.gender != tag.gender:
            return None
        return inflected(reading, frozenset({case(slot), str(tag.number)}))
    if tag.POS in ("ADJF", "PRTF"):
        return inflected(reading, frozenset(needs(tag)))
    same = (reading.tag.tense, reading.tag.person, reading.tag.number, reading.tag.gender, reading.tag.mood)
    return reading.word if same == (tag.tense, tag.person, tag.number, tag.gender, tag.mood) else None


@lru_cache(REMEMBERED)
def inflected(reading: Any, marks: frozenset[str]) -> str | None:
    """Ask pymorphy for a form; words that never change are their own form."""
    if "Fixd" in reading.tag:
        return str(reading.word)
    if "None" in marks:  # a noun without gender or number asks for what no adjective has
        return None
    found = reading.inflect(set(marks))
    return str(found.word) if found else None


@cache
def entry(lemma: str, tag: str) -> Any:
    """Find the reading of a dictionary form with this part of speech."""
    wanted = {"NOUN": ("NOUN",), "ADJ": ("ADJF",), "VERB": ("INFN",), "PROPN": ("NOUN",)}.get(tag, ())
    found = [each for each in analyser().parse(lemma.lower()) if each.tag.POS in wanted]
    named = [each for each in found if _mark_of(each)] if tag == "PROPN" else found
    return (named or found or [None])[0]


def form_of(lemma: str, slot: Word) -> str | None:
    """Inflect a dictionary form as the word in a place is inflected, or None when that is not certain."""
    if slot.tag in ("ADV", "NUM", "ADP"):
        return lemma if slot.text.lower() == slot.lemma or not slot.readings else None
    reading = entry(lemma, slot.tag)
    if reading is None or not slot.readings:
        return None
    forms = {
        verb_form(reading, one) if slot.tag == "VERB" else form_for(reading, one) for one in slot.readings
    }
    form = forms.pop()
    return None if forms else form


@lru_cache(REMEMBERED)
def verb_form(reading: Any, slot: Any) -> str | None:
    """Inflect a verb as another one is inflected."""
    tag = slot.tag
    if tag.POS not in ("VERB", "INFN") or reading.tag.aspect != tag.aspect:
        return None
    marks = {str(mark) for mark in (tag.tense, tag.person, tag.number, tag.gender, tag.mood) if mark}
    return reading.word if tag.POS == "INFN" else inflected(reading, frozenset({"VERB", *marks}))


def adjust(adjectives: Sequence[Word], noun: Word, slot: Word) -> list[str] | None:
    """Give the forms in which adjectives stand before a noun that moved into another's place."""
    forms: list[str] = []
    for each in adjectives:
        made = {agreed(each.readings[0], noun.readings[0], one) for one in slot.readings}
        form = made.pop()
        if made or form is None:
            return None
        forms.append(form)
    return forms


@lru_cache(REMEMBERED)
def agreed(adjective_reading: Any, noun: Any, slot: Any) -> str | None:
    """Inflect an adjective for a noun that stands in a place."""
    if slot.tag.number == "sing" and not noun.tag.gender:
        return None
    return inflected(adjective_reading, frozenset(needs(noun.tag, slot.tag)))


def smooth(text: str, source: str) -> str:
    """Write the prepositions в, с, к, о as their new neighbours ask, where the source did not have the same.

    >>> smooth("во Испании и в Франции", ""), smooth("с школой, со словом, о Анне", "")
    ('в Испании и во Франции', 'со школой, со словом, об Анне')
    """

    def mended(match: re.Match[str]) -> str:
        if match[0] in source:
            return match[0]
        preposition, word = match[1], match[2]
        short = preposition.lower()
        short = "о" if short.startswith("о") else short[0]
        full = short + ("б" if short == "о" else "о")
        long = WITH_VOWEL[short].match(word.lower()) is not None
        return like(full if long else short, preposition[0]) + " " + word

    return PREPOSITION.sub(mended, text)


def disagrees(sentence: Sentence, word: Word, lemma: str) -> bool:
    """Tell whether the adjective before a Russian noun would not agree with the new one in gender."""
    index = sentence.words.index(word)
    before = sentence.words[index - 1] if index else None
    if before is None or word.tag not in ("NOUN", "PROPN") or not word.readings or not before.readings:
        return False
    new, old = entry(lemma, word.tag), word.readings[0]
    tied = before.readings[0].tag.POS in ("ADJF", "PRTF") and old.tag.number == "sing"
    return bool(tied and new is not None and new.tag.gender != old.tag.gender)
