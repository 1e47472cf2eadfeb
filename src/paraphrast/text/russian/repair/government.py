"""Russian verbs that ask for another case than those for which they have come."""

from collections.abc import Sequence

from paraphrast.text.capitals import like
from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import inflected, part
from paraphrast.text.russian.repair.comparison import GOVERNED, Change, Draft, Edit, noun_forms, word_at
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word

TO_SOMEBODY = {"надоесть", "надоедать", "угождать"}  # verbs whose object stands in the dative
PRONOUNS = {
    "меня": "мне", "тебя": "тебе", "его": "ему", "ее": "ей", "её": "ей", "нас": "нам", "вас": "вам",
    "их": "им", "всех": "всем", "себя": "себе",
}  # fmt: skip
OWNING = {"его", "ее", "её", "их"}
NEAR = 3  # how far from its verb an object may stand


def fit_objects(both: Draft, change: Change) -> list[Edit]:
    """Put the object of a new verb into the case that the verb asks for."""
    for at in range(change.first, change.last):
        word = both.new[at].text.lower()
        if lemma(word, "ru") in TO_SOMEBODY or (word == "плохо" and _is_verb_gone(both, change)):
            found = (_fit_object(both.new, place, at) for place in _places_of_object(both.new, at))
            return next((edits for edits in found if edits), [])
    return []


def _is_verb_gone(both: Draft, change: Change) -> bool:
    """Say whether a verb is all that has gone: whom something made ill, he is ill."""
    gone = [one.text.lower() for one in both.old[change.start : change.stop]]
    return len(gone) == 1 and part(gone[0]) == "VERB"


def _places_of_object(some: Sequence[Token], verb: int) -> list[int]:
    """List the places around a verb where its object may stand, those behind it first."""
    places = [*range(verb + 1, verb + 1 + NEAR), *range(verb - 1, verb - 1 - NEAR, -1)]
    return [at for at in places if 0 <= at < len(some)]


def _fit_object(some: Sequence[Token], at: int, verb: int) -> list[Edit]:
    """Put what stands at a place into the dative if it is the object of a verb."""
    word = some[at]
    low = word.text.lower()
    between = some[min(at, verb) + 1 : max(at, verb)]
    if word_at(some, at - 1).lower() in GOVERNED or not all(is_word(one.text) for one in between):
        return []
    if low in PRONOUNS:
        owning = low in OWNING and bool(noun_forms(word_at(some, at + 1)))
        return [] if owning else [(word.start, word.stop, like(word.text, PRONOUNS[low]))]
    there = noun_forms(word.text)
    living = bool(there) and all(one.animate == "anim" and one.case != "nomn" for one in there)
    if at != verb + 1 or not living or not any(one.case == "accs" for one in there):
        return []
    said = inflected(low, frozenset({"datv"}))
    return [(word.start, word.stop, like(word.text, said))] if said else []
