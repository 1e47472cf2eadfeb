"""Reprint the identification tables: PARADE (its Table 7), RuPAWS (its Table 4), typing, probing, and speed.

    python benchmarks/identify.py parade --models bow,decatt,esim --set size=small
    python benchmarks/identify.py rupaws --vectors navec:navec_news_v1_1B_250K_300d_100q.tar
    python benchmarks/identify.py typing
    python benchmarks/identify.py probe --model bundled
    python benchmarks/identify.py speed

Corpora are read from PARAPHRAST_DATA. Trained models stay in --to and are not trained again. PARADE's table
is of its dev set (--gold takes any other file), RuPAWS' of the half of the sample that was not trained on.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from paraphrast import identify
from paraphrast.corpora.loading import load
from paraphrast.data import Pair, Scorer, read, sample
from paraphrast.identify import evaluation, probe
from paraphrast.identify.evaluation import markdown
from paraphrast.identify.saved import Saved
from paraphrast.identify.settings import settings
from paraphrast.identify.splits import split
from paraphrast.identify.training import Data, Step, train

ROOT = Path(__file__).parents[1]


def corpus(name: str, part: str) -> list[Pair]:
    """Read one split of a corpus of pairs."""
    return [pair for pair in load(name, part) if isinstance(pair, Pair)]


def trained(name: str, data: Data, arguments: argparse.Namespace, **changes: Any) -> Scorer:
    """Train a model, or open the one trained before, and say what it cost."""
    chosen = settings(name, **({"seed": arguments.seed, "vectors": arguments.vectors} | changes))
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
    from paraphrast.cli.identify import chosen

    named = [change.partition("=")[0] for change in arguments.set]
    found = chosen("esim", arguments.set, 0)
    return {name: getattr(found, name) for name in named}


def parade(arguments: argparse.Namespace) -> None:
    """Train every model on PARADE's train, choose on dev, and print the table."""
    dev = corpus("parade", "dev")
    data = Data({"parade": corpus("parade", "train")}, dev, "parade:dev")
    models = {name: scorer(name, data, arguments) for name in arguments.models.split(",")}
    gold = {"parade:dev": dev} if not arguments.gold else {arguments.gold: list(read(arguments.gold))}
    print(evaluation.text(evaluation.table(models, gold)), flush=True)


def scorer(name: str, data: Data, arguments: argparse.Namespace) -> Scorer:
    """Train a model by name, or open one that needs no training."""
    if name in settings_names():
        return trained(name, data, arguments, **changes(arguments))
    return identify.scorer(name)


def settings_names() -> Iterable[str]:
    """List what can be trained."""
    from paraphrast.identify.settings import PRESETS

    return PRESETS


def rupaws(arguments: argparse.Namespace) -> None:
    """Train on ParaPhraser alone and with adversarial pairs, and test on both kinds (RuPAWS, Table 4)."""
    pairs = [
        Pair(p.a, p.b, label=p.label, lang="ru", group=str(p.meta["first"]))
        for p in corpus("paraphraser", "train")
    ]
    plain = split(pairs, dev=0.1, test=0.15)
    hard = corpus("rupaws-sample", "train")
    order = np.random.default_rng(0).permutation(len(hard))
    test, seen = [hard[at] for at in order[:326]], [hard[at] for at in order[326:]]
    mixed = {"paraphraser": plain.train, "adversarial": seen + adversaries(plain.train, arguments.seed)}
    tests = {"ParaPhraser, held out": plain.test, "RuPAWS sample, held out": test}
    models: dict[str, Scorer] = {}
    for name in arguments.models.split(","):
        models[f"{name}, PP"] = trained(
            name, Data({"paraphraser": plain.train}, plain.dev), arguments, **changes(arguments)
        )
        models[f"{name}, PP+adversarial"] = trained(
            name, Data(mixed, plain.dev + seen[:100]), arguments, **changes(arguments)
        )
    if arguments.bundled:
        models["bundled"] = identify.scorer("bundled")
    print(evaluation.text(evaluation.table(models, tests)), flush=True)


