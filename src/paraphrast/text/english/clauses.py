"""English words with their parts of speech, and which of them may change places."""

from collections.abc import Sequence
from functools import cache

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.entities import entities
from paraphrast.text.grammar import kinds_of_names, load
from paraphrast.text.tags import tags

NAMED = ("person", "place", "organisation")


@cache
def closed() -> dict[str, str]:
    """Map the words of closed classes to their parts of speech; a word of two is of the first."""
    return {word: tag for tag, group in reversed(load("en")["closed"].items()) for word in group.split()}


@cache
def adjectives() -> frozenset[str]:
    """List the adjectives that a tagger may take for names."""
    return frozenset(load("en")["known"]["ADJ"].lower().split())


def smooth(text: str, source: str) -> str:
    """Give the text itself: no English word depends on the sound after it but the article."""
    return text


def adjust(adjectives: Sequence[Word], noun: Word, slot: Word) -> list[str]:
    """Give the adjectives as they are: they have one form."""
    return [each.text for each in adjectives]


def read(text: str) -> tuple[Word, ...]:
    """Find the words of a sentence, their tags, and what the names name."""
    spans = [entity for entity in entities(text, "en") if entity.kind in NAMED]
    found: list[Word] = []
    for tag, start, stop in tags(text, "en"):
        surface = text[start:stop]
        kind = next((span.kind for span in spans if span.start <= start < span.stop), "")
        settled = settle(surface, tag, kind)
        before = found[-1] if found else None
        name = (kind or listed(surface) or guessed(before)) if settled == "PROPN" else ""
        found.append(Word(surface, start, stop, settled, surface.lower(), name))
    return tuple(found)


def settle(surface: str, tag: str, kind: str) -> str:
    """Correct the tagger where a list knows better: months are no names here, nationalities adjectives."""
    lower = surface.lower()
    if closed().get(lower) in ("NOUN", "PRON") and not kind:
        return closed()[lower]
    if tag == "PROPN" and lower in adjectives() and not kind:
        return "ADJ"
    if tag == "PROPN" and not surface[:1].isupper():
        return "NOUN"
    return "PROPN" if kind and surface[:1].isupper() and tag in ("NOUN", "ADJ", "X") else tag


def listed(surface: str) -> str:
    """Look a name up in the lists."""
    return kinds_of_names("en").get(surface.lower(), "")


def guessed(before: Word | None) -> str:
    """Guess what a name names from the word before it."""
    if before is None:
        return "other"
    if before.lemma in ("in", "at", "from", "near"):
        return "place"
    if before.tag == "PROPN":
        return before.kind
    return "thing" if before.lemma == "the" else "other"


def plural(word: Word) -> bool:
    """Guess whether a noun is plural."""
    return word.lemma.endswith("s") and not word.lemma.endswith(("ss", "us", "is"))


def fit(word: Word, slot: Word) -> str | None:
    """Give the form of a word for another's place: the same form, where that can stand."""
    if word.tag == "NOUN" and plural(word) != plural(slot):
        return None
    if word.tag in ("ADJ", "NOUN") and (word.lemma[0] in "aeiou") != (slot.lemma[0] in "aeiou"):
        return None  # the article before it would be wrong
    return word.text if word.tag in ("PROPN", "ADJ") else word.text.lower()


def form_of(lemma: str, slot: Word) -> str | None:
    """Give the word of a list for a place, unless the article before it would be wrong."""
    return lemma if (lemma[0].lower() in "aeiou") == (slot.lemma[0] in "aeiou") else None


def agree_somehow(left: Word, right: Word) -> bool:
    """Say that an adjective has nothing to agree in."""
    return False


def disagrees(sentence: Sentence, word: Word, lemma: str) -> bool:
    """Say that no word before a noun depends on its gender."""
    return False
