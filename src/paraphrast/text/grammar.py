"""Lists that a sentence is read by: closed classes, names and what they name, phrases of time, relations."""

import tomllib
from functools import cache
from typing import Any

from paraphrast.text.languages import Lang, find_language


@cache
def load(lang: Lang) -> dict[str, Any]:
    """Read the lists of a language."""
    return tomllib.loads(find_language(lang).list_file("grammar.toml").read_text(encoding="utf-8"))


@cache
def words_of(lang: Lang, name: str) -> frozenset[str]:
    """Give the words of one of the lists of the grammar."""
    return frozenset(load(lang)["grammar"][name].split())


@cache
def kinds_of_names(lang: Lang) -> dict[str, str]:
    """Map lower-cased names to what they name."""
    groups = load(lang)["names"].items()
    return {word.lower(): kind for kind, sets in groups for group in sets for word in group.split()}


def two_sides(lang: Lang, name: str = "sides") -> list[tuple[str, str]]:
    """List the words that say the same from two sides."""
    return [(group.split()[0], group.split()[1]) for group in load(lang)["converse"][name]]
