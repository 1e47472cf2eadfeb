"""English sentences said in another order or another construction."""

from collections.abc import Callable

from paraphrast.text.english.recasting.sentences import recast_sentence
from paraphrast.text.english.recasting.starts import lower_start
from paraphrast.text.sentences import sentences

__all__ = ["governs", "lower_start", "reorder"]


def governs(word: str) -> bool:
    """Say that no word asks the next one for a case: English nouns have none."""
    return False


def reorder(text: str, order: Callable[[str], str], way: int) -> str:
    """Put each sentence into the order of a rule, and what is left of its order into another."""
    for one in reversed(sentences(text, "en")):
        text = text[: one.start] + recast_sentence(order(one.text), way, one.text) + text[one.stop :]
    return text
