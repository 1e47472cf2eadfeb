"""What handing out the parts of a plan costs: two workers against one, ray against processes of this machine.

python benchmarks/scale_speed.py --pairs 20000                      computing for 2 ms a pair
python benchmarks/scale_speed.py --pairs 20000 --asleep             asleep, as a busy machine can show
python benchmarks/scale_speed.py --pairs 1000000 --milliseconds .2  the engine's share, in CPU seconds
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import small
from scale import Work, make_pairs

from paraphrast import plans
from paraphrast.data import Pair
from paraphrast.plans import Engine

LARGEST, PARTS = 2_048, 80  # pairs of a part, as those of `score`; but so many parts at least


class Taken(NamedTuple):
    """Seconds from the first part to the last, and CPU seconds of all processes, with their start."""

    wall: float
    cpu: float


def timed(engine: Engine, pairs: int, work: Work) -> Taken:
    """Run a plan whose parts have as many pairs as those of `score`; cutting the input is not counted."""
    marks, size = list[float](), min(LARGEST, max(1, pairs // PARTS))
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        plans.make(Path(place) / "plan", plans.Map(work, Pair), make_pairs(pairs), key="", size=size)
        start = own_cpu()
        if engine.place == "ray":  # its processes are counted while they live
            from paraphrast.plans.ray_cluster import connected

            stack.enter_context(connected(engine.workers, None))
        plans.run(Path(place) / "plan", engine, progress=lambda *_: marks.append(time.monotonic()))
        used = own_cpu() - start + living_cpu(os.getpid())
    return Taken((marks[-1] - marks[0]) / (len(marks) - 1) * len(marks), used)


def own_cpu() -> float:
    """Give the CPU seconds of this process and of those of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def living_cpu(parent: int) -> float:
    """Add up the CPU seconds of the children of a process that live, and of theirs."""
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == parent:
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            total += living_cpu(int(path.parent.name))
    return total


def compare(pairs: int, work: Work) -> None:
    """Run the same work by one process, by two, and by two actors."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    # ray makes its workers 15 nicer than who starts them: on a busy machine that is what would be measured
    os.environ.setdefault("RAY_worker_niceness", "0")
    told = f"{pairs} pairs of {work.seconds * 1000} ms, {'computing' if work.busy else 'asleep'}"
    print(f"{told}; load {os.getloadavg()[0]:.1f}", flush=True)
    engines = {"one": Engine(), "two": Engine(workers=2), "ray with two": Engine("ray", workers=2)}
    if not find_spec("ray"):
        engines.pop("ray with two")
    found = {name: timed(engine, pairs, work) for name, engine in engines.items()}
    for name, taken in found.items():
        print(f"  {name}: {taken.wall:.1f} s, {taken.cpu:.1f} CPU s with the start of workers")
    one, two, *rays = found.values()
    print(f"  two against one: {one.wall / two.wall:.2f} times")
    for ray in rays:
        print(
            f"  ray against two processes: {ray.wall / two.wall - 1:+.1%}; in CPU seconds "
            f"{ray.cpu / two.cpu - 1:+.1%}, {(ray.cpu - two.cpu) / pairs * 1e6:.0f} a million pairs",
            flush=True,
        )


def main() -> None:
    """Compare engines."""
    small.default(
        "--pairs 400 --milliseconds 1", "more pairs, and work that takes longer; ray, if it is not here"
    )
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--milliseconds", type=float, default=2.0)
    parser.add_argument(
        "--asleep", action="store_true", help="sleep so long for each pair, and do not compute"
    )
    given = parser.parse_args()
    compare(given.pairs, Work(given.milliseconds, busy=not given.asleep))


if __name__ == "__main__":
    main()
