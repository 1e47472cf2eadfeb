"""Plain text with one text per line, and how to tell what comes through a pipe."""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from msgspec import Struct

from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening
from paraphrast.files.opening import PathLike
from paraphrast.files.shape import S, Shape


def ending(stream: io.BufferedReader, shape: Shape[S]) -> str:
    """Tell JSONL, TSV, CSV and plain lines apart by the first line of a stream that has no name.

    People write commas: where a record can be a plain line, a CSV file has to name the column of the text.
    """
    first = stream.peek(1 << 16).lstrip().split(b"\n", 1)[0]
    if (first.startswith(b"{") and b'"' in first) or not first:
        return ".jsonl"
    if b"\t" in first:
        return ".tsv"
    names = [name.strip('" ') for name in first.decode("utf-8", errors="replace").strip().split(",")]
    plain = "text" in shape.fields and not shape.columns and "text" not in names
    return ".csv" if len(names) > 1 and all(map(str.isidentifier, names)) and not plain else ".txt"


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike) -> Iterator[S]:
    """Yield a text for each line, blank ones too, so that line n of two files is the same item."""
    if "text" not in shape.fields or "label" not in shape.fields:
        raise CommandError(
            f"{path}: plain lines hold one text each, and {shape.record.__name__} needs more; "
            "give a .jsonl, .tsv, .csv or .parquet file, or two of lines as a.txt+b.txt"
        )
    for number, line in enumerate(stream, 1):
        try:
            yield shape.make({"text": opening.text(line, path, number).rstrip("\r\n")})
        except DataError as error:
            shape.refuse(error, line)


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike) -> int:
    """Write the texts alone, one per line; refuse a text of several lines, which could not be read back."""
    count = 0
    for count, record in enumerate(records, 1):
        text = getattr(record, "text", None)
        if not isinstance(text, str):
            raise CommandError(f"{path}: plain lines can hold texts only; name a .jsonl or .tsv file")
        if "\n" in text:
            raise DataError(f"record {count} has several lines; write .jsonl instead", path=path)
        stream.write(text.encode("utf-8") + b"\n")
    return count
