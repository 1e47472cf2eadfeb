"""Cells of tables that come back as they went out, and that no spreadsheet takes for a formula.

A field of an item stands in a column of its name where it is text in every row. Anything else (numbers,
lists, nothing, the empty text) stands as JSON in a column `json:NAME`, and a field whose name means something
else in the table in `field:NAME`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any

import msgspec

from paraphrast.errors import DataError

JSON, FIELD = "json:", "field:"
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?")
# what spreadsheets take for the beginning of a formula, in wide characters too, or have run as one
FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
NEEDS_QUOTES = re.compile('[",;\t\r\n\x00 ]')


def defuse(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run; numbers stay numbers.

    >>> defuse("=1+1"), defuse("'=1"), defuse("-3.5"), defuse("да"), defuse("-да")
    ("'=1+1", "''=1", '-3.5', 'да', "'-да")
    """
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def fuse(cell: str) -> str:
    """Take back the apostrophe that `defuse` puts.

    >>> fuse("'=1+1"), fuse("''=1"), fuse("'tis"), fuse("-3.5")
    ('=1+1', "'=1", "'tis", '-3.5')
    """
    inner = cell[1:]
    return inner if cell[:1] == "'" and defuse(inner) == cell else cell


def join_cells(cells: Iterable[str], delimiter: str) -> str:
    """Give a line of a table as RFC 4180 has it; a lone carriage return is quoted too."""
    quoted = ('"' + cell.replace('"', '""') + '"' if NEEDS_QUOTES.search(cell) else cell for cell in cells)
    return (delimiter.join(quoted) or '""') + "\n"


def column_of(name: str, reserved: Set[str]) -> str:
    """Give the column of a field in a file where these names mean something else.

    >>> column_of("label", {"label"}), column_of("a", {"label"}), column_of("json:x", set())
    ('field:label', 'a', 'field:json:x')
    """
    return f"{FIELD}{name}" if name in reserved or name.startswith((JSON, FIELD)) else name


def pack_fields(rows: list[dict[str, Any]], reserved: Set[str]) -> list[dict[str, Any]]:
    """Give the fields of each item as cells: texts as they are, columns of anything else as JSON."""
    plain: dict[str, bool] = {}
    for row in rows:
        for name, value in row.items():
            text = isinstance(value, str) and value != "" and name != "choices"
            plain[name] = plain.get(name, True) and text
    return [
        {
            column_of(name, reserved) if plain[name] else _json_column(name, value, reserved): value
            if plain[name]
            else msgspec.json.encode(value).decode()
            for name, value in row.items()
        }
        for row in rows
    ]


def _json_column(name: str, value: Any, reserved: Set[str]) -> str:
    # lists of choices are written so by everybody
    known = name == "choices" and isinstance(value, list)
    return name if known else JSON + column_of(name, reserved)


def unpack_field(name: str, value: Any, *, typed: bool = False) -> tuple[str, Any]:
    """Give the name and the value of a field from its column and its cell; a typed file has values already.

    >>> unpack_field("json:field:label", "5"), unpack_field("choices", '["да"]'), unpack_field("a", "[1]")
    (('label', 5), ('choices', ['да']), ('a', '[1]'))
    """
    if typed:
        return name.removeprefix(FIELD), value
    packed = isinstance(value, str) and (
        name.startswith(JSON) or (name == "choices" and value.startswith("["))
    )
    if packed:
        try:
            value = msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            if name != "choices":
                raise DataError(f"column {name!r} has JSON in its cells, not {value[:60]!r}") from error
    return name.removeprefix(JSON).removeprefix(FIELD), value
