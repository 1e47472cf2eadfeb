"""A corpus as a plan: shards of documents that are to be made, by any workers, with the same bytes.

Sources are made ready once, where the plan is made, and lie in its folder; a worker loads them once. Each
document has a stream of chance of its own, so it does not matter who makes it, or when.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
from xxhash import xxh3_64_hexdigest

from paraphrast import plans
from paraphrast.data import Document, Match
from paraphrast.detect.generate.corpus import (
    Made,
    Plan,
    Task,
    check,
    make_document,
    plan_tasks,
    prepare_sources,
    write_corpus,
)
from paraphrast.detect.generate.sources import Source, Sources
from paraphrast.files.opening import replacing
from paraphrast.plans.records import read_lines
from paraphrast.plans.running import finish

PART = 64  # documents of a part, about a second of work


class Making:
    """Makes suspicious documents, in whatever process this is."""

    def __init__(self, sources: Path, mark: str, plan: Plan) -> None:
        self.sources, self.mark, self.plan = sources, mark, plan

    def __call__(self, tasks: Sequence[Task]) -> list[Made]:
        lenders = _load_sources(self.sources, self.mark)
        return [make_document(task, lenders, self.plan) for task in tasks]


@cache
def _load_sources(path: Path, mark: str) -> Sources:
    return Sources(list(read_lines(path, Source)))


def generate_in_parts(
    targets: Sequence[Document],
    sources: Sequence[Document],
    out: Path,
    *,
    plan: Plan,
    folder: Path,
    workers: int = 1,
) -> Iterator[list[Match]]:
    """Write the corpus that `generate` writes, and yield the truth about each document.

    A run that was killed goes on from the folder, which is for the caller to remove.
    """
    check(targets, sources, plan)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.absolute() / "sources.jsonl"
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in prepare_sources(sources, plan))
    mark = xxh3_64_hexdigest(lines)
    if not path.is_file() or xxh3_64_hexdigest(path.read_bytes()) != mark:
        with replacing(path) as file:
            file.write(lines)
    work = plans.Map(Making(path, mark, plan), Task, batch=1)
    key = f"{mark} {msgspec.json.encode(plan).decode()}"
    plans.make(folder, work, plan_tasks(targets, plan), key=key, label="generate", size=PART)
    finish(folder, workers, work)
    yield from write_corpus(out, plans.merge(folder, Made), read_lines(path, Source))
