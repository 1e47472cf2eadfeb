"""Chinese words have no other forms: the dictionary form is the simplified one."""

from functools import lru_cache

from paraphrast.text.chinese.simplified import simplify
from paraphrast.text.lemmas import REMEMBERED


@lru_cache(REMEMBERED)
def lemma(word: str) -> str:
    """Write the word in simplified characters: Chinese words have no other forms."""
    return simplify(word).lower()


def bases(word: str) -> frozenset[str]:
    """List what a word may be a form of: the one dictionary form that is known."""
    return frozenset([lemma(word)])
