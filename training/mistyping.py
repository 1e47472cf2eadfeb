"""Mistakes of typing that any reader sees through: letters exchanged, lost, doubled; in Chinese also a character of the same sound."""

from collections import defaultdict
from functools import cache

import numpy as np

from paraphrast.text import Lang, words

LEAST = 5  # letters of a word that is misspelt
COMMON = range(0x4E00, 0x9FA6)
SAME_SOUND = 0.6  # of the mistakes in Chinese


def mistype(text: str, lang: Lang, rng: np.random.Generator) -> str | None:
    """Misspell one word."""
    if lang == "zh":
        return mistype_chinese(text, rng)
    found = [token for token in words(text, lang) if len(token.text) >= LEAST and token.text.isalpha()]
    if not found:
        return None
    token = found[int(rng.integers(len(found)))]
    word, way = token.text, int(rng.integers(3))
    at = int(rng.integers(1, len(word)))
    if way == 0:
        wrong = word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
    else:
        wrong = word[:at] + (word[at + 1 :] if way == 1 else word[at - 1] + word[at:])
    return text[: token.start] + wrong + text[token.stop :]


def mistype_chinese(text: str, rng: np.random.Generator) -> str | None:
    """Put a character of the same sound into a word of several; or double, lose or exchange characters anywhere."""
    if rng.random() < SAME_SOUND:
        return mishear(text, rng)
    places = [
        at
        for at in range(1, len(text))
        if "\u4e00" <= text[at] <= "\u9fff" and "\u4e00" <= text[at - 1] <= "\u9fff"
    ]
    if not places:
        return None
    at, way = places[int(rng.integers(len(places)))], int(rng.integers(3))
    if way == 0:
        return text[:at] + text[at - 1] + text[at:]
    if way == 1:
        return text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :]
    return mishear(text, rng)


def mishear(text: str, rng: np.random.Generator) -> str | None:
    """Write a character of a word as another of the same sound, so that what comes out is no word."""
    import rjieba

    found = [token for token in words(text, "zh") if len(token.text) > 1 and token.text.isalpha()]
    for i in rng.permutation(len(found))[:6]:
        token = found[i]
        at = int(rng.integers(len(token.text)))
        alike = sounding_alike().get(sound(token.text[at]), [])
        others = [each for each in alike if each != token.text[at]]
        if not others:
            continue
        wrong = token.text[:at] + others[int(rng.integers(len(others)))] + token.text[at + 1 :]
        if len(rjieba.cut(wrong)) > 1:
            return text[: token.start] + wrong + text[token.stop :]
    return None


@cache
def sound(character: str) -> str:
    """Tell the commonest sound of a character, without its tone."""
    from pypinyin import lazy_pinyin

    return str(lazy_pinyin(character)[0])


@cache
def sounding_alike() -> dict[str, list[str]]:
    """Group the characters of the simplest standard encoding by sound."""
    groups: dict[str, list[str]] = defaultdict(list)
    for code in COMMON:
        try:
            first = chr(code).encode("gb2312")[0]
        except UnicodeEncodeError:
            continue
        if first < 0xD8:  # the characters in common use
            groups[sound(chr(code))].append(chr(code))
    return groups
