"""Dawid and Skene (1979), https://doi.org/10.2307/2346806: labels and workers' errors together.

Votes become one sparse matrix of (items, worker x label); a step of the algorithm is a product with it, so a
million votes take a fraction of a second where a table library joins and groups for seconds. The rules for
starting, clipping and stopping are those of crowd-kit, so that the numbers are its numbers.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from paraphrast.annotate.aggregate.consensus import Consensus, Floats
from paraphrast.annotate.aggregate.majority import shares
from paraphrast.annotate.votes import Votes, show
from paraphrast.errors import DataError

TINY = 1e-10


class Model(NamedTuple):
    """The shares of labels, and each worker's chance of saying each label given the true one."""

    priors: Floats
    errors: Floats


def dawid_skene(
    votes: Votes, *, gold: Mapping[str, str] | None = None, steps: int = 100, tolerance: float = 1e-5
) -> Consensus:
    """Label items by weighing workers with their confusion matrices; `gold` fixes labels known before."""
    matrix = _matrix(votes)
    size = len(votes.labels)
    heard = np.asarray(matrix.sum(axis=0)).reshape(len(votes.workers), size, 1) > 0

    def errors(probability: Floats) -> Floats:
        table = (matrix.T @ probability).reshape(len(votes.workers), size, size)
        # only what a worker has said at least once is clipped, as in a table of observed rows
        table = np.where(heard, np.maximum(table, TINY), 0.0)
        table /= table.sum(axis=1, keepdims=True)
        return np.where(heard, table, 1.0).reshape(-1, size)

    probability, model = _climb(votes, matrix, errors, gold=gold, steps=steps, tolerance=tolerance)
    own = model.errors.reshape(len(votes.workers), size, size)
    right: Any = np.where(heard, own, 0.0)[:, np.arange(size), np.arange(size)] @ model.priors if size else []
    return Consensus(votes, probability, skills=dict(zip(votes.workers, map(float, right), strict=True)))


def one_coin(
    votes: Votes, *, gold: Mapping[str, str] | None = None, steps: int = 100, tolerance: float = 1e-5
) -> Consensus:
    """Label items by weighing workers with one number each: the chance that they are right."""
    matrix = _matrix(votes)
    size, skills = len(votes.labels), np.zeros(len(votes.workers))
    share = np.bincount(votes.worker, minlength=len(votes.workers))

    def errors(probability: Floats) -> Floats:
        right = probability[votes.item, votes.label]
        skills[:] = np.bincount(votes.worker, right, len(votes.workers)) / share
        wrong = (1 - skills) / max(size - 1, 1)
        table = np.where(np.eye(size, dtype=bool)[None], skills[:, None, None], wrong[:, None, None])
        return np.clip(table, TINY, 1 - TINY).reshape(-1, size)

    probability, _ = _climb(votes, matrix, errors, gold=gold, steps=steps, tolerance=tolerance)
    return Consensus(votes, probability, skills=dict(zip(votes.workers, skills.tolist(), strict=True)))


def _matrix(votes: Votes) -> Any:
    from scipy.sparse import csr_array

    size = max(len(votes.labels), 1)
    place = votes.worker * size + votes.label
    shape = (len(votes.items), len(votes.workers) * size)
    return csr_array((np.ones(len(votes)), (votes.item, place)), shape=shape)


def _climb(
    votes: Votes,
    matrix: Any,
    maximise: Callable[[Floats], Floats],
    *,
    gold: Mapping[str, str] | None,
    steps: int,
    tolerance: float,
) -> tuple[Floats, Model]:
    """Alternate the two steps from the shares of votes until the bound on the likelihood hardly rises."""
    if not len(votes):
        return np.zeros((0, 0)), Model(np.zeros(0), np.zeros((0, 0)))
    fixed = _fixed(votes, gold or {})
    seen = matrix.sum(axis=1)[:, None]
    probability = _fix(shares(votes), fixed)
    model = Model(probability.mean(axis=0), maximise(probability))
    logs, before = matrix @ np.log(model.errors), -np.inf
    for _ in range(steps):
        probability = _fix(_expect(logs, model.priors), fixed)
        model = Model(probability.mean(axis=0), maximise(probability))
        # one product with the votes serves this step's bound and the next step's labels
        logs = matrix @ np.log(model.errors)
        bound = _bound(logs, seen, probability, model.priors) / len(votes)
        if bound - before < tolerance:
            break
        before = bound
    return probability, model


def _expect(logs: Floats, priors: Floats) -> Floats:
    """Give the probability of each label; logs, because products of many probabilities vanish."""
    table = logs + np.log(np.maximum(priors, TINY))
    table -= table.max(axis=1, keepdims=True)
    np.exp(table, out=table)
    table /= table.sum(axis=1, keepdims=True)
    return table


def _bound(logs: Floats, seen: Floats, probability: Floats, priors: Floats) -> float:
    """Give the evidence lower bound, the prior counted once per vote as crowd-kit does."""
    joint = logs + seen * np.log(np.maximum(priors, TINY))
    held = np.maximum(probability, TINY)
    return float((probability * joint).sum() - (np.log(held) * held).sum())


def _fixed(votes: Votes, gold: Mapping[str, str]) -> tuple[Any, Any]:
    codes = {show(label): code for code, label in enumerate(votes.labels)}
    for item, label in gold.items():
        if label not in codes:
            raise DataError(
                f"gold label {label!r} of item {item!r} was given by no worker; there are {sorted(codes)}"
            )
    known = [(place, codes[gold[item]]) for place, item in enumerate(votes.items) if item in gold]
    return tuple(np.array(known, dtype=np.int64).reshape(-1, 2).T)  # type: ignore[return-value]


def _fix(probability: Floats, fixed: tuple[Any, Any]) -> Floats:
    places, codes = fixed
    probability[places] = 0.0
    probability[places, codes] = 1.0
    return probability
