"""Where rules apply in a text: token by token, by form, lemma and tag, where blanks stand between words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paraphrast.text.entities import Entity, entities
from paraphrast.text.languages import find_language
from paraphrast.text.lemmas import lemmas
from paraphrast.text.rules.reading import ANY, FORM, Rule, RuleBook, Way
from paraphrast.text.rules.writing import Word, fold_word, write_way
from paraphrast.text.tags import tags
from paraphrast.text.words import is_word, words

LONGEST = 4  # words that `...` stands for


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
    everything = find_language(lang).rules.find(text, book, closed)
    taken: list[Found] = []
    for one in sorted(everything, key=lambda one: (one.start, -one.stop)):
        free = not taken or taken[-1].stop <= one.start
        if free:
            taken.append(one)
    return taken


def find_apart(text: str, book: RuleBook, closed: Sequence[Entity]) -> Iterator[Found]:
    """Find turns word by word; but for those that stay as they are, none may touch an entity."""
    for one in _match_by_words(text, book):
        stays = one.said == (text[one.start : one.stop].lower(),)
        if stays or not any(one.start < name.stop and name.start < one.stop for name in closed):
            yield one


def _match_by_words(text: str, book: RuleBook) -> Iterator[Found]:
    """Find turns word by word."""
    lang, rules = book.lang, book.by_first
    rows = zip(words(text, lang), lemmas(text, lang), tags(text, lang), strict=True)
    there = [Word(one, fold_word(one.text), fold_word(base.text), tag.text) for one, base, tag in rows]
    for at, word in enumerate(there):
        for rule in [*rules.get(word.form, []), *rules.get(FORM + word.lemma, [])]:
            if not _goes_on(rule.old, there, at):
                continue
            spans = match_items(rule.old, there, at)
            if spans is None:
                continue
            start, stop = there[at].token.start, there[spans[-1].stop - 1].token.stop
            if rule.keeps:
                yield Found(start, stop, (text[start:stop].lower(),), rule)
                continue
            said = [write_way(rule.old, way, spans, there, text=text, lang=lang) for way in rule.new]
            good = tuple(one for one in said if one is not None)
            if good:
                yield Found(start, stop, good, rule)


def _goes_on(old: Way, there: Sequence[Word], at: int) -> bool:
    """Say whether the second item of a turn may stand there, before all of it is looked at."""
    if len(old) < 2 or old[0] == ANY or old[1] == ANY:
        return True
    return at + 1 < len(there) and is_one(old[1], there[at + 1])


def match_items(old: Way, there: Sequence[Word], at: int) -> list[range] | None:
    """Give the words that each item of a turn stands for, or None."""
    if not old:
        return []
    sizes = range(1, LONGEST + 1) if old[0] == ANY else range(1, 2)
    for size in sizes:
        some = there[at : at + size]
        if len(some) < size or not all(is_one(old[0], word) for word in some):
            return None
        rest = match_items(old[1:], there, at + size)
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
