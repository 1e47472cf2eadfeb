"""Insults that a sentence says of somebody: taken out, they would leave a hole."""

from collections.abc import Sequence
from typing import NamedTuple

from paraphrast.models.bundled.tagger import Word
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.table import word_table
from paraphrast.rewrite.words.wording import has_letters, plain_form
from paraphrast.text import Lang
from paraphrast.text.languages import find_language

FEW = 3  # how far before an insult its subject stands


class Said(NamedTuple):
    """The words that go, from the first to the noun, and what politely stands for them."""

    first: int
    noun: int
    text: str


def find_said_of(words: Sequence[Word], run: range, lang: Lang) -> Said | None:
    """Find in a run that goes the noun that is said of a subject, and what politely stands for it."""
    table, predicates = word_table(lang), find_language(lang).predicates
    noun = next((at for at in reversed(run) if has_letters(words[at].text)), None)
    if noun is None or not _is_at_end(words, noun, lang):
        return None
    first = next(
        (at + 1 for at in range(noun, run.start - 1, -1) if not has_letters(words[at].text)), run.start
    )
    while first and plain_form(words[first - 1].text) in table.words("around.utter"):
        first -= 1
    old, before = words[noun].text, [plain_form(word.text) for word in words[:first]]
    label = table.told_of(plain_form(old)) if predicates.is_told(before, old, table) else None
    if not label:
        return None
    label, one = predicates.fit_label(label, before[-FEW:])
    return Said(first, noun, predicates.write_told(old, label, table, one=one))


def find_subject(words: Sequence[Word], run: range, lang: Lang) -> int | None:
    """Find the noun that a run ends with where it begins a clause and the clause goes on about it."""
    noun, after = run.stop - 1, words[run.stop].text if run.stop < len(words) else ""
    opens = run.start == 0 or not has_letters(words[run.start - 1].text)
    person = lexicon.meant(plain_form(words[noun].text), lang) in word_table(lang).words("around.persons")
    begins = find_language(lang).predicates.begins_clause
    return noun if opens and person and begins(plain_form(words[noun].text), after) else None


def says_nothing(text: str, lang: Lang) -> bool:
    """Say whether what comes for an insult says nothing of somebody, or what would be put anyway.

    >>> says_nothing("bad person", "en"), says_nothing("люди", "ru"), says_nothing("вор", "ru")
    (True, True, False)
    """
    table = lexicon.read_lists(lang)["neutral"]["around"]
    return text in ("", *table["persons"].split(), *map(str.strip, table["silent"].split(",")))


def _is_at_end(words: Sequence[Word], noun: int, lang: Lang) -> bool:
    """Say whether a clause ends after a word."""
    after = words[noun + 1].text if noun + 1 < len(words) else ""
    return not has_letters(after) or plain_form(after) in word_table(lang).words("around.after")
