"""The records that all jobs share, and how they are read and written.

Records are frozen and cheap to make (msgspec structs: twice as fast as frozen dataclasses through JSONL).
Likeness is a float from 0 to 1 everywhere; positions are `Span`s, so `text[start:stop]` is the evidence.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, overload

from msgspec import Meta, Struct

from paraphrast.errors import CommandError, DataError, unknown
from paraphrast.text.languages import Lang

if TYPE_CHECKING:
    from pathlib import Path

    from paraphrast.files.opening import PathLike
    from paraphrast.files.shape import Columns, Labels, Shape

Likeness: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
MatchKind: TypeAlias = Literal["verbatim", "near-copy", "paraphrase", "translated"]


class Pair(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Two texts and, where known, how far they mean the same (0 to 1).

    In rewriting `a` is the source, `b` the output, and `refs` are what people wrote. `group` names what must
    not be split between train and test: an entity, a source sentence.
    """

    a: str
    b: str
    label: Likeness | None = None
    lang: Lang | None = None
    id: str = ""
    group: str = ""
    refs: tuple[str, ...] = ()
    meta: dict[str, Any] = {}


class Text(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One short text and, where known, its label from 0 to 1 (toxic, acceptable, ...)."""

    text: str
    label: Likeness | None = None
    lang: Lang | None = None
    id: str = ""
    group: str = ""
    meta: dict[str, Any] = {}


class Document(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A whole text with an id of its own; offsets everywhere count its characters."""

    id: str
    text: str
    title: str = ""
    lang: Lang | None = None
    meta: dict[str, Any] = {}


class Span(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Characters start..stop of a document: `document.text[start:stop]` is the evidence."""

    doc: str
    start: int
    stop: int


class Run(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part of a passage that is of one kind, with the part of the source that it was made from."""

    start: int
    stop: int
    source_start: int
    source_stop: int
    kind: MatchKind


class Match(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A passage of one document that was taken from another; `runs` are there where its kinds differ."""

    suspicious: Span
    source: Span
    kind: MatchKind
    score: float = 1.0
    meta: dict[str, Any] = {}
    runs: tuple[Run, ...] = ()


class Judgement(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
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

KINDS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".parquet": "parquet",
    ".txt": "lines",
}


@overload
def read(
    path: "PathLike", *, columns: "Columns | None" = None, labels: "Labels | None" = None
) -> Iterator[Pair]: ...
@overload
def read(
    path: "PathLike", Record: type[R], *, columns: "Columns | None" = None, labels: "Labels | None" = None
) -> Iterator[R]: ...
def read(
    path: "PathLike",
    Record: Any = Pair,
    *,
    columns: "Columns | None" = None,
    labels: "Labels | None" = None,
) -> Iterator[Any]:
    """Stream the records of a JSONL, TSV, CSV or Parquet file, packed with gz or zst or not; `-` is stdin.

    `columns` says where fields come from (`a=sentence1,b=sentence2`), `labels` how labels become numbers from
    0 to 1 (`yes=1,no=0`, or a scale `0..5`). Columns that the record does not know go to its `meta`. A .txt
    file has one `Text` per line.
    """
    from paraphrast.files.shape import Shape

    return _records(path, kind_of(path), Shape(Record, columns=columns, labels=labels))


def sample(name: str) -> "Path":
    """Give the path of a bundled sample, such as pairs.jsonl."""
    from pathlib import Path

    folder = Path(__file__).parent / "samples"
    path = folder / name
    if not path.exists():
        raise unknown("sample", name, (found.name for found in folder.iterdir()))
    return path


def kind_of(path: "PathLike") -> str | None:
    """Say which kind of file a name tells, None for `-`; a name that tells none is refused."""
    from paraphrast.files.opening import suffix

    if str(path) == "-":
        return None
    if os.path.isdir(path):
        raise CommandError(f"{str(path)!r} is a folder; a file is expected")
    if suffix(path) not in KINDS:
        raise CommandError(f"{path}: the name should end in {', '.join(KINDS)}; .gz or .zst may follow")
    return KINDS[suffix(path)]


def _records(path: "PathLike", kind: str | None, shape: "Shape[Any]") -> Iterator[Any]:
    from paraphrast.files import jsonl, lines, opening, parquet, tables

    if kind == "parquet":
        with opening.place(path):
            yield from parquet.read(shape, path)
        return
    with opening.reading(path) as stream:
        kind = kind or lines.kind(stream, shape)
        if kind == "jsonl":
            yield from jsonl.read(stream, shape, path)
        elif kind == "lines":
            yield from lines.read(stream, shape, path)
        else:
            yield from tables.read(stream, shape, path, tabs=kind == "tsv")


def write(path: "PathLike", records: Iterable[Record]) -> int:
    """Write records of one kind in the format that the name tells (`-` is JSONL on stdout); count them.

    The file appears whole or not at all: a writer that is stopped leaves the old file as it was.
    """
    from paraphrast.files import jsonl, lines, opening, parquet, tables

    kind = kind_of(path) or "jsonl"
    try:
        with opening.writing(path) as stream:
            if kind == "jsonl":
                return jsonl.write(stream, records)
            if kind == "parquet":
                return parquet.write(stream, records)
            if kind == "lines":
                return lines.write(stream, records, path)
            return tables.write(stream, records, path, tabs=kind == "tsv")
    except UnicodeEncodeError as error:
        raise DataError(f"a record holds half of a character ({error.reason})", path=path) from error
