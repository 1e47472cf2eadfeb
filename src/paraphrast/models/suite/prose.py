"""Pairs made of pieces of prose: a text and itself, its edits, another text, its two halves."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from paraphrast.data import Pair
from paraphrast.models.suite.reading import HARMLESS
from paraphrast.models.suite.records import Family, Half, Item, Piece
from paraphrast.text import sentences
from paraphrast.text.languages import Lang

BANDS = ((10, 60), (61, 120), (121, 250), (251, 500), (501, 1000), (1001, 2000))
SHORTEST = 8  # characters that a part of a piece has at least
LIKE = 0.5  # of two texts of like length the shorter has at least this share of the longer

Made: TypeAlias = tuple[Family, str, str, float]  # family, behaviour, second text, label


def derive_pairs(pieces: Sequence[Piece], lang: Lang, half: Half) -> list[Item]:
    """Make every pair that the pieces allow; a piece without a fitting partner gives fewer."""
    cuts = {piece.id: cut for piece in pieces if (cut := find_cut(piece.text, lang)) is not None}
    items = []
    for piece in pieces:
        made = [*_repeat_text(piece), *apply_edits(piece), *_exchange_text(piece, pieces, cuts)]
        for family, behaviour, second, label in made:
            name = f"{piece.id}/{behaviour}"
            items.append(Item(family, behaviour, half, Pair(piece.text, second, label, lang, name)))
        if cut := cuts.get(piece.id):
            first, second = piece.text[:cut].rstrip(), piece.text[cut:]
            pair = Pair(first, second, 0.0, lang, f"{piece.id}/adjacent")
            items.append(Item("adjacent", "adjacent", half, pair))
    return items


def _repeat_text(piece: Piece) -> Iterator[Made]:
    """Give the text itself, by the band of its length; shorter and longer ones have no band."""
    for low, high in BANDS:
        if low <= len(piece.text) <= high:
            yield "identity", f"identity-{low}-{high}", piece.text, 1.0


def apply_edits(piece: Piece) -> Iterator[Made]:
    """Give the text with each of its edits made."""
    for name, (find, replace) in piece.edits.items():
        edited = piece.text.replace(find, replace)
        if name in HARMLESS:
            yield "near", f"near-{name}", edited, 1.0
        else:
            yield "changed", f"changed-{name}", edited, 0.0


def _exchange_text(piece: Piece, pieces: Sequence[Piece], cuts: dict[str, int]) -> Iterator[Made]:
    """Give another text of like length, and the first half of this one with the other half of another."""
    if other := _choose_partner(piece, pieces):
        yield "unrelated", "unrelated", other.text, 0.0
    if piece.id not in cuts:
        return
    if other := _choose_partner(piece, [each for each in pieces if each.id in cuts]):
        mixed = piece.text[: cuts[piece.id]] + other.text[cuts[other.id] :]
        yield "half-replaced", "half-replaced", mixed, 0.0


def _choose_partner(piece: Piece, pieces: Sequence[Piece]) -> Piece | None:
    """Give the other piece whose length is nearest, if it is like."""
    others = [each for each in pieces if each.text != piece.text]
    nearest = min(others, key=lambda each: (abs(len(each.text) - len(piece.text)), each.id), default=None)
    if nearest is None:
        return None
    short, long = sorted((len(piece.text), len(nearest.text)))
    return nearest if short >= LIKE * long else None


def find_cut(text: str, lang: Lang) -> int | None:
    """Give where the sentence begins that cuts a text most evenly, or None where there is no such place.

    >>> find_cut("It rained all day. We stayed at home.", "en")
    19
    """
    starts = [sentence.start for sentence in sentences(text, lang)[1:]]
    fitting = [start for start in starts if min(start, len(text) - start) >= SHORTEST]
    return min(fitting, key=lambda start: abs(2 * start - len(text)), default=None)
