"""Counting: the commonest label, the label nobody disputes, the mean of a scale."""

import numpy as np

from paraphrast.annotate.aggregate.consensus import Consensus, Floats
from paraphrast.annotate.votes import Votes


def shares(votes: Votes) -> Floats:
    """Give the share of votes each label got on each item."""
    counts = votes.counts()
    share: Floats = counts / counts.sum(axis=1, keepdims=True)
    return share


def majority(votes: Votes) -> Consensus:
    """Label each item with what most of its workers said.

    >>> majority(Votes(["x"] * 3, ["a", "b", "c"], ["yes", "no", "yes"])).labels()
    {'x': 'yes'}
    """
    return Consensus(votes, shares(votes))


def full_agreement(votes: Votes) -> Consensus:
    """Label only the items on which two or more workers all said the same; the others are not there.

    >>> votes = Votes(["x", "x", "y", "y"], ["a", "b", "a", "b"], ["yes", "yes", "yes", "no"])
    >>> full_agreement(votes).labels()
    {'x': 'yes'}
    """
    counts = votes.counts()
    agreed = (counts.max(axis=1, initial=0) == counts.sum(axis=1)) & (counts.sum(axis=1) >= 2)
    return majority(votes.only(agreed[votes.item]))


def mean(votes: Votes) -> Consensus:
    """Label each item with the mean of its votes on a scale; confidence is the share of the commonest.

    >>> mean(Votes(["x", "x"], ["a", "b"], ["2", "3"])).labels()
    {'x': 2.5}
    """
    share = shares(votes)
    return Consensus(votes, share, values=share @ votes.values() if len(votes) else np.zeros(0))
