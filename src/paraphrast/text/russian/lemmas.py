"""Russian dictionary forms, by pymorphy3: of several readings the commonest wins."""

import re
from functools import lru_cache

from paraphrast.text.lemmas import REMEMBERED
from paraphrast.text.russian.morphology import likeliest, parsed

CYRILLIC = re.compile(r"[\u0400-\u052f]")


@lru_cache(REMEMBERED)
def lemma(word: str) -> str:
    """Ask pymorphy3."""
    if not word[-1:].isalpha() or not CYRILLIC.search(word):
        return word.lower()
    form: str = likeliest(word.lower()).normal_form
    return form


def bases(word: str) -> frozenset[str]:
    """List the dictionary forms that a word may belong to.

    >>> sorted(bases("стали"))
    ['сталь', 'стать']
    """
    return frozenset(one.normal_form for one in parsed(word.lower()))
