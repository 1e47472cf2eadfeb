"""Exchanging two numbers, or changing one, so that the words around still agree."""

import re
from collections.abc import Iterator

from numpy.random import Generator

from paraphrast.build.native.sentence import Change, Edit, Sentence, edited

NUMBER = re.compile(
    r"(?<![\w.,:/-])\d+(?:[.,]\d+)?(?![\w/:-]|[.,]\d)|(?<![\w.,:/-])\d+(?=[年月日号个名人岁元万亿%])"
)


def number_changes(sentence: Sentence, rng: Generator) -> Iterator[Change]:
    """Exchange two numbers of one sort, and change each one a little."""
    found = list(NUMBER.finditer(sentence.text))[:6]
    for index, first in enumerate(found):
        for second in found[index + 1 :]:
            if (
                first[0] != second[0]
                and sort(first[0]) == sort(second[0])
                and class_of(first[0]) == class_of(second[0])
            ):
                edits = [Edit(*first.span(), second[0]), Edit(*second.span(), first[0])]
                if sentence.text[first.end() : second.start()].strip() not in (
                    "-",
                    "–",
                    "—",
                    "x",
                    "×",
                    "и",
                    "and",
                    "和",
                    ",",
                    "、",
                    ":",
                ):
                    yield Change(edited(sentence.text, edits), "number-swap", False)
    for match in found:
        yield Change(
            edited(sentence.text, [Edit(*match.span(), other(match[0], rng))]), "number-change", False
        )


def sort(number: str) -> str:
    """Tell years from other numbers, and numbers of different length from each other.

    >>> sort("1985"), sort("19"), sort("3,5")
    ('year', '2', 'decimal')
    """
    if "," in number or "." in number:
        return "decimal"
    return "year" if len(number) == 4 and 1000 <= int(number) <= 2100 else str(len(number))


def class_of(number: str) -> str:
    """Give the form of the noun that a Russian number asks for: one, few or many.

    >>> [class_of(number) for number in ("1", "23", "11", "15", "2005")]
    ['one', 'few', 'many', 'many', 'many']
    """
    if not number.isdigit() or sort(number) == "year":
        return "many"
    tens, ones = int(number) // 10 % 10, int(number) % 10
    return "many" if tens == 1 or not 0 < ones < 5 else "one" if ones == 1 else "few"


def other(number: str, rng: Generator) -> str:
    """Make another number of the same length and form."""
    if not number.isdigit():
        digits = list(number)
        place = next(index for index, digit in enumerate(digits) if digit.isdigit())
        digits[place] = str(int(digits[place]) % 9 + 1)
        return "".join(digits)
    value, spread = int(number), (12 if sort(number) == "year" else max(3, 10 ** (len(number) - 1)))
    low, high = max(1, 10 ** (len(number) - 1)), 10 ** len(number) - 1
    if sort(number) == "2" and value <= 31:
        high = 31  # it may be a day of the month
    if len(number) == 1:
        high = 9
    choices = [each for each in range(max(low, value - spread), min(high, value + spread) + 1)
               if each != value and class_of(str(each)) == class_of(number)]  # fmt: skip
    return str(choices[int(rng.integers(len(choices)))]) if choices else str(value + 10 ** len(number))
