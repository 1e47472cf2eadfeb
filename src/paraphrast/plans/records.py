"""Works that map records to results, line by line, and the merge of what they made."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from paraphrast.files.opening import replacing
from paraphrast.plans import plan as plans


class Map:
    """Gives each record of a shard its result: a function of a batch, loaded once a process."""

    def __init__(
        self, function: Callable[[list[Any]], Sequence[Any]], kind: Any, *, batch: int | None = None
    ) -> None:
        self.function, self.kind, self.batch = function, kind, batch

    def __call__(self, shard: Path, part: Path) -> int:
        encoder, count, first = msgspec.json.Encoder(), 0, 0
        records = iter(read_lines(shard, self.kind))
        with replacing(f"{part}jsonl") as file:
            while some := list(islice(records, self.batch)):
                for result in self._apply(first, some):
                    file.write(encoder.encode(result) + b"\n")
                    count += 1
                first += len(some)
        return count

    def _apply(self, first: int, records: list[Any]) -> Sequence[Any]:
        from paraphrast.engine import apply

        return apply(self.function, first, records)


def read_lines(path: str | Path, kind: Any) -> Iterator[Any]:
    """Yield the records of a file of our own."""
    decoder = msgspec.json.Decoder(kind)
    with open(path, "rb") as stream:
        for line in stream:
            yield decoder.decode(line)


def merge(folder: str | Path, kind: Any = Any) -> Iterator[Any]:
    """Yield the results of all parts, in order; refuses what is not whole or of mixed versions."""
    for number in range(len(plans.summaries(folder))):
        yield from read_lines(plans.part_path(folder, number), kind)


def merge_beside(folder: str | Path, record: Any, kind: Any = Any) -> Iterator[tuple[Any, Any]]:
    """Yield each record of the input with its result."""
    plan = plans.load(folder)
    for number in range(len(plans.summaries(folder))):
        records = read_lines(plans.shard_path(folder, plan, number), record)
        yield from zip(records, read_lines(plans.part_path(folder, number), kind), strict=True)
