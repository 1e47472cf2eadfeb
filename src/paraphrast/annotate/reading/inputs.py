"""The inputs of a reading: read or drawn, each with an id of its own, and known by their hashes."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec
import numpy as np

from paraphrast.annotate.formats import rows
from paraphrast.errors import DataError
from paraphrast.files import opening

Row: TypeAlias = dict[str, Any]

SOURCES = ("text", "a", "source")  # where the text of an input stands, first come first taken


def read_rows(path: str) -> list[tuple[int, Row]]:
    """Read a table, or the lines of a .txt file as texts, each with the number of its line."""
    if opening.suffix(path) != ".txt":
        return list(rows.read(path, literal=True))
    with opening.reading(path) as stream:
        lines = enumerate(opening.lines(stream, path), 1)
        return [(number, {"text": line.rstrip("\r\n")}) for number, line in lines]


def read_inputs(path: str) -> list[Row]:
    """Read inputs, numbering those without an id; an id that comes twice is refused."""
    found: dict[str, Row] = {}
    for number, row in read_rows(path):
        key = str(number if row.get("id") in (None, "") else row["id"])
        if key in found:
            raise DataError(f"id {key!r} comes twice", path=path, line=number)
        found[key] = {**row, "id": key}
    if not found:
        raise DataError("there are no inputs", path=path)
    return list(found.values())


def draw_inputs(inputs: Sequence[Row], count: int, *, seed: int = 0) -> list[Row]:
    """Draw so many inputs of each language, no source twice, in the order in which they came.

    >>> [row["id"] for row in draw_inputs([{"id": "1", "text": "да"}, {"id": "2", "text": "да"}], 1)]
    ['1']
    """
    rng = np.random.default_rng(seed)
    chosen: list[str] = []
    full = [row for row in inputs if source_of(row) is None or str(source_of(row)).strip()]
    different = list({source_of(row) or row["id"]: row for row in reversed(full)}.values())[::-1]
    for lang in dict.fromkeys(row.get("lang") for row in different):
        own = [row["id"] for row in different if row.get("lang") == lang]
        if len(own) < count:
            said = f" in {lang}" if lang else ""
            raise DataError(f"{count} inputs cannot be drawn: there are {len(own)} different ones{said}")
        chosen += [own[place] for place in rng.choice(len(own), count, replace=False)]
    wanted = set(chosen)
    return [row for row in inputs if row["id"] in wanted]


def source_of(row: Row) -> str | None:
    """Give the text of an input or the source that an output names, if there is one."""
    return next((str(row[name]) for name in SOURCES if row.get(name) is not None), None)


def hash_texts(*texts: str) -> str:
    """Give a short hash of texts, whatever the spaces between their words."""
    return hash_bytes("\x1f".join(" ".join(text.split()) for text in texts).encode())[:16]


def encode_rows(table: Iterable[Any]) -> bytes:
    """Give the bytes of a JSONL file of these rows."""
    return msgspec.json.Encoder().encode_lines(list(table))


def hash_bytes(data: bytes) -> str:
    """Give the SHA-256 of bytes, as `sha256sum` prints it."""
    return hashlib.sha256(data).hexdigest()


def hash_file(path: str) -> str:
    """Give the SHA-256 of a file as it lies on the disk."""
    with opening.place(path), open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
