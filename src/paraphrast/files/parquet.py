"""Parquet files, a batch of rows at a time."""

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError, naming_extras
from paraphrast.files.opening import PathLike
from paraphrast.files.shape import S, Shape
from paraphrast.files.spool import spooled

if TYPE_CHECKING:
    import pyarrow as pa

BINARY = True
BATCH = 4000
JSON = {b"paraphrast": b"json"}  # marks columns whose cells are JSON text


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike) -> Iterator[S]:
    """Yield a record for each row."""
    with naming_extras():
        import pyarrow as pa
        import pyarrow.parquet as pq

    number = 0
    try:
        with pq.ParquetFile(stream) as table:
            schema = table.schema_arrow
            encoded = [field.name for field in schema if field.metadata and field.metadata.get(b"paraphrast")]
            _check_size(table.metadata, shape)
            if schema.names:
                shape.check(schema.names)
            for batch in table.iter_batches(BATCH):
                for values in batch.to_pylist():
                    number += 1
                    shape.line = number
                    for name in encoded:
                        if values[name] is not None:
                            values[name] = msgspec.json.decode(values[name])
                    row = {name: value for name, value in values.items() if value is not None}
                    try:
                        record = shape.make(row.copy())
                    except DataError as error:
                        shape.refuse(DataError(f"row {number}: {error}", path=path), row)
                    else:
                        yield record
    except DataError as error:
        raise (error if str(error).startswith(str(path)) else DataError(str(error), path=path)) from error
    except (pa.ArrowException, UnicodeDecodeError, msgspec.MsgspecError) as error:
        message = str(error).partition("\n")[0]
        raise DataError(f"broken Parquet file: {message}", path=path) from error


def _check_size(about: Any, shape: Shape[Any]) -> None:
    """Refuse a file that unpacks to more than it may."""
    size = sum(about.row_group(place).total_byte_size for place in range(about.num_row_groups))
    if shape.largest is not None and size > shape.largest:
        most = shape.largest // 1024**2
        raise DataError(f"the unpacked file has more than {most} megabytes; split the file")


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike) -> int:
    """Write a table with the columns in use and say how many rows it has."""
    with naming_extras():
        import pyarrow as pa
        import pyarrow.parquet as pq

    count = 0
    with spooled(records) as (used, rows):
        schema = pa.schema([_field(name, types) for name, types in used.items()])
        texts = [field.name for field in schema if field.metadata]
        with pq.ParquetWriter(stream, schema) as writer:
            while batch := list(islice(rows, BATCH)):
                for values in batch:
                    for name in texts:
                        if name in values:
                            values[name] = msgspec.json.encode(values[name]).decode("utf-8")
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema))
                count += len(batch)
    return count


def _field(name: str, types: set[type]) -> "pa.Field[Any]":
    """Choose the type of a column by the types of its values; mixed and nested ones are kept as JSON text."""
    import pyarrow as pa

    types = types - {type(None)}
    if types == {str}:
        return pa.field(name, pa.string())
    if types == {bool}:
        return pa.field(name, pa.bool_())
    if (types and types <= {float}) or (name == "label" and types <= {int, float}):
        return pa.field(name, pa.float64())
    if name == "refs":
        return pa.field(name, pa.list_(pa.string()))
    return pa.field(name, pa.string(), metadata=JSON)
