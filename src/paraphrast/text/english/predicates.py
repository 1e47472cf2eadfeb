"""What an English noun tells of somebody, and how something else is told in its place."""

from collections.abc import Sequence

from paraphrast.text.capitals import like
from paraphrast.text.inflection import replaced
from paraphrast.text.tags import tags
from paraphrast.text.word_table import NO_WORDS, WordTable

NOBODY = {"he", "she", "him", "her"}  # an insult names no gender


def is_told(before: Sequence[str], noun: str, table: WordTable) -> bool:
    """Say whether a copula stands before a noun, maybe with small words between."""
    words = list(before)
    while words and words[-1] in table.words("around.passed"):
        words.pop()
    return bool(words) and words[-1] in table.words("around.subjects")


def begins_clause(noun: str, after: str) -> bool:
    """Say no: an English noun that begins a clause does not show it."""
    return False


def fit_label(label: str, near: Sequence[str]) -> tuple[str, bool]:
    """Give what is told as it is: the old noun has the number."""
    return label, False


def write_told(old: str, label: str, table: WordTable = NO_WORDS, *, one: bool = False) -> str:
    """Write what is told of somebody where a noun told something else, in its number.

    >>> write_told("Morons", "unwise person"), write_told("trash", "bad")
    ('Unwise people', 'bad')
    """
    *before, head = label.split()
    new = " ".join([*before, replaced(old.lower(), head, "en") or head])
    return like(old, new + complete(old, new, table)).removesuffix(" one")


def write_fixed(old: str, new: str, table: WordTable) -> str:
    """Give words that come as they are, with the noun that they need."""
    return "that person" if new in NOBODY else new + complete(old, new, table)


def complete(old: str, new: str, table: WordTable) -> str:
    """Give the noun that an adjective lacks where a noun stood."""
    if [[one.text for one in tags(word.lower(), "en")] for word in (old, new)] != [["NOUN"], ["ADJ"]]:
        return ""
    return " person" if table.meant(old.lower()) == "person" else " one"
