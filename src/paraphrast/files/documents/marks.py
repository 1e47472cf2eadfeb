"""What a document shows beside its words: quoted blocks, notes, and text that a reader cannot see.

A loader puts them into `meta["marks"]` as [kind, start, stop]; places count the document's characters.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from paraphrast.data import Document

BLOCK = "block"  # a paragraph set as a quotation
NOTE = "note"  # the place that a footnote belongs to
FOOTNOTE = "footnote"  # the words of a footnote
HIDDEN = ("white", "tiny", "invisible", "covered")


class Mark(NamedTuple):
    """Characters start..stop of a document are of this kind."""

    kind: str
    start: int
    stop: int


def note_marks(found: Sequence[Mark]) -> dict[str, Any]:
    """Give marks as they stand in a document's meta: nothing where there are none.

    >>> note_marks([Mark("white", 3, 9), Mark("white", 9, 12)])
    {'marks': [['white', 3, 12]]}
    """
    merged: list[Mark] = []
    for mark in sorted(found, key=lambda mark: (mark.kind, mark.start)):
        last = merged[-1] if merged else None
        if last and last.kind == mark.kind in HIDDEN and mark.start <= last.stop:
            merged[-1] = Mark(mark.kind, last.start, max(last.stop, mark.stop))
        else:
            merged.append(mark)
    ordered = sorted(merged, key=lambda mark: (mark.start, mark.stop, mark.kind))
    return {"marks": [list(mark) for mark in ordered]} if ordered else {}


def find_marks(document: Document, kinds: Collection[str]) -> list[Mark]:
    """List the marks of these kinds; what is no mark, or lies outside the text, is passed over.

    >>> find_marks(Document("a", "words", meta={"marks": [["white", 0, 4], ["white", 5, 99], 7]}), HIDDEN)
    [Mark(kind='white', start=0, stop=4)]
    """
    given = document.meta.get("marks")
    found = []
    for mark in given if isinstance(given, list | tuple) else ():
        match mark:
            case [str(kind), int(start), int(stop)] if kind in kinds and 0 <= start <= stop <= len(
                document.text
            ):
                found.append(Mark(kind, start, stop))
    return found
