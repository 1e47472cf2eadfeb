"""Rules of idioms: a phrase of words, forms and sets, and what is meant by it.

curse :: хрен | черт | ~фиг             a set of words and phrases; `~word` is any form of the word
(ну) {curse} с ним = пусть              `(…)` may stand there; `(…)*` may stand there several times
{V:~бить|~лупить} {W:they+datv} = {V:ругать} {W:accs}   `V` has the form of `бить`, `W` goes into a case
вон [!из|с] = наружу                    `[…]` stands beside the idiom and stays; `[!…]` may not stand there
{talk+past} языком {end} = ()           where it ends; `()` is nothing
    + Ну черт с ним! -> Ну пусть!

Rules apply from top to bottom, each to what those above it have left.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.resources.abc import Traversable
from typing import TypeAlias

from paraphrast.errors import DataError
from paraphrast.text.inflection import is_form, list_forms
from paraphrast.text.languages import Lang
from paraphrast.text.rules.clauses import DEFINED
from paraphrast.text.rules.reading import FORM, LONGEST_PATTERN, OR, Example, Rule, read_lines
from paraphrast.text.rules.writing import fold_word

PART = re.compile(r"\([^()]*\)\*?|\[[^\]]*\]|(?:\{[^{}]*\}|[^\s()\[\]{}])+|\S")
CHOICE = re.compile(r"\|(?![^{]*\}|[^(]*\))")  # not within braces or brackets
SLOT = re.compile(r"\{(?:(\w+)([?*]?):)?([^{}:]+)\}")
PUT = re.compile(r"\{(\w+)(?::([^{}]+))?\}")
NOTHING, NOT = "()", "not-"
BRACKETS = frozenset("()[]{}")
OFTEN = 8  # how often `(…)*` may stand
PLACES = frozenset(["start", "end", "stop", "last", "asked", "question"])
Test: TypeAlias = "Callable[[str], bool]"
Ways: TypeAlias = "tuple[tuple[Part, ...], ...]"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an idiom: one word by its forms and tests, a place without words, or one of some ways."""

    ways: Ways = ()
    forms: frozenset[str] | None = None  # of a word; None where the tests alone decide
    tests: tuple[Test, ...] = ()
    place: str = ""
    name: str = ""
    least: int = 1
    most: int = 1

    def fits(self, form: str) -> bool:
        """Say whether this may be one word."""
        if self.ways:
            return any(len(way) == 1 and way[0].fits(form) for way in self.ways)
        return (self.forms is None or form in self.forms) and all(test(form) for test in self.tests)

    def needs(self) -> frozenset[str] | None:
        """Give the words of which one must stand in a text, or None where no such list can be given."""
        if not self.ways:
            return None if self.place else self.forms
        each = [next((one for part in way if (one := part.needs()) is not None), None) for way in self.ways]
        some = [one for one in each if one is not None]
        return frozenset().union(*some) if self.least and len(some) == len(each) else None


@dataclass(frozen=True, slots=True)
class Idiom:
    """A rule with the parts of what it looks for, what must (not) stand beside it, and what a text needs."""

    rule: Rule
    parts: tuple[Part, ...]
    before: tuple[tuple[bool, Part], ...]
    behind: tuple[tuple[bool, Part], ...]
    needed: tuple[frozenset[str], ...]


@dataclass(frozen=True, eq=False)
class IdiomBook:
    """The idioms of a file in their order, its sets, and its examples; `known` are sets of the caller."""

    lang: Lang
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    sets: Mapping[str, tuple[str, ...]]
    known: Mapping[str, Test]

    @cached_property
    def idioms(self) -> tuple[Idiom, ...]:
        """Give the rules with their parts."""
        reader = _Reader(self.lang, self.sets, self.known)
        return tuple(reader.read_idiom(rule) for rule in self.rules)


