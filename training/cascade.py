"""Fit the first stage of the cascade to what the reader says of the twenty nearest of mined sentences.

    python training/cascade_data.py CORPORA -o scratch/cascade
    python training/cascade.py scratch/cascade -o src/paraphrast/models/bundled/cascade.npz

Trees learn which pairs the reader says yes to, and a curve gives its mean probability along their log-odds, so that
what is said early is as calibrated as the reader is. The border is where, each file judged by trees that have not seen
it, no more decisions change than BUDGET allows. Only the files of cascade_data.FIT are read here; benchmarks/cascade.py
reports on the others.
"""

import argparse
from pathlib import Path

import numpy as np
from cascade_data import FIT, load, load_paraphrases
from sklearn.ensemble import HistGradientBoostingClassifier

from paraphrast.data import Pair
from paraphrast.models.bundled.cascade import Trees, compare, prepare
from paraphrast.models.bundled.levelling import level
from paraphrast.models.bundled.pair import BundledPair
from paraphrast.models.conventions import CONVENTIONS, Convention
from paraphrast.models.suite import open_suite

TREES = {
    "max_iter": 200,
    "learning_rate": 0.05,
    "max_leaf_nodes": 15,
    "l2_regularization": 10.0,
    "min_samples_leaf": 40,
}
FOLDS = 6  # groups of files, each judged by trees that have not seen them
BUDGET = 0.0035  # of all decisions may change; files of another kind take some more
DENIED = 0.005  # of the true paraphrases that the reader accepts may be denied early
WRITTEN = 0.025  # of the suite's open paraphrases in any language, whatever the reader says of them
KINDS = ("paraphrase", "voice", "order", "synonym", "split", "cleft")
POINTS = 24  # of the curve from log-odds of a yes to the reader's mean probability
EQUAL = 20  # texts of a file that are compared with themselves


def measure(pairs: list[Pair]) -> np.ndarray:
    """Give the features of pairs."""
    texts = [level(pair.a, pair.b) for pair in pairs]
    known = prepare(text for both in texts for text in both)
    return np.array([compare(known[a], known[b]) for a, b in texts])


def fit(rows: np.ndarray, wanted: np.ndarray) -> Trees:
    """Learn from the features which pairs the reader says yes to."""
    model = HistGradientBoostingClassifier(**TREES, random_state=0).fit(rows, wanted >= 0.5)
    trees = [np.concatenate([tree.nodes for tree in some]) for some in model._predictors]
    starts = np.cumsum([0, *map(len, trees)])[:-1]
    nodes = np.concatenate(trees)
    first = np.repeat(starts, list(map(len, trees)))
    leaf, own = nodes["is_leaf"].astype(bool), np.arange(len(nodes))
    value = np.where(leaf, nodes["value"], 0)
    value[leaf] += float(np.ravel(model._baseline_prediction)[0]) / len(trees)
    return Trees(
        starts.astype(np.int32),
        nodes["feature_idx"].astype(np.uint8),
        nodes["num_threshold"].astype(np.float32),
        np.where(leaf, own, nodes["left"] + first).astype(np.int32),
        np.where(leaf, own, nodes["right"] + first).astype(np.int32),
        value.astype(np.float32),
    )


def cross_fit(rows: np.ndarray, wanted: np.ndarray, files: np.ndarray) -> np.ndarray:
    """Say how likely a yes is for every pair, by trees that have not seen its file."""
    names = np.unique(files).tolist()
    folds = np.array([names.index(name) % FOLDS for name in files])
    found = np.zeros(len(rows))
    for number in range(FOLDS):
        own = folds == number
        found[own] = fit(rows[~own], wanted[~own]).total(rows[own])
    return found


def fit_curve(likely: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Give the reader's mean probability along the log-odds of a yes, never falling."""
    parts = np.array_split(np.argsort(likely), POINTS)
    middles = np.array([likely[part].mean() for part in parts])
    return np.stack([middles, np.maximum.accumulate([wanted[part].mean() for part in parts])])


def find_border(likely: np.ndarray, wanted: np.ndarray, true: np.ndarray) -> float:
    """Give the highest border under which no more decisions change, of `true` paraphrases too, than allowed."""
    order = np.argsort(likely[~true])
    changed = np.cumsum(wanted[~true][order] >= 0.5)
    low = likely[~true][order][np.searchsorted(changed, BUDGET * (~true).sum(), side="right") - 1]
    accepted = likely[true & (wanted >= 0.5)]
    return float(min(low, np.quantile(accepted, DENIED)))


def written_border(trees: Trees) -> float:
    """Give the highest border under which no more of the suite's open paraphrases lie, in any language, than allowed."""
    written = [item.pair for item in open_suite().items if item.behaviour in KINDS]
    likely = trees.total(measure(written))
    langs = np.array([pair.lang for pair in written])
    return min(float(np.quantile(likely[langs == lang], WRITTEN)) for lang in np.unique(langs))


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
    near, known = load(options.data, FIT), load_paraphrases(options.data)
    sets = near | known
    pairs = [pair for some in sets.values() for pair in some]
    files = np.array([name for name, some in sets.items() for _ in some])
    rows, true = measure(pairs), np.isin(files, list(known))
    some = [pair for own in near.values() for pair in own[:: max(1, len(own) // EQUAL)]]
    found: dict[str, np.ndarray] = {}
    for name in CONVENTIONS:
        wanted = np.array([float(pair.meta[name]) for pair in pairs])
        likely = cross_fit(rows, wanted, files)
        trees = fit(rows, wanted)
        low = min(find_border(likely, wanted, true), written_border(trees))
        early, yes = likely < low, wanted >= 0.5
        shares = early[~true].mean(), (early & yes)[~true].mean(), early[true & yes].mean()
        print(
            f"{name}: no under {low:.4f}: early {shares[0]:.3f}, changed {shares[1]:.4f}, true denied {shares[2]:.4f}"
        )
        found |= {f"{name}.{field}": array for field, array in trees._asdict().items()}
        found[f"{name}.curve"] = fit_curve(likely, wanted)
        found[f"{name}.borders"] = np.array([low, equal_score(some, name)])
    np.savez_compressed(options.output, **found)


if __name__ == "__main__":
    main()
