"""Reprint the identification tables: PARADE (its Table 7), RuPAWS (its Table 4), typing, and speed.

    python benchmarks/identify.py all --ru-vectors navec:NEWS.tar --base scratch/identify/base
    python benchmarks/identify.py all --set size=small --set epochs=1    # the same tables, for a look
    python benchmarks/identify.py parade --models bow,decatt,esim --set size=small
    python benchmarks/identify.py rupaws --models bow,bilstm
    python benchmarks/identify.py typing
    python benchmarks/identify.py speed

Corpora are read from PARAPHRAST_DATA. Trained models stay in --to and are not trained again. PARADE's table
is of its dev set (--gold takes any other file), RuPAWS' of the half of the sample that was not trained on.
The bundled backbone has learned from most of that sample: --base takes one that has not, which
identify_data.py writes.
"""

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import small
from identify_data import corpus, russian

from paraphrast import identify
from paraphrast.data import Pair, Scorer, read
from paraphrast.identify import evaluation
from paraphrast.identify.batches import ordered
from paraphrast.identify.evaluation import markdown
from paraphrast.identify.export import export
from paraphrast.identify.networks import Network, build, network_of
from paraphrast.identify.saved import Saved, session
from paraphrast.identify.settings import Settings, settings
from paraphrast.identify.training import Data, Loop, Step, train
from paraphrast.models.tracing import quantise

ROOT = Path(__file__).parents[1]


def trained(name: str, data: Data, arguments: argparse.Namespace, **changes: Any) -> Scorer:
    """Train a model, or open the one trained before, and say what it cost."""
    chosen = settings(name, **({"seed": arguments.seed, "base": arguments.base} | changes))
    folder = arguments.to / "-".join([name, *data.train, chosen.size, str(arguments.seed)])
    card = train(chosen, data, to=folder, command=" ".join(sys.argv), report=told)
    print(
        f"{name} {chosen.size}: {card.parameters:,} parameters, vectors {Path(card.vectors).name}, "
        f"{len(card.history)} epochs, {card.seconds:.0f} s, "
        f"dev {card.scores['accuracy']:.3f}/{card.scores['f1']:.3f}",
        file=sys.stderr,
        flush=True,
    )
    return Saved(folder, threads=arguments.threads)


def told(step: Step) -> None:
    """Say at the end of every epoch where the run stands."""
    if step.batch == step.batches:
        print(f"  epoch {step.epoch + 1} loss {step.loss:.3f} best {step.dev}", file=sys.stderr, flush=True)


def changes(arguments: argparse.Namespace) -> dict[str, Any]:
    """Give the settings said with --set."""
    from paraphrast.cli.identify import choose_settings

    named = [change.partition("=")[0] for change in arguments.set]
    found = choose_settings("esim", arguments.set, 0)
    return {name: getattr(found, name) for name in named}


def parade(arguments: argparse.Namespace) -> None:
    """Train every model on PARADE's train, choose on dev, and print the table."""
    dev = corpus("parade", "dev")
    data = Data({"parade": corpus("parade", "train")}, dev, "parade:dev")
    models = {name: scorer(name, data, arguments) for name in named(arguments, PARADE)}
    gold = {"parade:dev": dev} if not arguments.gold else {arguments.gold: list(read(arguments.gold))}
    print(evaluation.text(evaluation.table(models, gold)), flush=True)


def scorer(name: str, data: Data, arguments: argparse.Namespace) -> Scorer:
    """Train a model by name, or open one that needs no training."""
    if name in settings_names():
        return trained(name, data, arguments, **({"vectors": arguments.vectors} | changes(arguments)))
    return identify.scorer(name)


def named(arguments: argparse.Namespace, usual: Iterable[str]) -> list[str]:
    """Give the models that were asked for, or those of the paper's table."""
    return arguments.models.split(",") if arguments.models else list(usual)


def settings_names() -> Iterable[str]:
    """List what can be trained."""
    from paraphrast.identify.settings import PRESETS

    return PRESETS


def rupaws(arguments: argparse.Namespace) -> None:
    """Train on ParaPhraser alone and with adversarial pairs, and test on both kinds (RuPAWS, Table 4)."""
    sets = russian()
    plain, hard = sets["plain-train"], sets["hard-train"]
    both = sets["plain-dev"] + 4 * sets["hard-dev"]
    given = {
        "PP+adversarial": Data({"paraphraser": plain, "adversarial": hard}, both),
        "PP": Data({"paraphraser": plain}, sets["plain-dev"]),
    }
    tests = {
        "ParaPhraser, held out": sets["plain-test"],
        "RuPAWS sample, held out": sets["hard-test"],
        "ParaPhraser, held out by the bundled model too": sets["plain-unread"],
        "RuPAWS sample, held out by the bundled model too": sets["hard-unread"],
    }
    said = {"vectors": arguments.ru_vectors}
    models: dict[str, Scorer] = {
        f"{name}, {kind}": trained(
            name, data, arguments, **(said | RUPAWS.get(name, {}) | changes(arguments))
        )
        for name in named(arguments, RUPAWS)
        for kind, data in given.items()
    }
    models["bundled"] = identify.scorer("bundled")
    print(evaluation.text(evaluation.table(models, tests)), flush=True)


