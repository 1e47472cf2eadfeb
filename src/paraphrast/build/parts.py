"""What a step has done so far, on the disk: numbered parts, each whole or not there.

A part is the kept pairs, the dropped ones with reason and score, and the scores; its count stands in the
done-mark of the plan, and those of all in done.json.
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
from paraphrast.plans.plan import load, part_path


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
    """The folder of one step, which is a plan or was written in one go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def clear(self) -> None:
        """Forget everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, number: int, ending: str) -> Path:
        """Name a file of a part."""
        return part_path(self.folder, number, ending)

    def write(
        self, number: int, kept: Sequence[Pair], drops: Sequence[Drop], scores: Sequence[float]
    ) -> Count:
        """Put a part of a step that sees the whole stream on the disk."""
        self.path(number, "jsonl").parent.mkdir(parents=True, exist_ok=True)
        return write_part(self.path(number, ""), kept, drops, scores)

    def finish(self, counts: Sequence[Count]) -> None:
        """Say that these parts are all there is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self.folder / "done.json") as stream:
            stream.write(msgspec.json.encode(counts))

    @property
    def counts(self) -> list[Count] | None:
        """Give the counts of the parts of a step that is done, or None."""
        path = self.folder / "done.json"
        return msgspec.json.decode(path.read_bytes(), type=list[Count]) if path.exists() else None

    @property
    def number(self) -> int:
        """Say how many parts there are, or will be when the plan is done."""
        counts = self.counts
        return len(load(self.folder).shards) if counts is None else len(counts)

    def pairs(self) -> Iterator[Pair]:
        """Yield what was kept, in order."""
        yield from self._records("jsonl", Pair)

    def drops(self) -> Iterator[Drop]:
        """Yield what was dropped, in order."""
        yield from self._records("drops.jsonl", Drop)

    def count(self) -> Count:
        """Add up the counts of all parts."""
        return sum(self.counts or [], Count(0, 0))

    def scores(self) -> NDArray[np.float32]:
        """Give the scores of the kept pairs, or nothing where the step does not score."""
        numbers = range(len(self.counts or []))
        parts = [np.fromfile(self.path(number, "scores"), dtype="<f4") for number in numbers]
        return np.concatenate(parts) if parts else np.empty(0, dtype="<f4")

    def _records(self, ending: str, kind: Any) -> Iterator[Any]:
        decoder = msgspec.json.Decoder(kind)
        for number in range(len(self.counts or [])):
            with self.path(number, ending).open("rb") as stream:
                for line in stream:
                    yield decoder.decode(line)


def write_part(
    stem: Path, kept: Sequence[Pair], drops: Sequence[Drop], scores: Sequence[float], seen: int | None = None
) -> Count:
    """Write the files of a part and count it; `scores` are those of the kept pairs or nothing."""
    encoder = msgspec.json.Encoder()
    for ending, records in (("jsonl", kept), ("drops.jsonl", drops)):
        with replacing(f"{stem}{ending}") as stream:
            stream.writelines(encoder.encode(record) + b"\n" for record in records)
    with replacing(f"{stem}scores") as stream:
        stream.write(np.asarray(scores, dtype="<f4").tobytes())
    reasons = dict(sorted(Counter(drop.reason for drop in drops).items()))
    return Count(len(kept) + len(drops) if seen is None else seen, len(kept), reasons)
