"""Tables with column names in the first line: CSV as RFC 4180 has it, and TSV as people write it.

Most TSV files hold quotation marks as they stand, some quote cells as CSV does. The first megabyte decides:
cells are unquoted when only that makes every line fit the header, or when quoted quotes are doubled.
"""

import csv
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError
from paraphrast.files.opening import PathLike, lines
from paraphrast.files.shape import S, Shape
from paraphrast.files.spool import spooled

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

SAMPLE = 1 << 20
NEEDS_QUOTES = re.compile('[",;\t\r\n]')

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


def _split(source: Iterable[str]) -> Iterator[list[str]]:
    return (line.rstrip("\r\n").split("\t") for line in source)


def _quoted(source: Iterable[str], delimiter: str = "\t") -> "CsvReader":
    return csv.reader(source, delimiter=delimiter, strict=True)


def _is_quoted(sample: str) -> bool:
    """Say whether the cells of a TSV file are quoted as in CSV."""
    if '"' not in sample:
        return False
    text = [line + "\n" for line in sample.split("\n")[:-1]] or [sample]
    plain = list(_split(text))
    if plain[0] and all(cell[:1] == '"' == cell[-1:] and len(cell) > 1 for cell in plain[0]):
        return True
    try:
        rows = list(_quoted(text))
    except csv.Error:
        rows = list(_up_to_the_break(text))
    if any(len(cells) != len(plain[0]) for cells in rows if cells) or len(rows) < 2:
        return False
    doubled = all(_well_quoted(cell) for cells in plain for cell in cells if '"' in cell) and '""' in sample
    return doubled or any(len(cells) != len(plain[0]) for cells in plain)


def _up_to_the_break(text: list[str]) -> Iterator[list[str]]:
    """Yield the rows before the one that the end of the sample cuts in two."""
    try:
        yield from _quoted(text)
    except csv.Error as error:
        if "unexpected end" not in str(error):
            yield [""] * 1_000_000  # fits no header


def _well_quoted(cell: str) -> bool:
    """Say whether a cell is in quotes, with the quotes inside it doubled."""
    return len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in cell[1:-1].replace('""', "")


def _rows(
    stream: io.BufferedReader, path: PathLike, *, tabs: bool
) -> tuple[Iterator[list[str]], Callable[[], int]]:
    """Give the rows of a table and a way to ask which line was read last."""
    sample = stream.peek(SAMPLE)[:SAMPLE].decode("utf-8", errors="replace")
    source = lines(stream, path)
    if tabs and not _is_quoted(sample):
        counter = _Counted(source)
        return _split(counter), lambda: counter.number
    header = sample.split("\n", 1)[0]
    delimiter = "\t" if tabs else max(",;\t", key=header.count)
    reader = _quoted(source, delimiter)
    return reader, lambda: reader.line_num


class _Counted:
    """Lines that know how many were taken."""

    def __init__(self, source: Iterator[str]) -> None:
        self._source = source
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._source:
            self.number += 1
            yield line


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike, *, tabs: bool) -> Iterator[S]:
    """Yield a record for each row under the header."""
    rows, line = _rows(stream, path, tabs=tabs)
    try:
        header = next(rows, None)
        if header is None:
            return
        shape.check(header)
        needed = {shape.columns.get(name, name) for name, field in shape.fields.items() if field.required}
        for cells in rows:
            if not cells or (cells == [""] and len(header) > 1):
                continue
            if len(cells) != len(header):
                raise DataError(f"{len(cells)} cells, but the header has {len(header)}")
            pairs = zip(header, cells, strict=True)
            yield shape.make({name: cell for name, cell in pairs if cell or name in needed}, cells=True)
    except csv.Error as error:
        raise DataError(f"broken quoting: {error}", path=path, line=line()) from error
    except DataError as error:
        if str(error).startswith(str(path)):
            raise
        raise DataError(str(error), path=path, line=line()) from error


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
