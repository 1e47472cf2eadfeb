"""The fast way through much text: stretches that are read by themselves, so that each need be read only once.

Words of Russian and English never go on over a blank, and Chinese ones are cut by a dictionary: whoever
remembers what is inside a stretch looks most of a text up instead of taking it to pieces again.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from paraphrast.text.languages import Lang, choose
from paraphrast.text.words import FOREIGN, cut, is_word, only_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

BLANKS = [code for code in range(0x3001) if chr(code).isspace()]  # there are none beyond
# what may stand around a plain word without changing how it is read: nothing that begins an emoticon
BEFORE, AFTER = '«“„"([', '.,!?;:»”")]…'


def stretches(text: str, lang: Lang) -> list[str]:
    """Cut a text into stretches that are read by themselves.

    >>> stretches("Что-то, т.е. 3,5 кг", "ru"), stretches("我爱NLP！", "zh")
    (['Что-то,', 'т.е.', '3,5', 'кг'], ['我', '爱', 'NLP', '！'])
    """
    return choose(CUTTERS, lang)(text)


def starts(text: str, found: Sequence[str], lang: Lang) -> "Ints":
    """Say where each of a text's stretches begins.

    >>> starts(" раз  два", ["раз", "два"], "ru").tolist()
    [1, 6]
    """
    return choose(PLACES, lang)(text, found)


class Inside(NamedTuple):
    """What stretches hold: how many words each; every word, lower-cased, and its place in its stretch."""

    counts: list[int]
    forms: list[str]
    starts: list[int]
    stops: list[int]


def inside(found: Iterable[str], lang: Lang) -> Inside:
    """List the words of stretches: together they are the `forms` of the text.

    >>> inside(["(т.е.", "—"], "ru"), inside(["！", "我"], "zh").forms
    (Inside(counts=[1, 0], forms=['т.е.'], starts=[1], stops=[5]), ['我'])
    """
    return choose(READERS, lang)(found)


def pieces(text: str) -> list[str]:
    """Cut a Chinese text; the pieces joined are the text."""
    found: list[str] = []
    done = 0
    while match := upto_foreign().match(text, done):
        found += cut(text[done : match.start(1)])
        found.append(match[1])
        done = match.end()
    found += cut(text[done:])
    return found


@cache
def upto_foreign() -> re.Pattern[str]:
    """Compile what goes on to the next thing that a Chinese text holds whole, characters at once."""
    return re.compile(rf"(?:[\u3400-\u9fff]++|(?!{FOREIGN})[\s\S])*+({FOREIGN})")


def after_blanks(text: str, found: Sequence[str]) -> "Ints":
    """Find the characters that are no blank but follow one."""
    import numpy as np

    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    blank = np.concatenate([[True], np.isin(letters, BLANKS)])
    return np.flatnonzero(blank[:-1] & ~blank[1:])


def end_to_end(text: str, found: Sequence[str]) -> "Ints":
    """Add up the lengths of stretches that leave nothing out."""
    import numpy as np

    size = np.fromiter(map(len, found), np.int64, len(found))
    return np.cumsum(size) - size


def spaced(found: Iterable[str]) -> Inside:
    """Read stretches between two blanks."""
    count, form, start, stop = Inside([], [], [], [])
    for stretch in found:
        bare = stretch.rstrip(AFTER)
        plain = bare.lstrip(BEFORE)
        if plain.isalpha():  # nearly all of them
            words = [(plain, len(bare) - len(plain), len(bare))]
        else:
            words = [
                (match[1], match.start(1), match.end(1))
                for match in only_words().finditer(stretch)
                if match[1]
            ]
        count.append(len(words))
        for word, first, last in words:
            form.append(word.lower())
            start.append(first)
            stop.append(last)
    return Inside(count, form, start, stop)


def chinese(found: Iterable[str]) -> Inside:
    """Read pieces that the dictionary has cut."""
    some = [(is_word(piece), piece) for piece in found]
    form = [piece.lower() for word, piece in some if word]
    stop = [len(piece) for word, piece in some if word]
    return Inside([int(word) for word, _ in some], form, [0] * len(form), stop)


CUTTERS: dict[Lang, Callable[[str], list[str]]] = {"ru": str.split, "en": str.split, "zh": pieces}
PLACES: dict[Lang, Callable[[str, Sequence[str]], "Ints"]] = {
    "ru": after_blanks,
    "en": after_blanks,
    "zh": end_to_end,
}
READERS: dict[Lang, Callable[[Iterable[str]], Inside]] = {"ru": spaced, "en": spaced, "zh": chinese}
