"""Russian sentences said in another order or another construction."""

from collections.abc import Callable

from paraphrast.text.russian.pieces import PREPOSITIONS
from paraphrast.text.russian.recasting.sentences import recast_sentence
from paraphrast.text.russian.starts import lower_start
from paraphrast.text.sentences import sentences

__all__ = ["governs", "lower_start", "reorder"]


def reorder(text: str, order: Callable[[str], str], way: int) -> str:
    """Put each sentence into the order of a rule, and what is left of its order into another."""
    for one in reversed(sentences(text, "ru")):
        text = text[: one.start] + recast_sentence(order(one.text), way, one.text) + text[one.stop :]
    return text


def governs(word: str) -> bool:
    """Say whether a word asks the next one for a case.

    >>> governs("над"), governs("дом")
    (True, False)
    """
    return word in PREPOSITIONS
