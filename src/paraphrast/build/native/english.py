"""English words with their parts of speech, and which of them may change places."""

from paraphrast.build.native.lists import known
from paraphrast.build.native.sentence import Word
from paraphrast.text import is_stop, words

CLOSED = {
    "DET": "the a an this that these those his her its their our my your some any no every each all both another",
    "ADP": "in on at by for from of to with without into onto over under after before between during through against about "
    "above below across along around as behind beside near since until upon within toward towards via like than per despite",
    "CCONJ": "and or but nor",
    "SCONJ": "that which who whom whose when where while because although though if whether what how why unless since so",
    "PRON": "i you he she it we they him them me us himself herself itself themselves there who everyone someone nobody",
    "AUX": "is are was were be been being am has have had do does did can could will would shall should may might must 's 're 'm 've",
    "PART": "not n't to",
    "ADV": "also very more most less least only just still already however then now here often never always not too even yet again ago later earlier",
}  # fmt: skip
TAGS = {word: tag for tag, group in reversed(CLOSED.items()) for word in group.split()}
NUMBERS = frozenset("one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred thousand million billion".split())
ADJECTIVES = ("ous", "ful", "ive", "able", "ible", "less", "ish", "ary", "ical", "ional", "est", "ern")
CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday".split()
)


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
    if text[0].isdigit() or lower in NUMBERS:
        return "NUM", ""
    if lower in TAGS and (text == lower or before is None or text == "I"):
        return TAGS[lower], ""
    opening = before is None or before.tag == "PUNCT" and before.text not in ",-()\"“”'"
    if text[0].isupper() and lower not in CALENDAR:
        kind = known("en", "PROPN").get(lower, "")
        adjective = lower in known("en", "ADJ") and after[:1].islower()
        if adjective:
            return "ADJ", ""
        if kind or not opening or after[:1].isupper():
            return "PROPN", kind or guessed(before)
    return open_class(lower, before, after), ""


def guessed(before: Word | None) -> str:
    """Guess what a name names from the word before it."""
    if before is not None and before.lemma in ("in", "at", "from", "near", "to"):
        return "place"
    return before.kind if before is not None and before.tag == "PROPN" else "other"


def open_class(lower: str, before: Word | None, after: str) -> str:
    """Tell adjectives, adverbs, verbs and nouns by the lists, endings and the word before."""
    for tag in ("ADJ", "VERB", "ADV", "NOUN"):
        if lower in known("en", tag):
            return tag
    inside = before is not None and before.tag in ("DET", "ADJ", "ADP", "NUM", "NOUN")
    if lower.endswith("ly"):
        return "ADV"
    if lower.endswith(ADJECTIVES) and after[:1].islower() and after.lower() not in TAGS:
        return "ADJ"
    if lower.endswith("ed") or before is not None and (before.tag in ("PRON", "AUX") or before.lemma == "to"):
        return "VERB"
    return "NOUN" if inside or lower.endswith(("tion", "ment", "ness", "ity", "ship", "ism", "ist")) else "X"


def plural(word: Word) -> bool:
    """Guess whether a noun is plural."""
    return word.lemma.endswith("s") and not word.lemma.endswith(("ss", "us", "is"))


def fit(word: Word, slot: Word) -> str | None:
    """Give the form of a word for another's place: the same form, where that can stand."""
    if word.tag == "NOUN" and plural(word) != plural(slot):
        return None
    return word.text if word.tag == "PROPN" else word.text.lower()


def form_of(lemma: str, slot: Word) -> str | None:
    """Give the word of a list for a place, unless the article before it would be wrong."""
    return lemma if (lemma[0].lower() in "aeiou") == (slot.lemma[0] in "aeiou") else None


def stops(word: str) -> bool:
    """Tell whether an English word is a function word."""
    return is_stop(word, "en")
