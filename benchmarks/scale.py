"""Plans on a real cluster of several ray nodes on this machine: the same bytes, through kills, at what cost.

python benchmarks/scale.py same                        each job on two nodes against one process
python benchmarks/scale.py kills --each 8,4,4,4        workers, nodes, drivers, heads
python benchmarks/scale.py growth --sizes 10000,100000 CPU seconds and bytes of each job
"""

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import small

from paraphrast import data, plans
from paraphrast.data import Document, Pair
from paraphrast.detect.index.writer import Writer
from paraphrast.plans import Engine

JOBS = {
    "identify predict": ["identify", "predict", "{pairs}", "-o", "{out}.jsonl"],
    "score": ["score", "{pairs}", "-m", "chrf,jaccard", "--against", "source", "--work", "{out}.work",
              "--rows", "{out}.jsonl"],
    "rewrite": ["rewrite", "{texts}", "--system", "delete", "-o", "{out}.jsonl"],
    "build filter": ["build", "filter", "{pairs}", "--step", "length:low=3", "--step", "jaccard:high=.9",
                     "--step", "near", "-o", "{out}.jsonl"],
    "build score": ["build", "filter", "{pairs}", "--step", "scored:scorer=paraphrase,low=.1",
                    "-o", "{out}.jsonl"],
    "build adversarial": ["build", "adversarial", "{pairs}", "--lang", "en", "--budget", "200",
                          "-o", "{out}.jsonl"],
    "build mine": ["build", "mine", "{texts}", "--lang", "en", "--scorer", "none", "--low", ".7",
                   "-o", "{out}.jsonl"],
    "detect retrieve": ["detect", "retrieve", "{essays}", "--index", "{library}", "-o", "{out}.jsonl"],
    "detect check": ["detect", "check", "{folder}", "--index", "{library}", "-o", "{out}"],
    "detect generate": ["detect", "generate", "{shelf}", "--kind", "mixed", "--count", "200", "-o", "{out}"],
}  # fmt: skip
ESSAYS = 40  # texts that are checked, each with a paragraph of ten documents of the library


class Work:
    """Takes a while over each pair, sleeping or computing, and says its length."""

    def __init__(self, milliseconds: float, *, busy: bool) -> None:
        self.seconds, self.busy = milliseconds / 1000, busy

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Any]]:
        note = os.environ.get("SCALE_PIDS")
        if note:
            (Path(note) / str(os.getpid())).touch()
        if not self.busy:
            time.sleep(self.seconds * len(pairs))
        for _ in pairs if self.busy else ():
            until = time.thread_time() + self.seconds
            while time.thread_time() < until:
                pass
        return [[pair.id, len(pair.a)] for pair in pairs]


def make_pairs(count: int) -> Iterator[Pair]:
    """Yield as many pairs as asked, of the bundled ones with a number, so that no two are alike."""
    known = small.pairs()
    for number in range(count):
        pair = known[number % len(known)]
        yield Pair(f"{pair.a} {number}", f"{pair.b} {number}", 1.0, pair.lang, str(number))


def in_tens(pairs: Iterator[Pair]) -> Iterator[list[Pair]]:
    """Yield ten pairs at a time."""
    while some := list(islice(pairs, 10)):
        yield some


@contextmanager
def nodes(count: int, folder: Path) -> Iterator[Any]:
    """Start a head and other nodes, each a set of processes of its own, on loopback without a dashboard."""
    from paraphrast.plans.ray_cluster import HOME

    os.environ[HOME] = "0"
    from ray.cluster_utils import Cluster

    os.environ["SCALE_PIDS"] = str(folder)
    here = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    os.environ["PYTHONPATH"] = here
    size = {"object_store_memory": 80 << 20, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **size})
    for _ in range(count - 1):
        cluster.add_node(num_cpus=1, **size)
    try:
        yield cluster
    finally:
        cluster.shutdown()


