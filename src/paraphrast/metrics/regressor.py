"""A small regressor from features to a score between 0 and 1: a few networks of one hidden layer, averaged.

It is trained with scikit-learn and kept as plain numbers in JSON, so that scoring needs numpy alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from paraphrast.errors import DataError
from paraphrast.stats.intervals import Array

# Lengths spread over orders of magnitude, so their logarithm is what is learnt from.
LOGARITHMS = frozenset({"sl"})
FEWEST = 30


class Layer(msgspec.Struct, frozen=True):
    """Weights (inputs, outputs) and biases."""

    weights: list[list[float]]
    biases: list[float]


class Regressor(msgspec.Struct, frozen=True):
    """What was learnt: how to standardise the named features, and the networks that read them."""

    names: list[str]
    centre: list[float]
    scale: list[float]
    networks: list[list[Layer]]
    pairs: int = 0

    def __call__(self, features: ArrayLike) -> Array:
        """Give a score from 0 to 1 for each row of features."""
        inputs = (prepared(features, self.names) - np.array(self.centre)) / np.array(self.scale)
        # a feature far outside of what was seen says no more than the edge of it
        inputs = np.clip(inputs, -6, 6)
        return np.asarray(np.clip(np.mean([_run(net, inputs) for net in self.networks], axis=0), 0, 1))


def fit(
    features: ArrayLike,
    labels: ArrayLike,
    names: Sequence[str],
    *,
    hidden: int = 16,
    penalty: float | None = None,
    members: int = 8,
    seed: int = 0,
) -> Regressor:
    """Learn to give the labels from the features.

    The penalty for large weights is 3, or 1 for each thousand pairs: it is divided by their number.
    For the extended score some 10 was better on sources held out than 3 (.506 to .491 on BQ-Para).
    """
    table, wanted = prepared(features, names), np.asarray(labels, dtype=np.float64)
    if len(table) < FEWEST:
        raise DataError(f"{len(table)} judged pairs are too few to learn from; {FEWEST} are the least")
    if len(wanted) and (wanted.min() < 0 or wanted.max() > 1):
        raise DataError(f"labels run from {wanted.min():g} to {wanted.max():g}; map them to 0..1 first")
    if penalty is None:
        penalty = max(3.0, len(table) / 1000)
    centre, scale = table.mean(axis=0), table.std(axis=0)
    scale = np.where(scale > 1e-9, scale, 1.0)
    inputs = np.clip((table - centre) / scale, -6, 6)
    networks = [_train(inputs, wanted, hidden, penalty, seed + member) for member in range(members)]
    return Regressor(list(names), _short(centre), _short(scale), networks, len(table))


def prepared(features: ArrayLike, names: Sequence[str]) -> Array:
    """Take the logarithm of what is a length."""
    table = np.array(features, dtype=np.float64)
    for place, name in enumerate(names):
        if name in LOGARITHMS:
            table[:, place] = np.log1p(table[:, place])
    return table


def save(path: str | Path, thing: msgspec.Struct) -> None:
    """Write what was learnt as JSON."""
    Path(path).write_bytes(msgspec.json.encode(thing))


def _train(inputs: Array, labels: Array, hidden: int, penalty: float, seed: int) -> list[Layer]:
    import warnings

    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPRegressor
    from threadpoolctl import threadpool_limits

    model = MLPRegressor(
        hidden_layer_sizes=(hidden,),
        activation="tanh",
        solver="lbfgs",
        alpha=penalty,
        max_iter=500,
        random_state=seed,
    )
    with threadpool_limits(1), warnings.catch_warnings():
        # stopping after 500 steps is as good as converging for a penalised network this small
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(inputs, labels)
    return [
        Layer([_short(row) for row in weights], _short(biases))
        for weights, biases in zip(model.coefs_, model.intercepts_, strict=True)
    ]


def _run(network: list[Layer], inputs: Array) -> Array:
    first, last = network
    hidden = np.tanh(inputs @ np.array(first.weights) + np.array(first.biases))
    return np.asarray(hidden @ np.array(last.weights) + np.array(last.biases))[:, 0]


def _short(numbers: Any) -> list[float]:
    """Keep six significant digits: enough for any score, and half the file."""
    return [float(f"{number:.6g}") for number in numbers]
