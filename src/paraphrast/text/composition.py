"""NFKC without what nobody sees, change by change: the only part of `normal` that moves offsets."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import category, combining, decomposition, is_normalized, normalize

# What NFKC leaves alone and nothing joins; all other characters are looked at one by one.
# № stays: the "No" that NFKC makes of it is not Russian.
PLAIN = (
    r"\t-\r\x1c-\x7e\x85\xa1-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xb7\xbb\xbf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"
    r"\u0400-\u0482\u048a-\u052f\u2010\u2012-\u2016\u2018-\u201e\u2020-\u2023\u2116\u3001-\u3029\u3400-\u4dbf\u4e00-\u9fff"
)
ODD = re.compile(f"[^{PLAIN}]+")
# Control and zero-width characters, soft hyphen, direction marks, fillers, tags.
HIDDEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\U000e0000-\U000e007f]"
)
PICTURE = re.compile(r"[\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]")
VARIANT = re.compile(r"[\ufe00-\ufe0f]")
ACCENT = re.compile(r"[\u0300-\u036f]+")
KINDS = {
    "<wide>": "full-width",
    "<narrow>": "full-width",
    "<font>": "styled",
    "<circle>": "styled",
    "<noBreak>": "space",
}


class Change(NamedTuple):
    """Characters start..stop become the new ones, for a reason."""

    start: int
    stop: int
    new: str
    kind: str


def changes(text: str) -> Iterator[Change]:
    """Yield what must change, from left to right, for NFKC without hidden characters and loose accents."""
    for match in ODD.finditer(text):
        # An accent joins the letter before it.
        yield from run(text, max(match.start() - 1, 0), match.end())


def run(text: str, start: int, stop: int) -> Iterator[Change]:
    """Yield the changes in a run of odd characters: letter and accents become one, hidden ones nothing."""
    first = last = start
    cluster = ""
    for place in range(start, stop):
        if unseen(text, place):
            continue
        letter = text[place]
        if cluster and not joins(cluster, letter):
            yield from closed(text, first, last, cluster)
            yield from gap(text, last, place)
            first, cluster = place, ""
        elif not cluster:
            yield from gap(text, last, place)
            first = place
        cluster += letter
        last = place + 1
    yield from closed(text, first, last, cluster)
    yield from gap(text, last, stop)


def unseen(text: str, place: int) -> str:
    """Name the kind of a character that nobody sees, or say nothing."""
    letter = text[place]
    if VARIANT.match(letter):
        return "presentation"
    if not HIDDEN.match(letter):
        return ""
    if letter == "\ufeff" and place == 0:
        return "presentation"
    if (
        letter == "\u200d"
        and place
        and PICTURE.match(text[place - 1])
        and PICTURE.match(text[place + 1 : place + 2])
    ):
        return ""
    return "hidden"


def joins(cluster: str, letter: str) -> bool:
    """Tell whether a character belongs to those before it."""
    if combining(letter):
        return True
    whole = normalize("NFKC", cluster + letter)
    return whole != normalize("NFKC", cluster) + normalize("NFKC", letter)


def gap(text: str, start: int, stop: int) -> Iterator[Change]:
    """Yield the removal of the unseen characters between two letters."""
    for place in range(start, stop):
        yield Change(place, place + 1, "", unseen(text, place))


def closed(text: str, start: int, stop: int, cluster: str) -> Iterator[Change]:
    """Yield the change of one letter with its accents, if it changes."""
    whole = normalize("NFKC", cluster)
    bare = ACCENT.sub("", whole)
    if bare != text[start:stop]:
        kind = "hidden" if cluster != text[start:stop] else reason(cluster, accent=bare != whole)
        yield Change(start, stop, bare, kind)


def reason(cluster: str, *, accent: bool) -> str:
    """Say why a letter with its accents was rewritten.

    >>> [reason(text, accent=False) for text in ["Ａ", "，", "𝐚", "ﬁ", "й", "\xa0"]]
    ['full-width', 'punctuation', 'styled', 'compatibility', 'composition', 'space']
    """
    if accent:
        return "accent"
    if is_normalized("NFKC", normalize("NFC", cluster)):
        return "composition"
    letter = cluster[0]
    if category(letter)[0] == "Z":
        return "space"
    if category(letter)[0] in "PS" and category(normalize("NFKC", letter)[0])[0] not in "LN":
        return "punctuation"
    kind = KINDS.get(decomposition(letter).split(" ")[0], "compatibility")
    # ① in a list is no disguise, ⓐ in a word is one.
    return "compatibility" if kind == "styled" and category(letter) == "No" else kind
