"""Rows of the lexicon as patterns: `~` in a row stands for all forms of the word that it spells."""

import re
from functools import cache
from os.path import commonprefix

from paraphrast.errors import DataError
from paraphrast.text import Lang, list_forms

CHOICE = re.compile(r"\(\?:([^()|]*)(?:\|[^()]*)?\)")
CLASS = re.compile(r"\[(.)[^\]]*\]")
REPEATED = re.compile(r"\\w(?:[*+?]|\{[^}]*\})?|[*+?]")


@cache
def row_pattern(row: str, lang: Lang) -> str:
    """Give the regular expression of a row; behind `~` stands the rest of a word in its dictionary form.

    >>> row_pattern("muppets?", "en"), row_pattern("~muppet", "en")
    ('muppets?', 'muppet(?:|s|ed|ing)')
    >>> [bool(re.fullmatch(row_pattern("(?:по|за)?~хрюкать", "ru"), word)) for word in ("захрюкает", "хряк")]
    [True, False]
    """
    before, sign, rest = row.partition("~")
    if not sign:
        return row
    start = _spell_one(before)
    forms = list_forms(start + rest, lang)
    if not forms or not all(form.startswith(start) for form in forms):
        raise DataError(f"{row!r}: {start + rest!r} has no forms that begin with {start!r}; write them out")
    return before + _join_forms([form[len(start) :] for form in forms])


def join_rows(rows: str, lang: Lang) -> str:
    """Join rows, which stand between spaces, into one expression."""
    return "|".join(row_pattern(row, lang) for row in rows.split())


def _join_forms(forms: list[str]) -> str:
    """Join the forms of a word behind what they all begin with.

    >>> _join_forms(["cat", "cats"])
    'cat(?:|s)'
    """
    start = commonprefix(forms)  # noqa: RUF071 (no paths)
    return f"{start}(?:{'|'.join(form[len(start) :] for form in forms)})"


def _spell_one(pattern: str) -> str:
    """Spell the first word that fits a pattern, what repeats once or not at all.

    >>> _spell_one("(?:по|за)?[еи]бан+"), _spell_one("\\\\w*жоп")
    ('поебан', 'жоп')
    """
    while (shorter := CHOICE.sub(r"\1", pattern)) != pattern:
        pattern = shorter
    return REPEATED.sub("", CLASS.sub(r"\1", pattern))