def drive(folder: Path, address: str) -> subprocess.Popen[bytes]:
    """Start a driver that runs a plan on the cluster."""
    code = (
        "import sys; from paraphrast import plans\n"
        "plans.run(sys.argv[1], plans.Engine('ray://' + sys.argv[2], workers=2))"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder), address], start_new_session=True, stderr=subprocess.DEVNULL
    )


def check_same(count: int, names: list[str]) -> None:
    """Run each command in one process and on the cluster, and compare the bytes that it wrote."""
    with tempfile.TemporaryDirectory() as place, nodes(2, Path(place)) as cluster:
        folder = Path(place)
        given = lay_out(folder, count)
        for name in names or JOBS:
            found = []
            for where in (["--engine", "local"], ["--engine", f"ray://{cluster.address}", "--workers", "2"]):
                out = folder / f"out{len(found)}"
                start = time.monotonic()
                run([part.format(**given, out=out) for part in JOBS[name]], *where)
                found.append((read_all(folder, out.name), time.monotonic() - start))
                remove(folder, out.name)
            alike = "the same bytes" if found[0][0] == found[1][0] else "OTHER BYTES"
            size = sum(map(len, found[0][0].values()))
            print(f"{name}: {size} bytes in {len(found[0][0])} files, {alike}; {found[0][1]:.1f} s here, "
                  f"{found[1][1]:.1f} s on two nodes", flush=True)  # fmt: skip


