"""Train what the tables of identification need on a machine with a GPU, torch, numpy and msgspec, no corpora.

    PYTHONPATH=src:training python benchmarks/identify_gpu.py scratch/identify -o results.json --workers 6

The folder is what benchmarks/identify_data.py wrote. Several processes share the GPU, since none of these
networks fills it. Results are written after every run, so that a run cut short still leaves those before it.
"""

import argparse
import json
import multiprocessing
import queue
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import small

from paraphrast.data import Pair, read

PLAIN, HARD = ("plain-train",), ("plain-train", "hard-train")
TESTS = ("plain-test", "hard-test", "chinese-test")


class Run(NamedTuple):
    """One training run: a model, what it learns from and is chosen by, and changes of its preset."""

    name: str
    model: str
    train: tuple[str, ...]
    dev: tuple[str, ...]
    changes: dict[str, Any]
    tests: tuple[str, ...] = ()
    base: str = "layers.npz"


def plan() -> list[Run]:
    """List all runs, the ones that matter most first."""
    parade = (("parade-train",), ("parade-dev",))
    mixed = ("plain-dev", *["hard-dev"] * 4)  # both kinds weigh about alike in the choice
    quick = {"rate": 5e-5, "epochs": 6, "patience": 6}
    runs = [
        Run("cross, PP+adversarial+zh", "cross", (*HARD, "chinese-train"), mixed, quick, TESTS),
        Run("cross, PP+adversarial", "cross", HARD, mixed, quick, TESTS),
        Run("cross, PP", "cross", PLAIN, ("plain-dev",), quick, TESTS),
        Run("cross", "cross", *parade, changes=quick | {"epochs": 10}),
        Run("cross on the shipped reader", "cross", *parade, changes=quick, base="reader.npz"),
        Run("sse paper", "sse", *parade, changes={"size": "paper", "epochs": 5, "rate": 1e-4}),
    ]
    for model, rate in (("esim", 4e-4), ("pwim", 5e-4), ("sse", 2e-4), ("decatt", 5e-4)):
        runs += [
            Run(f"{model} at {r:g}", model, *parade, changes={"rate": r, "epochs": 12})
            for r in (rate, 2 * rate)
        ]
    more = [seeded(run, seed) for seed in (1, 2) for run in runs if not run.name.startswith("sse paper")]
    slow = {"epochs": 20}
    return [
        *runs,
        *more,
        Run("cross, 20 epochs at 2e-5", "cross", *parade, changes=slow),
        Run("cross, PP, 20 epochs at 2e-5", "cross", PLAIN, ("plain-dev",), slow, TESTS),
        Run("esim, CPU", "esim", *parade, changes={"device": "cpu"}),
    ]


def seeded(run: Run, seed: int) -> Run:
    """Give the same run with another seed."""
    return run._replace(changes={**run.changes, "seed": seed})


class Pieces:
    """A reader of pairs whose pieces were prepared, told apart by id."""

    kind = "pieces"

    def __init__(self, path: Path) -> None:
        from paraphrast.identify.inputs import PieceReader

        self.arrays = PieceReader.arrays.__get__(self)
        kept = np.load(path)
        self.known: dict[str, Any] = {}
        for name in {key.rpartition(".")[0] for key in kept}:
            cuts = np.cumsum(kept[f"{name}.lengths"])[:-1]
            ids = np.split(kept[f"{name}.ids"].astype(np.int64), cuts)
            types = np.split(kept[f"{name}.types"].astype(np.int64), cuts)
            rows = zip(ids, types, strict=True)
            self.known |= {f"{name}/{at}": (i.tolist(), t.tolist()) for at, (i, t) in enumerate(rows)}

    def rows(self, pairs: Sequence[Pair]) -> list[Any]:
        """Look up the rows of pairs."""
        return [self.known[pair.id] for pair in pairs]


def pairs_of(folder: Path, names: Sequence[str]) -> list[Pair]:
    """Read prepared sets, each pair with its place as its id."""
    return [
        Pair(pair.a, pair.b, pair.label, pair.lang, f"{name}/{at}")
        for name in names
        for at, pair in enumerate(read(folder / f"{name}.jsonl.gz"))
    ]


def network(run: Run, folder: Path, chosen: Any) -> Any:
    """Make the untrained network of a run with what was prepared for it."""
    from paraphrast.identify.inputs import WordReader
    from paraphrast.identify.networks import Network, network_of

    if run.model == "cross":
        from paraphrast.identify.boxed import Boxed
        from paraphrast.identify.cross import Cross

        return Network(Cross(Boxed(backbone(folder / run.base)), 384), Pieces(folder / "pieces.npz"), "", [])
    reader = WordReader.load(folder)
    return Network(network_of(chosen, reader), reader, "", [])


