"""Exchanging the two sides of a relation: in "from A to B" that changes all, in "A versus B" nothing."""

import re
from collections.abc import Iterator

from paraphrast.text.clauses import Change, Edit, Sentence, edited
from paraphrast.text.grammar import load, words_of


def side_moves(sentence: Sentence) -> Iterator[Change]:
    """Exchange the two sides of a mutual relation."""
    for text in _exchange_sides(sentence, "mutual"):
        yield Change(text, "side-move", True)


def side_swaps(sentence: Sentence) -> Iterator[Change]:
    """Exchange the two sides of a relation that has a direction."""
    for text in () if _is_mutual(sentence) else _exchange_sides(sentence, "one_sided"):
        yield Change(text, "side-swap", False)


def _exchange_sides(sentence: Sentence, name: str) -> Iterator[str]:
    """Find relations by the patterns of a list and exchange what stands on their sides."""
    for pattern in load(sentence.lang)["relations"][name]:
        for match in re.finditer(pattern, sentence.text, re.IGNORECASE):
            apart = match[1].lower() != match[2].lower()
            if apart and all(_is_nameless(sentence, *match.span(side)) for side in (1, 2)):
                yield _exchange_parts(sentence.text, match)


def _is_nameless(sentence: Sentence, start: int, stop: int) -> bool:
    """Tell whether nothing among some characters is of a class that names nothing."""
    touched = [word for word in sentence.words if word.start < stop and start < word.stop]
    inside = [word.tag for word in touched if start <= word.start and word.stop <= stop]
    torn = any(word.tag in words_of(sentence.lang, "tearing") for word in touched)
    return not torn and not any(tag in words_of(sentence.lang, "nameless") for tag in inside)


def _is_mutual(sentence: Sentence) -> bool:
    """Tell whether a sentence has a word that makes its relations mutual."""
    return re.search(load(sentence.lang)["relations"]["both_ways"], sentence.text, re.IGNORECASE) is not None


def _exchange_parts(text: str, match: re.Match[str]) -> str:
    """Write the second side for the first and the other way round."""
    first, second = match[1], match[2]
    if match.start(1) == 0 and second[:1].islower():
        first = first[:1].lower() + first[1:]
    return edited(text, [Edit(*match.span(1), second), Edit(*match.span(2), first)])