def read_idioms(path: Traversable, name: str, lang: Lang, known: Mapping[str, Test]) -> IdiomBook:
    """Read a file of idioms; where there is none, there are no idioms."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    sets: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines):
        match = DEFINED.fullmatch(line.partition("#")[0].strip())
        if match:
            if len(match[0]) > LONGEST_PATTERN:
                raise DataError(f"{name}:{number + 1}: a line of more than {LONGEST_PATTERN} characters")
            sets[match[1]] = sets.get(match[1], ()) + tuple(match[3].split(OR))
            lines[number] = ""
    rules, examples = list[Rule](), list[Example]()
    read_lines(lines, name, lang, rules, examples, cut=PART.findall)
    _check_sets(sets, name)
    _check_names(rules)
    return IdiomBook(lang, tuple(rules), tuple(examples), sets, known)


def _check_sets(sets: Mapping[str, tuple[str, ...]], name: str) -> None:
    """Refuse a set that names itself, in whatever roundabout way."""
    named = {
        one: {part for slot in SLOT.findall(" ".join(ways)) for part in slot[2].removeprefix(NOT).split("+")}
        for one, ways in sets.items()
    }
    for one in sets:
        reached, new = set[str](), named[one]
        while new:
            reached |= new
            new = {part for other in new for part in named.get(other.removeprefix(NOT), ())} - reached
        if one in reached:
            raise DataError(f"{name}: the set {one!r} names itself")


def _check_names(rules: Sequence[Rule]) -> None:
    """Refuse a line that says a word which no way of it looks for."""
    there: dict[str, set[str]] = {}
    for rule in rules:
        there.setdefault(rule.place, set()).update(match[1] for match in SLOT.finditer(" ".join(rule.old)))
    for rule in rules:
        lost = sorted({match[1] for match in PUT.finditer(" ".join(rule.new[0]))} - there[rule.place])
        if lost:
            raise DataError(f"{rule.place}: not looked for: {', '.join(lost)}")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parts of rules with the sets of a file."""

    lang: Lang
    sets: Mapping[str, tuple[str, ...]]
    known: Mapping[str, Test]

    def read_idiom(self, rule: Rule) -> Idiom:
        """Read a rule; an error says where it stands."""
        items = list(rule.old)
        try:
            before, behind = self.read_beside(items, 0), self.read_beside(items, -1)
            parts = self.read_way(" ".join(items))
        except DataError as error:
            raise DataError(f"{rule.place}: {error}") from error
        if not any(part.least and not part.place for part in parts):
            raise DataError(f"{rule.place}: a rule looks for one word at least")
        needed = tuple(some for part in parts if part.least and (some := part.needs()) is not None)
        return Idiom(rule, parts, before, behind, needed)

    def read_beside(self, items: list[str], end: int) -> tuple[tuple[bool, Part], ...]:
        """Take what stands in brackets off one end of a rule."""
        found = []
        while items and items[end].startswith("["):
            inner = items.pop(end)[1:-1]
            denied = inner.startswith("!")
            found.append((not denied, Part(self.read_ways(CHOICE.split(inner.removeprefix("!"))))))
        return tuple(found)

    def read_way(self, way: str) -> tuple[Part, ...]:
        """Read the parts of a way."""
        return tuple(self.read_part(item) for item in PART.findall(way))

    def read_ways(self, ways: Iterable[str]) -> Ways:
        """Read ways to choose from, longer ones first."""
        return tuple(sorted(map(self.read_way, ways), key=len, reverse=True))

    def read_part(self, item: str) -> Part:
        """Read a part: `(…)`, `(…)*`, `{…}`, or a word or several to choose from."""
        if item in BRACKETS:
            raise DataError(f"{item!r} opens or closes nothing")
        if item.startswith("("):
            often = item.endswith("*")
            ways = self.read_ways(CHOICE.split(item.removesuffix("*")[1:-1]))
            return Part(ways, least=0, most=OFTEN if often else 1)
        match = SLOT.fullmatch(item)
        if match:
            part = self.read_slot(match[1] or "", match[3].split("+"))
            most = OFTEN if match[2] == "*" else 1
            return replace(part, least=0, most=most) if match[2] else part
        if "{" in item and (choices := CHOICE.split(item)) != [item]:
            return Part(self.read_ways(choices))
        if item[0] in "[{" or "{" in item:
            raise DataError(f"{item!r} is no part of a rule; [...] stands at its ends")
        return self.read_words(item)

    def read_words(self, item: str) -> Part:
        """Read a word, or several to choose from: `на|в|~оба`."""
        forms: set[str] = set()
        for word in item.split("|") if item != "|" else [item]:
            plain = fold_word(word.removeprefix(FORM))
            every = list_forms(plain, self.lang) if word.startswith(FORM) else [plain]
            if not every:
                raise DataError(f"{word!r} has no forms; write them out")
            forms.update(map(fold_word, every))
        return Part(forms=frozenset(forms))

    def read_slot(self, name: str, conditions: list[str]) -> Part:
        """Read `{name:set+grammeme}`: ways of the set, or any word, that pass the tests."""
        first, *rest = conditions
        if first in PLACES:
            return Part(place=first)
        if first in self.sets:
            ways = self.read_ways(self.sets[first])
            tests = tuple(map(self.read_test, rest))
            return Part(tuple((_tested(way[0], tests), *way[1:]) for way in ways), name=name)
        if "|" in first or first.startswith(FORM):
            return Part(((_tested(self.read_words(first), tuple(map(self.read_test, rest))),),), name=name)
        return Part(((Part(tests=tuple(map(self.read_test, conditions))),),), name=name)

    def read_test(self, name: str) -> Test:
        """Give the test of a condition: a set of words, or a grammeme; `not-` denies it."""
        if name.startswith(NOT):
            test = self.read_test(name.removeprefix(NOT))
            return lambda form: not test(form)
        if name in self.known:
            return self.known[name]
        if name in self.sets:
            return Part(self.read_ways(self.sets[name])).fits
        try:
            is_form("", name, self.lang)
        except ValueError as error:
            raise DataError(f"{name!r} is no set and no grammeme") from error
        return partial(is_form, grammeme=name, lang=self.lang)


def _tested(part: Part, tests: tuple[Test, ...]) -> Part:
    """Give a part that must pass more tests."""
    if not part.ways:
        return Part(forms=part.forms, tests=(*part.tests, *tests), place=part.place)
    ways = tuple((_tested(way[0], tests), *way[1:]) for way in part.ways)
    return Part(ways, name=part.name, least=part.least, most=part.most)
