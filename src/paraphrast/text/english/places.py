"""Where an English word or name stands by itself, so that another can take its place."""

import re
from functools import cache

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.english.clauses import adjectives
from paraphrast.text.grammar import kinds_of_names, load, words_of
from paraphrast.text.places import NAMING, Name, beside, has_names_beside, is_torn

LOCAL = ("in", "at", "near", "of")
INITIAL = re.compile(r"\b[A-Z]\. ?$")
PERSONAL = ("he", "she", "his", "her", "him")
PEOPLE = ("ist", "ists", "ician", "icians", "eteer", "eteers", "teacher", "teachers", "player", "players")
OWNERS = ("his", "her", "their", "its", "'s")
SMALL = ("big", "small", "large", "old", "new", "young", "long", "short", "red", "blue", "green", "black")
PRONOUNS = ("he", "she", "his", "her", "him", "himself", "herself")


def is_free(sentence: Sentence, index: int) -> bool:
    """Tell whether a word may be replaced by one of its kind."""
    word, (before, after) = sentence.words[index], beside(sentence, index)
    gendered = word.tag == "NOUN" and any(each.lemma in PRONOUNS for each in sentence.words)
    if (gendered and word.lemma in words_of("en", "people")) or is_torn(sentence, index):
        return False
    chosen = {"NOUN": noun, "ADJ": adjective, "VERB": verb, "ADV": adverb}.get(word.tag)
    return chosen is None or chosen(word, before, after)


