"""Fit the first stage of the cascade to what the reader says of the twenty nearest of mined sentences.

    python training/cascade_data.py CORPORA -o scratch/cascade
    python training/cascade.py scratch/cascade -o src/paraphrast/models/bundled/cascade.json

The network learns the reader's probabilities, so that what it says early is as calibrated as they are, and its
decisions. The border is where, each file judged by a network that has not seen it, no more decisions change than
BUDGET allows. Only the files of cascade_data.FIT are read here; benchmarks/cascade.py reports on the others.
"""

import argparse
from pathlib import Path

import msgspec
import numpy as np
import torch
from cascade_data import FIT, load
from torch import nn

from paraphrast.data import Pair
from paraphrast.models.bundled.cascade import NAMES, Estimate, compare, prepare
from paraphrast.models.bundled.pair import BundledPair, level
from paraphrast.models.conventions import CONVENTIONS, Convention

HIDDEN, EPOCHS, RATE, DECAY = 24, 400, 1e-2, 3e-4
BUDGET = 0.005  # of all decisions may change
EQUAL = 60  # texts of a file that are compared with themselves


def measure(pairs: list[Pair]) -> np.ndarray:
    """Give the features of pairs."""
    texts = [level(pair.a, pair.b) for pair in pairs]
    known = prepare(text for both in texts for text in both)
    return np.array([compare(known[a], known[b]) for a, b in texts])


def fit(rows: np.ndarray, wanted: np.ndarray, seed: int = 0) -> Estimate:
    """Learn the reader's probabilities and its decisions from the features."""
    torch.manual_seed(seed)
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    given = torch.tensor((rows - mean) / scale, dtype=torch.float32)
    target = torch.tensor(np.column_stack([wanted, wanted >= 0.5]), dtype=torch.float32)
    network = nn.Sequential(nn.Linear(len(NAMES), HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 2))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    for _ in range(EPOCHS):
        loss = nn.functional.binary_cross_entropy_with_logits(network(given), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    first, last = network[0], network[2]
    learned = (
        torch.from_numpy(mean),
        torch.from_numpy(scale),
        first.weight.T,
        first.bias,
        last.weight.T,
        last.bias,
    )
    return Estimate(*(tensor.detach().double().numpy().round(5).tolist() for tensor in learned))


def cross_fit(rows: np.ndarray, wanted: np.ndarray, files: np.ndarray) -> np.ndarray:
    """Say how likely a yes is for every pair, by a network that has not seen its file."""
    found = np.zeros(len(rows))
    for name in np.unique(files):
        own = files == name
        found[own] = fit(rows[~own], wanted[~own]).guess(rows[own])[1]
    return found


def find_border(likely: np.ndarray, wanted: np.ndarray) -> float:
    """Give the highest border under which no more decisions change than allowed."""
    order = np.argsort(likely)
    changed = np.cumsum(wanted[order] >= 0.5)
    return float(likely[order][np.searchsorted(changed, BUDGET * len(wanted), side="right") - 1])


def equal_score(pairs: list[Pair], convention: Convention) -> float:
    """Give the reader's mean probability that a text says the same as itself."""
    texts = list(dict.fromkeys(pair.a for pair in pairs))
    judge = BundledPair(convention=convention)
    return float(np.mean(judge([Pair(text, text) for text in texts])))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    sets = load(options.data, FIT)
    pairs = [pair for some in sets.values() for pair in some]
    files = np.array([name for name, some in sets.items() for _ in some])
    rows = measure(pairs)
    some = [pair for own in sets.values() for pair in own[:: max(1, len(own) // EQUAL)]]
    found = {}
    for name in CONVENTIONS:
        wanted = np.array([float(pair.meta[name]) for pair in pairs])
        likely = cross_fit(rows, wanted, files)
        low = find_border(likely, wanted)
        early, yes = likely < low, wanted >= 0.5
        print(
            f"{name}: no under {low:.4f}: early {early.mean():.3f}, changed {(early & yes).mean():.4f}",
            flush=True,
        )
        equal = round(equal_score(some, name), 4)
        found[name] = msgspec.structs.replace(fit(rows, wanted), low=low, equal=equal)
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=0) + b"\n")


if __name__ == "__main__":
    main()
