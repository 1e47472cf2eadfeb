"""Tables of any columns, row by row as they stand, from every kind of file that records come in."""

import io
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from paraphrast import data
from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import BLOCK, Defaults, PathLike, suffix
from paraphrast.files.shape import Shape


class Bounds(Struct, frozen=True):
    """How many bytes a file from strangers may unpack to, and one line of it."""

    file: int
    line: int


class Row(Struct, frozen=True):
    """The values of one row under their names; `cells` says that they are texts of a table."""

    line: int
    values: dict[str, Any]
    cells: bool


class _AsTheyStand(Shape[Row]):
    """Rows of any names; a table's empty cells come too where they are wanted."""

    prefers_quotes = True

    def __init__(self, columns: Mapping[str, str] | None, *, empty: bool, bounds: Bounds | None) -> None:
        super().__init__(Row)
        self.fields, self.plain = {}, False
        self.skip = Defaults.skip
        self.columns = dict(columns or {})
        self.largest = bounds.file if bounds else None
        self._empty = empty

    def keeps_empty(self, column: str) -> bool:
        """Say whether an empty cell of this column is given."""
        return self._empty

    def make(self, row: dict[str, Any], *, cells: bool = False) -> Row:
        """Give the row as it stands."""
        return Row(self.line, row, cells)


class _Bounded(io.RawIOBase):
    """A stream that is refused when it, or a line of it, is larger than people write."""

    def __init__(self, stream: io.BufferedReader, path: PathLike, bounds: Bounds) -> None:
        self._stream, self._path, self._bounds = stream, path, bounds
        self._total = self._line = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        piece = self._stream.read1(len(buffer))
        buffer[: len(piece)] = piece
        lines = piece.split(b"\n")
        longest = max(self._line + len(lines[0]), *map(len, lines))
        self._total += len(piece)
        self._line = len(lines[-1]) if len(lines) > 1 else longest
        if longest > self._bounds.line:
            raise _too_large("a line", self._bounds.line, self._path)
        if self._total > self._bounds.file:
            raise _too_large("the unpacked file", self._bounds.file, self._path)
        return len(piece)


def _too_large(what: str, most: int, path: PathLike) -> DataError:
    """Say that a file is larger than it may be."""
    return DataError(f"{what} has more than {most // 1024**2} megabytes; split the file", path=path)


def read(
    path: PathLike,
    *,
    columns: Mapping[str, str] | None = None,
    kind: str | None = None,
    empty: bool = False,
    bounds: Bounds | None = None,
) -> Iterator[Row]:
    """Yield the rows of a table of any kind; `kind` (.tsv) says what it is in spite of its name.

    Where `columns` are numbers the table has no header, and its columns are called 1, 2 and so on. Rows that
    are wrong are put aside where the command said so.
    """
    module = data.KINDS[kind] if kind else data.module_of(path)
    if module == data.KINDS[".txt"]:
        endings = ", ".join(name for name in data.KINDS if name != ".txt")
        raise CommandError(f"{path}: lines of text are no table; the name should end in {endings}")
    shape = _AsTheyStand(columns, empty=empty, bounds=bounds)

    def bounded(stream: io.BufferedReader) -> io.BufferedReader:
        return io.BufferedReader(_Bounded(stream, path, bounds), BLOCK) if bounds else stream

    return data.records(path, module, shape, through=bounded)


def is_typed(path: PathLike) -> bool:
    """Tell whether values in this file have types of their own; cells of tables are texts."""
    return str(path) == "-" or data.KINDS.get(suffix(path)) == data.KINDS[".jsonl"]
