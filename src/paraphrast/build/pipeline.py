"""Steps over a stream of pairs: resumable at any moment, with the reason for every dropped record.

The output of a step is kept under a name made of everything it depends on: the input, the settings of this
and all earlier steps, the version. What has not changed is not done again, and what was interrupted goes on.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from xxhash import xxh3_128_hexdigest

from paraphrast import __version__, plans
from paraphrast.build.parts import Count, Drop, Parts, write_part
from paraphrast.build.steps import Step, Verdict
from paraphrast.data import Pair, write
from paraphrast.engine import apply, progress
from paraphrast.errors import CommandError, DataError, unknown
from paraphrast.files.opening import replacing
from paraphrast.plans.plan import summaries
from paraphrast.plans.records import read_lines
from paraphrast.plans.running import Unfinished, finish

Source = Callable[[], Iterable[Pair]]


class Made(NamedTuple):
    """What a pipeline made: the steps, where each has its parts, and the counts."""

    steps: tuple[Step, ...]
    parts: tuple[Parts, ...]
    source: Source

    def pairs(self) -> Iterator[Pair]:
        """Yield what the last step kept."""
        yield from self.parts[-1].pairs() if self.parts else self.source()

    def drops(self) -> Iterator[Drop]:
        """Yield everything that was dropped, step by step."""
        for each in self.parts:
            yield from each.drops()

    def counts(self) -> list[tuple[str, Count]]:
        """Count the records of every step."""
        return [(step.name, parts.count()) for step, parts in zip(self.steps, self.parts, strict=True)]

    def write(self, out: str | Path, drops: str | Path | None = None) -> int:
        """Write the pairs and, where asked, drops.jsonl; whole or not at all."""
        if drops is not None:
            from paraphrast.files import jsonl, opening

            with opening.writing(drops) as stream:
                jsonl.write(stream, self.drops(), drops)
        return write(out, self.pairs())


class Pipeline:
    """Steps, and the folder where their results wait for the next run."""

    def __init__(self, steps: Sequence[Step], folder: str | Path, *, workers: int = 1) -> None:
        names = [step.name for step in steps]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CommandError(f"two steps are called {twice[0]!r}; give each a name of its own")
        self.steps = tuple(steps)
        self.folder = Path(folder)
        self.workers = workers

    def run(self, source: Source, *, key: str, until: str | None = None, overwrite: bool = False) -> Made:
        """Do what is not done yet, up to and with a step; `key` says what the source gives.

        Who does a share of the parts takes it through all steps up to one that needs what others make.
        """
        steps = self.upto(until)
        made: list[Parts] = []
        feed: Source = source
        chunk = 0  # the size of the shards that the step before leaves behind; none are there yet
        share: Unfinished | None = None
        for number, step in enumerate(steps, 1):
            key = following(key, step)
            parts = Parts(self.folder / f"{number:02d}-{step.name}-{key[:12]}")
            if overwrite:
                parts.clear()
            if parts.counts is None:
                before = made[-1] if made and chunk <= step.chunk else None
                if share and (before is None or step.kind == "sieve"):
                    break
                try:
                    self.do(step, feed, parts, before)
                except Unfinished as error:
                    share = error
            made.append(parts)
            feed, chunk = parts.pairs, step.chunk
        if share:
            raise share
        self.note(steps, made)
        return Made(steps, tuple(made), source)

    def note(self, steps: Sequence[Step], made: Sequence[Parts]) -> None:
        """Remember which results belong to this run, so that a report can be written later."""
        self.folder.mkdir(parents=True, exist_ok=True)
        notes = [
            Noted(parts.folder.name, step.name, step.kind, dict(step.settings))
            for step, parts in zip(steps, made, strict=True)
        ]
        with replacing(self.folder / "pipeline.json") as stream:
            stream.write(msgspec.json.encode(notes))

    def upto(self, until: str | None) -> tuple[Step, ...]:
        """List the steps up to the one that is named."""
        if until is None:
            return self.steps
        names = [step.name for step in self.steps]
        if until not in names:
            raise unknown("step", until, names)
        return self.steps[: names.index(until) + 1]

    def do(self, step: Step, feed: Source, parts: Parts, before: Parts | None) -> None:
        """Carry out one step: a plan over shards of the source, or over what the step before made."""
        parts.folder.parent.mkdir(parents=True, exist_ok=True)
        if step.kind == "sieve":
            self.sift(step, feed, parts)
            return
        work, label = Stepping(step), step.name
        if before is not None:
            files = [(before.path(at, "jsonl"), str(at)) for at in range(before.number)]
            plan = plans.plan_files(parts.folder, work, files, key=parts.folder.name, label=label)
        else:
            plan = plans.make(parts.folder, work, feed(), key=parts.folder.name, label=label, size=step.chunk)
        if plan.shards:
            workers = self.workers if step.spread else 1
            finish(parts.folder, workers, work)
        told = summaries(parts.folder) if plan.shards else []
        parts.finish(msgspec.convert(told, list[Count]))

    def sift(self, step: Step, feed: Source, parts: Parts) -> None:
        """Apply a step that has to see the whole stream; its parts are made again after an interruption."""
        counts: list[Count] = []
        stream = iter(step.work(progress(feed(), step.name)))
        while chunk := list(islice(stream, step.chunk)):
            counts.append(parts.write(len(counts), *_sorted_out(step, chunk)))
        parts.finish(counts)


class Stepping:
    """Does a step to a shard of pairs, batch by batch, in whatever process."""

    def __init__(self, step: Step) -> None:
        self.step = step

    def __call__(self, shard: Path, part: Path) -> Count:
        chunk = list(read_lines(shard, Pair))
        results: list[Any] = []
        for start in range(0, len(chunk), self.step.batch):
            results += apply(self.step.work, start, chunk[start : start + self.step.batch])
        kept, drops, scores = self.sort(chunk, results)
        return write_part(part, kept, drops, scores, len(chunk))

    def sort(self, chunk: list[Pair], results: list[Any]) -> tuple[list[Pair], list[Drop], list[float]]:
        """Sort the results of a chunk into what goes on and what does not."""
        if self.step.kind == "filter":
            return _sorted_out(self.step, zip(chunk, results, strict=True))
        kept = [pair for some in results for pair in some]
        barren = [pair for pair, some in zip(chunk, results, strict=True) if not some]
        return kept, [Drop(self.step.name, "nothing-made", None, pair) for pair in barren], []


def _sorted_out(
    step: Step, judged: Iterable[tuple[Pair, Verdict]]
) -> tuple[list[Pair], list[Drop], list[float]]:
    """Tell what a step keeps, with the scores, from what it drops, with the reasons."""
    kept: list[Pair] = []
    drops: list[Drop] = []
    scores: list[float] = []
    for pair, verdict in judged:
        if verdict.reason is not None:
            drops.append(Drop(step.name, verdict.reason, verdict.score, pair))
            continue
        kept.append(pair)
        if verdict.score is not None:
            scores.append(verdict.score)
    return kept, drops, scores if len(scores) == len(kept) else []


def following(key: str, step: Step) -> str:
    """Make the key of a step's output from the key of its input and all it depends on."""
    told = msgspec.json.encode([key, __version__, step.name, step.kind, dict(step.settings)], order="sorted")
    return xxh3_128_hexdigest(told)


def digest(path: str | Path) -> str:
    """Make a key of what a file holds."""
    from xxhash import xxh3_128

    from paraphrast.files.opening import reading_bytes

    state = xxh3_128()
    with reading_bytes(path) as stream:
        while block := stream.read(1 << 20):
            state.update(block)
    return state.hexdigest()


class Noted(msgspec.Struct, frozen=True):
    """What a folder remembers of a step of its last run."""

    folder: str
    name: str
    kind: str
    settings: dict[str, Any]


def opened(folder: str | Path) -> Made:
    """Give what the last run in a folder made, without doing anything again."""
    path = Path(folder) / "pipeline.json"
    try:
        notes = msgspec.json.decode(path.read_bytes(), type=list[Noted])
    except FileNotFoundError:
        raise CommandError(f"{str(folder)!r} is not the working folder of a pipeline that has run") from None
    except (msgspec.MsgspecError, OSError) as error:
        raise DataError(f"not a note of a pipeline: {error}", path=path) from error
    steps = tuple(Step(note.name, None, settings=note.settings) for note in notes)
    return Made(steps, tuple(Parts(Path(folder) / note.folder) for note in notes), lambda: ())
