"""What a long run has done so far, beside its output: a run that was killed goes on where it stopped.

The journal of OUT is OUT.part: a line that says what the run is, and then its records, a batch at a time.
Only whole batches count when a run goes on, so that it makes the very batches that it would have made.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from paraphrast.errors import CommandError, DataError
from paraphrast.files.opening import PathLike, place

R = TypeVar("R", bound=msgspec.Struct)


class Journal(Generic[R]):
    """The records of one run on the disk; `done` is how many are there to go on from."""

    def __init__(self, out: PathLike, kind: type[R], *, mark: str, batch: int) -> None:
        self.path, self.kind, self.batch = Path(f"{out}.part"), kind, batch
        self.head = msgspec.json.encode({"run": mark}) + b"\n"
        self.done = 0

    def open(self, *, restart: bool = False) -> int:
        """Take up what is there, cut off what was interrupted, and say how many records there are."""
        if not self.path.parent.is_dir():
            raise CommandError(f"there is no folder {str(self.path.parent)!r}; make it first")
        with place(self.path):
            if restart or not self.path.exists():
                self.path.write_bytes(self.head)
            with self.path.open("r+b") as stream:
                if stream.readline() != self.head:
                    raise CommandError(
                        f"{self.path} is of a run with other settings; say --restart, or name another output"
                    )
                at = whole = len(self.head)
                for count, line in enumerate(stream, 1):
                    at += len(line)
                    if line.endswith(b"\n") and count % self.batch == 0:
                        whole, self.done = at, count
                stream.truncate(whole)
        return self.done

    def add(self, records: Iterable[R]) -> None:
        """Write records as they come, whole batches at a time."""
        encoder, iterator = msgspec.json.Encoder(), iter(records)
        with place(self.path), self.path.open("ab") as stream:
            while batch := list(islice(iterator, self.batch)):
                stream.write(b"".join(encoder.encode(record) + b"\n" for record in batch))
                stream.flush()

    def records(self) -> Iterator[R]:
        """Yield all that was written, in order."""
        decoder = msgspec.json.Decoder(self.kind)
        with place(self.path), self.path.open("rb") as stream:
            stream.readline()
            for number, line in enumerate(stream, 2):
                try:
                    yield decoder.decode(line)
                except msgspec.DecodeError as error:
                    raise DataError(
                        f"not a record of this run: {error}", path=self.path, line=number
                    ) from error

    def close(self) -> None:
        """Remove the journal of a run whose output is written."""
        self.path.unlink(missing_ok=True)
