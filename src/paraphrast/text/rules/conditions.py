"""What a rule of clauses may ask of a stretch of a sentence.

Some conditions hold in every language and stand here; those of grammar are in `text/LANGUAGE/conditions.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from paraphrast.text.clauses import Sentence, Word
from paraphrast.text.languages import Lang, find_language

PAIRS = ("“”", "「」", "『』", "（）", "()", "《》", "【】", "[]", "«»", "„“")
APART = frozenset([*",;:()[]—–…，；：（）【】[]", "-", "--", "..."])
BRIEF, SHORT = 12, 4  # words


class Stretch(NamedTuple):
    """Some words of a sentence that stand together."""

    sentence: Sentence
    start: int
    stop: int

    @property
    def words(self) -> tuple[Word, ...]:
        return self.sentence.words[self.start : self.stop]

    @property
    def text(self) -> str:
        some = self.words
        return self.sentence.text[some[0].start : some[-1].stop] if some else ""

    def forms(self) -> Iterator[str]:
        """Give the words in small letters."""
        return (word.text.lower() for word in self.words)


def is_balanced(stretch: Stretch) -> bool:
    """Say whether every bracket and quote that is opened in a stretch is closed in it."""
    text = stretch.text
    pairs = [pair for pair in PAIRS if pair[0] in text or pair[1] in text]
    return text.count('"') % 2 == 0 and (
        not pairs
        or all(text.count(pair[0]) == text.count(pair[1]) for pair in pairs if pair[0] != "„" or "„" in text)
    )


def _is_single(stretch: Stretch) -> bool:
    """Say whether no sign cuts a stretch in two."""
    return not any(word.tag in ("PUNCT", "X", "SYM") and word.text in APART for word in stretch.words)


def _is_unquoted(stretch: Stretch) -> bool:
    """Say whether nothing is quoted in a stretch."""
    return not any(mark in stretch.text for mark in '"“”«»„「」')


def count_words(stretch: Stretch) -> int:
    """Count the words of a stretch without its signs."""
    return sum(word.tag != "PUNCT" for word in stretch.words)


COMMON: Mapping[str, Callable[[Stretch], bool]] = {
    "single": _is_single,
    "unquoted": _is_unquoted,
    "brief": lambda stretch: count_words(stretch) <= BRIEF,
    "short": lambda stretch: count_words(stretch) <= SHORT,
    "two": lambda stretch: count_words(stretch) > 1,
    "named": lambda stretch: any(word.tag in ("NOUN", "PROPN") for word in stretch.words),
    "first": lambda stretch: stretch.start == 0,
}


@cache
def list_conditions(lang: Lang) -> Mapping[str, Callable[[Stretch], bool]]:
    """Give all that can be asked in a language, by name."""
    return {**COMMON, **find_language(lang).conditions.CONDITIONS}
