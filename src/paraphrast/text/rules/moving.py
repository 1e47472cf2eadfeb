"""Where a rule of clauses fits a sentence, and the sentence in its order."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from paraphrast.text.clauses import Sentence, read_sentence, upper_first
from paraphrast.text.languages import Lang, find_language
from paraphrast.text.lemmas import lemma
from paraphrast.text.rules.clauses import PLACES, ClauseBook, Slot, read_slot, shown
from paraphrast.text.rules.conditions import Stretch, balanced, conditions
from paraphrast.text.rules.matching import Found, is_one
from paraphrast.text.rules.reading import FORM, Rule, Way
from paraphrast.text.rules.writing import Word, plain
from paraphrast.text.sentences import sentences
from paraphrast.text.signs import cut_signs
from paraphrast.text.tokens import Token

Spans: TypeAlias = tuple[range, ...]
QUOTES = tuple('"“”«»„')
TIGHT = re.compile(r" (?=[,.:;?!…]|['’]s\b|n['’]t\b)")


class Part(NamedTuple):
    """A word or stretch of the new order, and where it stood if it is of the old one."""

    text: str
    start: int | None = None
    stop: int | None = None


class Laid(NamedTuple):
    """A sentence with its words as rules look at them, and how many stand before its last signs."""

    sentence: Sentence
    words: tuple[Word, ...]
    size: int
    forms: frozenset[str]


@lru_cache(1_000)
def laid(text: str, lang: Lang) -> Laid:
    """Lay a sentence out word by word."""
    sentence = read_sentence(text, lang)
    words = tuple(
        Word(Token(one.text, one.start, one.stop), shown(one.text), plain(base(one.text, lang)), one.tag)
        for one in sentence.words
    )
    end = len(cut_signs(text)[0])
    forms = frozenset(name for one in words for name in (one.form, FORM + one.lemma))
    return Laid(sentence, words, sum(one.start < end for one in sentence.words), forms)


def base(word: str, lang: Lang) -> str:
    """Give the dictionary form of a word; a sign is its own."""
    return lemma(word, lang) if word[:1].isalpha() else word


def find_orders(text: str, book: ClauseBook) -> list[Found]:
    """List the sentences of a text that a rule fits, each with the first that does and what it says."""
    found = []
    for one in sentences(text, book.lang):
        fit = _find_order(one.text, book)
        if fit:
            found.append(fit._replace(start=one.start, stop=one.stop))
    return found


def say_orders(text: str, book: ClauseBook, way: int = 0) -> str:
    """Put each sentence of a text into the order of the rule that fits it, in the way of this number."""
    for one in reversed(find_orders(text, book)):
        text = text[: one.start] + one.said[way % len(one.said)] + text[one.stop :]
    return text


def _find_order(sentence: str, book: ClauseBook) -> Found | None:
    """Give the first rule that fits a sentence, with the ways in which it says it."""
    there = laid(sentence, book.lang)
    asks = any(sign in cut_signs(sentence)[1] for sign in "?？")
    for rule, needed, whole in prepared(book):
        if (asks and not whole) or any(some.isdisjoint(there.forms) for some in needed):
            continue
        stop = len(there.words) if whole else there.size
        spans = next(spread(rule.old, 0, stop, there, book), None)
        if spans is None:
            continue
        ways = (written(rule, way, spans, there, whole=whole) for way in rule.new)
        said = tuple(one for one in ways if one is not None and one != sentence)
        if said:
            return Found(0, len(sentence), said, rule)
    return None


@lru_cache(8)
def prepared(book: ClauseBook) -> list[tuple[Rule, list[frozenset[str]], bool]]:
    """Give each rule, the words of which a sentence must have one, and whether it names the last signs."""
    found = []
    for rule in book.rules:
        needed = [frozenset([shown(item)]) for item in spelled(rule.old)]
        slots = [slot for item in rule.old if (slot := read_slot(item)) and not slot.optional]
        sets = [name for slot in slots for name in slot.conditions if name in book.sets]
        needed += [frozenset(book.beginnings[name]) for name in sets]
        found.append((rule, needed, _ends_in_sign(rule.old)))
    return found


def spelled(way: Way) -> list[str]:
    """List what a rule spells out."""
    return [item.partition("/")[0] for item in way if not read_slot(item)]


def _ends_in_sign(way: Way) -> bool:
    """Say whether a rule names the sign at the end of a sentence."""
    return not read_slot(way[-1]) and not way[-1][-1:].isalnum()


def spread(items: Way, at: int, stop: int, there: Laid, book: ClauseBook) -> Iterator[Spans]:
    """Yield the words that each item of a rule can stand for, so that none is left."""
    if not items:
        if at == stop:
            yield ()
        return
    slot, rest = read_slot(items[0]), items[1:]
    sizes = range(1, 2) if slot is None else range(0 if slot.optional else 1, stop - at + 1)
    for size in sizes:
        if at + size > stop or (slot and size and not _may_follow(rest, at + size, stop, there)):
            continue
        if slot is None and not _is_there(items[0], there.words[at]):
            return
        if slot is None or not size or holds(slot, Stretch(there.sentence, at, at + size), book):
            for tail in spread(rest, at + size, stop, there, book):
                yield (range(at, at + size), *tail)


def _may_follow(rest: Way, at: int, stop: int, there: Laid) -> bool:
    """Say whether the next item that is spelled out may stand here, before a stretch is looked at."""
    if not rest:
        return at == stop
    return read_slot(rest[0]) is not None or (at < stop and _is_there(rest[0], there.words[at]))


def _is_there(item: str, word: Word) -> bool:
    """Say whether an item that is no stretch stands for a word or a sign."""
    name, slash, tag = item.partition("/")
    return is_one(shown(name) + slash + tag, word)


def holds(slot: Slot, stretch: Stretch, book: ClauseBook) -> bool:
    """Say whether a stretch is what a rule asks for; none may tear a quote or a bracket."""
    return all(_is_true(name, stretch, book) for name in slot.conditions) and balanced(stretch)


def _is_true(name: str, stretch: Stretch, book: ClauseBook) -> bool:
    """Ask one condition of a stretch."""
    if name.startswith("not-"):
        return not _is_true(name[4:], stretch, book)
    if name in book.meanings:
        one_will_do, meant = book.meanings[name]
        return (any if one_will_do else all)(_is_true(one, stretch, book) for one in meant)
    place = next((one for one in PLACES if name.startswith(one)), "")
    words = name.removeprefix(place)
    if words not in book.sets:
        return conditions(book.lang)[name](stretch)
    if place in ("", "begins-"):
        sizes = standing(words, stretch.start, stretch, book)
        return any(place or size == stretch.stop - stretch.start for size in sizes)
    places = range(stretch.start, stretch.stop)
    if place == "has-":
        return any(True for at in places for _ in standing(words, at, stretch, book))
    return any(at + size == stretch.stop for at in places for size in standing(words, at, stretch, book))


def standing(name: str, at: int, stretch: Stretch, book: ClauseBook) -> Iterator[int]:
    """Yield how many words each way of a set has that stands at a place of a stretch."""
    words, ways = laid(stretch.sentence.text, book.lang).words, book.beginnings[name]
    for way in [*ways.get(words[at].form, []), *ways.get(FORM + words[at].lemma, [])]:
        some = words[at : min(at + len(way), stretch.stop)]
        if len(some) == len(way) and all(map(_is_there, way, some)):
            yield len(way)


def written(rule: Rule, way: Way, spans: Sequence[range], there: Laid, *, whole: bool) -> str | None:
    """Write a sentence in one way of a rule; None where a word has no such form."""
    lang, text = there.sentence.lang, there.sentence.text
    fixed = [(item, span.start) for item, span in zip(rule.old, spans, strict=True) if not read_slot(item)]
    place = {slot.name: span for item, span in zip(rule.old, spans, strict=True) if (slot := read_slot(item))}
    heads = [at for item, at in fixed if item.startswith(FORM)]
    signs = [there.words[at] for item, at in fixed if not item[-1:].isalnum()]
    out: list[Part] = []
    for item in way:
        slot = read_slot(item)
        if slot:
            if span := place[slot.name]:
                out.append(kept(there, span, first=not out))
        elif item.startswith(FORM):
            new = find_language(lang).rules.shape(there.words, heads.pop(0), item[1:])
            if new is None:
                return None
            out.append(Part(new))
        else:
            out.append(Part(surface(item, signs)))
    said = joined(out, lang) + ("" if whole else cut_signs(text)[1])
    return said if text.lstrip('"“«„')[:1].islower() else upper_first(said)


def kept(there: Laid, span: range, *, first: bool) -> Part:
    """Give a stretch as it is, but for the capital of a start that is none any more."""
    start, stop = there.words[span.start].token.start, there.words[span.stop - 1].token.stop
    part = there.sentence.text[start:stop]
    if span.start == 0 and not first:
        part = find_language(there.sentence.lang).recast.lower_start(part)
    return Part(part, start, stop)


def surface(item: str, signs: list[Word]) -> str:
    """Give a word as the rule spells it, and a sign as the sentence has it."""
    same = next((one for one in signs if one.form == shown(item)), None)
    if same is None:
        return item
    signs.remove(same)
    return same.token.text


def joined(parts: Sequence[Part], lang: Lang) -> str:
    """Write words and stretches one after another, signs and quotes where they belong.

    >>> joined([Part('"'), Part("Go"), Part("!"), Part('"'), Part("he said")], "en")
    '"Go!" he said'
    """
    if not find_language(lang).spaced:
        return "".join(part.text for part in parts)
    text, quoted, before = "", False, None
    for part in parts:
        mark = part.text in QUOTES
        close = (mark and quoted) or (before and before.text in QUOTES and quoted)
        beside = before and part.start is not None and before.stop == part.start
        text += ("" if not text or close or beside else " ") + part.text
        quoted, before = quoted != mark, part
    return TIGHT.sub("", text)
