"""What a step has done so far, on the disk: numbered parts, each whole or not there.

A part is the kept pairs, the dropped ones with reason and score, the scores, and last its count: a part
without a count was interrupted and is made again.
"""

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.files.opening import replacing


class Drop(msgspec.Struct, frozen=True):
    """A record that went no further: where, why, and with what score."""

    step: str
    reason: str
    score: float | None
    pair: Pair


class Count(msgspec.Struct, frozen=True):
    """How many records came in and went out, and why the others did not."""

    seen: int
    kept: int
    reasons: dict[str, int] = {}

    def __add__(self, other: "Count") -> "Count":
        reasons = Counter(self.reasons) + Counter(other.reasons)
        return Count(self.seen + other.seen, self.kept + other.kept, dict(sorted(reasons.items())))


class Parts:
    """The folder of one step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def clear(self) -> None:
        """Forget everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def sweep(self) -> None:
        """Remove what a writer that was killed had begun."""
        for path in self.folder.glob(".*.part"):
            path.unlink(missing_ok=True)

    def path(self, number: int, ending: str) -> Path:
        """Name a file of a part."""
        return self.folder / f"part-{number:06d}.{ending}"

    def done(self, number: int) -> bool:
        """Tell whether a part is whole."""
        return self.path(number, "count.json").exists()

    def write(
        self,
        number: int,
        kept: Sequence[Pair],
        drops: Sequence[Drop],
        scores: Sequence[float],
        *,
        seen: int | None = None,
    ) -> None:
        """Put a part on the disk, its count last; `scores` are those of the kept pairs or nothing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        encoder = msgspec.json.Encoder()
        for ending, records in (("jsonl", kept), ("drops.jsonl", drops)):
            with replacing(self.path(number, ending)) as stream:
                stream.writelines(encoder.encode(record) + b"\n" for record in records)
        with replacing(self.path(number, "scores")) as stream:
            stream.write(np.asarray(scores, dtype="<f4").tobytes())
        reasons = dict(sorted(Counter(drop.reason for drop in drops).items()))
        came = len(kept) + len(drops) if seen is None else seen
        with replacing(self.path(number, "count.json")) as stream:
            stream.write(encoder.encode(Count(came, len(kept), reasons)))

    def finish(self, total: int) -> None:
        """Say that the first parts up to a number are all there is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self.folder / "done.json") as stream:
            stream.write(msgspec.json.encode(total))

    @property
    def finished(self) -> int | None:
        """Give the number of parts of a step that is done, or None."""
        path = self.folder / "done.json"
        return msgspec.json.decode(path.read_bytes(), type=int) if path.exists() else None

    def pairs(self) -> Iterator[Pair]:
        """Yield what was kept, in order."""
        yield from self._records("jsonl", Pair)

    def drops(self) -> Iterator[Drop]:
        """Yield what was dropped, in order."""
        yield from self._records("drops.jsonl", Drop)

    def count(self) -> Count:
        """Add up the counts of all parts."""
        parts = range(self.finished or 0)
        counts = (msgspec.json.decode(self.path(n, "count.json").read_bytes(), type=Count) for n in parts)
        return sum(counts, Count(0, 0))

    def scores(self) -> NDArray[np.float32]:
        """Give the scores of the kept pairs, or nothing where the step does not score."""
        numbers = range(self.finished or 0)
        parts = [np.fromfile(self.path(number, "scores"), dtype="<f4") for number in numbers]
        return np.concatenate(parts) if parts else np.empty(0, dtype="<f4")

    def _records(self, ending: str, kind: Any) -> Iterator[Any]:
        decoder = msgspec.json.Decoder(kind)
        for number in range(self.finished or 0):
            with self.path(number, ending).open("rb") as stream:
                for line in stream:
                    yield decoder.decode(line)
