"""Who copies whom: pairs who say the same more often than their own record on the owner's controls allows.

What most of a crowd says cannot show that most of it colludes, so the test asks no label of the crowd: two
who judge for themselves agree as often as both are right, or both wrong, and how often each is right is read
from controls whose answer the owner gave. Who copies is one worker with several accounts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paraphrast.annotate.quality.ballots import UNKNOWN, Ballots, Floats, Ints

# How often a copied answer differs by a slip, and the chance that an honest pair as good as assumed is taken
# for copies. A pair that is wrongly taken for one worker loses little: where both judged, one vote counts.
SLIP, LIKELY, POSSIBLE = 0.02, 0.1, 0.2
# Right and wrong answers imagined before the first control; accuracy is taken as high as it may well be, or
# as it probably is.
RIGHT, WRONG, HIGH, MIDDLE = 4.0, 1.0, 0.9, 0.5


class Copies(NamedTuple):
    """Who answers alike beyond chance: for each worker the number of the first of them, mostly their own.

    For `likely` people are taken to be as good as they may well be, for `possible` as they probably are: the
    most able may seem possible copies of each other.
    """

    likely: Ints
    possible: Ints


def find_copies(ballots: Ballots) -> Copies:
    """Find those who answer alike beyond chance.

    The test is a likelihood ratio for each two workers with items in common, on all but the owner's controls.
    """
    tasks = ballots.of(ballots.gold[ballots.item] == UNKNOWN)
    first, second = _meetings(tasks)
    low, high = tasks.worker[first], tasks.worker[second]
    keys, pairs = np.unique(low * ballots.workers + high, return_inverse=True)
    same = tasks.label[first] == tasks.label[second]
    found = []
    for quantile, error in ((HIGH, LIKELY), (MIDDLE, POSSIBLE)):
        usual = _expected(ballots, low, high, tasks.label[first], quantile)
        usual = np.clip(usual, SLIP, 1 - SLIP)
        ratio = np.where(same, np.log((1 - SLIP) / usual), np.log(SLIP / (1 - usual)))
        told = keys[np.bincount(pairs, ratio, len(keys)) > -np.log(error)]
        found.append(_unite(np.arange(ballots.workers), *np.divmod(told, ballots.workers)))
    return Copies(*found)


def join_copies(ballots: Ballots, copies: Ints) -> Ballots:
    """Give the votes as those of people, not of accounts: of copies on one item the first stays."""
    worker = copies[ballots.worker]
    _, kept = np.unique(ballots.item * ballots.workers + worker, return_index=True)
    kept.sort()
    merged = ballots._replace(worker=worker, group=_merge_groups(ballots.group, copies))
    mask = np.zeros(len(worker), dtype=bool)
    mask[kept] = True
    return merged.of(mask)


def _merge_groups(group: Ints, copies: Ints) -> Ints:
    """Put the groups of copies together."""
    others = np.flatnonzero(copies != np.arange(len(copies)))
    return _unite(group, copies[others], others)


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


def _expected(ballots: Ballots, first: Ints, second: Ints, label: Ints, quantile: float) -> Floats:
    """Give the chance that the second would say the label of the first without copying.

    Two who look agree where both are right or both wrong in the same way; who does not look says each label
    as often as they do.
    """
    size, count = ballots.labels, ballots.workers
    said = np.bincount(ballots.worker * size + ballots.label, minlength=count * size) + 1.0
    usual = said.reshape(count, size) / said.reshape(count, size).sum(axis=1, keepdims=True)
    right = _likely_accuracy(ballots, quantile)
    one, other = right[first], right[second]
    found: Floats = np.maximum(one * other + (1 - one) * (1 - other) / max(size - 1, 1), usual[second, label])
    return found


def _likely_accuracy(ballots: Ballots, quantile: float) -> Floats:
    """Give how often each worker may well be right, by the owner's controls alone."""
    from scipy.special import betaincinv

    known = ballots.gold[ballots.item] != UNKNOWN
    right = ballots.label[known] == ballots.gold[ballots.item[known]]
    counts = [np.bincount(ballots.worker[known], side, ballots.workers) for side in (right, ~right)]
    found: Floats = np.asarray(betaincinv(RIGHT + counts[0], WRONG + counts[1], quantile), dtype=np.float64)
    return found


def _unite(group: Ints, low: Ints, high: Ints) -> Ints:
    """Put the groups of each two workers together."""
    found = group.copy()
    for one, other in zip(low, high, strict=True):
        found[found == found[other]] = found[one]
    return found
