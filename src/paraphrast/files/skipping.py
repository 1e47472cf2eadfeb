"""Bad rows put aside: a file with each of them and what is wrong with it, and their number on stderr."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import Defaults, PathLike, place


class Skipped:
    """What was left out, one JSON object per line: `error` names the place, `row` is what stood there."""

    def __init__(self, path: PathLike) -> None:
        self.path, self.count = Path(path), 0
        if not self.path.parent.is_dir():
            raise CommandError(f"there is no folder {str(self.path.parent)!r}; make it first")
        with place(path):
            self.path.write_bytes(b"")

    def __call__(self, error: DataError, row: Any) -> None:
        """Put one row aside."""
        self.count += 1
        if isinstance(row, bytes):
            row = row.decode("utf-8", "backslashreplace").rstrip("\r\n")
        line = msgspec.json.encode({"error": str(error), "row": row})
        with place(self.path), self.path.open("ab") as stream:
            stream.write(line + b"\n")

    def tell(self, path: PathLike, before: int) -> None:
        """Say how many rows of a file were left out, if any were."""
        if count := self.count - before:
            word = "1 row was" if count == 1 else f"{count:,} rows were"
            print(f"{path}: {word} left out; what is wrong with them is in {self.path}", file=sys.stderr)


def put_aside(error: DataError, row: Any) -> None:
    """Keep a row that is wrong apart where the command said so; else it is an error."""
    if Defaults.skip is None:
        raise error
    Defaults.skip(error, row)
