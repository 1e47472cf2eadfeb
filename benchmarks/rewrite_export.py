"""A trained rewriter through torch and as ONNX graphs, cached or not, in one run: ratios of CPU time.

    python benchmarks/rewrite_export.py --width 512 --layers 6

The model is fresh, with random weights and as many pieces to write for each text: speed does not depend on
the numbers in it. Rows are batches of 32 and texts one by one; each way has its turns, and its best counts.
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import small

from paraphrast.models import exported
from paraphrast.models.exported import ExportedWriter
from paraphrast.rewrite.systems.trained import Folder
from paraphrast.rewrite.training import card as cards
from paraphrast.rewrite.training.export import export
from paraphrast.rewrite.training.learners import make_fresh
from paraphrast.rewrite.training.settings import Fresh, Settings

TURNS = 3
LEAST = 0.05  # CPU seconds that are timed at once
LETTERS = "абвгдежзиклмнопрст", "abcdefghiklmnoprst", "的一是在不了有和人这中大为上个国我以"


def words(count: int, rng: np.random.Generator) -> list[str]:
    """Invent words of three scripts."""
    made = ("".join(rng.choice(list(LETTERS[at % 3]), size=6)) for at in range(count))
    return list(dict.fromkeys(made))


def folder_of(place: Path, known: list[str], arguments: argparse.Namespace) -> Path:
    """Write a folder such as training leaves."""
    import torch

    torch.manual_seed(0)
    size = Fresh(width=arguments.width, layers=arguments.layers, heads=arguments.width // 64)
    settings = Settings(
        "seq2seq", "fresh", "ru", ("none",), "none", str(place), clean=False, fresh=size,
        limit=arguments.pieces,
    )  # fmt: skip
    tokenizer, model = make_fresh(settings, known)
    model.generation_config.min_length = arguments.pieces  # every text is as long
    model.save_pretrained(place)
    tokenizer.save_pretrained(place)
    none = cards.describe_data("none", [], {})
    cards.write_card(place, cards.Card(settings, (none,), none, {}, (), model.num_parameters(), 0.0, "", {}))
    print(f"{model.num_parameters() / 1e6:.1f} million weights, {len(tokenizer):,} pieces known")
    return place


def one_by_one(writer: Any) -> Callable[[list[str]], list[list[str]]]:
    """Let a writer write each text alone."""
    return lambda texts: [writer([text])[0] for text in texts]


def cpu_seconds(work: Callable[[], Any]) -> float:
    """Give the CPU seconds of one call, of as many as a clock that ticks slowly needs."""
    start, calls = time.process_time(), 0
    while (spent := time.process_time() - start) < LEAST or not calls:
        work()
        calls += 1
    return spent / calls


def timed(ways: dict[str, Callable[[list[str]], Any]], texts: list[str]) -> dict[str, float]:
    """Give the texts per CPU second of each way, in its best turn."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(TURNS):
        for name, way in ways.items():
            best[name] = min(best[name], cpu_seconds(lambda way=way: way(texts)))
    return {name: len(texts) / seconds for name, seconds in best.items()}


def writers(folder: Path, length: int) -> dict[str, Any]:
    """Open a folder in all ways."""
    made: dict[str, Any] = {"torch": Folder(folder)}
    export(folder)
    graphs = folder / exported.FOLDER
    made["cached"] = ExportedWriter(graphs, length=length)
    made["uncached"] = ExportedWriter(graphs, length=length, cached=False)
    export(folder, int8=True)
    made["8 bits"] = ExportedWriter(graphs, length=length)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    small.default("--width 128 --layers 2 --words 2000 --pieces 8 --texts 4", "models of a usual size")
    parser.add_argument("--width", type=int, default=256, help="of the model, a multiple of 64")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--words", type=int, default=8000, help="that the model knows")
    parser.add_argument("--pieces", type=int, default=32, help="read and written for a text")
    parser.add_argument("--texts", type=int, default=64)
    arguments = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import torch

    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    rng = np.random.default_rng(0)
    known = words(arguments.words, rng)
    texts = [" ".join(rng.choice(known, size=arguments.pieces - 1)) for _ in range(arguments.texts)]
    with TemporaryDirectory() as place:
        made = writers(folder_of(Path(place), known, arguments), arguments.pieces)
        alike = np.mean([a == b for a, b in zip(made["torch"](texts), made["cached"](texts), strict=True)])
        print(f"texts that torch and the exact graphs write alike: {alike:.3f}")
        some = texts[: max(1, len(texts) // 8)]
        alone = {name: one_by_one(writer) for name, writer in made.items()}
        print("| | torch, texts/s | cached / torch | 8 bits / torch | cached / uncached |")
        print("|---|---|---|---|---|")
        for name, rates in (("batches", timed(made, texts)), ("one by one", timed(alone, some))):
            shown = [rates["cached"] / rates["torch"], rates["8 bits"] / rates["torch"],
                     rates["cached"] / rates["uncached"]]  # fmt: skip
            print(f"| {name} | {rates['torch']:.2f} | " + " | ".join(f"{each:.2f}x" for each in shown) + " |")


if __name__ == "__main__":
    main()
