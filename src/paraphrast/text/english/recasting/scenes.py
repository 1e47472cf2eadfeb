"""English sentences that say what is seen: who is doing what, and where."""

import re
from functools import cache

from paraphrast.text.english import endings as english_forms
from paraphrast.text.english.endings import present
from paraphrast.text.english.recasting.shapes import (
    AT,
    PAIR,
    PHRASE,
    PLACE,
    Shape,
    find_parts,
    is_many,
    lower_part,
)
from paraphrast.text.english.recasting.starts import read_list
from paraphrast.text.english.recasting.voices import list_verb_forms
from paraphrast.text.entities import entities

SEEN = re.compile(
    rf"(?P<lead>(?:{PLACE},)?)(?P<who>{PAIR}(?:I{PAIR})?)(?P<be>X)(?P<how>B?)(?P<doing>(?:V|I{PHRASE})[^,.KWXE]*)"
)
THERE = re.compile(rf"(?P<there>E)(?P<be>X)(?P<who>{PAIR}{PLACE}?)(?P<doing>V[^,.KWXE]*)")
DRESSED = re.compile(rf"(?P<who>{PHRASE})(?P<how>VI?{PAIR}{PLACE}?)(?P<be>X)(?P<doing>V[^,.KWXE]*)")
TWICE = re.compile(rf"(?P<who>(?:EX)?{PAIR}{PLACE}?X?)(?P<one>V[^,.KWXCEV]*)CX?(?P<two>V[^,.KWXCERV]*)")
SHOT = re.compile(rf"(?P<who>{PAIR}{PLACE}?)(?P<doing>V[^,.KWXEVCT]*)")
WHERE = re.compile(rf"(?P<all>(?:EX)?(?:{PAIR}|R){PLACE}?X{{0,2}}VB?I?{PHRASE}?{PLACE}?)(?P<where>I{PHRASE})")
SOME = frozenset(["a", "an", "some", "several", "two", "three", "four", "five", "six", "many"])
WEARS = frozenset(["wearing", "dressed", "holding", "carrying", "covered", "surrounded", "clad", "armed"])
FIRST = frozenset(["jumping", "leaping", "stopping", "opening", "getting", "reaching", "picking", "taking"])
BE = frozenset(["is", "are", "was", "were"])


def add_there_is(row: Shape) -> str | None:
    """Say that there is somebody who is doing something."""
    there = find_parts(SEEN, row)
    if there is None or not _is_doing(row, *there["doing"]):
        return None
    small, be = row.small(*there["who"]), row.part(*there["be"])
    both = small[0] in ("a", "an") and be == "are" and "and" in small
    bare = small[0] in read_list("beings") or (
        small[0].endswith("ers") and row.letters[there["who"][0]] == "N"
    )
    shown = small[0] in SOME or (bare and be == "are")
    if both or be not in ("is", "are") or not shown:
        return None
    be = "is" if small[0] in ("a", "an") else be
    said = f"there {be} {lower_part(row, *there['who'])} {row.part(there['how'][0], there['doing'][1])}"
    return f"{row.part(*there['lead'])} {said}".lstrip()


def drop_there_is(row: Shape) -> str | None:
    """Say that somebody is doing something instead of that there is somebody who does."""
    there = find_parts(THERE, row)
    if there is None or not _is_doing(row, *there["doing"]) or row.part(*there["be"]) not in ("is", "are"):
        return None
    return " ".join(row.part(*there[name]) for name in ("who", "be", "doing"))


def _is_doing(row: Shape, start: int, stop: int) -> bool:
    """Say whether these words tell of something that is being done."""
    word = row.words[start].small
    if row.letters[start] == "I":
        return word in AT and "V" not in row.letters[start:stop]
    return word.endswith("ing") and word not in ("going", "being", "missing", "nothing", "lacking", "having")


def put_clothes_first(row: Shape) -> str | None:
    """Say first what somebody wears or holds.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> put_clothes_first(read_shape("A man wearing a hat is playing the violin"))
    'wearing a hat, a man is playing the violin'
    """
    there = find_parts(DRESSED, row)
    if there is None or row.words[0].small not in SOME or row.words[there["how"][0]].small not in WEARS:
        return None
    who, be, act = lower_part(row, *there["who"]), row.part(*there["be"]), row.part(*there["doing"])
    return f"{row.part(*there['how'])}, {who} {be} {act}" if _is_doing(row, *there["doing"]) else None


def swap_deeds(row: Shape) -> str | None:
    """Let two things that somebody is doing at once change places.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> swap_deeds(read_shape("A woman is singing a song and is playing the piano"))
    'A woman is playing the piano and singing a song'
    """
    there = find_parts(TWICE, row)
    if there is None or not (_is_doing(row, *there["one"]) and _is_doing(row, *there["two"])):
        return None
    small = row.small(0, there["two"][1])
    if " and " not in row.text or {"then", "it", "them", "him", "his", "its", "her", "their"} & set(small):
        return None
    if not {"is", "are"} & set(row.small(*there["who"])) or row.words[there["one"][0]].small in FIRST:
        return None
    return f"{row.part(*there['who'])} {row.part(*there['two'])} and {row.part(*there['one'])}"


def add_there_is_to_caption(row: Shape) -> str | None:
    """Say of what a caption shows that it is there.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> add_there_is_to_caption(read_shape("Two girls in red coats feeding ducks"))
    'there are two girls in red coats feeding ducks'
    >>> add_there_is_to_caption(read_shape("A girl feeding ducks eats bread"))
    """
    there = find_parts(SHOT, row)
    if there is None or row.words[0].small not in SOME or not _is_doing(row, *there["doing"]):
        return None
    many = False if row.words[0].small in ("a", "an") else is_many(row, *there["who"])
    if many is None or any(
        word.endswith("s") and word in list_verbs() for word in row.small(*there["doing"])
    ):
        return None
    return f"there {present('be', many=many)} {lower_part(row, 0, len(row.words))}"


@cache
def list_verbs() -> frozenset[str]:
    """List the forms of verbs that stand after he or she."""
    return frozenset(word for word, form in list_verb_forms().items() if "third" in form.kinds)


def put_place_first(row: Shape) -> str | None:
    """Put the place of a scene first."""
    there = find_parts(WHERE, row)
    if there is None or not _tells_place(row, *there["where"]):
        return None
    start, stop = there["where"]
    moves = (read_list("rooted") - BE) & set(row.small(0, start))
    closed = {"his", "her", "not"} & set(row.small(start, stop))
    if moves or closed or row.letters[start - 1] == "I":
        return None
    return f"{row.part(start, stop)}, {lower_part(row, 0, start)}"


def _tells_place(row: Shape, start: int, stop: int) -> bool:
    """Say whether a phrase tells the place of all that happens, and not of one thing in it."""
    first, noun = row.words[start].small, row.words[stop - 1].small
    near = first in AT or (first in ("through", "across", "along", "down") and row.letters[0] != "E")
    if near and {noun, english_forms.singular(noun)} & read_list("places"):
        return True
    after = row.letters.rindex("V", 0, start) + 1
    objects = row.letters[after:start].lstrip("B")[:1] not in ("", "I")
    found = [] if objects or first not in ("in", "at") else entities(row.part(start, stop), "en")
    return any(one.kind == "place" for one in found)
