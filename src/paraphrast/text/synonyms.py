"""Words that mean nearly the same, from two lexicons a language that share no pair.

A generator of disguised text and the detector that must find it may not use the same lexicon, or the test
would be of the lexicon: each takes another one. Sources and licences are in cards/synonyms.md.
"""

import gzip
from collections.abc import Mapping
from functools import cache

from paraphrast.errors import unknown
from paraphrast.text.capabilities import LanguageLacks
from paraphrast.text.languages import Lang, find_language
from paraphrast.text.lemmas import lemma

Entries = dict[str, list[str]]
NAMES = ("main", "other")


def synonyms(word: str, lang: Lang, tag: str | None = None, *, lexicon: str = "main") -> list[str]:
    """List dictionary forms that can stand for a word, the likeliest first; a universal tag narrows them
    down.

    >>> synonyms("скорый", "ru")[:2], synonyms("begin", "en", "VERB")[:2]
    (['быстрый', 'стремительный'], ['start', 'commence'])
    >>> synonyms("купить", "ru", "NOUN")
    []
    """
    entries = read(lang, lexicon)
    found = entries.get(word) or entries.get(lemma(word, lang)) or {}
    chosen = [found.get(tag, [])] if tag else found.values()
    return list(dict.fromkeys(other for members in chosen for other in members))


def lexicons(lang: Lang) -> list[str]:
    """List the lexicons of a language.

    >>> lexicons("ru")
    ['main', 'other']
    """
    language = find_language(lang)
    return [name for name in NAMES if language.list_file(f"synonyms.{name}.gz").is_file()]


@cache
def read(lang: Lang, name: str) -> Mapping[str, Entries]:
    """Read a lexicon that ships with the package."""
    if not (known := lexicons(lang)):
        raise LanguageLacks(f"{find_language(lang).title} has no synonyms: no lexicon of it ships")
    if name not in known:
        raise unknown("lexicon", name, known)
    return load(find_language(lang).list_file(f"synonyms.{name}.gz").read_bytes())


def dump(lexicon: Mapping[str, Mapping[str, list[str]]]) -> bytes:
    """Write a lexicon, a line for each word and part of speech."""
    lines = [
        "\t".join([word, tag, *members])
        for word, entries in sorted(lexicon.items())
        for tag, members in entries.items()
        if members
    ]
    return gzip.compress("\n".join(lines).encode(), mtime=0)


def load(data: bytes) -> dict[str, Entries]:
    """Read what `dump` wrote."""
    found: dict[str, Entries] = {}
    for line in gzip.decompress(data).decode().splitlines():
        word, tag, *members = line.split("\t")
        found.setdefault(word, {})[tag] = members
    return found
