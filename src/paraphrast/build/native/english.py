"""English words with their parts of speech, and which of them may change places."""

from functools import cache

from paraphrast.build.native.lists import known, load
from paraphrast.build.native.sentence import Word
from paraphrast.text import entities, tags

NAMED = ("person", "place", "organisation")


@cache
def closed() -> dict[str, str]:
    """Map the words of closed classes to their parts of speech; a word of two is of the first."""
    return {word: tag for tag, group in reversed(load("en")["closed"].items()) for word in group.split()}


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
    if tag == "PROPN" and lower in known("en", "ADJ") and not kind:
        return "ADJ"
    if tag == "PROPN" and not surface[:1].isupper():
        return "NOUN"
    return "PROPN" if kind and surface[:1].isupper() and tag in ("NOUN", "ADJ", "X") else tag


def listed(surface: str) -> str:
    """Look a name up in the lists."""
    return known("en", "PROPN").get(surface.lower(), "")


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
