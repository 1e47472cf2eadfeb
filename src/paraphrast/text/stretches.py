"""The fast way through much text: stretches that are read by themselves, so that each need be read only once.

Words of Russian and English never go on over a blank, and Chinese ones are cut by their neighbours: whoever
remembers what is inside a stretch looks most of a text up instead of taking it to pieces again. All places of
a text are worked out at once, on columns of numbers.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.words import only_words

Ints: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.uint32]
Hashes: TypeAlias = npt.NDArray[np.uint64]
# what may stand around a plain word without changing how it is read: nothing that begins an emoticon
BEFORE, AFTER = '«“„"([', '.,!?;:»”")]…'
BLANK, LETTER, OPENS, CLOSES, DIGIT, HAN = 1, 2, 4, 8, 16, 32  # what a character may be
PLANE, EVERYTHING = 0x10000, 0x110000
PRIME = 0x9E3779B97F4A7C15
INVERSE = pow(PRIME, -1, 1 << 64)


def folded(text: str, lang: Lang) -> Codes:
    """Give the characters of a text as numbers: in lower case, ё as е, and Chinese narrow and simplified.

    >>> "".join(map(chr, folded("Ёж и Ｋ電腦", "zh")))
    'еж и k电脑'
    """
    return folding(lang)[characters(text)]


def characters(text: str) -> Codes:
    """Give the characters of a text as numbers."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint32, copy=False)


def spelled(codes: Codes) -> str:
    """Give the text of numbers."""
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def stretches(codes: Codes, lang: Lang) -> tuple[Ints, Ints]:
    """Say where the stretches of a text begin and end; marks around plain words are left out.

    >>> [column.tolist() for column in stretches(folded("«Да», т.е. нет!", "ru"), "ru")]
    [[1, 6, 11], [3, 10, 14]]
    >>> [column.tolist() for column in stretches(folded("我爱NLP！", "zh"), "zh")]
    [[0, 1, 2], [1, 2, 5]]
    """
    return find_language(lang).stretches.cut(codes)


class Inside(NamedTuple):
    """What stretches hold: how many words each; every word and its place in its stretch."""

    counts: list[int]
    forms: list[str]
    starts: list[int]
    stops: list[int]


def inside(found: Sequence[str], lang: Lang) -> Inside:
    """List the words of stretches: together they are the `forms` of a Russian or English text.

    >>> inside(["(т.е.", "—"], "ru")
    Inside(counts=[1, 0], forms=['т.е.'], starts=[1], stops=[5])
    """
    return find_language(lang).stretches.read(found)


def hashed(codes: Codes, start: Ints, stop: Ints) -> Hashes:
    """Give stretches numbers, never 0, that are the same for the same characters, however long they are.

    >>> one, other, third = hashed(folded("да нет да", "ru"), np.array([0, 3, 7]), np.array([2, 6, 9]))
    >>> bool(one == third), bool(one == other)
    (True, False)
    """
    power, inverse = powers(1 << len(codes).bit_length())
    with np.errstate(over="ignore"):
        total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(codes * power[: len(codes)])])
        found: Hashes = (total[stop] - total[start]) * inverse[start]
        # products leave the low bits weak, so the high ones are folded in
        found ^= found >> np.uint64(29)
        found *= np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray(np.maximum(found ^ (found >> np.uint64(32)), np.uint64(1)))


@lru_cache(2)
def powers(size: int) -> tuple[Hashes, Hashes]:
    """Give the powers of a prime and of its inverse, as long as places are counted."""
    with np.errstate(over="ignore"):
        rows = [np.cumprod(np.full(size, base, np.uint64), dtype=np.uint64) for base in (PRIME, INVERSE)]
    return rows[0], rows[1]


@cache
def folding(lang: Lang) -> Codes:
    """Say what each character is compared as."""
    table = np.arange(EVERYTHING, dtype=np.uint32)
    lower = [*map(str.lower, map(chr, range(PLANE)))]
    table[:PLANE] = [ord(low) if len(low) == 1 else code for code, low in enumerate(lower)]
    table[[*map(ord, "Ёё")]] = ord("е")
    find_language(lang).stretches.fold(table)
    return table


@cache
def kinds() -> npt.NDArray[np.uint8]:
    """Say what each character is."""
    table = np.zeros(EVERYTHING, dtype=np.uint8)
    letters = [*map(chr, range(PLANE))]
    for sign, test in ((BLANK, str.isspace), (LETTER, str.isalpha), (DIGIT, str.isalnum)):
        table[:PLANE] |= np.fromiter(map(test, letters), np.bool_, PLANE) * np.uint8(sign)
    table[0x20000:0x31350] = LETTER | DIGIT
    for first, last in ((0x3400, 0xA000), (0xF900, 0xFB00), (0x20000, 0x31350)):
        table[first:last] |= HAN
    for sign, marks in ((OPENS, BEFORE), (CLOSES, AFTER)):
        table[[*map(ord, marks)]] |= sign
    return table


def spaced(codes: Codes) -> tuple[Ints, Ints]:
    """Find what stands between two blanks."""
    kind = np.append(kinds()[codes], BLANK)
    blank = np.concatenate([[True], kind & BLANK != 0])
    edge = np.flatnonzero(blank[1:] != blank[:-1])
    begin, end = edge[::2], edge[1::2]
    left, right = (
        passed(kind & OPENS != 0, begin, end, 1),
        passed(kind & CLOSES != 0, end - 1, begin - 1, -1) + 1,
    )
    other = np.concatenate([[0], np.cumsum(kind & LETTER == 0)])
    plain = (left < right) & (other[np.maximum(left, right)] == other[left])
    return np.where(plain, left, begin), np.where(plain, right, end)


def passed(marks: npt.NDArray[np.bool_], begin: Ints, end: Ints, step: int) -> Ints:
    """Go from each place over marks, to `end` at most."""
    place = begin.copy()
    some = np.arange(len(place))
    while len(some := some[marks[place[some]] & (place[some] != end[some])]):
        place[some] += step
    return place


def in_blanks(found: Sequence[str]) -> Inside:
    """Read stretches between two blanks: most are a word, and what is between two others is read at once."""
    count, form, start, stop = Inside([], [], [], [])
    done = 0
    for place in (place for place, stretch in enumerate(found) if not stretch.isalpha()):
        words = [match for match in only_words().finditer(found[place]) if match[1]]
        plain = whole(found[done:place])
        count += [*plain.counts, len(words)]
        form += [*plain.forms, *(match[1] for match in words)]
        start += [*plain.starts, *(match.start(1) for match in words)]
        stop += [*plain.stops, *(match.end(1) for match in words)]
        done = place + 1
    plain = whole(found[done:])
    return Inside(count + plain.counts, form + plain.forms, start + plain.starts, stop + plain.stops)


def whole(found: Sequence[str]) -> Inside:
    """Read stretches that are words."""
    return Inside([1] * len(found), [*found], [0] * len(found), [*map(len, found)])
