"""The records that all jobs share, and how they are read and written.

Records are frozen and cheap to make (msgspec structs: twice as fast as frozen dataclasses through JSONL).
Likeness is a float from 0 to 1 everywhere; positions are `Span`s, so `text[start:stop]` is the evidence.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct

from paraphrast.text.languages import Lang

MatchKind: TypeAlias = Literal["verbatim", "near-copy", "paraphrase", "translated"]


class Pair(Struct, frozen=True, omit_defaults=True):
    """Two texts and, where known, how far they mean the same (0 to 1).

    In rewriting `a` is the source, `b` the output, and `refs` are what people wrote. `group` names what must
    not be split between train and test: an entity, a source sentence.
    """

    a: str
    b: str
    label: float | None = None
    lang: Lang | None = None
    id: str = ""
    group: str = ""
    refs: tuple[str, ...] = ()
    meta: dict[str, Any] = {}


class Text(Struct, frozen=True, omit_defaults=True):
    """One short text and, where known, its label from 0 to 1 (toxic, acceptable, ...)."""

    text: str
    label: float | None = None
    lang: Lang | None = None
    id: str = ""
    group: str = ""
    meta: dict[str, Any] = {}


class Document(Struct, frozen=True, omit_defaults=True):
    """A whole text with an id of its own; offsets everywhere count its characters."""

    id: str
    text: str
    title: str = ""
    lang: Lang | None = None
    meta: dict[str, Any] = {}


class Span(Struct, frozen=True):
    """Characters start..stop of a document: `document.text[start:stop]` is the evidence."""

    doc: str
    start: int
    stop: int


class Match(Struct, frozen=True, omit_defaults=True):
    """A passage of one document that was taken from another."""

    suspicious: Span
    source: Span
    kind: MatchKind
    score: float = 1.0
    meta: dict[str, Any] = {}


class Judgement(Struct, frozen=True, omit_defaults=True):
    """What one worker said of one item, on the project's own scale."""

    item: str
    worker: str
    label: str | float
    seconds: float | None = None
    at: str = ""
    meta: dict[str, Any] = {}


Record: TypeAlias = Pair | Text | Document | Match | Judgement
R = TypeVar("R", Pair, Text, Document, Match, Judgement)

Scorer: TypeAlias = Callable[[Sequence[Pair]], list[float]]
Rewriter: TypeAlias = Callable[[Sequence[str]], list[str]]
