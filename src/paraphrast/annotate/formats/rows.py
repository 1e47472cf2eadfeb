"""Tables of any columns: JSONL, CSV, TSV, Parquet, packed or not, read and written a row at a time."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from paraphrast.annotate.formats.cells import defuse, fuse, join_cells
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

# Files come from strangers: what they may grow to when they are unpacked, as a whole and a line of them.
LARGEST, LONGEST_LINE = 2 * 1024**3, 16 * 1024**2
TYPED = (".jsonl", ".ndjson")


def is_typed(path: str) -> bool:
    """Tell whether values in this file have types of their own; cells of tables are texts."""
    return path == "-" or opening.suffix(path) in TYPED


def read(
    path: str, *, tabs: bool | None = None, literal: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each row with the number of its line; a `literal` table also gives its empty cells."""
    kind = ".tsv" if tabs else opening.suffix(path)
    if kind == ".parquet":
        yield from _parquet(path)
        return
    if kind not in (*TYPED, ".csv", ".tsv", ".tab"):
        raise CommandError(
            f"{path}: the name should end in .jsonl, .csv, .tsv or .parquet; .gz or .zst may follow"
        )
    with opening.reading(path) as stream:
        if kind in TYPED:
            yield from _jsonl(stream, path)
        else:
            delimiter = "\t" if kind in (".tsv", ".tab") else ","
            yield from _table(stream, path, delimiter, literal=literal)


def columns(path: str, *, tabs: bool | None = None) -> list[str]:
    """List the columns of a table, or the names in the first rows of JSONL."""
    found: dict[str, None] = {}
    for _, row in islice(read(path, tabs=tabs, literal=True), 50):
        found |= dict.fromkeys(row)
    return list(found)


def bounded(stream: Any, path: str) -> Iterator[bytes]:
    """Yield lines while they and the file are of a size that people write."""
    total = 0
    while line := stream.readline(LONGEST_LINE + 1):
        total += len(line)
        if len(line) > LONGEST_LINE or total > LARGEST:
            most = LONGEST_LINE if len(line) > LONGEST_LINE else LARGEST
            what = "a line" if len(line) > LONGEST_LINE else "the unpacked file"
            raise DataError(f"{what} has more than {most // 1024**2} megabytes; split the file", path=path)
        yield line


def _jsonl(stream: Any, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    decoder = msgspec.json.Decoder(dict[str, Any])
    for number, line in enumerate(bounded(stream, path), 1):
        if line.strip():
            try:
                yield number, decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise DataError(f"is not a JSON object: {error}", path=path, line=number) from error


def _table(stream: Any, path: str, delimiter: str, *, literal: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(LONGEST_LINE)
    source = (opening.text(line, path, number) for number, line in enumerate(bounded(stream, path), 1))
    reader = csv.reader(source, delimiter=delimiter)
    try:
        names = [fuse(name) for name in next(reader, [])]
        if not names or len(set(names)) < len(names):
            raise DataError("the first line should name the columns, each once", path=path, line=1)
        for cells in reader:
            if len(cells) != len(names):
                if not cells:
                    continue
                problem = f"has {len(cells)} cells where {len(names)} columns are named"
                raise DataError(problem, path=path, line=reader.line_num)
            row = dict(zip(names, map(fuse, cells), strict=True))
            yield reader.line_num, row if literal else {name: cell for name, cell in row.items() if cell}
    except csv.Error as error:
        raise DataError(f"cannot be read as a table: {error}", path=path, line=reader.line_num + 1) from error


def _parquet(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        with parquet.ParquetFile(path) as file:
            number, about = 0, file.metadata
            size = sum(about.row_group(place).total_byte_size for place in range(about.num_row_groups))
            if size > LARGEST:
                raise DataError(
                    f"the unpacked file has more than {LARGEST // 1024**2} megabytes; split the file",
                    path=path,
                )
            for batch in file.iter_batches(batch_size=1_000):
                for row in batch.to_pylist():
                    number += 1
                    yield number, {name: value for name, value in row.items() if value is not None}
    except FileNotFoundError:
        raise DataError("there is no such file", path=path) from None
    except pa.ArrowInvalid as error:
        raise DataError(f"is not Parquet: {error}", path=path) from error


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
