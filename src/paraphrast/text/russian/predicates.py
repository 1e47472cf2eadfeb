"""What a Russian noun tells of somebody, and how something else is told in its place."""

from collections.abc import Sequence
from functools import lru_cache

from paraphrast.text.capitals import like
from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import (
    agree,
    decent,
    inflected,
    nominative,
    parsed,
    part,
    predicative,
    tells,
)
from paraphrast.text.word_table import NO_WORDS, WordTable

VERBS = {"VERB", "INFN", "GRND", "PRTS"}
SINGLE, MANY = {"я", "ты", "он", "она"}, {"мы", "вы", "они"}  # subjects
HERSELF = {"она", "ты", "же", "просто", "такая", "сама", "та", "и", "-", "–", "—"}  # of a woman who is named
HERS = {"он": "она", "его": "ее", "ему": "ей", "него": "нее", "нему": "ней", "ним": "ней", "нем": "ней"}
WOMEN = ("женщина", "девушка")
OF_MANY = "="  # a label that begins so is told of many


def is_told(before: Sequence[str], noun: str, table: WordTable) -> bool:
    """Say whether a subject or a copula stands before a noun, maybe with small words between.

    What is exclaimed is told of a woman only where she is named right before.
    """
    words = list(before)
    while words and words[-1] in table.words("around.passed"):
        words.pop()
    last, low = words[-1] if words else "", noun.lower().replace("ё", "е")
    if low in table.words("around.oaths") and before[-1:] and before[-1] not in HERSELF:
        return False
    clause = words[max((at + 1 for at, word in enumerate(words) if not spells(word)), default=0) :]
    shown = clause == ["это"]  # not "at this"
    still = not any(part(word) in VERBS for word in clause)
    thing = table.meant(low) == "ерунда" and any(map(_is_noun_first, clause))
    named = still and (thing or (part(last) == "NOUN" and nominative(last)))
    if not nominative(low):
        return lemma(last, "ru") in table.words("around.copulas") and number_in_case(noun, "ablt", "") != ""
    return last in table.words("around.subjects") or shown or named


def begins_clause(noun: str, after: str) -> bool:
    """Say whether a noun may be the subject of the verb, or of the rest, that follows it."""
    return nominative(noun) and spells(after) and (tells(after) or part(after) == "PREP")


def fit_label(label: str, near: Sequence[str]) -> tuple[str, bool]:
    """Give what is told as its subject asks for, a man or many, and whether that is surely one.

    >>> fit_label("плохой женщина", ["он"]), fit_label("плохой человек", ["они"])
    (('плохой человек', True), ('=плохой люди', False))
    """
    label = label.replace("женщина", "человек") if "он" in near else label
    if any(word in MANY or _is_noun_first(word, "plur") for word in near) and label.endswith("человек"):
        label = f"{OF_MANY}{label.replace('человек', 'люди')}"
    return label, not SINGLE.isdisjoint(near)


def write_told(old: str, label: str, table: WordTable = NO_WORDS, *, one: bool = False) -> str:
    """Write what is told of somebody where a noun told something else; of many after "=", unless of one.

    >>> write_told("мрази", "плохой человек"), write_told("козлом", "плохой человек")
    ('плохие люди', 'плохим человеком')
    >>> write_told("Быдло", "=плохой люди"), write_told("быдло", "=плохой люди", one=True)
    ('Плохие люди', 'плохой человек')
    """
    if " " not in label and (alike := predicative(old, label)):
        return alike
    many = label.startswith(OF_MANY) and not one
    by = "ablt" if not nominative(old) else "nomn"
    number = "plur" if many else number_in_case(old, by)
    *before, head = label.removeprefix(OF_MANY).split()
    head = inflected("человек" if head == "люди" and not many else head, frozenset({by, number})) or head
    return like(old, " ".join([*(agree(one, head) or one for one in before), head]))


def write_fixed(old: str, new: str, table: WordTable) -> str:
    """Give words that come as they are, a pronoun in the gender of whom the old word means."""
    return HERS.get(new, new) if table.meant(old.lower().replace("ё", "е")) in WOMEN else new


def complete(old: str, new: str, table: WordTable) -> str:
    """Give nothing: a Russian adjective tells enough where a noun stood."""
    return ""


def spells(word: str) -> bool:
    """Say whether a word has a letter or a digit."""
    return any(map(str.isalnum, word))


def _is_noun_first(word: str, number: str = "") -> bool:
    """Say whether a word is first of all a noun in the nominative, of a number if one is named."""
    tag = parsed(word)[0].tag
    return bool(tag.POS == "NOUN" and tag.case == "nomn" and number in ("", str(tag.number)))


@lru_cache(4096)
def number_in_case(word: str, case: str, otherwise: str = "sing") -> str:
    """Give the number of a noun in a case, or something else where it has none there."""
    readings = [one.tag for one in parsed(decent(word.lower())) if one.tag.case == case]
    return next((str(tag.number) for tag in readings if tag.POS == "NOUN"), otherwise)
