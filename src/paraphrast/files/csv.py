"""Columns between commas, semicolons or tabs, quoted where need be; written with commas."""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from msgspec import Struct

from paraphrast.files import tables
from paraphrast.files.opening import PathLike
from paraphrast.files.shape import S, Shape


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike) -> Iterator[S]:
    """Yield a record for each row under the header."""
    return tables.read(stream, shape, path, tabs=False)


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike) -> int:
    """Write the columns in use, then a row for each record, and say how many there were."""
    return tables.write(stream, records, path, tabs=False)
