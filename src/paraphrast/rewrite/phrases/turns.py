"""Turns of phrase that say the same, written by hand: `lists/turns.LANG.toml`.

~buy/VERB <> ~purchase          either for the other, in the form that the old word has
~take ... into account = ~consider ...      `...` is one to four words, which stay as they are
in order to = to | so as to     ways to choose from
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from paraphrast.rewrite.words.putting import put
from paraphrast.text import (
    Entity,
    Lang,
    Token,
    english_forms,
    entities,
    is_word,
    lemmas,
    replaced,
    tags,
    words,
)
from paraphrast.text.morphology import gender, inflected, parsed, part, surely

ANY, FORM, BOTH, OR = "...", "~", "<>", " | "
SURE = 5  # characters of a Chinese turn that is found across the borders of words
LONGEST = 4  # words that `...` stands for
STRETCH = r"([^\s，。！？；：、,.!?;:]{1,12}?)"  # what it stands for in Chinese
THIRD = {"go": "goes", "do": "does", "have": "has"}
HELPERS = frozenset(
    ["have", "has", "had", "having", "'ve", "be", "been", "being", "is", "are", "was", "were", "am"]
)  # a participle follows
BARE = frozenset(  # a bare verb follows
    ["to", "will", "would", "can", "could", "may", "might", "must", "should", "do", "does", "did", "'ll",
     "please"]
)  # fmt: skip
Way: TypeAlias = tuple[str, ...]
Spans: TypeAlias = list[tuple[int, int]]


class Turn(NamedTuple):
    """What is looked for, item by item, and the ways to say it."""

    old: Way
    new: tuple[Way, ...]


class Found(NamedTuple):
    """A stretch of a text, what may come instead, and the turn that says so."""

    start: int
    stop: int
    said: tuple[str, ...]
    turn: Turn


class Word(NamedTuple):
    """A word of a text with what turns are looked up by."""

    token: Token
    form: str
    lemma: str
    tag: str


def turned(text: str, lang: Lang, way: int = 0) -> str:
    """Say what can be said otherwise in the way of this number, counted round where there are fewer.

    >>> turned("He bought a car in order to travel.", "en"), turned("他购买了一辆汽车。", "zh")
    ('He purchased a car to travel.', '他买了一辆汽车。')
    >>> turned("Он приобрёл дом.", "ru")
    'Он купил дом.'
    """
    return said(text, found(text, lang), way)


def said(text: str, there: Sequence[Found], way: int) -> str:
    """Put the way of this number for each stretch that was found in a text."""
    article = 0  # by how much the article at the end of the stretch before has grown
    for one, after in zip(reversed(there), [None, *reversed(there)], strict=False):
        beside = article if after and one.stop + 1 == after.start else 0
        old, new = text[one.start : one.stop + beside], one.said[way % len(one.said)]
        if beside:
            new = re.sub(r"\ban?$", "an" if beside > 0 else "a", new)
        capital = old[:1].isupper() and not old.split()[0][1:].isupper()  # not for TV and the like
        new = new[:1].upper() + new[1:] if capital else new
        size = len(text) - len(old) + len(new)
        text = put(text, Token(old, one.start, one.stop + beside), new)
        article = len(text) - size
    return text


def found(text: str, lang: Lang) -> list[Found]:
    """List the stretches of a text that can be said otherwise, apart from each other and from entities."""
    return [one for one in matches(text, lang) if one.said != (text[one.start : one.stop].lower(),)]


def matches(text: str, lang: Lang) -> list[Found]:
    """List the stretches that a turn takes, those too that it only keeps as they are."""
    closed = entities(text, lang)
    everything = chinese(text, closed) if lang == "zh" else spelled(text, lang)
    taken: list[Found] = []
    for one in sorted(everything, key=lambda one: (one.start, -one.stop)):
        free = not taken or taken[-1].stop <= one.start
        stays = one.said == (text[one.start : one.stop].lower(),)
        clash = any(one.start < name.stop and name.start < one.stop for name in closed)
        if free and (lang == "zh" or stays or not clash):
            taken.append(one)
    return taken


def chinese(text: str, closed: Sequence[Entity] = ()) -> Iterator[Found]:
    """Find turns between the borders of words; long ones anywhere, as words are often cut wrongly.

    An entity may lie within what a turn spells out or leaves as it is, if it comes out of it again: the
    tagger takes the town in 这座城市 for a place. Of a number its first character will do: 两个小时, 两小时.
    """
    places = words(text, "zh")
    starts, stops = {one.start for one in places}, {one.stop for one in places}
    for match, turn in seen(text):
        sure = len(turn.old) == 1 and len(turn.old[0]) >= SURE
        start, stop = match[0]
        if not sure and (start not in starts or stop not in stops):
            continue
        edges = [start, *(at for gap in match[1:] for at in gap), stop]
        touched = [one for one in closed if one.start < stop and start < one.stop]
        if any(not any(a <= one.start and one.stop <= z for a, z in pairwise(edges)) for one in touched):
            continue
        kept = [one.text[:1] if one.kind == "number" else one.text for one in touched]
        said = tuple(filled(way, [text[a:z] for a, z in match[1:]]) for way in turn.new)
        if good := tuple(way for way in said if all(one in way for one in kept)):
            yield Found(start, stop, good, turn)


def seen(text: str) -> Iterator[tuple[Spans, Turn]]:
    """Find Chinese turns anywhere in a text: where each begins and ends, and so its gaps."""
    whole, gapped = patterns()
    sizes = sorted({len(old) for old in whole}, reverse=True)
    for size in sizes:
        for start in range(len(text) - size + 1):
            if turn := whole.get(text[start : start + size]):
                yield [(start, start + size)], turn
    for form, turn in gapped:
        if turn.old[0] in text:
            for match in form.finditer(text):
                yield [match.span(group) for group in range(form.groups + 1)], turn


def filled(way: Way, parts: Sequence[str]) -> str:
    """Write a way with the stretches that stay.

    >>> filled(("把", "...", "给"), ["书"])
    '把书给'
    """
    left = iter(parts)
    return "".join(next(left) if item == ANY else item for item in way)


@cache
def patterns() -> tuple[dict[str, Turn], list[tuple[re.Pattern[str], Turn]]]:
    """Give the Chinese turns by what they spell, and those with gaps compiled, the longest first."""
    turns = [turn for some in table("zh").values() for turn in some]
    gapped = sorted((turn for turn in turns if ANY in turn.old), key=lambda turn: -len("".join(turn.old)))
    forms = ["".join(STRETCH if item == ANY else re.escape(item) for item in turn.old) for turn in gapped]
    whole = {turn.old[0]: turn for turn in turns if len(turn.old) == 1}
    return whole, [(re.compile(form), turn) for form, turn in zip(forms, gapped, strict=True)]


def spelled(text: str, lang: Lang) -> Iterator[Found]:
    """Find turns word by word."""
    rows = zip(words(text, lang), lemmas(text, lang), tags(text, lang), strict=True)
    there = [Word(one, plain(one.text), plain(base.text), tag.text) for one, base, tag in rows]
    turns = table(lang)
    for at, word in enumerate(there):
        for turn in [*turns.get(word.form, []), *turns.get(FORM + word.lemma, [])]:
            if not goes_on(turn.old, there, at):
                continue
            spans = matched(turn.old, there, at)
            if spans is None:
                continue
            start, stop = there[at].token.start, there[spans[-1].stop - 1].token.stop
            said = [written(turn.old, way, spans, there, text=text, lang=lang) for way in turn.new]
            good = tuple(one for one in said if one is not None)
            if good:
                yield Found(start, stop, good, turn)


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


def written(
    old: Way, way: Way, spans: Sequence[range], there: Sequence[Word], *, text: str, lang: Lang
) -> str | None:
    """Write one way, its words in the forms of the old ones; None where one has no such form."""
    kept = [span for item, span in zip(old, spans, strict=True) if item == ANY]
    heads = [span.start for item, span in zip(old, spans, strict=True) if item.startswith(FORM)]
    out, stays, shaped = [], iter(kept), 0
    for item in way:
        if item == ANY:
            span = next(stays)
            out.append(text[there[span.start].token.start : there[span.stop - 1].token.stop])
        elif item.startswith(FORM) and heads:
            at = heads[min(shaped, len(heads) - 1)]
            after = there[at + 1].token.text if at + 1 < len(there) else ""
            word = there[at].token.text.lower()
            if lang == "en":
                new = in_place(there, at, item[1:])
            else:
                new = shaped_like(word, item[1:], lang, after=after.lower())
            if new is None:
                return None
            out.append(new)
            shaped += 1
        else:
            out.append(item.removeprefix(FORM))
    return re.sub(r" (?=,|['’]s\b)", "", " ".join(out))


def in_place(there: Sequence[Word], at: int, by: str) -> str | None:
    """Give an English verb the form that what comes before asks for; None where the old one may be several.

    >>> turned("He has come home.", "en"), turned("He came home.", "en")
    ('He has returned home.', 'He returned home.')
    """
    word = there[at]
    if word.tag == "VERB" and by in THIRD and word.form.endswith("s") and word.form != word.lemma:
        return THIRD[by]
    parts = english_forms.irregular().get(word.lemma)
    if word.tag != "VERB" or not (word.form.endswith("ed") or (parts and word.form in parts[1:])):
        return shaped_like(word.token.text.lower(), by, "en")
    before = at - 1
    while before > 0 and (there[before].tag == "ADV" or there[before].form in ("not", "n't")):
        before -= 1
    helper, tag = (there[before].form, there[before].tag) if before >= 0 else ("to", "")
    if helper in HELPERS:
        return english_forms.participle(by)
    if parts is None or word.form != parts.past or word.form != word.lemma or helper in BARE:
        return shaped_like(word.token.text.lower(), by, "en")
    alone = helper in ("he", "she", "it") or (tag in ("NOUN", "PROPN") and not helper.endswith("s"))
    return english_forms.past(by) if alone else None  # he cut, but they cut now or then


def shaped_like(old: str, by: str, lang: Lang, *, after: str = "") -> str | None:
    """Put a word into the form of another; in Russian only where that form is sure, and of the same gender.

    >>> shaped_like("врачом", "доктор", "ru"), shaped_like("машине", "автомобиль", "ru")
    ('доктором', None)
    >>> shaped_like("большой", "крупный", "ru"), shaped_like("большой", "крупный", "ru", after="реки")
    ('крупный', 'крупной')
    """
    if lang != "ru":
        return replaced(old, by, lang)
    if old.endswith("ой") and part(old) == "ADJF" and after and parsed(after)[0].tag.gender == "femn":
        return inflected(by, frozenset({"ADJF", "femn", "gent"}))
    new = surely(old, by)
    return new if new and gender(old) == gender(new) else None


def plain(word: str) -> str:
    """Give what words are compared by."""
    return word.lower().replace("ё", "е")


@cache
def table(lang: Lang) -> dict[str, list[Turn]]:
    """Read the turns of a language by their first item."""
    out: dict[str, list[Turn]] = {}
    for line in listed(lang)["turns"].splitlines():
        for turn in read(line, lang):
            out.setdefault(turn.old[0].partition("/")[0], []).append(turn)
    return out


def read(line: str, lang: Lang) -> list[Turn]:
    """Read a line, in both directions where it has `<>`.

    >>> read("~buy/VERB <> ~purchase", "en")[1]
    Turn(old=('~purchase/VERB',), new=(('~buy',),))
    """
    line = line.partition("#")[0].strip()
    if not line:
        return []
    left, sign, right = re.split(r"\s+(=|<>)\s+", line, maxsplit=1)
    sides = [tuple(items(way, lang) for way in side.split(OR)) for side in (left, right)]
    pairs = [sides, sides[::-1]] if sign == BOTH else [sides]
    tag = next((item.partition("/")[2] for item in sides[0][0] if "/" in item), "")
    return [
        Turn(marked(old, tag), tuple(bare(way) for way in new if sign != BOTH or bare(way) != bare(old)))
        for olds, new in pairs
        for old in olds
    ]


def items(way: str, lang: Lang) -> Way:
    """Cut a way into its items: words, or in Chinese what stands between the gaps."""
    if lang == "zh":
        return tuple(part for part in re.split(r"(\.\.\.)", way.replace(" ", "")) if part)
    return tuple(way.replace("ё", "е").split()) if lang == "ru" else tuple(way.split())


def marked(way: Way, tag: str) -> Way:
    """Give a single inflected word the part of speech of its line."""
    return (f"{way[0]}/{tag}",) if tag and len(way) == 1 and "/" not in way[0] else way


def bare(way: Way) -> Way:
    """Give a way without parts of speech."""
    return tuple(item.partition("/")[0] for item in way)


@cache
def listed(lang: Lang) -> dict[str, str]:
    """Read the lists of a language."""
    place = files("paraphrast.rewrite") / "lists" / f"turns.{lang}.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))