def run(command: list[str], *where: str) -> None:
    """Run a command of paraphrast, which must succeed."""
    ran = subprocess.run(
        [sys.executable, "-m", "paraphrast", *command, *where], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr


def lay_out(folder: Path, count: int) -> dict[str, Path]:
    """Write what the jobs read: pairs, texts, an index, and essays that take from its documents."""
    data.write(folder / "pairs.jsonl", make_pairs(count))
    texts = [pair.a for pair in make_pairs(count)]
    (folder / "texts.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    documents = [
        Document(f"d{n}", "\n".join(f"{pair.a} {pair.b}" for pair in some))
        for n, some in enumerate(in_tens(make_pairs(count)))
    ]
    data.write(folder / "shelf.jsonl", documents)
    with Writer(folder / "library") as writer:
        writer.add(documents)
    (folder / "essays").mkdir()
    for number in range(ESSAYS):
        taken = [one.text.split("\n")[number % 10] for one in documents[number::ESSAYS][:10]]
        (folder / "essays" / f"e{number}.txt").write_text("\n".join(taken), encoding="utf-8")
    names = {"pairs": "pairs.jsonl", "texts": "texts.txt", "library": "library", "essays": "essays",
             "folder": "essays", "shelf": "shelf.jsonl"}  # fmt: skip
    return {name: folder / path for name, path in names.items()}


def read_all(folder: Path, name: str) -> dict[str, bytes]:
    """Read what a command wrote: a file, or a folder of them; not what it worked with."""
    paths = [folder / f"{name}.jsonl", *(folder / name).rglob("*")]
    files = [path for path in paths if path.is_file()]
    return {path.name.replace(name, "out"): path.read_bytes() for path in files}


def remove(folder: Path, name: str) -> None:
    """Remove all that a command wrote."""
    for path in folder.glob(f"{name}*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def kill(kind: str, cluster: Any, driver: subprocess.Popen[bytes], pids: Path) -> None:
    """Kill one of what there is."""
    if kind == "worker":
        living = [int(path.name) for path in pids.iterdir() if Path("/proc", path.name).exists()]
        for number in living[:1]:
            os.kill(number, signal.SIGKILL)
    elif kind == "node":
        cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
        cluster.add_node(num_cpus=1, object_store_memory=80 << 20, node_ip_address="127.0.0.1")
    elif kind == "driver":
        os.killpg(driver.pid, signal.SIGKILL)
    else:
        cluster.head_node.kill_all_processes(check_alive=False, allow_graceful=False)
        os.killpg(driver.pid, signal.SIGKILL)


def check_kills(each: list[int], count: int) -> None:
    """Kill at random moments, resume from the disk, and compare with what one process makes."""
    chance, wrong, kills = random.Random(0), 0, 0
    kinds = [
        kind for kind, n in zip(("worker", "node", "driver", "head"), each, strict=True) for _ in range(n)
    ]
    expected = [[pair.id, len(pair.a)] for pair in make_pairs(count)]
    with tempfile.TemporaryDirectory() as place:
        while kinds:
            pids = Path(tempfile.mkdtemp(dir=place))
            with nodes(2, pids) as cluster:
                while kinds:
                    kind, folder = kinds.pop(0), Path(tempfile.mkdtemp(dir=place)) / "plan"
                    plans.make(
                        folder, plans.Map(Work(4, busy=False), Pair), make_pairs(count), key="", size=50
                    )
                    driver = drive(folder, cluster.address)
                    aim = chance.uniform(0.05, 0.9) * plans.status(folder).parts
                    while plans.status(folder).done < max(1, aim) and driver.poll() is None:
                        time.sleep(0.05)
                    at = plans.status(folder)
                    kill(kind, cluster, driver, pids)
                    kills += 1
                    code = driver.wait(timeout=180)
                    if kind == "head":
                        plans.run(folder, Engine())
                    elif code:
                        assert drive(folder, cluster.address).wait(timeout=180) == 0
                    good = list(plans.merge(folder)) == expected
                    wrong += not good
                    print(f"{kind} killed at {at.done}/{at.parts}: {'same' if good else 'OTHER'}", flush=True)
                    if kind == "head":
                        break
    print(f"{kills} kills, {wrong} results with a record wrong or missing")


def check_growth(sizes: list[int], names: list[str]) -> None:
    """Measure CPU seconds and the bytes of the plan of each job, at several sizes."""
    for name in names or JOBS:
        for size in sizes:
            with tempfile.TemporaryDirectory() as place:
                told = measure(name, size, Path(place))
            print(f"{name}\t{size}\t{told}", flush=True)


def measure(job: str, size: int, folder: Path) -> str:
    """Run a job once; say its CPU seconds, greatest memory, and bytes of input, work and output."""
    given = lay_out(folder, size)
    laid = sum_bytes(folder)
    command = [part.format(**given, out=folder / "out") for part in JOBS[job]]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = subprocess.Popen([sys.executable, "-m", "paraphrast", *command], stderr=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL)  # fmt: skip
    disk = 0
    while running.poll() is None:
        time.sleep(0.5)
        disk = max(disk, sum_bytes(folder))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    named = next(
        name for name in ("pairs", "texts", "essays", "folder", "shelf") if f"{{{name}}}" in JOBS[job]
    )
    source = given[named].stat().st_size if given[named].is_file() else sum_bytes(given[named])
    disk = max(disk, sum_bytes(folder)) - laid
    per = cpu / (source / 1e6)
    return f"{cpu:.1f} CPU s\t{per:.2f} CPU s/MB\t{source / 1e6:.1f} MB in\t{disk / 1e6:.1f} MB disk at most"


def sum_bytes(folder: Path) -> int:
    """Add up the files of a folder, some of which may be going."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total


def main() -> None:
    """Run one of the three."""
    small.default("kills --each 1,0,1,0 --pairs 1000", "other kills, comparisons of jobs, growth")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["same", "kills", "growth"])
    parser.add_argument("--each", default="1,1,1,1")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--job", action="append", choices=JOBS)
    given = parser.parse_args()
    numbers: Callable[[str], list[int]] = lambda text: [int(part) for part in text.split(",")]  # noqa: E731
    if given.what != "growth" and not find_spec("ray"):
        print("skipped: ray is not installed")
    elif given.what == "same":
        check_same(given.pairs, given.job or [])
    elif given.what == "kills":
        check_kills(numbers(given.each), given.pairs)
    else:
        check_growth(numbers(given.sizes), given.job or [])


if __name__ == "__main__":
    import scale  # so that other processes find the work under its own name

    scale.main()
