"""Where idioms stand in a text, and the text as it is meant."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from paraphrast.text.capitals import like
from paraphrast.text.inflection import inflect, replaced
from paraphrast.text.languages import Lang
from paraphrast.text.rules.idioms import NOTHING, PUT, Idiom, IdiomBook, Part
from paraphrast.text.rules.reading import Rule
from paraphrast.text.rules.writing import fold_word
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

LETTERS = re.compile(r"[^\W\d_]+")
SIGNS = re.compile(r"\s+(?=,)|^\s+|\s+$|(?<=\s)\s+")
STOPS = tuple(".!?…)")
OPENING = tuple("«“\"'(#@")
Names: TypeAlias = "dict[str, tuple[int, int]]"
Stand: TypeAlias = "tuple[int, Names]"


class Meant(NamedTuple):
    """A stretch that an idiom takes, what it says, what is meant, and the rule."""

    start: int
    stop: int
    old: str
    new: str
    rule: Rule


class Row(NamedTuple):
    """A text as its words."""

    text: str
    tokens: tuple[Token, ...]
    forms: tuple[str, ...]
    every: frozenset[str]


@lru_cache(1_000)
def _lay_out(text: str, lang: Lang) -> Row:
    """Lay a text out word by word."""
    tokens = tuple(words(text, lang))
    forms = tuple(fold_word(one.text) for one in tokens)
    return Row(text, tokens, forms, frozenset(forms))


def find_idioms(text: str, book: IdiomBook) -> Iterator[Meant]:
    """Yield what each idiom takes of a text, whatever the others take."""
    row = _lay_out(text, book.lang)
    for idiom in book.idioms:
        yield from _find(idiom, row, book.lang)


def say_idioms(text: str, book: IdiomBook) -> tuple[str, list[Meant]]:
    """Say the idioms of a text as they are meant, one rule after another; give what each has taken."""
    taken: list[Meant] = []
    for idiom in book.idioms:
        found = list(_find(idiom, _lay_out(text, book.lang), book.lang))
        for one in reversed(found):
            text = put_meaning(text, one.start, one.stop, one.new)
        taken += found
    return text, taken


def put_meaning(text: str, start: int, stop: int, new: str) -> str:
    """Put what is meant where a phrase stands, with its capitals; words that stay keep their ё.

    >>> put_meaning("Всё, пошёл вон", 5, 14, "уходи"), put_meaning("Спрячь отчёт туда", 0, 12, "оставь отчет")
    ('Всё, уходи', 'Оставь отчёт туда')
    """
    if not new and not LETTERS.match(text[stop:].lstrip(" ")):
        start = len(text[:start].rstrip(" ").removesuffix(","))  # nothing hangs before a sign or the end
    elif not new and text[:start].endswith(" "):
        start -= 1
    old = text[start:stop]
    dotted = {one.replace("ё", "е"): one for one in LETTERS.findall(old) if "ё" in one}
    said = LETTERS.sub(lambda one: dotted.get(one[0], one[0]), _match_capitals(old, new, amid=start > 0))
    changed = text[:start] + said + text[stop:]
    return changed if LETTERS.search(changed) else text  # a text that only curses is left to others


def _match_capitals(old: str, new: str, *, amid: bool) -> str:
    """Write what comes for a phrase with its capitals; one that only begins loudly gets none amid a text.

    >>> _match_capitals("ПОХУЙ на это", "нет дела до этого", amid=True)
    'нет дела до этого'
    >>> _match_capitals("Пошёл вон", "уходи", amid=False)
    'Уходи'
    """
    loud = re.match(r"[^\W\d_]{2,}", old)
    return new if amid and loud and loud[0].isupper() and not old.isupper() else like(old, new)


def shape_words(old: str, new: str, lang: Lang) -> str:
    """Put a word into the form of an old one, or the old words into another form.

    >>> [shape_words(*some, "ru") for some in (("набьют", "наказать"), ("ему", "accs"), ("врёт", "plur"))]
    ['накажут', 'его', 'врут']
    """
    if new.isascii():
        forms = frozenset(new.split(","))
        return " ".join(inflect(word, forms, lang) or word for word in old.lower().split())
    fits = (replaced(old.lower(), new, lang) or new) if old else ""
    return fits if "ё" in old else fits.replace("ё", "е")


def _find(idiom: Idiom, row: Row, lang: Lang) -> Iterator[Meant]:
    """Yield what an idiom takes of a text, one stretch behind another."""
    if any(some.isdisjoint(row.every) for some in idiom.needed):
        return
    at = 0
    while at < len(row.forms):
        stop, names = next(
            (one for one in _spread(idiom.parts, at, row) if _is_free(idiom, at, one, row)), (at, {})
        )
        if stop > at:
            start, end = row.tokens[at].start, row.tokens[stop - 1].stop
            new = _write(idiom.rule, names, row, lang)
            yield Meant(start, end, row.text[start:end], new, idiom.rule)
        at = max(stop, at + 1)


def _is_free(idiom: Idiom, at: int, stand: Stand, row: Row) -> bool:
    """Say whether what stands beside an idiom is as its rule wants it."""
    stop = stand[0]
    before = all(wanted == _stands_before(part, at, row) for wanted, part in idiom.before)
    behind = all(wanted == any(True for _ in _stand(part, stop, row)) for wanted, part in idiom.behind)
    return stop > at and before and behind


def _stands_before(part: Part, stop: int, row: Row) -> bool:
    """Say whether a part stands right before a place."""
    return any(end == stop for at in range(max(0, stop - 4), stop + 1) for end, _ in _stand(part, at, row))


def _spread(parts: Sequence[Part], at: int, row: Row) -> Iterator[Stand]:
    """Yield where parts may end that stand one behind another from a place on, with the words of names."""
    if not parts:
        yield at, {}
        return
    for stop, names in _stand(parts[0], at, row):
        for end, more in _spread(parts[1:], stop, row):
            yield end, names | more


def _stand(part: Part, at: int, row: Row) -> Iterator[Stand]:
    """Yield where a part may end that stands at a place, longer ways first."""
    if part.place:
        if _is_place(part.place, at, row):
            yield at, {}
    elif not part.ways:
        if at < len(row.forms) and part.fits(row.forms[at]):
            yield at + 1, {}
    else:
        for stop, names in _repeat(part, at, row, 0):
            yield stop, {part.name: (at, stop)} | names if part.name else names


def _repeat(part: Part, at: int, row: Row, count: int) -> Iterator[Stand]:
    """Yield where a part may end that stands as often as it may."""
    if count < part.most:
        for way in part.ways:
            for stop, names in _spread(way, at, row):
                for end, more in _repeat(part, stop, row, count + 1) if stop > at else [(stop, {})]:
                    yield end, names | more
    if count >= part.least:
        yield at, {}


def _is_place(name: str, at: int, row: Row) -> bool:
    """Say whether a place is the start or the end of a clause, or within a question."""
    if name == "start":
        return at == 0 or not row.forms[at - 1][-1].isalnum()
    if name == "end":
        return at == len(row.forms) or not (row.forms[at][0].isalnum() or row.forms[at].startswith(OPENING))
    if name == "stop":
        return at == len(row.forms) or row.forms[at].startswith(STOPS)
    if name == "asked":
        return at < len(row.forms) and row.forms[at].startswith("?")
    if name == "last":
        return not any(form[0].isalnum() for form in row.forms[at:])
    start = row.tokens[at].start if at < len(row.tokens) else len(row.text)
    return "?" in re.split(r"[.!]", row.text[start:], maxsplit=1)[0]


def _write(rule: Rule, names: Names, row: Row, lang: Lang) -> str:
    """Write what is meant, with named words as they stand, in another form, or giving theirs."""

    def put(match: re.Match[str]) -> str:
        start, stop = names.get(match[1], (0, 0))
        old = row.text[row.tokens[start].start : row.tokens[stop - 1].stop] if stop > start else ""
        old = old.replace("ё", "е").replace("Ё", "Е")
        return shape_words(old, match[2], lang) if match[2] else old

    said = " ".join(item for item in rule.new[0] if item != NOTHING)
    return SIGNS.sub("", PUT.sub(put, said))
