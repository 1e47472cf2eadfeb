"""Hand-made sets of words: what contrasts, what means the same, what names are of one kind."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from paraphrast.text import Lang

OPEN = ("NOUN", "ADJ", "VERB", "ADV", "NUM", "ADP")


@cache
def load(lang: Lang) -> dict[str, Any]:
    """Read the lists of a language."""
    return tomllib.loads((files(__package__) / f"{lang}.toml").read_text(encoding="utf-8"))


@cache
def known(lang: Lang, tag: str) -> dict[str, str]:
    """Map the lower-cased words of a part of speech that are in the lists; a name to its kind."""
    if tag == "PROPN":
        groups = load(lang)["names"].items()
        return {word.lower(): kind for kind, sets in groups for group in sets for word in group.split()}
    lists = [load(lang)[part].get(tag, []) for part in ("contrast", "synonyms")]
    return {word.lower(): tag for sets in lists for group in sets for word in group.split()}


@cache
def contrasts(lang: Lang) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map (tag, lemma) to the words that cannot be true in its place."""
    names = {"PROPN": [group for sets in load(lang)["names"].values() for group in sets]}
    return grouped({**load(lang)["contrast"], **names})


@cache
def same(lang: Lang) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map (tag, lemma) to the words that mean the same in its place."""
    return grouped(load(lang)["synonyms"])


@cache
def marked(lang: Lang, name: str) -> frozenset[str]:
    """Give the words of one of the grammar's lists."""
    return frozenset(load(lang)["grammar"][name].split())


def grouped(sets: dict[str, list[str]]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each member of each set to the other members; an underline stands for a blank."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for tag, groups in sets.items():
        for group in groups:
            members = [word.replace("_", " ") for word in group.split()]
            for word in members:
                others = tuple(other for other in members if other != word)
                found[tag, word.lower()] = found.get((tag, word.lower()), ()) + others
    return found
