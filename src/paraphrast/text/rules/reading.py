"""Rules as lines of a file: what is looked for, what may come instead, and examples below.

~buy/VERB <> ~purchase          either for the other, in the form that the old word has
~take ... into account = ~consider ...      `...` is one to four words, which stay as they are
in order to = to | so as to     ways to choose from
    + He left in order to rest. -> He left to rest.         an example: what the rule makes of a text
    - The room was in order.                                a counter-example: here it must not apply
in order of = in order of       an exception: this stays as it is
    + They came in order of size.                           an example: here it keeps something
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import TypeAlias

from paraphrast.errors import DataError
from paraphrast.text.languages import Lang, find_language

ANY, FORM, BOTH, OR = "...", "~", "<>", " | "
CLAUSES = "clauses.rules"  # read by `read_clauses`
LONGEST_PATTERN = 200  # characters of the line of a rule
SIGN = re.compile(r"\s+(=|<>)\s+")
STRETCH = r"([^\s，。！？；：、,.!?;:]{1,12}?)"  # what `...` stands for in Chinese
Way: TypeAlias = tuple[str, ...]
Cut: TypeAlias = Callable[[str], Iterable[str]]
Spelled: TypeAlias = "tuple[dict[str, Rule], dict[str, set[int]], list[tuple[re.Pattern[str], Rule]]]"


@dataclass(frozen=True, slots=True)
class Rule:
    """What is looked for, item by item, the ways to say it, and where that is written."""

    old: Way
    new: tuple[Way, ...]
    id: str = field(default="", compare=False)
    place: str = field(default="", compare=False)

    @property
    def keeps(self) -> bool:
        """Say whether this is an exception: what it looks for stays as it is."""
        return self.new == (_strip_tags(self.old),)


@dataclass(frozen=True, slots=True)
class Example:
    """A text, what a rule makes of it (None where it must not apply), the rule's line and its own."""

    text: str
    said: str | None
    rule: str
    place: str


@dataclass(frozen=True, eq=False)
class RuleBook:
    """The rules of a language, by their first item, and their examples."""

    lang: Lang
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    by_first: dict[str, list[Rule]]

    @cached_property
    def by_spelling(self) -> "Spelled":
        """Give rules by what they spell, sizes by how they begin, and those with gaps, the longest first."""
        whole = {rule.old[0]: rule for rule in self.rules if len(rule.old) == 1}
        sizes: dict[str, set[int]] = {}
        for old in whole:
            sizes.setdefault(old[0], set()).add(len(old))
        gapped = sorted(
            (rule for rule in self.rules if ANY in rule.old), key=lambda rule: -len("".join(rule.old))
        )
        forms = ["".join(STRETCH if item == ANY else re.escape(item) for item in rule.old) for rule in gapped]
        return whole, sizes, [(re.compile(form), rule) for form, rule in zip(forms, gapped, strict=True)]


def read_rules(folder: Traversable, lang: Lang) -> RuleBook:
    """Read all files NAME.rules of a folder but the one of clauses, in the order of their names."""
    rules: list[Rule] = []
    examples: list[Example] = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".rules") and path.name != CLAUSES:
            lines = path.read_text(encoding="utf-8").splitlines()
            read_lines(lines, f"{lang}/{path.name}", lang, rules, examples)
    by_first: dict[str, list[Rule]] = {}
    for rule in rules:
        by_first.setdefault(rule.old[0].partition("/")[0], []).append(rule)
    return RuleBook(lang, tuple(rules), tuple(examples), by_first)


def read_lines(
    lines: list[str],
    name: str,
    lang: Lang,
    rules: list[Rule],
    examples: list[Example],
    *,
    cut: Cut | None = None,
) -> None:
    """Read the lines of a file into rules and examples; an example belongs to the rule above it."""
    for number, line in enumerate(lines, 1):
        place, words = f"{name}:{number}", line.strip()
        if not words or words.startswith("#"):
            continue
        if line[:1].isspace():
            if not rules or words[:2] not in ("+ ", "- "):
                raise DataError(f"{place}: an indented line is '+ text -> output' or '- text' below a rule")
            examples.append(_read_example(words, rules[-1], place))
        else:
            rules += _read_rule(words, lang, place=place, cut=cut)


def _read_example(words: str, rule: Rule, place: str) -> Example:
    """Read an example or a counter-example; what an exception keeps comes out as it is."""
    text, arrow, said = words[2:].partition(" -> ")
    shows = words.startswith("+")
    if shows and not arrow and rule.keeps:
        said = text
    elif shows != bool(arrow):
        raise DataError(
            f"{place}: an example has ' -> ' and what comes out, a counter-example has not; "
            "'+ text' alone is for an exception, OLD = OLD"
        )
    return Example(text.strip(), said.strip() if shows else None, rule.place, place)


def _read_rule(line: str, lang: Lang, *, place: str = "", cut: Cut | None = None) -> list[Rule]:
    """Read a line, in both directions where it has `<>`; `cut` makes items of a way if not the language.

    >>> _read_rule("~buy/VERB <> ~purchase", "en")[1].old, _read_rule("in order to = to", "en")[0].id
    (('~purchase/VERB',), 'en: in order to')
    """
    line = line.partition("#")[0].strip()
    if len(line) > LONGEST_PATTERN:
        raise DataError(f"{place}: a rule of {len(line)} characters; {LONGEST_PATTERN} is the most")
    parts = SIGN.split(line, maxsplit=1)
    if len(parts) != 3:
        raise DataError(f"{place}: {line!r} is no rule; write OLD = NEW, or OLD <> NEW for both directions")
    left, sign, right = parts
    cut_way = cut or (lambda way: _cut_items(way, lang))
    sides = [tuple(tuple(cut_way(way)) for way in side.split(OR)) for side in (left, right)]
    pairs = [sides, sides[::-1]] if sign == BOTH else [sides]
    tag = next((item.partition("/")[2] for item in sides[0][0] if "/" in item), "")
    return [
        Rule(
            _mark_first(old, tag),
            tuple(_strip_tags(way) for way in new if sign != BOTH or _strip_tags(way) != _strip_tags(old)),
            f"{lang}: {' '.join(_mark_first(old, tag))}",
            place,
        )
        for olds, new in pairs
        for old in olds
    ]


def _cut_items(way: str, lang: Lang) -> Way:
    """Cut a way into its items: words, or in Chinese what stands between the gaps."""
    return find_language(lang).rules.items(way)


def _mark_first(way: Way, tag: str) -> Way:
    """Give a single inflected word the part of speech of its line."""
    return (f"{way[0]}/{tag}",) if tag and len(way) == 1 and "/" not in way[0] else way


def _strip_tags(way: Way) -> Way:
    """Give a way without parts of speech."""
    return tuple(item.partition("/")[0] for item in way)
