"""Russian morphology through pymorphy3: what a word can be."""

from functools import cache
from typing import Any


@cache
def analyser() -> Any:
    """Load pymorphy3 with its Russian dictionary, once."""
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")
