"""Rules of clauses: a whole sentence as words and stretches, and the order in which they may stand.

main := clause + single                 a condition of one's own: all of these hold
said := clause | order                  one of these holds
says :: said | added                    a set of words or phrases; `~add` is any form
if {A:single} , {B:main} = {B} if {A}   a stretch has a name and what it must be; `{A?}` may be empty
    + If it rains, we stay. -> We stay if it rains.

A stretch `{V:says}` is one of a set, `has-says` has one, `begins-says` and `ends-says` say where;
`not-` denies any of these.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import TypeAlias

from paraphrast.errors import DataError
from paraphrast.text.languages import Lang
from paraphrast.text.rules.conditions import conditions
from paraphrast.text.rules.reading import CLAUSES, LONGEST_PATTERN, Example, Rule, RuleBook, Way, read_lines
from paraphrast.text.rules.writing import plain

SLOT = re.compile(r"\{(\w+)(\??)(?::([\w+-]+))?\}")
DEFINED = re.compile(r"([\w-]+) (:=|::) (.+)")
APOSTROPHE = str.maketrans("’", "'")
SAME = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict(zip("’,:;?!", "'，：；？！", strict=True))})
PLACES = ("has-", "begins-", "ends-")
Meanings: TypeAlias = "dict[str, tuple[bool, tuple[str, ...]]]"  # whether one will do, and which
Sets: TypeAlias = "dict[str, tuple[Way, ...]]"


@dataclass(frozen=True, slots=True)
class Slot:
    """A stretch that a rule names: what it must be, and whether it may be empty."""

    name: str
    conditions: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, eq=False)
class ClauseBook(RuleBook):
    """The rules of clauses of a language, with its conditions and sets of words."""

    meanings: Meanings
    sets: Sets

    @cached_property
    def beginnings(self) -> dict[str, dict[str, list[Way]]]:
        """Give the ways of each set by their first word."""
        found: dict[str, dict[str, list[Way]]] = {}
        for name, ways in self.sets.items():
            for way in ways:
                found.setdefault(name, {}).setdefault(way[0].partition("/")[0], []).append(way)
        return found


@cache
def read_slot(item: str) -> Slot | None:
    """Read `{A:main+short}`; None for a word.

    >>> read_slot("{A?:main+not-short}"), read_slot("if")
    (Slot(name='A', conditions=('main', 'not-short'), optional=True), None)
    """
    match = SLOT.fullmatch(item)
    return (
        Slot(match[1], tuple((match[3] or "").split("+")) if match[3] else (), bool(match[2]))
        if match
        else None
    )


@cache
def shown(word: str) -> str:
    """Give what words and signs are compared by, so that one quote is like another.

    >>> shown("«"), shown("If"), shown("n’t"), shown(",")
    ('"', 'if', "n't", '，')
    """
    return plain(word).translate(APOSTROPHE if word[-1:].isalnum() else SAME)


def read_clauses(folder: Traversable, lang: Lang) -> ClauseBook:
    """Read the file `clauses.rules` of a folder."""
    lines = (folder / CLAUSES).read_text(encoding="utf-8").splitlines()
    rules, examples = list[Rule](), list[Example]()
    meanings: Meanings = {}
    sets: Sets = {}
    for number, line in enumerate(lines):
        match = DEFINED.fullmatch(line.partition("#")[0].strip())
        if match:
            define(match, meanings, sets, place=f"{lang}/{CLAUSES}:{number + 1}")
            lines[number] = ""
    read_lines(lines, f"{lang}/{CLAUSES}", lang, rules, examples, cut=lambda way: tuple(way.split()))
    book = ClauseBook(lang, tuple(rules), tuple(examples), {"": rules}, meanings, sets)
    for rule in rules:
        check(rule, book)
    return book


def define(match: re.Match[str], meanings: Meanings, sets: Sets, *, place: str) -> None:
    """Add a condition or a set of words; a set may go on over several lines."""
    if len(match[0]) > LONGEST_PATTERN:
        raise DataError(f"{place}: a line of {len(match[0])} characters; {LONGEST_PATTERN} is the most")
    name, sign, said = match[1], match[2], match[3]
    if sign == ":=":
        meanings[name] = (" | " in said, tuple(re.split(r" [+|] ", said)))
    else:
        more = tuple(tuple(map(shown, way.split())) for way in said.split(" | "))
        sets[name] = sets.get(name, ()) + more


def check(rule: Rule, book: ClauseBook) -> None:
    """Refuse a rule that asks what nobody knows, or says a stretch that it does not look for."""
    slots = [slot for item in rule.old if (slot := read_slot(item))]
    names = {slot.name for slot in slots}
    broken = [item for way in (rule.old, *rule.new) for item in way if "{" in item and not read_slot(item)]
    unknown = [name for slot in slots for name in slot.conditions if not is_known(name, book)]
    lost = [
        slot.name for way in rule.new for item in way if (slot := read_slot(item)) and slot.name not in names
    ]
    unknown += [name for _, meant in book.meanings.values() for name in meant if not is_known(name, book)]
    for what, some in (("no stretch", broken), ("no condition", unknown), ("not looked for", lost)):
        if some:
            raise DataError(f"{rule.place}: {what}: {', '.join(sorted(set(some)))}")


def is_known(name: str, book: ClauseBook) -> bool:
    """Say whether a condition has a meaning."""
    name = name.removeprefix("not-")
    place = next((place for place in PLACES if name.startswith(place)), "")
    if place and name.removeprefix(place) in book.sets:
        return True
    return name in book.meanings or name in book.sets or name in conditions(book.lang)
