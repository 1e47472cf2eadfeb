"""What a rule of clauses may ask of a Russian stretch: clauses, subjects, cases, pronouns."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from paraphrast.text.clauses import Word
from paraphrast.text.rules.conditions import Stretch
from paraphrast.text.russian.agreement import goes_with_verb
from paraphrast.text.russian.clauses import case, read

THIRD_WORDS = """
он она оно они его её ее их ему ей им него неё нее них нему ней ним нём нем ими
"""
THIRD = frozenset(THIRD_WORDS.split())
PRONOUNS = frozenset(
    ["меня", "мне", "тебя", "тебе", "вас", "вам", "нас", "нам", "его", "её", "ее", "ему", "ей", "их", "им"]
)
NOT = frozenset(["не", "ни"])
NAMING = ("NOUN", "PROPN")
QUOTES = frozenset('"«»“”„')


@lru_cache(5_000)
def read_alone(text: str) -> tuple[Word, ...]:
    """Read a stretch as a sentence of its own: its subject is sought within it."""
    return read(text)


def words(stretch: Stretch) -> tuple[Word, ...]:
    """Give the words of a stretch as they are read within it."""
    return read_alone(stretch.text)


def readings(word: Word) -> list[Any]:
    """List the tags that a word may have."""
    return [one.tag for one in word.readings]


def _is_finite(word: Word) -> bool:
    """Say whether a word is a verb that makes a clause, a short participle or adjective, `можно`, `нет`."""
    some = readings(word)
    return bool(some) and (str(some[0].POS) in ("PRTS", "ADJS", "PRED") or _is_personal(word))


def _is_personal(word: Word) -> bool:
    """Say whether a word is a verb with a person or a tense, no order."""
    some = readings(word)
    return bool(some) and some[0].POS == "VERB" and "impr" not in some[0]


def _is_order(word: Word) -> bool:
    """Say whether a word is an imperative."""
    some = readings(word)
    return bool(some) and some[0].POS == "VERB" and "impr" in some[0]


def nominative(word: Word) -> Iterator[Any]:
    """Yield the readings of a word that may be a subject."""
    if word.tag in (*NAMING, "PRON", "NUM"):
        yield from (one.tag for one in word.readings if case(one) == "nomn")


def agree(subject: Any, verb: Any) -> bool:
    """Say whether a subject goes with a verb in number, gender and person."""
    person, number = str(subject.person or "3per"), str(subject.number)
    return goes_with_verb(verb, number, subject.gender, person=person, counted=subject.POS == "NUMR")


def _has_subject(stretch: Stretch) -> bool:
    """Say whether a stretch has a verb and a name that agrees with it."""
    verbs = [tag for word in words(stretch) if _is_finite(word) for tag in readings(word)[:1]]
    return any(agree(one, verb) for word in words(stretch) for one in nominative(word) for verb in verbs)


def _is_clause(stretch: Stretch) -> bool:
    """Say whether a stretch has one verb that makes a clause, and its subject if it needs one."""
    verbs = [word for word in words(stretch) if _is_finite(word)]
    if not verbs:
        return False
    tag = readings(verbs[0])[0]
    alone = tag.POS == "PRED" or tag.person in ("1per", "2per") or tag.gender == "neut"
    return alone or _has_subject(stretch)


def _begins_with(*parts: str) -> Callable[[Stretch], bool]:
    """Make a condition: the first word but for `не` is of one of these parts of speech."""

    def holds(stretch: Stretch) -> bool:
        word = next((word for word in words(stretch) if word.text.lower() not in NOT), None)
        some = readings(word) if word else []
        return bool(some) and str(some[0].POS) in parts

    return holds


def _is_told_to(stretch: Stretch) -> bool:
    """Say whether a stretch begins with an order."""
    word = next((word for word in words(stretch) if word.text.lower() not in NOT), None)
    return word is not None and _is_order(word)


def is_one(stretch: Stretch, test: Callable[[Word], bool]) -> bool:
    """Say whether a stretch is one word that passes a test."""
    return stretch.stop == stretch.start + 1 and test(words(stretch)[0])


def _is_nominal(stretch: Stretch, wanted: str) -> bool:
    """Say whether a stretch is a name in a case, with what belongs to it, and no verb."""
    if any(
        _is_finite(word)
        or _is_order(word)
        or word.tag == "SCONJ"
        or (word.tag == "PUNCT" and word.text not in QUOTES)
        for word in words(stretch)
    ):
        return False
    head = next((word for word in words(stretch) if word.tag in (*NAMING, "PRON")), None)
    last = words(stretch)[-1]
    if last.tag not in (*NAMING, "PRON", "ADJ", "NUM", "X") and last.text not in QUOTES:
        return False
    if head is None or any(word.tag in ("ADV", "ADP", "CCONJ", "PART") for word in until(stretch, head)):
        return False
    return any(case(one) == wanted for one in head.readings)


def _is_prepositional(stretch: Stretch) -> bool:
    """Say whether a stretch is a preposition with its name, and nothing else."""
    first, *rest = words(stretch)
    named = bool(rest) and rest[-1].tag in NAMING
    return named and first.tag == "ADP" and all(word.tag in (*NAMING, "ADJ", "NUM") for word in rest)


def until(stretch: Stretch, head: Word) -> Iterator[Word]:
    """Yield the words of a stretch before its head."""
    return (word for word in words(stretch) if word.start < head.start)


CONDITIONS: Mapping[str, Callable[[Stretch], bool]] = {
    "clause": _is_clause,
    "own-subject": _has_subject,
    "verbal": lambda stretch: any(map(_is_finite, words(stretch))),
    "many-verbs": lambda stretch: sum(map(_is_personal, words(stretch))) > 1,
    "order": _is_told_to,
    "infinitive": _begins_with("INFN"),
    "gerund": lambda stretch: any(
        str(one.POS) == "GRND" for word in words(stretch) for one in readings(word)
    ),
    "starts-with-verb": _begins_with("VERB", "PRTS", "INFN"),
    "third-person": lambda stretch: any(form in THIRD for form in stretch.forms()),
    "denied": lambda stretch: any(form in NOT for form in stretch.forms()),
    "subject": lambda stretch: _is_nominal(stretch, "nomn"),
    "verb": lambda stretch: is_one(stretch, _is_personal),
    "you": lambda stretch: is_one(stretch, lambda word: any(one.person == "2per" for one in readings(word))),
    "prepositional": _is_prepositional,
    "past": lambda stretch: is_one(stretch, lambda word: any(one.tense == "past" for one in readings(word))),
    "object-pronoun": lambda stretch: is_one(stretch, lambda word: word.text.lower() in PRONOUNS),
    "number": lambda stretch: is_one(stretch, lambda word: word.text[:1].isdigit()),
}
