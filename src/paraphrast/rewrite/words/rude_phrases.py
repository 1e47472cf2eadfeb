"""Rude phrases, and what is meant by them: rules over words, or where a language has none, expressions.

A language has `rules/LANG/rude/TABLE.rules` (read by `text.rules.idioms`), or rows of `[neutral.TABLE]` in
its lexicon, which are regular expressions over characters: so far English and Chinese.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.compounds import drop_rude_beginnings
from paraphrast.rewrite.words.paradigms import join_rows
from paraphrast.text import Lang, Token
from paraphrast.text.capitals import like
from paraphrast.text.rules import IdiomBook, find_idioms, put_meaning, read_idioms, say_idioms, shape_words
from paraphrast.text.substitution import exchange_word

Table: TypeAlias = Literal["misspelt", "phrases", "harsh", "spelling"]
TABLES: tuple[Table, ...] = ("misspelt", "phrases", "harsh", "spelling")  # said in this order
SHAPED = re.compile(
    r"\{(\d):([^{}]+)\}"
)  # {1:word}: a word in the form of a group; {1:accs}: a group in a case


class Taken(NamedTuple):
    """What a rule or a row takes of a text, what it says, and which it is; a rule has its file and line."""

    table: str
    rule: str
    place: str | None
    old: str
    new: str


@lru_cache(1_000)  # each way to a neutral text asks
def say_phrases(text: str, lang: Lang) -> str:
    """Say the rude phrases of a text as they are meant.

    >>> say_phrases("Мне по хуй", "ru"), say_phrases("Why the hell not?", "en")
    ('Мне все равно', 'Why not?')
    """
    return say_sure_words(trace_phrases(text, lang)[0], lang)


def trace_phrases(text: str, lang: Lang) -> tuple[str, list[Taken]]:
    """Say the rude phrases of a text, and list what took which."""
    text, taken = drop_rude_beginnings(lexicon.unmask_text(text, lang), lang), list[Taken]()
    for table in TABLES:
        for row, (pattern, said) in lexicon.list_expressions(lang, table):
            match = pattern.search(lexicon.fold_letters(text))
            if match:
                taken.append(Taken(table, row, None, match[0], _write_meaning(match, said, lang)))
                text = _say_expression(text, pattern, said, lang)
        text, meant = say_idioms(text, read_book(lang, table))
        taken += [Taken(table, one.rule.id, one.rule.place, one.old, one.new) for one in meant]
    return text, taken


def say_sure_words(text: str, lang: Lang) -> str:
    """Say at once each rude word that can mean one thing only, with what goes with it.

    >>> say_sure_words("Эта морда заебала", "ru"), say_sure_words("Это дело надоело", "ru")
    ('Это лицо надоело', 'Это дело надоело')
    """
    sure = lexicon.read_lists(lang)["neutral"].get("sure", "").split()
    for one in reversed(list(lexicon.LETTERS.finditer(text))):
        said = lexicon.meant(one[0].lower(), lang)
        if said and said in sure:
            new = like(one[0], said[1:] if said.startswith("=") else shape_words(one[0], said, lang))
            text = exchange_word(text, Token(one[0], *one.span()), new, lang)
    return text


def _say_expression(text: str, phrase: re.Pattern[str], said: str, lang: Lang) -> str:
    """Say what an expression takes of a text otherwise, whether it has ё or е."""
    for match in reversed(list(phrase.finditer(lexicon.fold_letters(text)))):
        text = put_meaning(text, match.start(), match.end(), _write_meaning(match, said, lang))
    return text


def _write_meaning(match: re.Match[str], said: str, lang: Lang) -> str:
    """Write what a phrase means, with words in the form that its groups have or ask for."""
    return SHAPED.sub(lambda one: shape_words(match[int(one[1])] or "", one[2], lang), match.expand(said))


def has_rude_phrase(text: str, lang: Lang) -> bool:
    """Say whether a text has a rude phrase.

    >>> [has_rude_phrase(text, "en") for text in ("Why the hell not?", "Hell is hot")]
    [True, False]
    """
    return next(_find_in(text, lang, "phrases"), None) is not None


def find_phrases(text: str, lang: Lang, *tables: Table) -> list[Token]:
    """List the phrases of some tables in a text, each where it stands; as a rule the rude and the harsh.

    >>> find_phrases("张三，关你屁事", "zh"), find_phrases("Ну и хрен с ним", "ru")
    ([Token(text='关你屁事', start=3, stop=7)], [Token(text='Ну и хрен с ним', start=0, stop=15)])
    """
    return [one for table in tables or ("phrases", "harsh") for one in _find_in(text, lang, table)]


def _find_in(text: str, lang: Lang, table: Table) -> Iterator[Token]:
    """Yield what the phrases of a table take of a text."""
    plain = lexicon.fold_letters(text)
    for _, (phrase, _) in lexicon.list_expressions(lang, table):
        yield from (Token(one[0], *one.span()) for one in phrase.finditer(plain))
    for one in find_idioms(text, read_book(lang, table)):
        yield Token(one.old, one.start, one.stop)


@cache
def read_book(lang: Lang, table: Table) -> IdiomBook:
    """Read the rules of a table; a language may have none. They know the words that mean something rudely."""
    name = f"{lang}/rude/{table}.rules"
    known = lexicon.read_lists(lang)["neutral"].get("roots", {}).items()
    tests = {said: _make_test(rows, lang) for said, rows in known if said.isalpha()}
    return read_idioms(files("paraphrast.rewrite") / "rules" / name, name, lang, tests)


def _make_test(rows: str, lang: Lang) -> Callable[[str], bool]:
    """Make a test whether a word is one of some rows; the same words come again and again."""
    pattern = re.compile(join_rows(rows, lang))
    return lru_cache(50_000)(lambda word: pattern.fullmatch(word) is not None)
