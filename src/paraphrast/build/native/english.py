"""English words with their parts of speech, and which of them may change places."""

from functools import cache

from paraphrast.build.native.lists import known, load
from paraphrast.build.native.sentence import Word
from paraphrast.text import words

ADJECTIVES = ("ous", "ful", "ive", "able", "ible", "less", "ish", "ary", "ical", "ional", "est", "ern")


@cache
def closed() -> dict[str, str]:
    """Map the words of closed classes to their parts of speech; a word of two is of the first."""
    return {word: tag for tag, group in reversed(load("en")["closed"].items()) for word in group.split()}


def read(text: str) -> tuple[Word, ...]:
    """Find the words of a sentence and tag them by closed classes, capitals, endings and neighbours."""
    tokens = words(text, "en")
    found: list[Word] = []
    for index, token in enumerate(tokens):
        before = found[-1] if found else None
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        tag, kind = tagged(token.text, before, after)
        found.append(Word(token.text, token.start, token.stop, tag, token.text.lower(), kind))
    return tuple(found)


def tagged(text: str, before: Word | None, after: str) -> tuple[str, str]:
    """Give the part of speech of a word and, for a name, its kind."""
    lower = text.lower()
    if not any(map(str.isalnum, text)):
        return "PUNCT", ""
    if text[0].isdigit():
        return "NUM", ""
    if lower in closed() and (
        text == lower or before is None or text == "I" or closed()[lower] in ("NOUN", "PRON")
    ):
        return closed()[lower], ""
    opening = before is None or (before.tag == "PUNCT" and before.text not in ",-()")
    if text[0].isupper():
        kind = known("en", "PROPN").get(lower, "")
        adjective = lower in known("en", "ADJ") and after[:1].islower()
        if adjective:
            return "ADJ", ""
        if kind or not opening or after[:1].isupper():
            return "PROPN", kind or guessed(before)
    return open_class(lower, before, after), ""


def guessed(before: Word | None) -> str:
    """Guess what a name names from the word before it."""
    if before is None:
        return "other"
    if before.lemma in ("in", "at", "from", "near"):
        return "place"
    if before.tag == "PROPN":
        return before.kind
    return "thing" if before.lemma == "the" else "other"


def open_class(lower: str, before: Word | None, after: str) -> str:
    """Tell adjectives, adverbs, verbs and nouns by the lists, endings and the word before."""
    for tag in ("ADJ", "VERB", "ADV", "NOUN"):
        if lower in known("en", tag):
            return tag
    inside = before is not None and before.tag in ("DET", "ADJ", "ADP", "NUM", "NOUN")
    if lower.endswith("ly"):
        return "ADV"
    if lower.endswith(ADJECTIVES) and after[:1].islower() and after.lower() not in closed():
        return "ADJ"
    if lower.endswith("ed") or (
        before is not None and (before.tag in ("PRON", "AUX") or before.lemma == "to")
    ):
        return "VERB"
    return "NOUN" if inside or lower.endswith(("tion", "ment", "ness", "ity", "ship", "ism", "ist")) else "X"


def plural(word: Word) -> bool:
    """Guess whether a noun is plural."""
    return word.lemma.endswith("s") and not word.lemma.endswith(("ss", "us", "is"))


def fit(word: Word, slot: Word) -> str | None:
    """Give the form of a word for another's place: the same form, where that can stand."""
    if word.tag == "NOUN" and plural(word) != plural(slot):
        return None
    if word.tag == "ADJ" and (word.lemma[0] in "aeiou") != (slot.lemma[0] in "aeiou"):
        return None  # the article before it would be wrong
    return word.text if word.tag in ("PROPN", "ADJ") else word.text.lower()


def form_of(lemma: str, slot: Word) -> str | None:
    """Give the word of a list for a place, unless the article before it would be wrong."""
    return lemma if (lemma[0].lower() in "aeiou") == (slot.lemma[0] in "aeiou") else None
