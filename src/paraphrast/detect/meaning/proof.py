"""How likely a chain of sentences is borrowed: what the models say of its links, names and numbers.

The weights are fitted by logistic regression (training/proof.py writes proof.json): on one side paraphrases
and translations written by hand, on the other the chains of clean texts in a library of 100,000 documents
without the file that the text is from. Both sides weigh as much, so one half means: as often borrowed as not,
where as many passages are borrowed as meet by chance. docs/detect.md has what came of it.
"""

import json
import re
from collections.abc import Sequence
from math import exp, log, log1p
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paraphrast.detect.evidence import Strictness
from paraphrast.detect.reading import Reading
from paraphrast.text import entities

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NAMES = frozenset({"person", "place", "organisation"})
STEM = 6  # letters by which a name is known in every case


class Observed(NamedTuple):
    """What was observed of a chain; `foreign` is 1 where the languages differ."""

    links: int  # sentences that have a partner, on the side that has fewer
    words: int  # their words, on the side that has fewer
    worth: float  # of the chain, by the encoder
    average: float  # worth of a link
    pair: float  # mean log-odds of the links, by the pair model
    joined: float  # log-odds of all that lies between the first and the last link, read at once
    ahead: float  # by how much the window that named the place is nearer to it than to other texts
    shared: int  # names and numbers that both sides have
    lacking: int  # names and numbers of the text that the source has not
    foreign: int


class Read(NamedTuple):
    """What models say of a chain: worth, how likely each link and all of it together are, and `ahead`."""

    worth: float
    likely: Sequence[float]
    joined: float
    ahead: float


class Weights(NamedTuple):
    """What each of the measures adds to the log-odds."""

    bias: float
    worth: float
    average: float
    pair: float
    joined: float
    ahead: float
    words: float
    shared: float
    lacking: float


def _fitted() -> tuple[dict[str, Weights], dict[Strictness, float]]:
    """Read what training/proof.py has written: the weights, and the probability that each strictness asks.

    Chains in two languages have weights of their own, `abroad`: the models are less sure of them.
    """
    card = json.loads((Path(__file__).parent / "proof.json").read_text(encoding="utf-8"))
    return {name: Weights(**card[name]) for name in ("weights", "abroad")}, card["borders"]


WEIGHTS, BORDERS = _fitted()


def observe(here: Reading, there: Reading, links: Sequence[tuple[int, int]], read: Read) -> Observed:
    """Look at the links of a chain."""
    sides = (here, sorted({i for i, _ in links})), (there, sorted({j for _, j in links}))
    mine, theirs = (set().union(*(details(side, n) for n in numbers)) for side, numbers in sides)
    size = [sum(int(side.first[n + 1] - side.first[n]) for n in numbers) for side, numbers in sides]
    foreign = here.lang != there.lang
    comparable = {one for one in mine if not foreign or one[0].isdigit()}
    return Observed(
        min(len(numbers) for _, numbers in sides),
        min(size),
        read.worth,
        read.worth / len(links),
        float(np.mean([log_odds(one) for one in read.likely])),
        log_odds(read.joined),
        read.ahead,
        len(comparable & theirs),
        len(comparable - theirs),
        int(foreign),
    )


def details(reading: Reading, number: int) -> set[str]:
    """List the names and numbers of a sentence; names by their first letters."""
    text = reading.sentence(number)
    found = {match[0].replace(",", ".") for match in NUMBER.finditer(text)}
    names = {one.text.casefold()[:STEM] for one in entities(text, reading.lang) if one.kind in NAMES}
    return found | names


def log_odds(probability: float) -> float:
    """Give log-odds, within bounds."""
    inside = min(max(probability, 1e-4), 1 - 1e-4)
    return log(inside / (1 - inside))


def measures(observed: Observed) -> tuple[float, ...]:
    """Give what the weights are for, in their order, without the bias."""
    return (
        observed.worth,
        observed.average,
        observed.pair,
        observed.joined,
        observed.ahead,
        log1p(observed.words),
        float(observed.shared > 0),
        float(min(observed.lacking, 2)),
    )


def probability(observed: Observed, weights: Weights | None = None) -> float:
    """Say how likely a chain is borrowed, by the weights of its kind unless others are given."""
    weights = weights or WEIGHTS["abroad" if observed.foreign else "weights"]
    odds = weights.bias + sum(a * b for a, b in zip(weights[1:], measures(observed), strict=True))
    return 1 / (1 + exp(-min(max(odds, -30), 30)))
