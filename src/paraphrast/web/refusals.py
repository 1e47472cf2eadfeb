"""What the server refuses, in the reader's language.

The package says why in English, as the command line shows it. The English table has the same sentences, with
slots for what they quote, so that a sentence finds its key and the key gives it in the other languages.
"""

from __future__ import annotations

import re
from functools import cache

from fastapi import Request

from paraphrast.text.languages import FALLBACK
from paraphrast.web.context import language, strings

PREFIX = "refused-"
LONGEST = 1000  # what a visitor sent is quoted in it, and looking for slots in a long text is slow


@cache
def sentences() -> dict[str, re.Pattern[str]]:
    """Give the pattern of each refusal, by its key; the first letter and the full stop do not count."""
    made = {}
    for key, text in strings(FALLBACK).items():
        if key.startswith(PREFIX):
            parts = re.split(r"\{(\w+)\}", text.removesuffix("."))
            found = [f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)]
            made[key] = re.compile("".join(found), re.IGNORECASE | re.DOTALL)
    return made


def find(message: str) -> tuple[str, dict[str, str]] | None:
    """Give the key of an English refusal and what fills its slots.

    >>> find("the name 'анна' is taken")
    ('refused-name-taken', {'name': "'анна'"})
    """
    for key, pattern in sentences().items():
        if found := pattern.fullmatch(message):
            return key, found.groupdict()
    return None


def translated(message: str, lang: str) -> str | None:
    """Give a refusal in this language, or nothing where the table does not have it.

    >>> translated("votes.csv, line 3: item 'x' comes twice", "ru")
    "votes.csv, строка 3: Элемент 'x' встречается дважды."
    """
    if found := find(message):
        key, slots = found
        if "reason" in slots:
            slots["reason"] = translated(slots["reason"], lang) or slots["reason"]
        return strings(lang)[key].format(**slots)
    place, colon, reason = message.partition(": ")
    told = translated(reason, lang) if colon else None
    return f"{place}: {told}" if told else None


def refusal(request: Request, message: object) -> str:
    """Say in the visitor's language why something was refused; what a parser says is quoted as it is."""
    lang, said = language(request), str(message)[:LONGEST]
    return translated(said, lang) or strings(lang)["not-taken"].format(reason=said)
