"""Tables of any columns, read by the reader of all jobs and written a row at a time.

Cells of tables are texts; the apostrophe that keeps spreadsheets from running one is taken off again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from paraphrast.annotate.formats.cells import defuse, fuse, join_cells
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening, skipping
from paraphrast.files import rows as tables
from paraphrast.files.rows import is_typed

# Files come from strangers: what they may grow to when they are unpacked, as a whole and a line of them.
LARGEST, LONGEST_LINE = 2 * 1024**3, 16 * 1024**2
TYPED = (".jsonl", ".ndjson")
__all__ = ["LARGEST", "columns", "is_typed", "put_aside", "read", "write"]


def read(
    path: str,
    *,
    tabs: bool | None = None,
    literal: bool = False,
    columns: Mapping[str, str] | None = None,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each row with the number of its line; a `literal` table also gives its empty cells."""
    if path == "-":
        raise CommandError("a table that is read twice cannot come through a pipe; name a file")
    bounds = tables.Bounds(LARGEST, LONGEST_LINE)
    kind = ".tsv" if tabs else None
    for row in tables.read(path, columns=columns, kind=kind, empty=literal, bounds=bounds):
        values = {fuse(name): _text(cell) for name, cell in row.values.items()} if row.cells else row.values
        yield row.line, values


def _text(cell: Any) -> str:
    """Give a cell as text; workbooks have numbers of their own."""
    if isinstance(cell, float):
        return f"{cell:.15g}"
    return fuse(cell) if isinstance(cell, str) else str(cell)


def columns(path: str, *, tabs: bool | None = None) -> list[str]:
    """List the columns of a table, or the names in the first rows of JSONL."""
    found: dict[str, None] = {}
    for _, row in islice(read(path, tabs=tabs, literal=True), 50):
        found |= dict.fromkeys(row)
    return list(found)


def put_aside(error: DataError, row: dict[str, Any], path: str, line: int) -> None:
    """Keep a row that is wrong apart where the command said so; else it is an error that names the place."""
    skipping.put_aside(DataError(str(error), path=path, line=line), row)


def write(path: str, rows: Iterable[dict[str, Any]], *, tabs: bool | None = None) -> int:
    """Write rows in the format that the name tells; the file appears whole or not at all."""
    kind = ".jsonl" if path == "-" else ".tsv" if tabs else opening.suffix(path)
    with opening.writing(path) as stream:
        if kind in TYPED:
            count = 0
            for row in rows:
                stream.write(msgspec.json.encode(row) + b"\n")
                count += 1
            return count
        if kind not in (".csv", ".tsv", ".tab", ".parquet"):
            raise CommandError(f"{path}: the name should end in .jsonl, .csv, .tsv or .parquet")
        table = list(rows)
        names = list(dict.fromkeys(name for row in table for name in row))
        if kind == ".parquet":
            _write_parquet(stream, table, names)
        else:
            _write_table(stream, table, names, "," if kind == ".csv" else "\t")
        return len(table)


def _write_table(stream: Any, table: list[dict[str, Any]], names: list[str], delimiter: str) -> None:
    stream.write(join_cells(map(defuse, names), delimiter).encode())
    for row in table:
        cells = (_flat(row.get(name)) for name in names)
        told = (
            defuse(cell) if isinstance(cell, str) else "" if cell is None else str(cell) for cell in cells
        )
        stream.write(join_cells(told, delimiter).encode())


def _flat(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, (list, dict)) else value


def _write_parquet(stream: Any, table: list[dict[str, Any]], names: list[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    columns = {name: [_flat(row.get(name)) for row in table] for name in names}
    numbers = {
        name
        for name, cells in columns.items()
        if all(isinstance(cell, (int, float, type(None))) for cell in cells)
    }
    arrays = {
        name: pa.array(cells, pa.float64())
        if name in numbers
        else pa.array([None if cell is None else str(cell) for cell in cells])
        for name, cells in columns.items()
    }
    parquet.write_table(pa.table(arrays), stream)
