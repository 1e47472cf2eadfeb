"""Chinese scripts: all lists and models read simplified characters, and a text leaves in those it came in."""

from difflib import SequenceMatcher
from functools import cache
from typing import Any

from paraphrast.text import Lang
from paraphrast.text.chinese.simplified import simplify
from paraphrast.text.languages import find_language


def simple(text: str, lang: Lang) -> str:
    """Write a Chinese text in simplified characters, as many as it has; others stay as they are.

    >>> simple("滾開", "zh"), simple("Уйди", "ru")
    ('滚开', 'Уйди')
    """
    return simplify(text) if not find_language(lang).spaced else text


def restored(output: str, source: str, lang: Lang) -> str:
    """Write an output in the characters of its source: what was kept as it was, new words in its script.

    >>> restored("这个人骗我的钱，请离开", "這個混蛋騙我的錢，滾開", "zh")
    '這個人騙我的錢，請離開'
    >>> restored("请离开我家後面", "滚出我家後面", "zh")
    '请离开我家後面'
    """
    plain = simple(source, lang)
    if plain == source:
        return output
    new = traditional(output) if mostly_traditional(source) else output
    matcher = SequenceMatcher(None, plain, output, autojunk=False)
    return "".join(source[a:b] if kind == "equal" else new[c:d] for kind, a, b, c, d in matcher.get_opcodes())


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
    said: str = converter().convert(text)
    return said if len(said) == len(text) else text


@cache
def converter() -> Any:
    """Load OpenCC's table from simplified to traditional."""
    from opencc import OpenCC

    return OpenCC("s2tw")
