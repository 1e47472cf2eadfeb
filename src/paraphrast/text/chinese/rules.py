"""Chinese rules: turns between the borders of words; long ones anywhere, as words are often cut wrongly."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from paraphrast.text.entities import Entity
from paraphrast.text.rules.matching import Found
from paraphrast.text.rules.reading import ANY, Rule, RuleBook, Way
from paraphrast.text.rules.writing import Word
from paraphrast.text.words import words

Spans: TypeAlias = list[tuple[int, int]]
SURE = 5  # characters of a Chinese phrase that is found across the borders of words


def find(text: str, book: RuleBook, closed: Sequence[Entity]) -> Iterator[Found]:
    """Find turns between the borders of words; long ones anywhere, as words are often cut wrongly.

    An entity may lie within what a turn spells out or leaves as it is, if it comes out of it again: the
    tagger takes the town in 这座城市 for a place. Of a number its first character will do: 两个小时, 两小时.
    """
    places = words(text, "zh")
    starts, stops = {one.start for one in places}, {one.stop for one in places}
    for match, rule in _find_turns(text, book):
        sure = len(rule.old) == 1 and len(rule.old[0]) >= SURE
        start, stop = match[0]
        if not sure and (start not in starts or stop not in stops):
            continue
        if rule.keeps:
            yield Found(start, stop, (text[start:stop].lower(),), rule)
            continue
        edges = [start, *(at for gap in match[1:] for at in gap), stop]
        touched = [one for one in closed if one.start < stop and start < one.stop]
        if any(not any(a <= one.start and one.stop <= z for a, z in pairwise(edges)) for one in touched):
            continue
        kept = [one.text[:1] if one.kind == "number" else one.text for one in touched]
        said = tuple(_fill_way(way, [text[a:z] for a, z in match[1:]]) for way in rule.new)
        if good := tuple(way for way in said if all(one in way for one in kept)):
            yield Found(start, stop, good, rule)


def _find_turns(text: str, book: RuleBook) -> Iterator[tuple[Spans, Rule]]:
    """Find Chinese turns anywhere in a text: where each begins and ends, and so its gaps."""
    whole, sizes, gapped = book.by_spelling
    for start, first in enumerate(text):
        for size in sizes.get(first, ()):
            if rule := whole.get(text[start : start + size]):
                yield [(start, start + size)], rule
    for form, rule in gapped:
        if rule.old[0] in text:
            for match in form.finditer(text):
                yield [match.span(group) for group in range(form.groups + 1)], rule


def _fill_way(way: Way, parts: Sequence[str]) -> str:
    """Write a way with the stretches that stay.

    >>> _fill_way(("把", "...", "给"), ["书"])
    '把书给'
    """
    left = iter(parts)
    return "".join(next(left) if item == ANY else item for item in way)


def guards(kept: Way, other: Way, book: RuleBook) -> bool:
    """Say whether another rule may begin within characters that are kept."""
    text, first = kept[0], other[0]
    return any(
        text[at:].startswith(first) or (at > 0 and first.startswith(text[at:])) for at in range(len(text))
    )


def items(way: str) -> Way:
    """Cut a way into what stands between its gaps."""
    return tuple(part for part in re.split(r"(\.\.\.)", way.replace(" ", "")) if part)


def shape(there: Sequence[Word], at: int, by: str) -> str:
    """Give the word itself: it has one form."""
    return by
