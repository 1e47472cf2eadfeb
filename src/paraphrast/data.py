"""The records that all jobs share, and how they are read and written.

Records are frozen and cheap to make (msgspec structs: twice as fast as frozen dataclasses through JSONL).
Likeness is a float from 0 to 1 everywhere; positions are `Span`s, so `text[start:stop]` is the evidence.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, overload

from msgspec import Meta, Struct

from paraphrast.errors import CommandError, DataError, unknown
from paraphrast.text.languages import Lang

if TYPE_CHECKING:
    from io import BufferedReader
    from pathlib import Path

    from paraphrast.files.opening import PathLike
    from paraphrast.files.shape import Columns, Labels, Shape
    from paraphrast.files.skipping import Skipped

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

# A kind of file is a module with `read(stream, shape, path)` and `write(stream, records, path)`; with
# `BINARY = True` the stream is what the file holds, else it is UTF-8 whatever the file's encoding.
KINDS = {
    ".jsonl": "paraphrast.files.jsonl",
    ".ndjson": "paraphrast.files.jsonl",
    ".json": "paraphrast.files.jsonl",
    ".tsv": "paraphrast.files.tsv",
    ".tab": "paraphrast.files.tsv",
    ".csv": "paraphrast.files.csv",
    ".parquet": "paraphrast.files.parquet",
    ".xlsx": "paraphrast.files.xlsx",
    ".txt": "paraphrast.files.lines",
}


@overload
def read(
    path: "PathLike",
    *,
    columns: "Columns | None" = None,
    labels: "Labels | None" = None,
    encoding: str | None = None,
    skip_bad: "Skipped | None" = None,
) -> Iterator[Pair]: ...
@overload
def read(
    path: "PathLike",
    Record: type[R],
    *,
    columns: "Columns | None" = None,
    labels: "Labels | None" = None,
    encoding: str | None = None,
    skip_bad: "Skipped | None" = None,
) -> Iterator[R]: ...
def read(
    path: "PathLike",
    Record: Any = Pair,
    *,
    columns: "Columns | None" = None,
    labels: "Labels | None" = None,
    encoding: str | None = None,
    skip_bad: "Skipped | None" = None,
) -> Iterator[Any]:
    """Stream the records of a JSONL, TSV, CSV, xlsx or Parquet file, packed or not; `-` is stdin.

    `columns` says where fields come from (`a=sentence1,b=sentence2`, or `a=1,b=2` where there is no header),
    `labels` how labels become numbers from 0 to 1 (`yes=1,no=0`, or a scale `0..5`). Columns that the record
    does not know go to its `meta`. A .txt file has one `Text` per line, and `a.txt+b.txt` a `Pair`.
    `encoding` is recognised unless given; rows that are wrong are an error, unless `skip_bad` takes them.
    """
    from paraphrast.files import aligned
    from paraphrast.files.opening import Defaults
    from paraphrast.files.shape import Shape

    shape = Shape(Record, columns=columns, labels=labels, skip=skip_bad or Defaults.skip)
    files = aligned.parts(path)
    kind = module_of(files[0])
    if len(files) > 1:
        return _count_skipped(path, aligned.read(files, shape, encoding=encoding), shape)
    return records(path, kind, shape, encoding=encoding)


def sample(name: str) -> "Path":
    """Give the path of a bundled sample, such as pairs.jsonl."""
    from pathlib import Path

    folder = Path(__file__).parent / "samples"
    path = folder / name
    if not path.exists():
        raise unknown("sample", name, (found.name for found in folder.iterdir()))
    return path


def module_of(path: "PathLike") -> str | None:
    """Name the module that reads and writes a file, by the end of its name; stdin has none."""
    from paraphrast.files.opening import COMPRESSED, suffix

    if str(path) == "-":
        return None
    if os.path.isdir(path):
        raise CommandError(f"{str(path)!r} is a folder; a file is expected")
    if suffix(path) not in KINDS:
        packings = " or ".join(sorted(COMPRESSED))
        raise CommandError(f"{path}: the name should end in {', '.join(KINDS)}; {packings} may follow")
    return KINDS[suffix(path)]


def records(
    path: "PathLike",
    kind: str | None,
    shape: "Shape[Any]",
    *,
    encoding: str | None = None,
    through: "Callable[[BufferedReader], BufferedReader] | None" = None,
) -> Iterator[Any]:
    """Stream what the module `kind` makes of a file; text goes `through` a stream of the caller's first."""
    return _count_skipped(path, _records(path, kind, shape, encoding, through or _same), shape)


def _same(stream: "BufferedReader") -> "BufferedReader":
    return stream


def _records(
    path: "PathLike",
    kind: str | None,
    shape: "Shape[Any]",
    encoding: str | None,
    through: "Callable[[BufferedReader], BufferedReader]",
) -> Iterator[Any]:
    from paraphrast.files import lines, opening

    module = import_module(kind) if kind else None
    if getattr(module, "BINARY", False):
        with opening.reading_bytes(path) as stream:
            yield from module.read(stream, shape, path)  # type: ignore[union-attr]
        return
    with opening.reading(path, encoding=encoding) as opened:
        stream = through(opened)
        module = module or import_module(KINDS[lines.ending(stream, shape)])
        yield from module.read(stream, shape, path)


def _count_skipped(path: "PathLike", records: Iterator[Any], shape: "Shape[Any]") -> Iterator[Any]:
    """Pass records on, and say in the end how many rows were left out."""
    if shape.skip is None:
        return records
    return _tell_skipped(path, records, shape.skip)


def _tell_skipped(path: "PathLike", records: Iterator[Any], skip: "Skipped") -> Iterator[Any]:
    before = skip.count
    try:
        yield from records
    finally:
        skip.tell(path, before)


def write(path: "PathLike", records: Iterable[Record]) -> int:
    """Write records of one kind in the format that the name tells (`-` is JSONL on stdout); count them.

    The file appears whole or not at all: a writer that is stopped leaves the old file as it was.
    """
    from paraphrast.files import opening

    module = import_module(module_of(path) or KINDS[".jsonl"])
    try:
        with opening.writing(path) as stream:
            return int(module.write(stream, records, path))
    except UnicodeEncodeError as error:
        raise DataError(f"a record holds half of a character ({error.reason})", path=path) from error
