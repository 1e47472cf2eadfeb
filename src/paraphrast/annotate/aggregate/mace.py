"""MACE, Hovy et al. (2013), https://aclanthology.org/N13-1132: a worker either knows the answer or spams."""

import numpy as np
from numpy.typing import NDArray

from paraphrast.annotate.aggregate.consensus import Consensus, Floats
from paraphrast.annotate.votes import Votes

STRATEGY_PRIOR, KNOWING_PRIOR = 10.0, 0.5


def mace(votes: Votes, *, steps: int = 50, restarts: int = 3, seed: int = 0) -> Consensus:
    """Label items by each worker's chance of knowing (variational Bayes, the best of a few starts)."""
    rng = np.random.default_rng(seed)
    if not len(votes):
        return Consensus(votes, np.zeros((0, 0)))
    runs = [_run(votes, steps, rng) for _ in range(restarts)]
    _, probability, knowing = max(runs, key=lambda run: run[0])
    return Consensus(votes, probability, skills=dict(zip(votes.workers, knowing.tolist(), strict=True)))


def _run(votes: Votes, steps: int, rng: np.random.Generator) -> tuple[float, Floats, Floats]:
    workers, size = len(votes.workers), len(votes.labels)
    spamming = _shares(rng.uniform(1, 2.5, (workers, 2)))
    strategy = _shares(rng.uniform(1, 2.5, (workers, size)))
    likelihood, probability, knows, spams = _expect(votes, spamming, strategy)
    for _ in range(steps):
        spamming = _posterior(
            np.stack([_sum(votes.worker, spams, workers), _sum(votes.worker, knows, workers)], 1),
            KNOWING_PRIOR,
        )
        said = _sum(votes.worker * size + votes.label, spams, workers * size)
        strategy = _posterior(said.reshape(workers, size), STRATEGY_PRIOR)
        likelihood, probability, knows, spams = _expect(votes, spamming, strategy)
    return likelihood, probability, _shares(spamming)[:, 1]


def _expect(votes: Votes, spamming: Floats, strategy: Floats) -> tuple[float, Floats, Floats, Floats]:
    """Give the likelihood, each item's labels, and for each vote how far it was known and how far spammed."""
    chance = spamming[votes.worker, 0] * strategy[votes.worker, votes.label]
    known = spamming[votes.worker, 1]
    size, items = len(votes.labels), len(votes.items)
    same = votes.label[:, None] == np.arange(size)
    each = chance[:, None] + known[:, None] * same
    logs = np.stack([_sum(votes.item, column, items) for column in np.log(each).T], axis=1)
    top = logs.max(axis=1, keepdims=True)
    table = np.exp(logs - top)
    likelihood = float((np.log(table.sum(axis=1)) + top[:, 0]).sum()) - items * float(np.log(size))
    probability = _shares(table)
    mine = probability[votes.item]
    knows = mine[np.arange(len(mine)), votes.label] * known / (chance + known)
    return likelihood, probability, knows, (mine / each).sum(axis=1) * chance


def _sum(codes: NDArray[np.int64], values: Floats, size: int) -> Floats:
    return np.bincount(codes, values, size).astype(np.float64)


def _shares(table: Floats) -> Floats:
    shares: Floats = table / table.sum(axis=1, keepdims=True)
    return shares


def _posterior(counts: Floats, prior: float) -> Floats:
    """Give the variational mean: exp(digamma) of the counts with their prior, not normalised to one."""
    from scipy.special import digamma

    logs: Floats = digamma(counts + prior) - digamma((counts + prior).sum(axis=1, keepdims=True))
    return np.exp(logs)
