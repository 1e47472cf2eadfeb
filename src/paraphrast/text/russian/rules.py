"""Russian rules: words with blanks between them, put into another's form where that form is sure."""

from collections.abc import Sequence

from paraphrast.text.rules.linting import guards_words as guards
from paraphrast.text.rules.matching import find_apart as find
from paraphrast.text.rules.reading import Way
from paraphrast.text.rules.writing import Word
from paraphrast.text.russian.morphology import gender, inflected, parsed, part, surely

__all__ = ["find", "guards", "items", "shape"]


def items(way: str) -> Way:
    """Cut a way into its words, with е for ё."""
    return tuple(way.replace("ё", "е").split())


def shape(there: Sequence[Word], at: int, by: str) -> str | None:
    """Put a word into the form of the word that stands there."""
    after = there[at + 1].token.text if at + 1 < len(there) else ""
    return _shaped_like(there[at].token.text.lower(), by, after=after.lower())


def _shaped_like(old: str, by: str, *, after: str = "") -> str | None:
    """Put a word into the form of another, only where that form is sure, and of the same gender.

    >>> _shaped_like("врачом", "доктор"), _shaped_like("машине", "автомобиль")
    ('доктором', None)
    >>> _shaped_like("большой", "крупный"), _shaped_like("большой", "крупный", after="реки")
    ('крупный', 'крупной')
    """
    if old.endswith("ой") and part(old) == "ADJF" and after and parsed(after)[0].tag.gender == "femn":
        return inflected(by, frozenset({"ADJF", "femn", "gent"}))
    new = surely(old, by)
    return new if new and gender(old) == gender(new) else None
