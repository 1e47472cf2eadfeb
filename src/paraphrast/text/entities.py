"""Entities: what a rewriter must keep and a swap changes, found by fixed patterns and by the look of names.

Quotes, titles and parentheses may hold other entities; those themselves never overlap.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.patterns import patterns

Kind = Literal[
    "date",
    "time",
    "number",
    "money",
    "percent",
    "quote",
    "title",
    "parenthesis",
    "email",
    "url",
    "person",
    "place",
    "organisation",
]
HOLDERS = frozenset({"quote", "title", "parenthesis"})
# Where two readings of a stretch compete, the earlier kind wins: a date is not a number.
ORDER = ["url", "email", "date", "time", "money", "percent", "organisation", "person", "place", "number"]


class Entity(NamedTuple):
    """A stretch of text and what it names; `source[start:stop]` is the text."""

    text: str
    start: int
    stop: int
    kind: str


def entities(text: str, lang: Lang, *, names: Literal["rules", "neural"] = "rules") -> list[Entity]:
    """List the entities of a text, from left to right, the longer first.

    >>> [(entity.kind, entity.text) for entity in entities("Анна приехала в Москву 5 мая 2020 года.", "ru")]
    [('person', 'Анна'), ('place', 'Москву'), ('date', '5 мая 2020 года')]
    """
    language = find_language(lang)
    neural = names == "neural" and language.has("neural_names")
    find = (language.neural_names if neural else language.names).names
    found = list(fixed(text, lang)) + [Entity(*token, kind) for kind, token in find(text)]
    holders = [entity for entity in found if entity.kind in HOLDERS]
    titles = {(entity.start, entity.stop) for entity in holders if entity.kind == "title"}
    holders = [one for one in holders if one.kind != "quote" or (one.start, one.stop) not in titles]
    atoms = apart([entity for entity in found if entity.kind not in HOLDERS])
    return sorted([*holders, *atoms], key=lambda one: (one.start, -one.stop, one.kind))


def fixed(text: str, lang: Lang) -> Iterator[Entity]:
    """Yield what the patterns find."""
    for kind, pattern in patterns(lang).items():
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            yield Entity(match[group], match.start(group), match.end(group), kind)


def apart(found: list[Entity]) -> list[Entity]:
    """Keep the entity of the more telling kind, and the longer of one kind, where some overlap."""
    taken: list[Entity] = []
    covered: set[int] = set()
    for one in sorted(found, key=lambda one: (ORDER.index(one.kind), one.start - one.stop, one.start)):
        places = range(one.start, one.stop)
        if covered.isdisjoint(places):
            taken.append(one)
            covered.update(places)
    return taken