def typing(arguments: argparse.Namespace) -> None:
    """Print how often the typing of errors agrees with the hand-labelled sets."""
    for name in ("types.tsv", "types.second.tsv", "types.fine.tsv"):
        with (ROOT / "tests" / "identify" / "data" / name).open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t"))
        right: dict[tuple[str, str], list[bool]] = {}
        for row in rows:
            label = "paraphrase" if row["label"] == "1" else "non-paraphrase"
            for key in ((label, row["type"]), ("all", row["lang"]), ("all", "pairs")):
                right.setdefault(key, []).append(agrees(row, exactly=name == "types.fine.tsv"))
        body = [[*key, str(len(hits)), f"{np.mean(hits):.3f}"] for key, hits in sorted(right.items())]
        print(f"{name}\n\n{markdown(['label', 'type', 'pairs', 'agree'], body)}\n", flush=True)
    typing_of_suite()


def agrees(row: dict[str, str], *, exactly: bool) -> bool:
    """Say whether the rules find a row's type or, where it is one of RuPAWS', a finer kind of it."""
    from paraphrast.identify.differences import Difference
    from paraphrast.identify.kinds import FINER, type_of

    pair = Pair(row["a"], row["b"], label=float(row["label"]), lang=row["lang"])  # type: ignore[arg-type]
    found = type_of(Difference(pair))
    return found == row["type"] or (not exactly and not pair.label and found in FINER[row["type"]])


def typing_of_suite() -> None:
    """Print how the written non-paraphrases of the suite's open half are typed, where it ships."""
    from paraphrast.identify.differences import Difference
    from paraphrast.identify.kinds import type_of
    from paraphrast.models.suite import open_suite

    kinds: dict[str, list[str]] = {}
    for item in open_suite().items:
        if item.family == "written" and item.pair.label == 0:
            kinds.setdefault(item.behaviour, []).append(type_of(Difference(item.pair)))
    body = [
        [name, str(len(found)), ", ".join(f"{kind} {n}" for kind, n in Counter(found).most_common(4))]
        for name, found in kinds.items()
    ]
    if body:
        print(markdown(["behaviour", "pairs", "typed as"], body), flush=True)


def speed(arguments: argparse.Namespace) -> None:
    """Time prediction by torch and by both ONNX graphs in one run on one core; weights are random."""
    import torch

    torch.set_num_threads(1)
    dev = corpus("parade", "dev")[:384]
    reader: Any = build(settings("bilstm", vectors=arguments.vectors), dev).reader
    rows = reader.rows(dev)
    for name, sizes in SIZES.items():
        for size in sizes if name in named(arguments, SIZES) else ():
            chosen = settings(name, size=size)
            rate, exact, fast = one_run(chosen, Network(network_of(chosen, reader), reader, "", rows))
            print(f"{name} {size}: torch {rate} pairs/s, ONNX exact {exact}, 8 bits {fast}", flush=True)


def one_run(chosen: Settings, network: Network) -> list[str]:
    """Give torch's pairs per second and how many times that the graphs do, the best of four turns each."""
    loop, rows = Loop(chosen, network), network.sample
    with TemporaryDirectory() as folder:
        exact, fast = Path(folder, "exact.onnx"), Path(folder, "fast.onnx")
        export(network.module, network.reader.arrays(rows[:2]), exact)
        quantise(exact, fast)
        graphs = [session(path, 1) for path in (exact, fast)]
    ways = [lambda: loop.predict(rows), *(partial(through, graph, network.reader, rows) for graph in graphs)]
    best = [float("inf")] * len(ways)
    for _ in range(4):
        for place, way in enumerate(ways):
            start = time.process_time()
            way()
            best[place] = min(best[place], time.process_time() - start)
    return [f"{len(rows) / best[0]:.0f}", *(f"{best[0] / each:.2f}x" for each in best[1:])]


def through(graph: Any, reader: Any, rows: Any) -> None:
    """Score rows with a graph, in the batches that torch gets."""
    for batch in ordered(rows, batch=64):
        graph.run(None, reader.arrays([rows[at] for at in batch]))


SIZES = {
    "bilstm": ["paper"],
    "decatt": ["small", "paper"],
    "esim": ["small", "paper"],
    "pwim": ["small", "paper"],
    "sse": ["small", "medium"],
}
PARADE = ("bow", "bilstm", "decatt", "esim", "pwim", "sse", "cross")
# A rate that falls to nothing needs few epochs; half precision halves the time on a CPU that knows it.
RUPAWS: dict[str, dict[str, Any]] = {
    "bow": {},
    "bilstm": {},
    "cross": {
        "rate": 6e-5,
        "batch": 16,
        "epochs": 4,
        "patience": 4,
        "schedule": "linear",
        "precision": "mixed",
    },
}
TABLES = {"parade": parade, "rupaws": rupaws, "typing": typing, "speed": speed}


def main() -> None:
    """Run the tables that were named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default("typing", "parade, rupaws and speed, which need the corpora and hours of training")
    parser.add_argument("tables", nargs="+", choices=[*TABLES, "all"])
    parser.add_argument("--models", default="", help="All of the paper's unless some are named.")
    parser.add_argument("--vectors", default="bundled", help="Of English words.")
    parser.add_argument("--ru-vectors", default="bundled", help="Of Russian words.")
    parser.add_argument("--base", default="bundled", help="Of cross: a folder that identify_data.py wrote.")
    parser.add_argument("--to", type=Path, default=Path("models"))
    parser.add_argument("--gold", default="")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    import torch

    torch.set_num_threads(arguments.threads)
    for name in TABLES if "all" in arguments.tables else arguments.tables:
        TABLES[name](arguments)


if __name__ == "__main__":
    main()