def backbone(path: Path) -> Any:
    """Open the base's layers, or the shipped reader's as `reader` keeps them."""
    import torch
    from base import layers

    from paraphrast.models.networks.backbone import Backbone, load_base

    if path.name == "layers.npz":
        return load_base(Backbone(), layers(path))
    kept, made = np.load(path), Backbone()
    state = {name: torch.from_numpy(kept[name].astype(np.float32)) for name in made.state_dict()}
    scales = {name: torch.from_numpy(kept[f"{name}.scale"]) for name in state if f"{name}.scale" in kept}
    made.load_state_dict({name: value * scales.get(name, 1.0) for name, value in state.items()})
    return made


def carry_out(run: Run, folder: Path, threads: int = 1) -> dict[str, Any]:
    """Train one run with the project's own loop and score its tests."""
    import torch

    from paraphrast.identify.layers import parameters
    from paraphrast.identify.settings import settings
    from paraphrast.identify.training import Loop, measures

    torch.set_num_threads(threads)
    chosen = settings(run.model, **run.changes)
    torch.manual_seed(chosen.seed)
    loop = Loop(chosen, network(run, folder, chosen))
    started = time.monotonic()
    loop.run(pairs_of(folder, run.train), pairs_of(folder, run.dev))
    found = run._asdict() | {
        "parameters": parameters(loop.network.module),
        "seconds": time.monotonic() - started,
        "device": loop.device,
        "history": loop.history,
        "scores": loop.best,
        "on": {},
    }
    for name in run.tests:
        gold = pairs_of(folder, [name])
        scores = loop.predict(loop.network.reader.rows(gold))
        said = measures(np.array([(pair.label or 0) >= 0.5 for pair in gold]), scores)
        found["on"][name] = said | {"scores": scores.round(4).tolist()}
    return found


def work(folder: Path, threads: int, tasks: Any, answers: Any) -> None:
    """Carry out runs until there are none."""
    while True:
        run = tasks.get()
        if run is None:
            return
        try:
            answers.put(carry_out(run, folder, threads))
        except (RuntimeError, OSError) as e:  # out of memory, say: the other runs go on
            answers.put(run._asdict() | {"error": str(e)})


def main() -> None:
    """Share the runs out among processes and write what they find."""
    if small.default("", "all of it: it trains on a GPU (name what identify_data.py wrote, and -o)"):
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1, help="of each process")
    parser.add_argument("--seconds", type=float, default=240, help="when to stop")
    parser.add_argument("--only", default="", help="runs whose name has this in it")
    arguments = parser.parse_args()
    runs = [
        run
        for run in plan()
        if arguments.only in run.name and (run.model != "cross" or (arguments.folder / run.base).is_file())
    ]
    context = multiprocessing.get_context("spawn")
    tasks, answers = context.Queue(), context.Queue()
    for item in [*runs, *[None] * arguments.workers]:
        tasks.put(item)
    workers = [
        context.Process(target=work, args=(arguments.folder, arguments.threads, tasks, answers), daemon=True)
        for _ in range(arguments.workers)
    ]
    for worker in workers:
        worker.start()
    gather(answers, len(runs), arguments)


def gather(answers: Any, count: int, arguments: argparse.Namespace) -> None:
    """Write results as they come, until all are there or the time is up."""
    started, found = time.monotonic(), []
    while len(found) < count:
        try:
            found.append(answers.get(timeout=max(1, arguments.seconds - (time.monotonic() - started))))
        except queue.Empty:
            print(f"time is up: {len(found)} of {count} runs", flush=True)
            break
        part = arguments.output.with_suffix(".part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(arguments.output)
        print(line(found[-1], time.monotonic() - started), flush=True)
    sys.exit(0 if found else 1)


def line(found: dict[str, Any], seconds: float) -> str:
    """Say in one line what a run found."""
    if "error" in found:
        return f"{seconds:5.0f} s  {found['name']}: {found['error']}"
    scores = {"dev": found["scores"]} | found["on"]
    said = ", ".join(f"{name} {s['accuracy']:.3f}/{s['f1']:.3f}" for name, s in scores.items())
    took = f"{len(found['history'])} epochs in {found['seconds']:.0f} s"
    return f"{seconds:5.0f} s  {found['name']}, seed {found['changes'].get('seed', 0)}: {said}; {took}"


if __name__ == "__main__":
    main()