def adversaries(pairs: list[Pair], seed: int, *, most: int = 1500) -> list[Pair]:
    """Make non-paraphrases by swapping names and roles, and add as many paraphrases by word order."""
    random = np.random.default_rng(seed)
    made = []
    for pair in pairs:
        for change in (probe.swapped, probe.reversed_roles):
            changed = change(pair.a, "ru", random)
            if changed is not None:
                made.append(Pair(pair.a, changed, label=0.0, lang="ru"))
                break
    kept = [made[at] for at in random.permutation(len(made))[:most]]
    moved = corpus("koziev-paraphrase", "all")
    return kept + [moved[at] for at in random.permutation(len(moved))[: len(kept)]]


def typing(arguments: argparse.Namespace) -> None:
    """Print how often the typing of errors agrees with the hand-labelled set."""
    from paraphrast.identify.differences import Difference
    from paraphrast.identify.kinds import type_of

    path = ROOT / "tests" / "identify" / "data" / "types.tsv"
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    right: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        found = type_of(Difference(Pair(row["a"], row["b"], label=float(row["label"]), lang=row["lang"])))  # type: ignore[arg-type]
        label = "paraphrase" if row["label"] == "1" else "non-paraphrase"
        for key in ((label, row["type"]), ("all", row["lang"]), ("all", "pairs")):
            right.setdefault(key, []).append(found == row["type"])
    body = [[*key, str(len(hits)), f"{np.mean(hits):.3f}"] for key, hits in sorted(right.items())]
    print(markdown(["label", "type", "pairs", "agree"], body), flush=True)


def probing(arguments: argparse.Namespace) -> None:
    """Print the sensitivity page of each model on the samples that ship."""
    for name in arguments.models.split(","):
        print(
            probe.text(probe.probe(identify.scorer(name), list(read(sample("pairs.jsonl")))), model=name),
            flush=True,
        )


def speed(arguments: argparse.Namespace) -> None:
    """Time ESIM on PARADE: its training, and prediction by torch and by ONNX in one run."""
    import torch

    torch.set_num_threads(arguments.threads)
    dev = corpus("parade", "dev")
    data = Data({"parade": corpus("parade", "train")}, dev, "parade:dev")
    score: Any = trained("esim", data, arguments, **changes(arguments))
    print(f"training ESIM took {score.card.seconds:.0f} s ({score.card.settings.size})")
    ratios = [one_run(score, dev) for _ in range(3)]
    rows = [[f"{t:.0f}", f"{o:.0f}", f"{o / t:.2f}"] for t, o in ratios]
    print(markdown(["torch pairs/s", "ONNX pairs/s", "ratio"], rows), flush=True)


def one_run(score: Any, pairs: list[Pair]) -> tuple[float, float]:
    """Give pairs per second of torch and of ONNX; words are looked up before the clock starts."""
    from safetensors.torch import load_file

    from paraphrast.identify.batches import ordered
    from paraphrast.identify.networks import network_of
    from paraphrast.identify.training import Loop

    rows = score.reader.rows(pairs)
    module = network_of(score.card.settings, score.reader)
    module.load_state_dict(load_file(score.folder / "weights.safetensors"))
    loop = Loop(score.card.settings, module_network(module, score.reader))
    loop.predict(rows[:64])
    start = time.perf_counter()
    loop.predict(rows)
    torch_time = time.perf_counter() - start
    run = score.session
    batches = ordered(rows, batch=2 * score.card.settings.batch)
    run.run(None, score.reader.arrays(rows[:64]))
    start = time.perf_counter()
    for batch in batches:
        run.run(None, score.reader.arrays([rows[at] for at in batch]))
    return len(rows) / torch_time, len(rows) / (time.perf_counter() - start)


def module_network(module: Any, reader: Any) -> Any:
    """Join a module and a reader for the loop."""
    from paraphrast.identify.networks import Network

    return Network(module, reader, "", [])


TABLES = {"parade": parade, "rupaws": rupaws, "typing": typing, "probe": probing, "speed": speed}


def main() -> None:
    """Run the tables that were named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="+", choices=[*TABLES, "all"])
    parser.add_argument("--models", default="bow,bilstm,decatt,esim,pwim,sse")
    parser.add_argument("--vectors", default="bundled")
    parser.add_argument("--to", type=Path, default=Path("models"))
    parser.add_argument("--gold", default="")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bundled", action="store_true", help="Add the bundled model to the RuPAWS table.")
    arguments = parser.parse_args()
    import torch

    torch.set_num_threads(arguments.threads)
    for name in TABLES if "all" in arguments.tables else arguments.tables:
        TABLES[name](arguments)


if __name__ == "__main__":
    main()
