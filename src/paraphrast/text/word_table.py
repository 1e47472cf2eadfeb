"""What a job has decided to say for words: grammar asks such a table, and knows no list of words itself."""

import re
from typing import Protocol

from paraphrast.text.tokens import Token

NOTHING = re.compile(r"(?!)")


class WordTable(Protocol):
    """What comes for which words, and which of them may not stay."""

    def __hash__(self) -> int: ...

    def meant(self, word: str) -> str | None:
        """Give what a lower-case word means: a dictionary form, or after "=" words that come as they are."""

    def substitute(self, word: str) -> str | None:
        """Give what comes for a word, in its form."""

    def told_of(self, noun: str) -> str | None:
        """Give what a noun tells of somebody of whom it is said, after "=" what it tells of many."""

    def unwanted(self, text: str) -> list[Token]:
        """Find the words that may not stay."""

    def words(self, name: str) -> frozenset[str]:
        """Give the words of a list; there may be none."""

    def pattern(self, name: str) -> re.Pattern[str]:
        """Join the rows of a list into an expression; where there is no such list, it fits nothing."""


class NoWords:
    """A table that says nothing of any word."""

    def meant(self, word: str) -> str | None:
        return None

    def substitute(self, word: str) -> str | None:
        return None

    def told_of(self, noun: str) -> str | None:
        return None

    def unwanted(self, text: str) -> list[Token]:
        return []

    def words(self, name: str) -> frozenset[str]:
        return frozenset()

    def pattern(self, name: str) -> re.Pattern[str]:
        return NOTHING


NO_WORDS = NoWords()