def noun(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English noun is no part of a compound or of a set phrase, and nobody's name follows."""
    if word.lemma in load("en")["closed"]["NOUN"].split():
        return True  # days and months
    led = before.tag in NAMING or (before.tag == "ADJ" and not usual(before))
    coupled = before.lemma in ("his", "her") and word.lemma in ("husband", "wife")
    bare = before.tag == "ADP" and not word.lemma.endswith("s")  # "in hospital"
    named = word.lemma in words_of("en", "people") and after.text == ","
    return not (led or coupled or bare or named) and after.tag not in NAMING


def adjective(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English adjective has a noun, and is no number of a time: "first time"."""
    timed = after.lemma in words_of("en", "empty") or after.lemma.endswith("s") or before.tag == "ADP"
    return after.tag in NAMING and not (word.lemma in words_of("en", "order") and timed)


def verb(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English verb is no part of a phrase: "found dead", "rose above"."""
    if word.lemma in ("rose", "fell", "gained", "lost", "increased", "decreased") and after.lemma in (
        "to",
        "from",
        "in",
    ):
        return False  # "rose to 6.1 from 6.2"
    phrasal = after.tag == "ADP" and after.lemma not in ("by", "to", "from", "in")
    return not phrasal and after.tag not in ("ADJ", "VERB", "PART")


def adverb(word: Word, before: Word, after: Word) -> bool:
    """Tell whether an English adverb is not tied to a noun or a comparison."""
    tied = word.lemma in ("yesterday", "today") and after.tag in NAMING
    graded = word.lemma not in ("most", "least") or before.lemma == "the"
    return not tied and graded and before.lemma not in ("as", "most")


def usual(word: Word) -> bool:
    """Tell whether an adjective may stand before nearly any noun."""
    return word.lemma in adjectives() and word.lemma not in ("high", "first", "second", "public")


def has_quality(noun: Word) -> bool:
    """Tell whether a noun may have another adjective: not "late Thursday"."""
    return noun.lemma not in load("en")["closed"]["NOUN"].split()


def are_alike(first: Word, second: Word) -> bool:
    """Tell whether two adjectives are both of nations, which have a capital letter everywhere, or neither."""
    return (first.lemma in nations()) == (second.lemma in nations())


@cache
def nations() -> frozenset[str]:
    """List the adjectives of nations."""
    return frozenset(word.lower() for word in load("en")["known"]["ADJ"].split() if word[0].isupper())


def is_compound(sentence: Sentence, index: int) -> bool:
    """Tell whether a noun is a part of what stands beside it."""
    return has_names_beside(sentence, index)


def is_owned(sentence: Sentence, index: int) -> bool:
    """Tell whether a noun is somebody's: his boss is no boss when they change places."""
    return index > 0 and sentence.words[index - 1].lemma in OWNERS


def keeps_capital(word: Word) -> bool:
    """Tell whether the word that opens a sentence may have its capital everywhere: Chinese."""
    return word.start == 0 and word.tag == "ADJ" and word.lemma not in SMALL


def may_invert(sentence: Sentence, subject: Word, *, first: bool) -> bool:
    """Tell whether a verb of saying may come before its subject: only behind what was said."""
    return not first or sentence.text[: subject.start].rstrip()[-1:] in ('"', "”", ",", "'")


def continues_name(left: Word, right: Word) -> bool:
    """Tell whether two names in a row are parts of one."""
    return True


def are_exchangeable(first: Name, second: Name, sentence: Sentence) -> bool:
    """Tell whether two names stand in places of one kind: both after a preposition of place, or neither."""
    words = sentence.words
    before = [words[words.index(name.words[0]) - 1].lemma if name.start else "" for name in (first, second)]
    local = [lemma in LOCAL for lemma in before]
    if any(INITIAL.search(sentence.text[: name.start]) for name in (first, second)):
        return False
    if first.kind != "place" and any(word.lemma in PERSONAL for word in words):
        return False
    ended = {sentence.text[name.stop : name.stop + 1] for name in (first, second)
             if name.stop + 1 < len(sentence.text)}  # fmt: skip
    if "." in ended:
        return False  # an initial, or a title
    if all(name.words[0].lemma in kinds_of_names("en") for name in (first, second)):
        return True
    if first.kind in ("other", "thing") and not acted(sentence, first.stop, second.start):
        return False
    plural = [name.words[-1].text.endswith("s") for name in (first, second)]
    sure = plural[0] == plural[1] or first.kind != "other"
    article = (before[0] == "the") == (before[1] == "the")
    return local[0] == local[1] and sure and article and "all" not in before


def ends_personal(lemma: str) -> bool:
    """Tell nouns of people by their ending."""
    return len(lemma) > 4 and lemma.endswith(PEOPLE)


def is_whole(name: Name, sentence: Sentence) -> bool:
    """Tell whether a name is no part of something longer, and no attribute of a noun."""
    words = sentence.words
    before, after = words.index(name.words[0]) - 1, words.index(name.words[-1]) + 1
    left, right = (words[before] if before >= 0 else None), (words[after] if after < len(words) else None)
    if any(_is_coupled(words, place) for place in (before, after)):
        return False
    if capital(left) or capital(right) or opening(name):
        return False
    return right is None or not (right.tag in ("NOUN", "X", "ADJ", "NUM") or right.lemma == "of")


def acted(sentence: Sentence, start: int, stop: int) -> bool:
    """Tell whether a verb and no mark stands between two places: one name did something to the other."""
    tags = [word.tag for word in sentence.words if start <= word.start < stop]
    return "PUNCT" not in tags and ("VERB" in tags or tags == ["ADP"])


def opening(name: Name) -> bool:
    """Tell whether a name may be a plain plural with the capital letter of the sentence."""
    return (
        name.start == 0 and len(name.words) == 1 and name.kind == "other" and name.words[0].text.endswith("s")
    )


def capital(word: Word | None) -> bool:
    """Tell whether a word beside a name has a capital too and may belong to it."""
    if word is None or not word.start or word.lemma in load("en")["closed"]["NOUN"].split():
        return False
    return word.text[:1].isupper()


def _is_coupled(words: tuple[Word, ...], place: int) -> bool:
    """Tell whether a conjunction joins a name to another, as in "Securities and Exchange Commission"."""
    around = [words[index] for index in (place - 1, place + 1) if 0 <= index < len(words)]
    return (
        0 <= place < len(words)
        and words[place].lemma in ("and", "or", "&")
        and all(word.tag == "PROPN" for word in around)
    )
