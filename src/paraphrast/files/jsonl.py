"""One JSON object per line."""

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from paraphrast.errors import DataError
from paraphrast.files.encoding import not_utf8
from paraphrast.files.opening import BLOCK, PathLike
from paraphrast.files.shape import S, Shape, row

BATCH = 2000


def blocks(stream: io.BufferedReader) -> Iterator[bytes]:
    """Yield whole lines, about a megabyte of them at a time."""
    rest: list[bytes] = []
    while block := stream.read1(BLOCK):
        cut = block.rfind(b"\n") + 1
        if cut:
            yield b"".join([*rest, block[:cut]])
            rest = []
        if cut < len(block):
            rest.append(block[cut:])
    if rest:
        yield b"".join(rest)


def read(stream: io.BufferedReader, shape: Shape[S], path: PathLike) -> Iterator[S]:
    """Yield a record for each line that is not blank."""
    decoder = msgspec.json.Decoder(shape.record)
    number = 0
    for block in blocks(stream):
        if shape.plain:
            try:
                records: list[S] = decoder.decode_lines(block)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                # one line is wrong or has more fields than the record: the slow way knows which
                pass
            else:
                yield from records
                number += block.count(b"\n")
                continue
        for step, line in enumerate(block.split(b"\n"), 1):
            if line.strip():
                try:
                    record = _one(line, shape, path=path, number=number + step)
                except DataError as error:
                    shape.refuse(error, line)
                else:
                    yield record
        number += block.count(b"\n")


def _one(line: bytes, shape: Shape[S], *, path: PathLike, number: int) -> S:
    """Read one line, or say what is wrong with it."""
    try:
        value: Any = msgspec.json.decode(line)
    except UnicodeDecodeError as error:
        raise not_utf8(error, path, number) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise DataError(f"not a JSON object: {error}", path=path, line=number) from error
    if not isinstance(value, dict):
        kind = "an array" if isinstance(value, list) else "a single value"
        raise DataError(f"one JSON object per line is expected, not {kind}", path=path, line=number)
    shape.line = number
    try:
        return shape.make(value)
    except DataError as error:
        raise DataError(str(error), path=path, line=number) from error


def write(stream: BinaryIO, records: Iterable[Struct], path: PathLike) -> int:
    """Write a line for each record and say how many there were."""
    encoder = msgspec.json.Encoder()
    number = 0
    iterator = iter(records)
    while batch := list(islice(iterator, BATCH)):
        # only records with a meta need laying out; the rest go to the encoder as they are
        rows = [row(record) if getattr(record, "meta", None) else record for record in batch]
        stream.write(encoder.encode_lines(rows))
        number += len(batch)
    return number
