"""Running a plan: in this process, in processes of this machine, or on a ray cluster."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from paraphrast.engine import progress as bar
from paraphrast.errors import CommandError, unknown
from paraphrast.plans import plan as plans
from paraphrast.plans.agreement import compare_machines

PLACES = ("local", "ray")
MERGE = "merge"


class Engine(msgspec.Struct, frozen=True):
    """Where parts are made: `local` or `ray[://address]`, by how many workers, and which share of them."""

    place: str = "local"
    workers: int = 1
    shard: str | None = None

    def check(self) -> None:
        """Refuse what cannot be meant, before anything is read."""
        if self.place.partition("://")[0] not in PLACES:
            raise unknown("engine", self.place, ["local", "ray", "ray://HOST:PORT"])
        if self.workers < 1:
            raise CommandError(f"workers start at 1; got {self.workers}")
        share([], self.shard)


class Defaults:
    """What a command said of where its plans are run: `--engine`, `--shard`."""

    place: str = "local"
    shard: str | None = None


class Unfinished(CommandError):
    """A share of the parts is done and the rest is for others; nothing is merged."""

    exit_code = 0


def share(numbers: list[int], shard: str | None) -> list[int]:
    """Keep the parts of one of n machines: `2/8` is the second of eight.

    >>> share([0, 1, 2, 3, 4], "2/3"), share([0, 1], None)
    ([1, 4], [0, 1])
    """
    if shard is None or shard == MERGE:
        return numbers
    index, _, count = shard.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise CommandError(f"a shard is written i/n with i from 1 to n, like 2/8, or merge; got {shard!r}")
    return [number for number in numbers if number % int(count) == int(index) - 1]


def run(
    folder: str | Path,
    engine: Engine | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
    cancel: Callable[[], bool] | None = None,
    work: Any = None,
) -> plans.Status:
    """Make the parts that are missing; `progress` is told how many of all are done, `cancel` asked to stop.

    `work` is the work itself where this process has it already; others load it from the folder.
    """
    engine = engine or Engine(place=Defaults.place, shard=Defaults.shard)
    engine.check()
    plan = plans.load(folder)
    missing = plans.find_missing(folder, plan)
    todo = [] if engine.shard == MERGE else share(missing, engine.shard)
    done = len(plan.shards) - len(missing)
    made = _made(str(Path(folder).absolute()), plan, todo, engine, work)
    for count, _ in enumerate(bar(made, plan.label, len(todo), done=done), 1):
        if progress is not None:
            progress(done + count, len(plan.shards))
        if cancel is not None and cancel():
            break
    return plans.status(folder)


def finish(folder: str | Path, workers: int = 1, work: Any = None) -> None:
    """Run a plan as the command said, and stop here where it asked for a share of the parts only."""
    engine = Engine(Defaults.place, workers, Defaults.shard)
    if work is not None and not (Path(folder) / "work.pickle").stat().st_size:
        engine = Engine(shard=Defaults.shard)  # it holds what cannot be sent to others
    found = run(folder, engine, work=work)
    if engine.shard not in (None, MERGE):
        raise Unfinished(
            f"{found.done} of {found.parts} parts are in {folder}; when all shards are done, merge them with "
            "the same command and --shard merge"
        )
    compare_machines(folder, work)


def _made(folder: str, plan: plans.Plan, todo: list[int], engine: Engine, work: Any) -> Iterator[int]:
    """Yield the numbers of parts as they are made, in any order."""
    place, _, address = engine.place.partition("://")
    if not todo:
        return iter(())
    if place == "ray":
        from paraphrast.plans.ray_cluster import spread

        return spread(folder, todo, workers=engine.workers, address=address or None)
    if engine.workers == 1:
        return _here(folder, plan, todo, work)
    from paraphrast.plans.processes import spread as share_out

    return share_out(folder, todo, workers=min(engine.workers, len(todo)))


def _here(folder: str, plan: plans.Plan, todo: list[int], work: Any) -> Iterator[int]:
    work = plans.load_work(folder) if work is None else work
    for number in todo:
        plans.carry_out(folder, work, plan, number)
        yield number
