"""Other word order: what may move without a change of meaning, and swaps that only look like that."""

from collections.abc import Iterator

from paraphrast.text.clauses import Change, Sentence
from paraphrast.text.languages import find_language


def list_orders(sentence: Sentence) -> Iterator[Change]:
    """Write a sentence in other orders: kinds "reorder" (the same meaning) and "reorder-swap" (another)."""
    return find_language(sentence.lang).order.reorderings(sentence)


def move_time(sentence: Sentence) -> Iterator[Change]:
    """Move a phrase of time from the head to the end, or from the end to the head: the meaning stays."""
    made = find_language(sentence.lang).order.move_time(sentence.text)
    if made:
        yield Change(made, "adverbial-move", True)
