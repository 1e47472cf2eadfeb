"""The lists behind the changes, and how a new word takes on the looks of the old one."""

import re
from functools import cache

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token


def lines(name: str, lang: Lang) -> list[str]:
    """Read the lines of a list, without its remarks."""
    text = find_language(lang).list_file("edits").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def groups(name: str, lang: Lang) -> dict[str, list[str]]:
    """Say for each word of a list which words may stand for it."""
    found: dict[str, list[str]] = {}
    for line in lines(name, lang):
        words = line.split()
        for word in words:
            found.setdefault(word, []).extend(other for other in words if other != word)
    return found


@cache
def pairs(name: str, lang: Lang) -> dict[str, str]:
    """Read a list of two columns, both ways round."""
    found: dict[str, str] = {}
    for line in lines(name, lang):
        one, other = line.split("\t")
        found |= {one: other, other: one}
    return found


def like(new: str, old: str) -> str:
    """Write a word as the old one was written: capitalised, in capitals, or small.

    >>> like("крупный", "Большой"), like("крупный", "БОЛЬШОЙ"), like("U.S.", "United States")
    ('Крупный', 'КРУПНЫЙ', 'U.S.')
    """
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def abbreviations(text: str, lang: Lang) -> list[Token]:
    """List full forms that could be shortened and abbreviations that could be written out."""
    table = pairs("abbreviations", lang)
    found = []
    for match in _either(lang).finditer(text):
        new = table.get(match[0]) or table.get(match[0].lower())
        if new:
            found.append(
                Token(like(new, match[0]) if new.islower() or new[0].islower() else new, *match.span())
            )
    return found


@cache
def _either(lang: Lang) -> re.Pattern[str]:
    """Compile what finds any full form or abbreviation that stands by itself."""
    forms = sorted(pairs("abbreviations", lang), key=len, reverse=True)
    body = "|".join(re.escape(form) for form in forms)
    whole = rf"(?<![\w-])(?:{body})(?![\w-])" if find_language(lang).spaced else body
    return re.compile(whole, re.IGNORECASE)
