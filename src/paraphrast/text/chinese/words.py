"""Chinese words, by rjieba, around what it would take to pieces."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from paraphrast.text.tokens import Token
from paraphrast.text.words import ADDRESS, EMOJI, EMOTICON, MARKS, is_word

# What jieba would take to pieces: the rest of a Chinese text is its business.
OTHERS = "|".join(
    [
        ADDRESS,
        EMOTICON,
        EMOJI,
        r"[\uff10-\uff19]+(?:[.．][\uff10-\uff19]+)?|[\uff21-\uff3a\uff41-\uff5a]+",
        rf"(?<![A-Za-z])[A-Za-z]*+[\u00c0-\u02af\u0370-\u1fff](?:[A-Za-z\u00c0-\u02af\u0370-\u1fff{MARKS}]|-(?=\w))*",
    ]
)
# Most characters of a Chinese text are told off at once.
FOREIGN = rf"(?![\u3000-\u303f\u3400-\u9fff\uff01-\uff0f])(?:{OTHERS})"


@cache
def foreign() -> re.Pattern[str]:
    """Compile what a Chinese text holds whole."""
    return re.compile(FOREIGN)


def split(text: str) -> list[Token]:
    """Find the tokens of a Chinese text."""
    return [Token(word, start, start + len(word)) for word, start in _unspaced(text) if not word.isspace()]


def forms(text: str) -> list[str]:
    """List the words of a Chinese text."""
    found = foreign().search(text)
    whole = [word for word, _ in _unspaced(text)] if found else cut(text)
    return [word.lower() for word in whole if is_word(word)]


def _unspaced(text: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a Chinese text, blanks and all, and where each begins."""
    for (word, _), start in pieces(text, lambda part: [(piece, "") for piece in cut(part)]):
        yield word, start


def pieces(text: str, split: Callable[[str], list[tuple[str, str]]]) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield what `split` makes of a Chinese text, around what stays whole, and where each part begins."""
    done = 0
    for match in foreign().finditer(text):
        yield from placed(split(text[done : match.start()]), done)
        yield (match[0], "x"), match.start()
        done = match.end()
    yield from placed(split(text[done:]), done)


def placed(parts: list[tuple[str, str]], start: int) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield parts that follow one another, and where each begins."""
    for part in parts:
        yield part, start
        start += len(part[0])


def cut(text: str) -> list[str]:
    """Cut a text as jieba does; the pieces joined are the text."""
    import rjieba

    try:
        found: list[str] = rjieba.cut(text)
    except UnicodeEncodeError:  # half of a surrogate pair: rjieba takes only what UTF-8 can say
        found = [*text]
    return found


def is_listed(form: str) -> bool:
    """Say whether the dictionary has a word, or it is of one character.

    >>> is_listed("会议室"), is_listed("会室议")
    (True, False)
    """
    import rjieba

    try:
        return len(rjieba.cut(form, False)) == 1
    except UnicodeEncodeError:
        return False
