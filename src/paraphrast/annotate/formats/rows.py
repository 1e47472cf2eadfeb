"""Tables of any columns: JSONL, CSV, TSV, Parquet, packed or not, read and written a row at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening

# A cell of a spreadsheet that holds a list or a table holds it as JSON.
NESTED = ("[", "{")


def read(
    path: str, *, tabs: bool | None = None, literal: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each row with the number of its line; a `literal` cell of a table is its text, even none."""
    kind = ".tsv" if tabs else opening.suffix(path)
    if kind == ".parquet":
        yield from _parquet(path)
        return
    if kind not in (".jsonl", ".ndjson", ".csv", ".tsv", ".tab"):
        raise CommandError(
            f"{path}: the name should end in .jsonl, .csv, .tsv or .parquet; .gz or .zst may follow"
        )
    with opening.reading(path) as stream:
        if kind in (".jsonl", ".ndjson"):
            yield from _jsonl(stream, path)
        else:
            delimiter = "\t" if kind in (".tsv", ".tab") else ","
            yield from _table(stream, path, delimiter, literal=literal)


def _jsonl(stream: Any, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    decoder = msgspec.json.Decoder(dict[str, Any])
    for number, line in enumerate(stream, 1):
        if line.strip():
            try:
                yield number, decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise DataError(f"is not a JSON object: {error}", path=path, line=number) from error


def _table(stream: Any, path: str, delimiter: str, *, literal: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(10_000_000)
    reader = csv.reader(opening.lines(stream, path), delimiter=delimiter)
    try:
        names = next(reader, None)
        if not names or len(set(names)) < len(names):
            raise DataError("the first line should name the columns, each once", path=path, line=1)
        for cells in reader:
            if len(cells) != len(names):
                if not cells:
                    continue
                problem = f"has {len(cells)} cells where {len(names)} columns are named"
                raise DataError(problem, path=path, line=reader.line_num)
            row = dict(zip(names, cells, strict=True))
            known = {name: _cell(cell) for name, cell in row.items() if cell != ""}
            yield reader.line_num, row if literal else known
    except csv.Error as error:
        raise DataError(f"cannot be read as a table: {error}", path=path, line=reader.line_num + 1) from error


def _cell(cell: str) -> Any:
    if cell.startswith(NESTED):
        try:
            return msgspec.json.decode(cell)
        except msgspec.DecodeError:
            return cell
    return cell


def _parquet(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        with parquet.ParquetFile(path) as file:
            number = 0
            for batch in file.iter_batches():
                for row in batch.to_pylist():
                    number += 1
                    yield (
                        number,
                        {
                            name: _cell(value) if isinstance(value, str) else value
                            for name, value in row.items()
                            if value is not None
                        },
                    )
    except FileNotFoundError:
        raise DataError("there is no such file", path=path) from None
    except pa.ArrowInvalid as error:
        raise DataError(f"is not Parquet: {error}", path=path) from error


def write(path: str, rows: Iterable[dict[str, Any]], *, tabs: bool | None = None) -> int:
    """Write rows in the format that the name tells; the file appears whole or not at all."""
    kind = ".jsonl" if path == "-" else ".tsv" if tabs else opening.suffix(path)
    with opening.writing(path) as stream:
        if kind in (".jsonl", ".ndjson"):
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
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_flat(row.get(name)) for name in names] for row in table)
    text.flush()
    text.detach()


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
