"""Traditional Chinese to simplified, one character for one, so that no offset moves."""

import re
from functools import cache
from typing import Any

from paraphrast.text.scripts import HAN

DIALECT = re.compile(
    "[係嘅佢咗喺唔冇嚟咁啲睇哋乜嗰攞俾畀啱嘢伲侬搿]|阿拉|伊拉|辰光|弗是|勿是"
)  # Cantonese and Wu


def standard(text: str) -> bool:
    """Say whether a Chinese text is in simplified Mandarin, as far as its characters show.

    >>> standard("这个小说是谁写的？"), standard("這個小說"), standard("佢係边个")
    (True, False, False)
    """
    return not DIALECT.search(text) and simplify(text) == text


def simplify(text: str) -> str:
    """Write a text in simplified characters; its length stays the same.

    >>> simplify("電腦與 network")
    '电脑与 network'
    """
    if not HAN.search(text):
        return text
    simple = convert(text)
    # A phrase that changes its length would move every offset after it.
    return simple if len(simple) == len(text) else HAN.sub(lambda match: run(match[0]), text)


def run(text: str) -> str:
    """Simplify a run of characters as a phrase where its length allows, else one by one."""
    simple = convert(text)
    return simple if len(simple) == len(text) else "".join(map(character, text))


@cache
def character(text: str) -> str:
    """Simplify a single character."""
    simple = convert(text)
    return simple if len(simple) == 1 else text


def convert(text: str) -> str:
    """Ask OpenCC, which takes only what UTF-8 can say."""
    try:
        simple: str = converter().convert(text)
    except UnicodeEncodeError:
        return text
    return simple


@cache
def converter() -> Any:
    """Load OpenCC's table from traditional to simplified."""
    from opencc import OpenCC

    return OpenCC("t2s")


def mostly_traditional(text: str) -> bool:
    """Say whether more characters of a text are traditional only than simplified only.

    >>> mostly_traditional("這個人"), mostly_traditional("这个人在後面")
    (True, False)
    """
    old = sum(a != b for a, b in zip(text, simplify(text), strict=True))
    new = sum(a != b for a, b in zip(text, traditional(text), strict=True))
    return old > new


def traditional(text: str) -> str:
    """Write a text in traditional characters, as in Taiwan; its length stays the same."""
    said: str = back_converter().convert(text)
    return said if len(said) == len(text) else text


@cache
def back_converter() -> Any:
    """Load OpenCC's table from simplified to traditional."""
    from opencc import OpenCC

    return OpenCC("s2tw")
