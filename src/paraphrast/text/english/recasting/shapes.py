"""English sentences as rows of letters, one a word, in which clauses are found by regular expressions.

D the, his   A adjective   N noun   P name   M number   R he, it   W who, that   V verb   X is, will, has
I in, with   F of   T to   O not   S 's   C and, or   K because   B adverb   Y last week, in 1998   , sign
"""

import re
from functools import lru_cache
from typing import NamedTuple

from paraphrast.text.english import endings
from paraphrast.text.english.recasting.starts import COMMON, lower_start, read_list, read_peoples
from paraphrast.text.stops import is_stop
from paraphrast.text.synonyms import synonyms
from paraphrast.text.tags import tags
from paraphrast.text.words import words

LETTERS = {
    "DET": "D", "ADJ": "A", "NOUN": "N", "PROPN": "P", "NUM": "M", "PRON": "R", "VERB": "V", "AUX": "X",
    "ADP": "I", "CCONJ": "C", "SCONJ": "K", "ADV": "B", "SYM": "M",
}  # fmt: skip
KNOWN = """
his=D her=D its=D their=D my=D your=D our=D this=D that=D these=D those=D who=W whom=W whose=W which=W what=W
where=W why=W how=W when=K of=F to=T not=O n't=O n’t=O 's=S ’s=S '=S there=E being=X north=N south=N east=N
west=N northwest=A northeast=A southwest=A southeast=A small=A
"""
OWN = {word: kind for word, _, kind in (pair.partition("=") for pair in KNOWN.split())}
NAMED = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
PART = "morning|afternoon|evening|night"
COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|many|\d+)"
UNIT = "(?:minute|hour|day|week|month|year|decade)s?"
TIME = re.compile(
    rf"\b(?:(?:last|next|this|every|each) (?:week|weekend|month|year|summer|winter|spring|autumn|season"
    rf"|{NAMED}|{PART})(?: (?:{PART}))?|(?:yesterday|tomorrow|today)(?: (?:{PART}))?|tonight|recently"
    rf"|earlier this \w+|on (?:{NAMED})(?: (?:{PART}))?|(?:{NAMED})(?: (?:{PART}))?"
    rf"|on (?:{MONTH}) \d{{1,2}}(?:, \d{{4}})?"
    rf"|in (?:early |late |mid-)?(?:{MONTH})(?: \d{{4}})?|in \d{{4}}|in the (?:morning|afternoon|evening)"
    rf"|at (?:night|noon|midnight|the moment|the weekend)|{COUNT} {UNIT} ago|for {COUNT} {UNIT})(?![\w-])",
    re.IGNORECASE,
)
BASE = "(?:D?D?(?:A+C(?=[AN]))?[AMNPS]*[NPM])"
PHRASE = f"(?:{BASE}(?:F{BASE})*)"  # a noun with what goes with it
PAIR = f"(?:{PHRASE}(?:C{PHRASE})?)"
PLACE = f"(?:I{PHRASE})"
MANY = frozenset(["people", "police", "men", "women", "children", "cattle", "feet", "mice", "teeth"])
HAZY = frozenset(["lot", "number", "group", "couple", "variety", "majority", "pair", "series", "team"])
ABBREVIATED = re.compile(r"\b(?:[A-Z]|Mrs?|Ms|Dr|St|[JS]r|No|vs)$")  # a point at the end belongs to these
AT = frozenset(["in", "on", "at", "near", "under", "behind", "beside", "outside", "inside"])


class Word(NamedTuple):
    """A word and where it stands."""

    text: str
    start: int
    stop: int

    @property
    def small(self) -> str:
        return self.text.lower()


class Shape(NamedTuple):
    """A text without its last sign, its words and a letter for each."""

    text: str
    words: tuple[Word, ...]
    letters: str

    def part(self, start: int, stop: int) -> str:
        """Give the text of the words from one to before another."""
        return self.text[self.words[start].start : self.words[stop - 1].stop] if start < stop else ""

    def small(self, start: int, stop: int) -> list[str]:
        """List those words in small letters."""
        return [word.small for word in self.words[start:stop]]


@lru_cache(1_000)
def read_shape(text: str) -> Shape:
    """See a sentence without its last sign as a row of letters.

    >>> read_shape("The committee approved the plan of his mother last week").letters
    'DNVDNFDNYY'
    """
    there = [Word(one.text, one.start, one.stop) for one in words(text, "en")]
    letters = [_choose_letter(word, tag.text) for word, tag in zip(there, tags(text, "en"), strict=True)]
    for at, word in enumerate(there):
        verb = word.small in read_list("shown") and letters[at + 1 : at + 2] and letters[at + 1] in "DMAN"
        if verb and at and letters[at] in "NP" and letters[at - 1] in "NP":
            letters[at] = "V"
        if at and there[at - 1].small == "being" and letters[at + 1 : at + 2] == ["I"]:
            letters[at] = "V"
    for match in TIME.finditer(text):
        for at, word in enumerate(there):
            if match.start() <= word.start and word.stop <= match.end():
                letters[at] = "Y"
    return Shape(text, tuple(there), "".join(letters))


def _choose_letter(word: Word, tag: str) -> str:
    """Give the letter of one word."""
    if word.small in OWN:
        return "K" if word.small == "that" and tag == "SCONJ" else OWN[word.small]
    if tag == "PUNCT":
        return "," if word.text == "," else "."
    return LETTERS.get(tag, "Z")


def find_head(row: Shape, start: int, stop: int) -> int:
    """Find the noun that a phrase is about."""
    return start + len(re.split("[FI]", row.letters[start:stop], maxsplit=1)[0]) - 1


def is_many(row: Shape, start: int, stop: int) -> bool | None:
    """Say whether a noun phrase is plural; None where that is not sure.

    >>> rows = [read_shape(text) for text in ("two men", "a cat of mine", "the Alps")]
    >>> [is_many(row, 0, len(row.words)) for row in rows]
    [True, False, True]
    """
    letters = row.letters[start:stop]
    if "C" in letters:
        beside = row.letters[start + letters.index("C") + 1]
        return True if "and" in row.small(start, stop) and letters[0] + beside != "DP" else None
    at = find_head(row, start, stop)
    word, kind = row.words[at].small, row.letters[at]
    if word in HAZY or kind not in "NPM" or word in endings.SAME:
        return None
    if kind == "P" and word.endswith("s"):
        return True if row.words[start].small == "the" else None
    if word.endswith(("ics", "ss", "us", "is")):
        return None if word.endswith("ics") else False
    return word in MANY or word in endings.REVERSED or (word.endswith("s") and kind == "N")


def find_parts(form: re.Pattern[str], row: Shape) -> dict[str, tuple[int, int]] | None:
    """Give the words of each part of a sentence that has this form."""
    match = form.fullmatch(row.letters)
    return {name: match.span(name) for name in form.groupindex} if match else None


def lower_part(row: Shape, start: int, stop: int) -> str:
    """Write a part as it looks within a sentence."""
    text, word = row.part(start, stop), row.words[start].small
    if start:
        return text
    if (
        word.endswith("s")
        and row.small(1, 2) in (["are"], ["were"], ["have"])
        and word[:-1] not in read_peoples()
    ):
        return text[:1].lower() + text[1:]
    known = is_stop(word, "en") or synonyms(word, "en") or COMMON.match(text)
    return text if row.letters[start] == "P" and not known else lower_start(text)
