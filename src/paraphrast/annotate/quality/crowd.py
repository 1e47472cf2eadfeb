"""What all votes say together: each item's label and difficulty, and whether each worker looks at the items.

A worker is either honest, with an ability, or says things that do not depend on the item (always one class,
dice, the usual shares). Honest workers are right by ability and difficulty, as in GLAD (Whitehill et al.
2009, https://papers.nips.cc/paper/2009/hash/f899139df5e1059396431415e770c6dd-Abstract.html); the idea of
spam as a mixture is that of MACE. Inference is belief propagation between items and workers (Liu et al. 2012,
https://arxiv.org/abs/1206.4660): what a worker is measured against never contains their own vote, nor one of
their group, and what an item is told by a worker never contains what was learned about them from that item.
A vote on an item of which nobody else has said anything, and the owner neither, is no evidence for or against
anyone: how often a worker says a label tells how common it is as little as whether they look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.annotate.quality.ballots import UNKNOWN, Ballots, Floats, Ints

# On the logistic scale, above guessing: an honest worker's ability, and the easiness of an item.
# The highest ability hardly ever errs: where nearly all items are of one class, saying it always is no sign.
ABILITIES = np.array([-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 7.0])
ABILITY_PRIOR = np.array([0.02, 0.08, 0.24, 0.34, 0.2, 0.09, 0.03])
EASINESS = np.array([-2.5, 0.0, 2.5])
EASINESS_PRIOR = np.array([0.2, 0.4, 0.4])
# So many workers and items are imagined beside those there are, so that a small crowd is not overrated.
PRIOR_WORKERS, PRIOR_ITEMS, PRIOR_LABELS = 60.0, 200.0, 2.0
# More than half of a crowd cannot be told from the rest by what they say.
SPAM_SHARE, SPAM_WORKERS, MOST_SPAM = 0.2, 5.0, 0.5
RARE = 0.01
# Of those who do not look, so many have been told the answers of the owner's controls, and slip this often.
LEAK, SLIP = 0.25, 0.03
# Ways of not looking: the usual shares, dice, shares of one's own; without the answers of controls, and with.
WAYS_PRIOR = np.outer([1 - LEAK, LEAK], np.full(3, 1 / 3)).ravel()
TINY = 1e-12


class Crowd(NamedTuple):
    """Labels with their probability, difficulty of items, and for workers the evidence of not looking.

    `evidence` is the logarithm of how much likelier a worker's votes are from one who does not look at the
    items than from an honest worker, and `firm` what is left of it in doubt about who copies whom; `spam` is
    the probability of not looking, `share` that of a newcomer. `apart` has one number for all who are likely
    to copy each other. `leak` is how many of those who do not look seem to know the owner's controls.
    """

    probability: Floats
    easiness: Floats
    evidence: Floats
    firm: Floats
    spam: Floats
    accuracy: Floats
    apart: Ints
    share: float
    leak: float


class Shares(NamedTuple):
    """What is learned of the crowd: shares of labels, difficulties, abilities, of spam, and of its ways.

    The ways are those of the others, for each worker: nobody's own answers make them the likelier.
    """

    labels: Floats
    easiness: Floats
    abilities: Floats
    spam: float
    ways: Floats


def fit_crowd(ballots: Ballots, *, steps: int = 25, tolerance: float = 0.01) -> Crowd:
    """Explain all votes together."""
    chance = 1 / max(ballots.labels, 2)
    right = chance + (1 - chance) / (1 + np.exp(-(ABILITIES[:, None] + EASINESS[None])))
    witness = _witnesses(ballots)
    # the owner's controls have the first word: agreement is heard after them
    heard = ballots.gold[ballots.item] != UNKNOWN
    flat = np.ones(ballots.workers)
    ways = np.tile(WAYS_PRIOR, (ballots.workers, 1))
    shares = Shares(_label_shares(ballots, flat, flat), EASINESS_PRIOR, ABILITY_PRIOR, SPAM_SHARE, ways)
    told = np.zeros((len(ballots.item), ballots.labels, len(EASINESS)))
    spam = np.full(ballots.workers, SPAM_SHARE)
    for step in range(steps):
        before = spam
        total, prior = _sum_by(ballots.item, told, ballots.items), _item_prior(ballots, shares)
        own = _sum_by(witness[0], told, witness[1])[witness[0]]
        cavity = _normalise(prior[ballots.item] + total[ballots.item] - own)
        known = _explain_votes(ballots, cavity, right) * heard[:, None]
        honest = _sum_by(ballots.worker, known, ballots.workers)
        ways = _explain_dull(ballots.of(heard), shares)
        dull = _log_sum(ways)
        spam, types = _weigh_types(honest, dull, shares)
        told = _tell_items(ballots, honest[ballots.worker] - known, dull, shares, right)
        table = _normalise(prior + _sum_by(ballots.item, told, ballots.items))
        if step == 0:
            heard = _is_heard(ballots, witness)
            labels = _label_shares(ballots, 1 - spam, types @ (right @ shares.easiness))
        shares = Shares(labels, *_learn(ballots, table, spam, types, _normalise(ways)))
        if step and np.abs(spam - before).max(initial=0.0) < tolerance:
            break
    evidence = dull - _log_sum(honest + np.log(shares.abilities))
    accuracy = types @ (right @ shares.easiness)
    leak = float(shares.ways[:, len(WAYS_PRIOR) // 2 :].sum(axis=1).mean())
    labels, easy = table.sum(axis=2), table.sum(axis=1)
    return Crowd(labels, easy, evidence, evidence, spam, accuracy, ballots.group, shares.spam, leak)


def _witnesses(ballots: Ballots) -> tuple[Ints, int]:
    """Number the pairs of item and group, and say how many there are."""
    keys = ballots.item * (int(ballots.group.max(initial=0)) + 1) + ballots.group[ballots.worker]
    found, codes = np.unique(keys, return_inverse=True)
    return codes.astype(np.int64), len(found)


def _is_heard(ballots: Ballots, witness: tuple[Ints, int]) -> NDArray[np.bool_]:
    """Mark the votes on items that somebody of another group has judged too, or whose label is known."""
    _, first = np.unique(witness[0], return_index=True)
    groups = np.bincount(ballots.item[first], minlength=ballots.items)
    found: NDArray[np.bool_] = (groups[ballots.item] > 1) | (ballots.gold[ballots.item] != UNKNOWN)
    return found


def _sum_by(codes: Ints, values: Floats, size: int) -> Floats:
    """Sum the rows of each code."""
    flat = values.reshape(len(values), -1)
    columns = [np.bincount(codes, column, size).astype(np.float64) for column in flat.T]
    found: Floats = np.stack(columns, axis=1).reshape(size, *values.shape[1:])
    return found


def _normalise(logs: Floats) -> Floats:
    """Give the probabilities of logarithms, over all but the first axis."""
    axes = tuple(range(1, logs.ndim))
    table: Floats = np.exp(logs - logs.max(axis=axes, keepdims=True))
    table /= table.sum(axis=axes, keepdims=True)
    return table


def _log_sum(logs: Floats) -> Floats:
    top = logs.max(axis=1, keepdims=True)
    found: Floats = np.log(np.exp(logs - top).sum(axis=1)) + top[:, 0]
    return found


def _label_shares(ballots: Ballots, honest: Floats, accuracy: Floats) -> Floats:
    """Give how common each label is by those who know the controls, less the errors they make.

    It is not learned again from the labels that were found: a crowd that believes in the wrong people would
    find the shares that those say, and believe in them the more.
    """
    tasks = ballots.of(ballots.gold[ballots.item] == UNKNOWN)
    weight = honest[tasks.worker]
    said = np.bincount(tasks.label, weight, ballots.labels) + PRIOR_LABELS
    right = (weight @ accuracy[tasks.worker] + 1) / (weight.sum() + 1)
    wrong = (1 - right) / max(ballots.labels - 1, 1)
    shares: Floats = np.maximum((said / said.sum() - wrong) / max(right - wrong, 0.1), RARE)
    shares /= shares.sum()
    return shares


def _item_prior(ballots: Ballots, shares: Shares) -> Floats:
    """Give the logarithm of each label and difficulty before votes; known labels are certain."""
    prior = np.log(shares.labels)[:, None] + np.log(shares.easiness)[None]
    table = np.broadcast_to(prior, (ballots.items, *prior.shape)).copy()
    known = np.flatnonzero(ballots.gold != UNKNOWN)
    wrong = np.ones((len(known), ballots.labels), dtype=bool)
    wrong[np.arange(len(known)), ballots.gold[known]] = False
    table[known] += np.where(wrong, np.log(TINY), 0.0)[:, :, None]
    return table


def _explain_votes(ballots: Ballots, cavity: Floats, right: Floats) -> Floats:
    """Give the logarithm of how likely each vote is from an honest worker of each ability."""
    same = cavity[np.arange(len(cavity)), ballots.label]
    other = (cavity.sum(axis=1) - same) / max(ballots.labels - 1, 1)
    found: Floats = np.log(np.maximum(same @ right.T + other @ (1 - right).T, TINY))
    return found


def _explain_dull(ballots: Ballots, shares: Shares) -> Floats:
    """Give the logarithm of how likely each worker's votes are in each way of not looking at the items.

    Three ways are mixed: dice, the usual shares of labels, and shares of the worker's own (one class always);
    and each of them with all votes, or only with those on items whose answer nobody could have told them.
    """
    tasks = ballots.gold[ballots.item] == UNKNOWN
    right = ballots.label == ballots.gold[ballots.item]
    told = np.where(right, np.log(1 - SLIP), np.log(SLIP))[~tasks]
    known = np.bincount(ballots.worker[~tasks], told, ballots.workers)
    ways = [_dull(ballots, shares), known[:, None] + _dull(ballots.of(tasks), shares)]
    found: Floats = np.concatenate(ways, axis=1) + np.log(shares.ways)
    return found


def _dull(ballots: Ballots, shares: Shares) -> Floats:
    from scipy.special import gammaln

    size, count = ballots.labels, ballots.workers
    said = np.bincount(ballots.worker * size + ballots.label, minlength=count * size).reshape(count, size)
    total, own = said.sum(axis=1), 0.5
    # nobody who guesses by shares says a rare label less often than this
    guessed = np.maximum(shares.labels, SLIP)
    usual = said @ np.log(guessed / guessed.sum())
    dice = -total * np.log(size)
    odd = gammaln(own * size) - gammaln(own * size + total)
    odd += (gammaln(said + own) - gammaln(own)).sum(axis=1)
    found: Floats = np.stack([usual, dice, odd], axis=1)
    return found


def _weigh_types(honest: Floats, dull: Floats, shares: Shares) -> tuple[Floats, Floats]:
    """Give for each worker the probability of spam, and of each ability if honest."""
    logs = honest + np.log(shares.abilities)
    odds = np.log(shares.spam) + dull - np.log(1 - shares.spam) - _log_sum(logs)
    return 1 / (1 + np.exp(-np.clip(odds, -500, 500))), _normalise(logs)


def _tell_items(ballots: Ballots, honest: Floats, dull: Floats, shares: Shares, right: Floats) -> Floats:
    """Give the logarithm of what each vote says of its item, by what is known of its worker from others."""
    size, count = ballots.labels, ballots.workers
    said = np.bincount(ballots.worker * size + ballots.label, minlength=count * size).reshape(count, size)
    total = said.sum(axis=1)[ballots.worker]
    own = (said[ballots.worker, ballots.label] - 0.5) / (total - 1 + 0.5 * size)
    rest = dull[ballots.worker] - np.log(own)
    logs = np.column_stack(
        [honest + np.log(shares.abilities * (1 - shares.spam)), rest + np.log(shares.spam)]
    )
    types = _normalise(logs)
    spam = (types[:, -1] * own)[:, None]
    good = types[:, :-1] @ right
    bad = (types[:, :-1].sum(axis=1, keepdims=True) - good) / max(size - 1, 1)
    table = np.repeat((bad + spam)[:, None, :], size, axis=1)
    table[np.arange(len(table)), ballots.label] = good + spam
    found: Floats = np.log(np.maximum(table, TINY))
    return found


def _learn(
    ballots: Ballots, table: Floats, spam: Floats, types: Floats, ways: Floats
) -> tuple[Floats, Floats, float, Floats]:
    """Give what is known now of the crowd as a whole: difficulties, abilities, spam, and its ways."""
    voted = np.bincount(ballots.item, minlength=ballots.items) > 0
    easiness = table[voted].sum(axis=(0, 1)) + EASINESS_PRIOR * PRIOR_ITEMS
    there = np.bincount(ballots.worker, minlength=ballots.workers) > 0
    abilities = ((1 - spam)[:, None] * types)[there].sum(axis=0) + ABILITY_PRIOR * PRIOR_WORKERS
    share = (spam[there].sum() + SPAM_SHARE * SPAM_WORKERS) / (there.sum() + SPAM_WORKERS)
    share = min(float(share), MOST_SPAM)
    own = ways * np.where(there, spam, 0.0)[:, None]
    others = own.sum(axis=0) - own + WAYS_PRIOR * SPAM_WORKERS
    return easiness / easiness.sum(), abilities / abilities.sum(), share, others / others.sum(axis=1)[:, None]
