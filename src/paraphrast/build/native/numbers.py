"""Exchanging two numbers, or changing one, so that the words around still agree."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from numpy.random import Generator

from paraphrast.text.clauses import Change, Edit, Sentence, edited
from paraphrast.text.grammar import load
from paraphrast.text.inflection import count_class
from paraphrast.text.languages import Lang

NEVER = "(?!)"
LIKE = 5.0  # how many times the other one number may be: a point of an index is not the index


class Patterns(NamedTuple):
    """What numbers are found by in a language."""

    number: re.Pattern[str]
    range: re.Pattern[str]  # joins two that only mean something in their order, or in any order alike
    day: re.Pattern[str]  # a month right before a number
    moved: re.Pattern[str]  # "down to 4.4 percent from 4.5": another number could turn the way round


@cache
def patterns(lang: Lang) -> Patterns:
    """Compile what the grammar of a language says of numbers."""
    told = load(lang)["numbers"]
    units, first = told["units"] + "%", r"(?<![\w.,:/-])\d+"
    ranges, spans, joints = ("|".join(told[name].split()) or NEVER for name in ("ranges", "spans", "joints"))
    return Patterns(
        re.compile(rf"{first}(?:[.,]\d+)?(?![\w/:-]|[.,]\d)|{first}(?=[{units}])"),
        re.compile(rf"\s*(?:[-–—x×:,、]|{ranges})\s*(?:{spans})?\s*|\s*([{units}]?)\s*(?:[、-]|{joints})\s*"),
        re.compile(told.get("day", NEVER)),
        re.compile(told.get("moved", NEVER)),
    )


def number_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Exchange two numbers of one sort, and change each one a little."""
    find = patterns(sentence.lang)
    numbers = find.number.finditer(sentence.text)
    found = [match for match in numbers if not is_named(sentence, match.start())][:6]
    for first, second in combinations(found, 2):
        dated = [bool(find.day.search(sentence.text[: match.start()])) for match in (first, second)]
        if (
            dated[0] == dated[1]
            and are_exchangeable(first[0], second[0], sentence.lang)
            and not find.range.fullmatch(sentence.text[first.end() : second.start()])
        ):
            edits = [Edit(*first.span(), second[0]), Edit(*second.span(), first[0])]
            yield Change(edited(sentence.text, edits), "number-swap", False)
    for match in [] if find.moved.search(sentence.text) else found:
        edit = Edit(*match.span(), _other_number(match[0], sentence.lang, rng))
        yield Change(edited(sentence.text, [edit]), "number-change", False)


def is_named(sentence: Sentence, start: int) -> bool:
    """Tell whether a number is a part of a name: the "Nasdaq 100", but no day of a month."""
    before = [word for word in sentence.words if word.stop <= start][-1:]
    if re.match(r"\d[\d.,]*[\s-]*(?:stock )?(?:<|index\b)", sentence.text[start:], re.IGNORECASE):
        return True
    return bool(before) and before[0].tag == "PROPN" and before[0].kind in ("organisation", "other", "thing")


def are_exchangeable(one: str, other: str, lang: Lang) -> bool:
    """Tell whether two numbers differ and can stand in each other's place."""
    if (
        one == other
        or _sort_number(one) != _sort_number(other)
        or _class_of(one, lang) != _class_of(other, lang)
    ):
        return False
    values = [float(number.replace(",", "") if number.count(",") and "." in number else
                    number.replace(",", ".")) for number in (one, other)]  # fmt: skip
    return max(values) <= LIKE * max(min(values), 1e-9)


def _sort_number(number: str) -> str:
    """Tell years from other numbers, and numbers of different length from each other.

    >>> _sort_number("1985"), _sort_number("19"), _sort_number("3,5")
    ('year', '2', 'decimal')
    """
    if "," in number or "." in number:
        return "decimal"
    return "year" if len(number) == 4 and 1000 <= int(number) <= 2100 else str(len(number))


def _class_of(number: str, lang: Lang) -> str:
    """Give the class of the form that a noun has beside a number; a year and a decimal have that of many.

    >>> [_class_of(number, "ru") for number in ("1", "23", "11", "2005")]
    ['one', 'few', 'many', 'many']
    """
    plain = number.isdigit() and _sort_number(number) != "year"
    return count_class(int(number), lang) if plain else "many"


def _other_number(number: str, lang: Lang, rng: Generator) -> str:
    """Make another number of the same length and form."""
    if not number.isdigit():
        digits = list(number)
        # the second digit: the number changes, but stays of its size
        place = [index for index, digit in enumerate(digits) if digit.isdigit()][1]
        digits[place] = str(int(digits[place]) % 9 + 1)
        return "".join(digits)
    value, spread = int(number), (12 if _sort_number(number) == "year" else max(3, 10 ** (len(number) - 1)))
    low, high = max(1, 10 ** (len(number) - 1)), 10 ** len(number) - 1
    if _sort_number(number) == "2" and value <= 31:
        high = 31  # it may be a day of the month
    if len(number) == 1:
        high = 9
    # drawn, not listed: a number may have twenty digits
    low, high = max(low, value - spread), min(high, value + spread)
    for _ in range(50 if high < 2**62 else 0):
        drawn = int(rng.integers(low, high + 1))
        if drawn != value and _class_of(str(drawn), lang) == _class_of(number, lang):
            return str(drawn)
    return str(value + 10 ** len(number))
