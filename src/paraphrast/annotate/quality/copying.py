"""Who copies whom: pairs who say the same more often than two who judge for themselves."""

from __future__ import annotations

import numpy as np

from paraphrast.annotate.quality.ballots import Ballots, Floats, Ints
from paraphrast.annotate.quality.crowd import Crowd

# How often a copied answer differs by a slip, and the chance that any honest pair is taken for copies.
SLIP, ERROR = 0.02, 0.01


def join_copies(ballots: Ballots, crowd: Crowd) -> Ints:
    """Give the groups of workers anew, with those together who answer alike beyond chance.

    The test is a likelihood ratio for each two workers with items in common, against two who agree by
    the item's label and by what each usually says; its bound is shared among all pairs.
    """
    first, second = _meetings(ballots)
    low, high = ballots.worker[first], ballots.worker[second]
    keys, pairs = np.unique(low * ballots.workers + high, return_inverse=True)
    same = ballots.label[first] == ballots.label[second]
    usual = np.clip(_expected(ballots, crowd, first, second), SLIP, 1 - SLIP)
    ratio = np.where(same, np.log((1 - SLIP) / usual), np.log(SLIP / (1 - usual)))
    told = np.bincount(pairs, ratio, len(keys))
    copies = keys[told > np.log(max(len(keys), 1) / ERROR)]
    return _unite(ballots.group, copies // ballots.workers, copies % ballots.workers)


def _meetings(ballots: Ballots) -> tuple[Ints, Ints]:
    """List every two votes on one item, the worker with the lower number first."""
    order = np.lexsort((ballots.worker, ballots.item))
    items = ballots.item[order]
    firsts, seconds = [], []
    for step in range(1, int(np.bincount(items).max(initial=0))):
        same = np.flatnonzero(items[:-step] == items[step:])
        firsts.append(order[same])
        seconds.append(order[same + step])
    empty = np.zeros(0, dtype=np.int64)
    return np.concatenate([empty, *firsts]), np.concatenate([empty, *seconds])


def _expected(ballots: Ballots, crowd: Crowd, first: Ints, second: Ints) -> Floats:
    """Give the chance that the second would say what the first did without copying.

    An honest one is right as often as usual; one who does not look says each label as often as they do.
    """
    size, count = ballots.labels, ballots.workers
    said = (
        np.bincount(ballots.worker * size + ballots.label, minlength=count * size).reshape(count, size) + 1.0
    )
    said /= said.sum(axis=1, keepdims=True)
    who, label = ballots.worker[second], ballots.label[first]
    truth = crowd.probability[ballots.item[first], label]
    right, spam = crowd.accuracy[who], crowd.spam[who]
    honest = truth * right + (1 - truth) * (1 - right) / max(size - 1, 1)
    found: Floats = (1 - spam) * honest + spam * said[who, label]
    return found


def _unite(group: Ints, low: Ints, high: Ints) -> Ints:
    """Put the groups of each two workers together."""
    found = group.copy()
    for one, other in zip(low, high, strict=True):
        found[found == found[other]] = found[one]
    return found
