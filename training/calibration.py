"""Fit the scale and the shift that make probabilities of the pair model's log-odds, one of each for a convention.

    PARAPHRAST_DATA=... python training/calibration.py     prints CALIBRATION for models/bundled/pair.py

Strict is fitted on the open half of the behavioural suite and on dev parts of its corpora, the others on dev parts alone.
"""

import argparse

import numpy as np
from reader_pairs import SOURCES, corpus_rows
from sklearn.linear_model import LogisticRegression

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.models.bundled.pair import CALIBRATION
from paraphrast.models.conventions import CONVENTIONS, Convention
from paraphrast.models.suite import open_suite


def log_odds(pairs: list[Pair], convention: Convention) -> np.ndarray:
    """Give what the reader says before it is calibrated."""
    scale, shift = CALIBRATION[convention]
    said = np.clip(models.pair(convention=convention)(pairs), 1e-7, 1 - 1e-7)
    return (np.log(said / (1 - said)) - shift) / scale


def judged(convention: Convention, limit: int) -> tuple[np.ndarray, np.ndarray]:
    """Give the log-odds and labels of pairs that the reader has not learned from; each corpus weighs alike."""
    values, labels = [], []
    for source in SOURCES:
        rows = [row for row in corpus_rows(source) if row.dev][:limit] if source.held else []
        if rows and rows[0].conventions[0] == convention:
            values.append(log_odds([Pair(row.a, row.b) for row in rows], convention))
            labels.append(np.array([row.label > 0.5 for row in rows]))
            print(f"  {source.name} {len(rows)}", flush=True)
    if convention == "strict":
        items = [item for item in open_suite(halves=("open",)).items if item.family == "written"]
        values.append(log_odds([item.pair for item in items], convention))
        labels.append(np.array([item.pair.label == 1 for item in items]))
    return np.concatenate(values), np.concatenate(labels)


def error(said: np.ndarray, true: np.ndarray) -> float:
    """Give the expected calibration error over ten bins."""
    which = np.minimum((said * 10).astype(int), 9)
    bins = [
        np.abs(said[which == k].mean() - true[which == k].mean()) * (which == k).mean()
        for k in set(which.tolist())
    ]
    return float(sum(bins))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=int, default=500, help="pairs of each dev part")
    options = parser.parse_args()
    for convention in CONVENTIONS:
        values, labels = judged(convention, options.limit)
        fit = LogisticRegression(C=1e6).fit(values[:, None], labels)
        scale, shift = float(fit.coef_[0, 0]), float(fit.intercept_[0])
        before, after = CALIBRATION[convention], (scale, shift)
        for name, (a, b) in (("as it is", before), ("fitted", after)):
            said = 1 / (1 + np.exp(-(a * values + b)))
            print(
                f"{convention} {name} ({a:.2f}, {b:.2f}): right {((said >= 0.5) == labels).mean():.4f}, error {error(said, labels):.4f}"
            )


if __name__ == "__main__":
    main()
