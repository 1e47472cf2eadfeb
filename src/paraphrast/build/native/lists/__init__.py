"""Hand-made sets of words: what contrasts, what means the same, what names are of one kind."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from paraphrast.text import Lang, grammar
from paraphrast.text.grammar import kinds_of_names

OPEN = ("NOUN", "ADJ", "VERB", "ADV", "NUM", "ADP")


@cache
def read_lists(lang: Lang) -> dict[str, Any]:
    """Read the lists of a language."""
    return tomllib.loads((files(__package__) / f"{lang}.toml").read_text(encoding="utf-8"))


@cache
def known_words(lang: Lang, tag: str) -> dict[str, str]:
    """Map the lower-cased words of a part of speech that are in the lists; a name to its kind."""
    if tag == "PROPN":
        return kinds_of_names(lang)
    lists = [read_lists(lang)[part].get(tag, []) for part in ("contrast", "synonyms")]
    return {word.lower(): tag for sets in lists for group in sets for word in group.split()}


@cache
def read_contrasts(lang: Lang) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map (tag, lemma) to the words that cannot be true in its place."""
    names = {"PROPN": [group for sets in grammar.load(lang)["names"].values() for group in sets]}
    return _group_members({**read_lists(lang)["contrast"], **names})


@cache
def read_synonyms(lang: Lang) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map (tag, lemma) to the words that mean the same in its place."""
    return _group_members(read_lists(lang)["synonyms"])


def _group_members(sets: dict[str, list[str]]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each member of each set to the other members; an underline stands for a blank."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for tag, groups in sets.items():
        for group in groups:
            members = [word.replace("_", " ") for word in group.split()]
            for word in members:
                others = tuple(other for other in members if other != word)
                found[tag, word.lower()] = found.get((tag, word.lower()), ()) + others
    return found


@cache
def read_readings(lang: Lang) -> dict[str, Any]:
    """Say how many synonym pairs of a language were right when they were read."""
    listed = (files(__package__) / "readings.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(listed).get(lang, {})
    return found
