"""One parser per file format: an open file goes in, rows of named values come out.

A parser is `rows(member, **options)`; the options are those a card gives, so the signature is their list.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TypeAlias, cast

from paraphrast.corpora.formats.row import Row
from paraphrast.errors import unknown

Parser: TypeAlias = Callable[..., Iterator[Row]]

FORMATS = {
    "groups": "paraphrast.corpora.formats.groups:rows",
    "json": "paraphrast.corpora.formats.tree:rows",
    "lines": "paraphrast.corpora.formats.lines:rows",
    "table": "paraphrast.corpora.formats.table:rows",
    "whole": "paraphrast.corpora.formats.whole:rows",
    "xml": "paraphrast.corpora.formats.xml:rows",
}


def parser(name: str) -> Parser:
    """Return the parser of a format."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    module, _, function = FORMATS[name].partition(":")
    return cast(Parser, getattr(import_module(module), function))


__all__ = ["FORMATS", "Parser", "Row", "parser"]
