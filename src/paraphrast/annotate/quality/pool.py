"""The pool of controls grows with items whose label is certain by people who have shown that they can judge.

An item may become a control when its label has a posterior of .99 or more, all of its raters are trusted
(they passed controls that these votes have nothing to do with), no two of them came by one invitation or from
one address or are likely to copy each other, and nobody disagreed. Easy items are taken first, and as many of
each label: a control that honest people miss proves nothing, and one class alone lets those through who
always say it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paraphrast.annotate.quality.ballots import UNKNOWN, Ballots, Ints
from paraphrast.annotate.quality.crowd import Crowd

CERTAIN, LEAST_RATERS = 0.99, 2


def choose_controls(
    ballots: Ballots, crowd: Crowd, trusted: NDArray[np.bool_], *, source: Ints, count: int
) -> Ints:
    """Give the items to become controls, the easiest first, in turn from each label.

    `source` numbers where a worker came from; equal numbers are one invitation or one address.
    """
    raters = np.bincount(ballots.item, minlength=ballots.items)
    good = np.bincount(ballots.item, trusted[ballots.worker], ballots.items)
    label = crowd.probability.argmax(axis=1)
    same = np.bincount(ballots.item, ballots.label == label[ballots.item], ballots.items)
    fit = (raters >= LEAST_RATERS) & (good == raters) & (same == raters)
    fit &= (_count_apart(ballots, source) == raters) & (_count_apart(ballots, crowd.apart) == raters)
    fit &= (crowd.probability.max(axis=1) >= CERTAIN) & (ballots.gold == UNKNOWN)
    places = np.flatnonzero(fit)
    easy = crowd.easiness[:, -1]
    order = places[np.lexsort((places, -easy[places]))]
    turn = np.zeros(len(order), dtype=np.int64)
    for code in range(ballots.labels):
        mine = label[order] == code
        turn[mine] = np.arange(mine.sum())
    return order[np.argsort(turn, kind="stable")][:count]


def _count_apart(ballots: Ballots, source: Ints) -> Ints:
    """Count for each item from how many sources its votes come."""
    size = int(source.max(initial=0)) + 1
    keys = np.unique(ballots.item * size + source[ballots.worker])
    return np.bincount(keys // size, minlength=ballots.items)
