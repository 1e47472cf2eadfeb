"""Tables, with column names in the first line or none: CSV as RFC 4180 has it, and TSV as people write it.

Most TSV files hold quotation marks as they stand, some quote cells as CSV does. The first megabyte decides:
cells are unquoted when only that makes every line fit the header, or when quoted quotes are doubled.
"""

import csv
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError
from paraphrast.files.opening import PathLike, text
from paraphrast.files.shape import S, Shape
from paraphrast.files.spool import spooled

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

SAMPLE = 1 << 20
FIRST = 50  # lines that show what stands between cells
NEEDS_QUOTES = re.compile('[",;\t\r\n]')

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


def _split(source: Iterable[str]) -> Iterator[list[str]]:
    return (line.rstrip("\r\n").split("\t") for line in source)


def _quoted(source: Iterable[str], delimiter: str = "\t") -> "CsvReader":
    return csv.reader(source, delimiter=delimiter, strict=True)


def _is_quoted(sample: str, *, in_doubt: bool = False) -> bool:
    """Say whether the cells of a TSV file are quoted as in CSV."""
    if '"' not in sample:
        return in_doubt
    rows_text = [line + "\n" for line in sample.split("\n")[:-1]] or [sample]
    plain = list(_split(rows_text))
    if plain[0] and all(cell[:1] == '"' == cell[-1:] and len(cell) > 1 for cell in plain[0]):
        return True
    rows = _unquoted(rows_text)
    if rows is None:
        return False
    if in_doubt:
        return all(len(cells) == len(rows[0]) for cells in rows if cells)
    if any(len(cells) != len(plain[0]) for cells in rows if cells) or len(rows) < 2:
        return False
    doubled = all(_well_quoted(cell) for cells in plain for cell in cells if '"' in cell) and '""' in sample
    return doubled or any(len(cells) != len(plain[0]) for cells in plain)


def _unquoted(text: list[str]) -> list[list[str]] | None:
    """Read rows as quoted ones, but for one that the end of the sample cuts in two; None where that fails."""
    rows: list[list[str]] = []
    try:
        for cells in _quoted(text):
            rows.append(cells)
    except csv.Error as error:
        if "unexpected end" not in str(error):
            return None
    return rows


def _well_quoted(cell: str) -> bool:
    """Say whether a cell is in quotes, with the quotes inside it doubled."""
    return len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in cell[1:-1].replace('""', "")


class _Lines:
    """The lines of a table that are text; `number` is that of the last one taken."""

    def __init__(self, stream: io.BufferedReader, path: PathLike, shape: Shape[Any]) -> None:
        self._stream, self._path, self._shape = stream, path, shape
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._stream:
            self.number += 1
            try:
                decoded = text(line, self._path, self.number)
            except DataError as error:
                self._shape.refuse(error, line)
            else:
                yield decoded


def _find_delimiter(sample: str) -> str:
    """Choose what stands between cells: what the first line has most of, if it fits the next lines too."""
    first, *more = sample.split("\n")[:FIRST]
    likely = sorted(",;\t", key=first.count, reverse=True)
    for delimiter in likely:
        rows = [cells for cells in csv.reader([first, *more[:-1]], delimiter=delimiter) if cells]
        whole = rows[:-1] if len(more) == FIRST - 1 else rows  # the last may go on after these lines
        if rows and len(rows[0]) > 1 and all(len(cells) == len(rows[0]) for cells in whole):
            return delimiter
    return likely[0]


def _rows(source: _Lines, sample: str, *, tabs: bool, in_doubt: bool) -> Iterator[list[str]]:
    """Give the rows of a table, its header among them."""
    if tabs and not _is_quoted(sample, in_doubt=in_doubt):
        return _split(source)
    return _quoted(source, "\t" if tabs else _find_delimiter(sample))


def _header(rows: Iterator[list[str]], shape: Shape[Any]) -> tuple[list[str], Iterator[list[str]]]:
    """Take the names of the columns off the rows; columns that are asked for by number have no header."""
    first = next(rows, [])
    if shape.is_numbered and not {*shape.columns.values()} <= {*first}:
        return [str(number) for number in range(1, len(first) + 1)], chain([first], rows)
    return first, rows


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike, *, tabs: bool) -> Iterator[S]:
    """Yield a record for each row under the header."""
    sample = stream.peek(SAMPLE)[:SAMPLE].decode("utf-8", errors="replace")
    source = _Lines(stream, path, shape)
    try:
        header, rows = _header(_rows(source, sample, tabs=tabs, in_doubt=shape.prefers_quotes), shape)
        if not header:
            return
        shape.check(header)
        kept = {name for name in header if shape.keeps_empty(name)}
        for cells in rows:
            shape.line = source.number
            if not cells or (cells == [""] and len(header) > 1):
                continue
            try:
                record = _record(header, cells, shape, kept)
            except DataError as error:
                shape.refuse(DataError(str(error), path=path, line=source.number), cells)
            else:
                yield record
    except csv.Error as error:
        raise DataError(f"broken quoting: {error}", path=path, line=source.number) from error
    except DataError as error:
        if str(error).startswith(str(path)):
            raise
        raise DataError(str(error), path=path, line=source.number) from error


def _record(header: list[str], cells: list[str], shape: Shape[S], kept: set[str]) -> S:
    if len(cells) != len(header):
        raise DataError(f"{len(cells)} cells, but the header has {len(header)}")
    pairs = zip(header, cells, strict=True)
    return shape.make({name: cell for name, cell in pairs if cell or name in kept}, cells=True)


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike, *, tabs: bool) -> int:
    """Write the columns in use, then a row for each record, and say how many there were."""
    text = io.TextIOWrapper(stream, "utf-8", newline="", write_through=False)
    count = 0
    with spooled(records) as (columns, rows):
        put = _tabs(text) if tabs else _commas(text)
        if columns:
            put(list(columns))
        for count, values in enumerate(rows, 1):
            cells = [_cell(values.get(name)) for name in columns]
            try:
                put(cells)
            except DataError as error:
                raise DataError(f"record {count}: {error}", path=path) from error
    text.flush()
    text.detach()
    return count


def _tabs(text: io.TextIOWrapper) -> Callable[[list[str]], None]:
    """Give a writer of TSV that keeps cells as they are, and refuses those it could not read back."""

    def put(cells: list[str]) -> None:
        for cell in cells:
            if "\t" in cell or "\n" in cell or "\r" in cell or (cell[:1] == '"' and '""' in cell):
                raise DataError(
                    f"a TSV cell cannot hold a tab, a line end or doubled quotes ({cell[:40]!r}); "
                    "write .csv or .jsonl instead"
                )
        text.write("\t".join(cells) + "\n")

    return put


def _commas(text: io.TextIOWrapper) -> Callable[[list[str]], None]:
    """Give a writer of CSV; Python's own leaves a lone carriage return unquoted, and then cannot read it."""

    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if NEEDS_QUOTES.search(cell) else cell

    def put(cells: list[str]) -> None:
        line = ",".join(map(quoted, cells))
        text.write((line or '""') + "\n")

    return put


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return msgspec.json.encode(value).decode("utf-8")
