"""Where rules apply in a text: token by token by form, lemma and tag; in Chinese between borders of words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from paraphrast.text.entities import Entity, entities
from paraphrast.text.lemmas import lemmas
from paraphrast.text.rules.reading import ANY, FORM, Rule, RuleBook, Way
from paraphrast.text.rules.writing import Word, plain, written
from paraphrast.text.tags import tags
from paraphrast.text.words import is_word, words

SURE = 5  # characters of a Chinese phrase that is found across the borders of words
LONGEST = 4  # words that `...` stands for
Spans: TypeAlias = list[tuple[int, int]]


class Found(NamedTuple):
    """A stretch of a text, what may come instead, and the rule that says so."""

    start: int
    stop: int
    said: tuple[str, ...]
    rule: Rule


def find(text: str, book: RuleBook) -> list[Found]:
    """List the stretches of a text that can be said otherwise, apart from each other and from entities."""
    return [one for one in matches(text, book) if one.said != (text[one.start : one.stop].lower(),)]


def matches(text: str, book: RuleBook) -> list[Found]:
    """List the stretches that a rule takes, those too that it only keeps as they are."""
    lang = book.lang
    closed = entities(text, lang)
    everything = chinese(text, book, closed) if lang == "zh" else spelled(text, book)
    taken: list[Found] = []
    for one in sorted(everything, key=lambda one: (one.start, -one.stop)):
        free = not taken or taken[-1].stop <= one.start
        stays = one.said == (text[one.start : one.stop].lower(),)
        clash = any(one.start < name.stop and name.start < one.stop for name in closed)
        if free and (lang == "zh" or stays or not clash):
            taken.append(one)
    return taken


def chinese(text: str, book: RuleBook, closed: Sequence[Entity] = ()) -> Iterator[Found]:
    """Find turns between the borders of words; long ones anywhere, as words are often cut wrongly.

    An entity may lie within what a turn spells out or leaves as it is, if it comes out of it again: the
    tagger takes the town in 这座城市 for a place. Of a number its first character will do: 两个小时, 两小时.
    """
    places = words(text, "zh")
    starts, stops = {one.start for one in places}, {one.stop for one in places}
    for match, rule in seen(text, book):
        sure = len(rule.old) == 1 and len(rule.old[0]) >= SURE
        start, stop = match[0]
        if not sure and (start not in starts or stop not in stops):
            continue
        edges = [start, *(at for gap in match[1:] for at in gap), stop]
        touched = [one for one in closed if one.start < stop and start < one.stop]
        if any(not any(a <= one.start and one.stop <= z for a, z in pairwise(edges)) for one in touched):
            continue
        kept = [one.text[:1] if one.kind == "number" else one.text for one in touched]
        said = tuple(filled(way, [text[a:z] for a, z in match[1:]]) for way in rule.new)
        if good := tuple(way for way in said if all(one in way for one in kept)):
            yield Found(start, stop, good, rule)


def seen(text: str, book: RuleBook) -> Iterator[tuple[Spans, Rule]]:
    """Find Chinese turns anywhere in a text: where each begins and ends, and so its gaps."""
    whole, sizes, gapped = book.chinese
    for start, first in enumerate(text):
        for size in sizes.get(first, ()):
            if rule := whole.get(text[start : start + size]):
                yield [(start, start + size)], rule
    for form, rule in gapped:
        if rule.old[0] in text:
            for match in form.finditer(text):
                yield [match.span(group) for group in range(form.groups + 1)], rule


def filled(way: Way, parts: Sequence[str]) -> str:
    """Write a way with the stretches that stay.

    >>> filled(("把", "...", "给"), ["书"])
    '把书给'
    """
    left = iter(parts)
    return "".join(next(left) if item == ANY else item for item in way)


def spelled(text: str, book: RuleBook) -> Iterator[Found]:
    """Find turns word by word."""
    lang, rules = book.lang, book.by_first
    rows = zip(words(text, lang), lemmas(text, lang), tags(text, lang), strict=True)
    there = [Word(one, plain(one.text), plain(base.text), tag.text) for one, base, tag in rows]
    for at, word in enumerate(there):
        for rule in [*rules.get(word.form, []), *rules.get(FORM + word.lemma, [])]:
            if not goes_on(rule.old, there, at):
                continue
            spans = matched(rule.old, there, at)
            if spans is None:
                continue
            start, stop = there[at].token.start, there[spans[-1].stop - 1].token.stop
            said = [written(rule.old, way, spans, there, text=text, lang=lang) for way in rule.new]
            good = tuple(one for one in said if one is not None)
            if good:
                yield Found(start, stop, good, rule)


def goes_on(old: Way, there: Sequence[Word], at: int) -> bool:
    """Say whether the second item of a turn may stand there, before all of it is looked at."""
    if len(old) < 2 or old[0] == ANY or old[1] == ANY:
        return True
    return at + 1 < len(there) and is_one(old[1], there[at + 1])


def matched(old: Way, there: Sequence[Word], at: int) -> list[range] | None:
    """Give the words that each item of a turn stands for, or None."""
    if not old:
        return []
    sizes = range(1, LONGEST + 1) if old[0] == ANY else range(1, 2)
    for size in sizes:
        some = there[at : at + size]
        if len(some) < size or not all(is_one(old[0], word) for word in some):
            return None
        rest = matched(old[1:], there, at + size)
        if rest is not None:
            return [range(at, at + size), *rest]
    return None


def is_one(item: str, word: Word) -> bool:
    """Say whether an item of a turn stands for a word."""
    if item == ANY:
        return is_word(word.token.text)
    name, _, tag = item.partition("/")
    same = word.lemma == name[1:] if name.startswith(FORM) else word.form == name
    return same and tag in ("", word.tag)
