"""What is wrong with rules as such: said twice, never reached, of no use, or without an example."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.lemmas import lemmas
from paraphrast.text.rules.clauses import read_slot
from paraphrast.text.rules.idioms import IdiomBook
from paraphrast.text.rules.matching import LONGEST
from paraphrast.text.rules.reading import ANY, FORM, Rule, RuleBook, Way
from paraphrast.text.rules.writing import fold_word


def lint(book: RuleBook, counts: Mapping[str, int]) -> list[str]:
    """List what should not be in a book; `counts` says how often text needed each rule, by its id.

    A line that has been counted, that no text needed and that no example shows is dead. A line that has not
    been counted yet is new, and must have an example.
    """
    found = [*_find_duplicates(book.rules), *_find_shadowed(book), *_find_idle(book)]
    lines: dict[str, list[Rule]] = {}
    for rule in _without_example(book):
        lines.setdefault(rule.place, []).append(rule)
    for place, rules in lines.items():
        if any(rule.id not in counts for rule in rules):
            found.append(f"{place}: without example: {rules[0].id!r} is new; write one below it")
        elif not any(counts[rule.id] for rule in rules):
            found.append(
                f"{place}: dead: no text has needed {rules[0].id!r}; delete it, or show that it works"
            )
    return found


def lint_idioms(book: IdiomBook, counts: Mapping[str, int]) -> list[str]:
    """List what should not be in a book of idioms, where each line has an example and a counter-example."""
    found = _find_duplicates(book.rules)
    said = " ".join(
        [" ".join(rule.old) for rule in book.rules] + [" ".join(ways) for ways in book.sets.values()]
    )
    used = set(re.findall(r"[\w-]+", said.replace("not-", " ")))
    found += [f"{book.lang}: idle: no rule names the set {name!r}" for name in book.sets if name not in used]
    lines: dict[str, list[Rule]] = {}
    for rule in book.rules:
        lines.setdefault(rule.place, []).append(rule)
    for place, rules in lines.items():
        kinds = {example.said is not None for example in book.examples if example.rule == place}
        for kind, name in ((True, "example"), (False, "counter-example")):
            if kind not in kinds:
                found.append(f"{place}: without {name}: {rules[0].id!r}; write one below it")
        if all(counts.get(rule.id) == 0 for rule in rules):
            found.append(f"{place}: dead: no text has needed {rules[0].id!r}; delete it")
    return found


def read_counts(path: Path) -> dict[str, int]:
    """Read how often text needed each rule: its id, a tab and a number on each line; `#` begins a remark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {rule: int(count) for rule, count in rows}


def _find_duplicates(rules: Sequence[Rule]) -> list[str]:
    """List rules that look for what another one looks for."""
    seen: dict[Way, Rule] = {}
    found = []
    for rule in rules:
        if rule.old in seen:
            found.append(f"{rule.place}: duplicate: {rule.id!r} is in {seen[rule.old].place} already")
        seen.setdefault(rule.old, rule)
    return found


def _find_shadowed(book: RuleBook) -> list[str]:
    """List rules that are never reached, as one above them takes all that they would."""
    found = []
    for rules in book.by_first.values():
        for at, rule in enumerate(rules):
            above = next((one for one in rules[:at] if _covers_other(one.old, rule.old, book)), None)
            if above:
                found.append(f"{rule.place}: shadowed: {rule.id!r} comes behind {above.place}")
    return found


def _covers_other(one: Way, other: Way, book: RuleBook) -> bool:
    """Say whether a pattern takes whatever another, different one takes.

    >>> from paraphrast.text.rules.reading import RuleBook
    >>> book = RuleBook("en", (), (), {})
    >>> _covers_other(("large",), ("large/ADJ",), book), _covers_other(("large/ADJ",), ("large",), book)
    (True, False)
    >>> _covers_other(("~take", "...", "home"), ("~take", "it", "all", "home"), book)
    True
    >>> _covers_other(("at", "~time"), ("at", "times"), book)
    True
    >>> _covers_other(("at", "times"), ("at", "~time"), book)
    False
    """
    return one != other and _takes_all_of(one, other, book)


def _takes_all_of(one: Way, other: Way, book: RuleBook) -> bool:
    """Say whether a pattern takes whatever another one takes, item by item."""
    if not one or not other:
        return not one and not other
    if one[0] != ANY:
        return _includes_item(one[0], other[0], book) and _takes_all_of(one[1:], other[1:], book)
    if other[0] == ANY:
        return _takes_all_of(one[1:], other[1:], book)
    sizes = range(1, min(LONGEST, len(other)) + 1)
    words = [size for size in sizes if all(item[-1:].isalnum() for item in other[:size])]
    return any(_takes_all_of(one[1:], other[size:], book) for size in words)


def _includes_item(one: str, other: str, book: RuleBook) -> bool:
    """Say whether an item stands for every word or stretch that another one stands for."""
    slot, narrower = read_slot(one), read_slot(other)
    if slot or narrower:
        if not slot or not narrower:
            return False
        looser = slot.optional or not narrower.optional
        return looser and set(slot.conditions) <= set(narrower.conditions)
    (name, _, tag), (form, _, narrow) = one.partition("/"), other.partition("/")
    if tag not in ("", narrow) or other == ANY:
        return False
    return name == form or (name.startswith(FORM) and find_base(form, book.lang) == name[1:])


@cache
def find_base(form: str, lang: Lang) -> str:
    """Give the dictionary form of a word, or of an item that stands for its forms."""
    found = [fold_word(one.text) for one in lemmas(form.removeprefix(FORM), lang)]
    return found[0] if len(found) == 1 else form


def _find_idle(book: RuleBook) -> list[str]:
    """List exceptions (what stays as it is) that keep nothing from any other rule."""
    kept = [rule for rule in book.rules if rule.keeps and ANY not in rule.old]
    guards = find_language(book.lang).rules.guards
    return [
        f"{rule.place}: idle: no rule would take any of {rule.id!r}, so it need not be kept"
        for rule in kept
        if not any(guards(rule.old, other.old, book) for other in book.rules if other is not rule)
    ]


def guards_words(kept: Way, other: Way, book: RuleBook) -> bool:
    """Say whether another rule may begin within words that are kept; at their start only a shorter one."""
    for at in range(len(kept)):
        if at == 0 and len(other) > len(kept):
            continue
        if all(_may_meet(one, two, book.lang) for one, two in zip(kept[at:], other, strict=False)):
            return True
    return False


def _may_meet(one: str, two: str, lang: Lang) -> bool:
    """Say whether two items may stand for the same word."""
    one, two = one.partition("/")[0], two.partition("/")[0]
    if two == ANY or one == two:
        return True
    return FORM in (one[:1], two[:1]) and find_base(one, lang) == find_base(two, lang)


def _without_example(book: RuleBook) -> list[Rule]:
    """List the rules that no example shows at work."""
    shown = {example.rule for example in book.examples if example.said is not None}
    return [rule for rule in book.rules if rule.place not in shown]
