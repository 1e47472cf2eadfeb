"""A simple Russian clause as its phrases: who, did, whom, and what stands around them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from paraphrast.text.clauses import Sentence, Word, as_inside
from paraphrast.text.russian.clauses import agreeing, case, looked_up

OWNERS = ("его", "её", "их")


class Phrase(NamedTuple):
    """Some words that move together: a noun phrase, a prepositional one, or an adverb."""

    kind: str
    words: tuple[Word, ...]
    head: int = 0

    def text(self, sentence: Sentence) -> str:
        """Give the phrase as it is written inside a sentence."""
        first, last = self.words[0], self.words[-1]
        return as_inside(sentence, first) + sentence.text[first.stop : last.stop]


class Clause(NamedTuple):
    """The parts of a clause in the order subject, verb, object; `around` stands before, `rest` behind."""

    around: tuple[Phrase, ...]
    subject: Phrase
    verb: Phrase
    thing: Phrase | None
    rest: tuple[Phrase, ...]


def parsed(sentence: Sentence) -> Clause | None:
    """Find the parts of a sentence that is one clause with subject, verb and what follows, or None."""
    words = [word for word in sentence.words if word.text not in ".!…"]
    finite = [index for index, word in enumerate(words) if word.tag == "VERB"]
    if len(finite) != 1 or not words[finite[0]].readings or words[finite[0]].readings[0].tag.POS != "VERB":
        return None
    place = finite[0]
    denied = place > 0 and words[place - 1].lemma == "не"
    before, after = phrases(words[: place - denied]), phrases(words[place + 1 :])
    if before is None or after is None or not after:
        return None
    verb = Phrase("verb", tuple(words[place - denied : place + 1]), int(denied))
    if not before or before[-1].kind != "noun" or any(each.kind == "noun" for each in before[:-1]):
        return None
    return _arranged(before, verb, after)


def _arranged(before: list[Phrase], verb: Phrase, after: list[Phrase]) -> Clause | None:
    """Tell which phrase is the subject, the one before the verb or the one behind it, if that is certain."""
    subject, thing = before[-1], after[0] if after[0].kind == "noun" else None
    if not rules(subject, verb) and thing is not None:
        subject, thing = thing, subject
    rest = tuple(after[1:] if thing else after)
    if not rules(subject, verb) or not certain(subject, verb, thing):
        return None
    if any(each.kind == "noun" and rules(each, verb) for each in rest):
        return None
    return Clause(tuple(before[:-1]), subject, verb, thing, rest)


def phrases(words: Sequence[Word]) -> list[Phrase] | None:
    """Cut words into phrases, or give None when something else stands among them."""
    found: list[Phrase] = []
    place = 0
    while place < len(words):
        start = place
        if words[place].tag == "ADV":
            place += 1
            found.append(Phrase("adverb", tuple(words[start:place])))
            continue
        kind = "preposition" if words[place].tag == "ADP" else "noun"
        place += kind == "preposition"
        head = _noun_at(words, place)
        if head is None:
            return None
        place = _end_of(words, head)
        found.append(Phrase(kind, tuple(words[start:place]), head - start))
    return found


def _noun_at(words: Sequence[Word], place: int) -> int | None:
    """Find the noun, name or pronoun that a phrase beginning here has as its head."""
    while place < len(words):
        word = words[place]
        if word.tag in ("NOUN", "PROPN", "PRON") and word.readings:
            return place
        if word.tag not in ("ADJ", "DET") and word.lemma not in OWNERS:
            return None
        place += 1
    return None


def _end_of(words: Sequence[Word], head: int) -> int:
    """Find where a noun phrase ends: after the rest of a name and the genitives that belong to it."""
    place = head + 1
    if words[head].tag == "PRON":
        return place
    while place < len(words) and words[place].tag == "PROPN" and _same_case(words, place):
        if words[place].kind != "person" and words[head].tag != "PROPN":
            break  # "президент Узбекистана": a genitive, looked at below
        place += 1
    while True:
        after = _noun_at(words, place)
        if after is None or words[after].tag == "PRON" or not genitive(words[place : after + 1]):
            return place
        place = after + 1


def _same_case(words: Sequence[Word], place: int) -> bool:
    """Tell whether a name continues the one before it."""
    pairs = [(one, other) for one in words[place - 1].readings for other in words[place].readings]
    return any(agreeing(one, other) for one, other in pairs)


def genitive(words: Sequence[Word]) -> bool:
    """Tell whether words may all stand in the genitive and the last can stand in no accusative."""
    possible = [{case(one) for one in word.readings} or {"gent"} for word in words]
    return all("gent" in cases for cases in possible) and "accs" not in possible[-1]


def readings(phrase: Phrase) -> list[Any]:
    """List the readings that the head of a phrase can have by its own words, whatever stands around."""
    head = phrase.words[phrase.head]
    found = list(looked_up(head.text, head.start == 0)[3])
    for word in phrase.words[: phrase.head]:
        if word.tag == "ADJ" and word.readings:
            own = looked_up(word.text, word.start == 0)[3]
            found = [one for one in found if any(agreeing(other, one) for other in own)]
    return found


def agrees(reading: Any, verb: Phrase) -> bool:
    """Tell whether a nominative reading can be the subject of a verb."""
    tag, own = verb.words[verb.head].readings[0].tag, reading.tag
    if case(reading) != "nomn" or tag.number != own.number:
        return False
    if tag.tense == "past":
        return bool(tag.number == "plur" or own.gender is None or own.gender == tag.gender)
    return bool(tag.person == (own.person or "3per"))


def rules(phrase: Phrase, verb: Phrase) -> bool:
    """Tell whether a phrase can be the subject of a verb."""
    return any(agrees(one, verb) for one in readings(phrase))


def certain(subject: Phrase, verb: Phrase, thing: Phrase | None) -> bool:
    """Tell whether the endings alone say which of two phrases is the subject."""
    if thing is None:
        return True
    cases = {case(one) for one in readings(thing)}
    transitive = "tran" in verb.words[verb.head].readings[0].tag
    if not cases or ("accs" in cases) > transitive or cases == {"gent"}:
        return False
    objective = any(case(one) == "accs" for one in readings(subject))
    return not rules(thing, verb) or (not objective and "accs" in cases)
