"""Signs of domain knowledge in a pair (table 9 of PARADE): terms, acronyms, numbers, inference, examples."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from paraphrast.identify.differences import Difference
from paraphrast.text.languages import Lang

NUMBER = re.compile(r"\d|[=<>≤≥≠±×÷√∑∫]|[\w)]\s*[*/^+]\s*[\w(]|\w\[\w+\]")
LOW = 0.15  # stems in common below which saying "the same" takes an inference


@cache
def examples(lang: Lang) -> re.Pattern[str]:
    """Compile what gives an example away in a language; nothing where the list has none."""
    text = (files("paraphrast.identify") / "lists" / "examples.toml").read_text(encoding="utf-8")
    return re.compile(tomllib.loads(text).get(lang, r"(?!)"), re.IGNORECASE)


@cache
def listed(name: str) -> frozenset[str]:
    """Give a list of this folder: computing terms, or acronyms."""
    text = (files("paraphrast.identify") / "lists" / f"{name}.txt").read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def phenomena(difference: Difference, jaccard: float, *, terms: frozenset[str] | None = None) -> list[str]:
    """List the phenomena of a pair; terms are those given, or the list of computing terms that ships."""
    known = listed("terms") if terms is None else terms
    words = [word for side in difference.only for word in side]
    found = []
    if any(word.lemma in known or word.text.lower() in known for word in words):
        found.append("terminology")
    if any(_is_acronym(word.text) for side in difference.content for word in side):
        found.append("acronyms")
    if NUMBER.search(difference.pair.a) or NUMBER.search(difference.pair.b):
        found.append("numbers")
    if jaccard < LOW:
        found.append("inference")
    pattern = examples(difference.lang)
    if any(pattern.search(text) for text in (difference.pair.a, difference.pair.b)):
        found.append("examples")
    return found


def _is_acronym(word: str) -> bool:
    """Say whether a word is an acronym: capitals among others, or a known one in any case.

    >>> _is_acronym("TCP"), _is_acronym("cpu"), _is_acronym("США"), _is_acronym("cat")
    (True, True, True, False)
    """
    return bool(re.fullmatch(r"[A-ZА-ЯЁ]{2,6}s?", word)) or word.lower() in listed("acronyms")
