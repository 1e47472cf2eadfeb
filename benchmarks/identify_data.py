"""The sets behind the tables of identification, and all of them in one folder for a machine without them.

    python benchmarks/identify_data.py scratch/identify --layers scratch/base/layers.npz --reader

ParaPhraser is split by headline. The adversarial pairs are half of the RuPAWS sample and pairs made by the
native route of `build` from news sentences; the sample's other half is the test. PAWS-X in Chinese is set
beside them, three quarters to learn from.
"""

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paraphrast.build.native import pairs as native
from paraphrast.corpora.loading import load
from paraphrast.data import Pair, write
from paraphrast.identify.inputs import PieceReader, WordReader
from paraphrast.identify.splits import split
from paraphrast.identify.vectors import Table, source

Sets = dict[str, list[Pair]]
NEWS = 10_000  # sentences that pairs are made of
SWAPS = 2_400  # of them at the most
LONGEST = 200  # characters of a news sentence
AGAIN = 6  # how often an epoch sees each real adversarial pair


def corpus(name: str, part: str) -> list[Pair]:
    """Read one split of a corpus of pairs."""
    return [pair for pair in load(name, part) if isinstance(pair, Pair)]


def english() -> Sets:
    """Give PARADE's train and dev."""
    return {"parade-train": corpus("parade", "train"), "parade-dev": corpus("parade", "dev")}


def russian(seed: int = 0) -> Sets:
    """Give ParaPhraser and adversarial pairs as train, dev and test, and PAWS-X in Chinese as train and test.

    A text of a test or dev pair is in no training pair.
    """
    pairs = [
        Pair(p.a, p.b, label=p.label, lang="ru", group=str(p.meta["first"]))
        for p in corpus("paraphraser", "train")
    ]
    plain = split(pairs, dev=0.1, test=0.15)
    hard = shuffled(corpus("rupaws-sample", "train"), seed)
    chinese = shuffled(corpus("pawsx-zh", "dev"), seed)
    train = apart(plain.train, plain.dev + plain.test)
    return {
        "plain-train": train,
        "plain-dev": apart(plain.dev, plain.test),
        "plain-test": plain.test,
        "hard-train": apart(hard[426:], hard[:426]) * AGAIN + adversaries(seed),
        "hard-dev": apart(hard[326:426], hard[:326]),
        "hard-test": hard[:326],
        "chinese-train": apart(chinese[500:], chinese[:500]),
        "chinese-test": chinese[:500],
    }


def apart(pairs: Sequence[Pair], held: Sequence[Pair]) -> list[Pair]:
    """Leave out the pairs that share a text with one held out."""
    seen = {text for pair in held for text in (pair.a, pair.b)}
    return [pair for pair in pairs if pair.a not in seen and pair.b not in seen]


def adversaries(seed: int) -> list[Pair]:
    """Make hard pairs of news sentences: swaps, and about as many that keep the meaning in another order.

    None is made of headlines: ParaPhraser calls two of them paraphrases when they report one event, so pairs
    with a word replaced would only contradict it.
    """
    short = [p for p in corpus("wmt-systems-paraphrase-ru", "train") if len(p.a) + len(p.b) < 2 * LONGEST]
    news = shuffled(short, seed)[:NEWS]
    alike = [Pair(pair.b, pair.b, 1.0, "ru") for pair in news[::2]]
    made = shuffled(list(native(alike + news[1::2], "ru", seed=seed, per_text=6)), seed)
    swaps = [pair for pair in made if "swap" in str(pair.meta["kind"])][:SWAPS]
    moves = [pair for pair in made if pair.label and pair.meta["kind"] != "synonym"]
    order = shuffled(corpus("koziev-paraphrase", "train"), seed)
    third = (
        len(swaps) // 3
    )  # the same words in another order, by rule and by people, and other words altogether
    return swaps + moves[:third] + order[:third] + news[1::2][:third]


def shuffled(pairs: list[Pair], seed: int) -> list[Pair]:
    """Give the pairs in an order that the seed decides."""
    return [pairs[at] for at in np.random.default_rng(seed).permutation(len(pairs))]


def prepare(to: Path, layers: Path | None) -> None:
    """Write the sets, their pieces, English word vectors and the base's layers, without corpora to read."""
    from paraphrast.identify.boxed import pair_tokenizer

    to.mkdir(parents=True, exist_ok=True)
    sets = english() | russian()
    reader = PieceReader(pair_tokenizer(), limit=128)
    arrays = {}
    for name, pairs in sets.items():
        bare = [Pair(p.a, p.b, p.label, p.lang) for p in pairs]
        yes = sum((p.label or 0) >= 0.5 for p in pairs)
        print(f"{name}: {write(to / f'{name}.jsonl.gz', bare):,} pairs, {yes:,} paraphrases")
        rows = reader.rows(pairs)
        arrays[f"{name}.ids"] = np.array([i for row in rows for i in row[0]], dtype=np.uint16)
        arrays[f"{name}.types"] = np.array([t for row in rows for t in row[1]], dtype=np.bool_)
        arrays[f"{name}.lengths"] = np.array([len(row[0]) for row in rows], dtype=np.uint16)
    np.savez_compressed(to / "pieces.npz", **arrays)
    words = WordReader(Table("bundled", source("bundled")), limit=64)
    words.rows(sets["parade-train"] + sets["parade-dev"])
    words.save(to)
    if layers:
        shutil.copyfile(layers, to / "layers.npz")


def reader(path: Path) -> None:
    """Write the shipped reader's backbone, its matrices in the 8 bits that they ship in."""
    from paraphrast.identify.boxed import boxed

    arrays = {}
    for name, value in boxed().backbone.state_dict().items():
        arrays[name] = value.numpy()
        if value.ndim == 2 and name.startswith("layers."):
            scale = np.abs(arrays[name]).max(axis=1, keepdims=True) / 127
            arrays[name] = np.round(arrays[name] / scale).astype(np.int8)
            arrays[f"{name}.scale"] = scale
    np.savez_compressed(path, **arrays)


def main() -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("to", type=Path)
    parser.add_argument("--layers", type=Path, help="what training/base.py wrote")
    parser.add_argument("--reader", action="store_true", help="write the shipped reader's layers too")
    arguments = parser.parse_args()
    prepare(arguments.to, arguments.layers)
    if arguments.reader:
        reader(arguments.to / "reader.npz")


if __name__ == "__main__":
    main()
