"""Items and judgements in and out: our own tables, Label Studio, doccano and Toloka, each both ways.

A format is a file here with `read(path, project, naming)` and `write(path, project, entries)` over `Entry`s,
and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from paraphrast.annotate.formats.entry import NO_NAMES, Entry, Naming, Said
from paraphrast.annotate.project import Project
from paraphrast.errors import unknown

PLACE = "paraphrast.annotate.formats"


class Format(NamedTuple):
    """The module of a format, and how its files end: the first is what is written unless another is named."""

    module: str
    endings: tuple[str, ...]


FORMATS = {
    "table": Format(f"{PLACE}.table", (".jsonl", ".csv", ".tsv", ".parquet")),
    "label-studio": Format(f"{PLACE}.label_studio", (".json",)),
    "doccano": Format(f"{PLACE}.doccano", (".jsonl",)),
    "toloka": Format(f"{PLACE}.toloka", (".tsv",)),
}
ENDINGS = {name: format.endings for name, format in FORMATS.items()}


def _module(name: str) -> Any:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return import_module(FORMATS[name].module)


def read(path: str, project: Project, *, kind: str = "table", naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield the items of a file, with the judgements it has; one with votes far apart comes several times."""
    return _module(kind).read(path, project, naming)  # type: ignore[no-any-return]


def write(path: str, project: Project, entries: Iterable[Entry], *, kind: str = "table") -> int:
    """Write items with their judgements, and give how many rows were written."""
    return int(_module(kind).write(path, project, entries))


__all__ = ["ENDINGS", "FORMATS", "NO_NAMES", "Entry", "Naming", "Said", "read", "write"]
