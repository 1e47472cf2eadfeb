"""Items and judgements in and out: our own tables, Label Studio, doccano and Toloka, each both ways.

A format is a file here with `read(path, project, naming)` and `write(path, project, entries)` over `Entry`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from paraphrast.annotate.formats.entry import NO_NAMES, Entry, Naming, Said
from paraphrast.annotate.project import Project
from paraphrast.errors import unknown

FORMATS = {
    "table": "paraphrast.annotate.formats.table",
    "label-studio": "paraphrast.annotate.formats.label_studio",
    "doccano": "paraphrast.annotate.formats.doccano",
    "toloka": "paraphrast.annotate.formats.toloka",
}
# How files of each format end; a table can be any of four.
ENDINGS = {
    "table": (".jsonl", ".csv", ".tsv", ".parquet"),
    "label-studio": (".json",),
    "doccano": (".jsonl",),
    "toloka": (".tsv",),
}


def _module(name: str) -> Any:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return import_module(FORMATS[name])


def read(path: str, project: Project, *, kind: str = "table", naming: Naming = NO_NAMES) -> Iterator[Entry]:
    """Yield the items of a file, with the judgements it has; one with votes far apart comes several times."""
    return _module(kind).read(path, project, naming)  # type: ignore[no-any-return]


def write(path: str, project: Project, entries: Iterable[Entry], *, kind: str = "table") -> int:
    """Write items with their judgements, and give how many rows were written."""
    return int(_module(kind).write(path, project, entries))


__all__ = ["ENDINGS", "FORMATS", "NO_NAMES", "Entry", "Naming", "Said", "read", "write"]
