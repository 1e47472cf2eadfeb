"""Other word order: what may move without a change of meaning, and swaps that only look like that."""

from collections.abc import Iterator

from paraphrast.build.native.order import chinese, english, russian
from paraphrast.build.native.sentence import Change, Sentence

__all__ = ["reorderings"]

LANGUAGES = {"ru": russian.reorderings, "en": english.reorderings, "zh": chinese.reorderings}


def reorderings(sentence: Sentence) -> Iterator[Change]:
    """Write a sentence in other orders: kinds "reorder" (the same meaning) and "reorder-swap" (another)."""
    return LANGUAGES[sentence.lang](sentence)
