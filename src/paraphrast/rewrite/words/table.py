"""What our lexicon says for words, as grammar asks for it."""

import re
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.neutral import say_politely
from paraphrast.rewrite.words.paradigms import join_rows
from paraphrast.text import Lang, Token, tags
from paraphrast.text.word_table import NOTHING


class RudeWords:
    """The lexicon of a language as a table of words: rude ones may not stay."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def meant(self, word: str) -> str | None:
        """Say what a lower-case word means politely."""
        return lexicon.meant(word, self.lang)

    def substitute(self, word: str) -> str | None:
        """Give the neutral word in the form of a rude one."""
        return say_politely(Token(word, 0, len(word)), self.lang)

    def told_of(self, noun: str) -> str | None:
        """Say what an insult tells of somebody; where it only means a person, that it is a bad one.

        >>> [word_table("ru").told_of(noun) for noun in ("идиоты", "мудак", "пиздец", "стол")]
        ['неумный человек', 'плохой человек', 'ужас', None]
        >>> word_table("en").told_of("morons"), word_table("en").told_of("asshole")
        ('unwise person', 'bad person')
        """
        said = next((said for said, form in read_sayings(self.lang) if form.fullmatch(noun)), None)
        meant = lexicon.meant(noun, self.lang)
        if said or not meant or not meant.isalpha():
            return said
        if meant in self.words("around.persons"):
            careless = self.pattern("around.careless").match(noun)
            return (
                meant if careless else f"{lexicon.read_lists(self.lang)['neutral']['around']['bad']} {meant}"
            )
        return meant if [one.text for one in tags(meant, self.lang)] == ["NOUN"] else None

    def unwanted(self, text: str) -> list[Token]:
        """Find the rude words, mild ones too."""
        return lexicon.find_rude(text, self.lang, mild=True)

    def words(self, name: str) -> frozenset[str]:
        """Give the words of a list of the lexicon: its table and its name, with a stop between."""
        return listed_words(self.lang, name)

    def pattern(self, name: str) -> re.Pattern[str]:
        """Join the rows of a list of the lexicon into an expression."""
        return listed_pattern(self.lang, name)


@cache
def word_table(lang: Lang) -> RudeWords:
    """Give the table of a language."""
    return RudeWords(lang)


@cache
def listed_words(lang: Lang, name: str) -> frozenset[str]:
    """Read the words of a list; there may be none."""
    table, _, row = name.partition(".")
    return frozenset(lexicon.read_lists(lang)["neutral"].get(table, {}).get(row, "").split())


@cache
def listed_pattern(lang: Lang, name: str) -> re.Pattern[str]:
    """Join the rows of a list; without rows nothing fits."""
    table, _, row = name.partition(".")
    rows = lexicon.read_lists(lang)["neutral"].get(table, {}).get(row, "")
    return re.compile(join_rows(rows, lang)) if rows.split() else NOTHING


@cache
def read_sayings(lang: Lang) -> list[tuple[str, re.Pattern[str]]]:
    """Read what is politely said of somebody for which insults."""
    table = lexicon.read_lists(lang)["neutral"]["said_of"]
    return [(said, re.compile(join_rows(some, lang))) for said, some in table.items()]
