"""Two texts made alike in looks, so that how a text is typed does not decide what it says.

What one of them lacks - case, the mark at its end, the right spelling of a word - it takes from the other.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from paraphrast.text.capabilities import Script
from paraphrast.text.languages import main_language
from paraphrast.text.misspellings import HAN, mend_spelling
from paraphrast.text.normal import unify
from paraphrast.text.scripts import SCRIPTS
from paraphrast.text.words import EMOJI

SPACE = re.compile(r"\s+")
WORD = re.compile(r"[^\W\d_]+")
UNIT = re.compile(rf"{HAN.pattern}|(?:(?!{HAN.pattern})[^\W_])+")
MARK = re.compile(r"[,.;:!—…，。、；：](?!\d)(?=.)")  # within a text, and not within a number
PICTURE = re.compile(EMOJI)
START = re.compile(r"(?:^|[.!?…]\s)\W*([^\W\d_])")  # the first letter of a sentence
END = re.compile(r"[.!…。]$")  # a question mark says something
OPEN = re.compile(r"\w$")


def level(a: str, b: str) -> tuple[str, str]:
    """Take away what differs in looks alone: width, script, spaces, case, ё, the last mark, misspelt words.

    >>> level("АННА УЕХАЛА В ПСКОВ", "В Псков  уехала Анна.")
    ('Анна уехала в Псков.', 'В Псков уехала Анна.')
    >>> level("電腦", "电脑，ＯＫ")
    ('电脑', '电脑,ok')
    """
    a, b = (SPACE.sub(" ", unicodedata.normalize("NFKC", unify(text))).strip() for text in (a, b))
    a, b = (text.replace("ё", "е").replace("Ё", "Е") for text in (a, b))
    if bool(PICTURE.search(a)) != bool(PICTURE.search(b)):
        a, b = (SPACE.sub(" ", PICTURE.sub("", text)).strip() or text for text in (a, b))
    a, b = _share_case(a, b)
    a, b = mend_spelling(a, b), mend_spelling(b, a)
    a, b = _write_marks(a, b), _write_marks(b, a)
    a, b = _end_like(a, b), _end_like(b, a)
    return (a, b) if a <= b else (b, a)


def _share_case(a: str, b: str) -> tuple[str, str]:
    """Give a text without case the case of the other; where neither has any, both are small."""
    if _has_case(a) and _has_case(b):
        return a, b
    if not (_has_case(a) or _has_case(b)):
        return a.lower(), b.lower()
    return (a, _write_case(b, a)) if _has_case(a) else (_write_case(a, b), b)


def _has_case(text: str) -> bool:
    """Say whether a text has both capitals and small letters."""
    return text not in (text.upper(), text.lower())


def _write_case(text: str, other: str) -> str:
    """Write the words of a text as the other does, the rest small; sentences begin as those of the other."""
    starts = {found.start(1) for found in START.finditer(other)}
    forms = {_stem(found[0]): found[0] for found in WORD.finditer(other) if found.start() not in starts}

    def write(found: re.Match[str]) -> str:
        word, form = found[0], forms.get(_stem(found[0]), "")
        return form if form.lower() == word else word.capitalize() if form.istitle() else word

    text = WORD.sub(write, text.lower())
    if starts and other[min(starts)].isupper():
        text = START.sub(lambda found: found[0][:-1] + found[1].upper(), text)
    return text


def _stem(word: str) -> str:
    """Cut a word to what the cases of a name share."""
    script: Script = "cyrillic" if SCRIPTS["cyrillic"].match(word) else "latin"
    return main_language(script).stems.cut([word.lower()])[0]


def _write_marks(text: str, other: str) -> str:
    """Put marks into a text without any: those of the other between the same words, and ends of sentences."""
    if MARK.search(text) or not MARK.search(other):
        return text
    marks = {(first, second): gap for first, gap, second in _gaps(other) if gap.strip()}
    written, done = "", 0
    for unit, following in pairwise(UNIT.finditer(text)):
        gap = text[unit.end() : following.start()]
        between = marks.get((unit[0].lower(), following[0].lower()), gap) if not gap.strip() else gap
        if between == " " and unit[0].islower() and _begins(following[0], other):
            between = ". "
        written += text[done : unit.end()] + between
        done = following.start()
    return written + text[done:]


def _gaps(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield words that follow one another, small, and what stands between them."""
    for first, second in pairwise(UNIT.finditer(text)):
        yield first[0].lower(), text[first.end() : second.start()], second[0].lower()


def _begins(word: str, other: str) -> bool:
    """Say whether a word is no name, and so has its capital from the sentence that it begins."""
    if not word.istitle() or len(word) == 1:
        return False
    script: Script = "cyrillic" if SCRIPTS["cyrillic"].match(word) else "latin"
    named = any(found[0] == word for found in WORD.finditer(other))
    return main_language(script).spelling.is_known(word.lower()) and not named


def _end_like(text: str, other: str) -> str:
    """Put the mark at the end that the other ends with, where there is none."""
    mark = END.search(other)
    return text + mark[0] if mark and OPEN.search(text) else text
