"""The bundled pair model for millions of pairs: what is clear is decided without the reader.

Shared pieces, the likeness of static vectors and the lengths of two texts tell how the reader is likely to
answer. Where that is nearly certain the estimate stands in for the reader's probability (it was fitted to it,
on other files than the figures are from: training/cascade.py), and every answer says which stage gave it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.models.bundled import static
from paraphrast.models.bundled.pair import calibrate, cut_texts, cut_windows, level
from paraphrast.models.bundled.reader import in_threads, read_pair
from paraphrast.models.conventions import CONVENTIONS, DEFAULT, Convention

FILE = Path(__file__).with_name("cascade.json")
DIGITS = re.compile(r"\d+")
SAME = 0.999  # the cosine from which two pieces are one
BELOW = 0.499  # the highest score of an early no
Stage: TypeAlias = Literal["equal", "surface", "reader"]
Rows = NDArray[np.float64]
NAMES = (
    "cosine", "met", "met-more", "shared", "shared-more", "lost", "lost-more", "lost-all", "lost-all-more",
    "shorter", "longer", "ratio", "order", "letters", "numbers", "digits",
)  # fmt: skip


class Decision(NamedTuple):
    """The probability that two texts say the same, and what gave it."""

    score: float
    stage: Stage


class Estimate(msgspec.Struct, frozen=True):
    """A network of one hidden layer over the features that guesses how the reader will answer.

    It has two outputs: the reader's probability, and how likely the reader is to say yes. Where a yes is less
    likely than `low` the answer is no; a yes is left to the reader, but for texts that are `equal`.
    """

    mean: list[float]
    scale: list[float]
    hidden: list[list[float]]
    bias: list[float]
    out: list[list[float]]
    shift: list[float]
    low: float = 0.0
    equal: float = 1.0

    def guess(self, rows: Rows) -> tuple[Rows, Rows]:
        """Give the reader's probability as it is likely to be, and how likely a yes is, row by row."""
        scaled = (rows - np.array(self.mean)) / np.array(self.scale)
        # not a matrix product: its last digits depend on how many rows there are
        inner = np.maximum(0, np.einsum("ij,jk->ik", scaled, np.array(self.hidden)) + np.array(self.bias))
        logits = np.einsum("ij,jk->ik", inner, np.array(self.out)) + np.array(self.shift)
        scores, yes = (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).T
        return scores, yes


class Said(NamedTuple):
    """A text ready to be compared: its pieces in order, the different ones with vectors and weights."""

    text: str
    ids: list[int]
    units: NDArray[np.float32]
    weights: NDArray[np.float32]
    whole: NDArray[np.float32]
    numbers: list[str]


class FastPair:
    """Pairs -> calibrated P(paraphrase) under a convention, with `decide` saying which stage gave it."""

    name = "bundled-fast"
    threshold = 0.5

    def __init__(self, *, convention: Convention = DEFAULT) -> None:
        if convention not in CONVENTIONS:
            raise unknown("convention", convention, CONVENTIONS)
        self.convention = convention
        self.estimate = estimates()[convention]

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Judge the pairs, each by itself."""
        return [one.score for one in self.decide(pairs)]

    def decide(self, pairs: Sequence[Pair]) -> list[Decision]:
        """Judge the pairs and say what decided."""
        texts = [level(pair.a, pair.b) for pair in pairs]
        known = prepare(text for both in texts for text in both)
        found: list[Decision | None] = [self.decide_equal(a, b) for a, b in texts]
        rows = [row for row, one in enumerate(found) if one is None]
        if rows:
            table = np.array([compare(known[texts[row][0]], known[texts[row][1]]) for row in rows])
            scores, likely = self.estimate.guess(table)
            for row, score, yes in zip(rows, scores.tolist(), likely.tolist(), strict=True):
                found[row] = Decision(min(score, BELOW), "surface") if yes < self.estimate.low else None
        left = [row for row, one in enumerate(found) if one is None]
        for row, score in zip(left, self.read([texts[row] for row in left], known), strict=True):
            found[row] = Decision(score, "reader")
        return [one for one in found if one is not None]

    def decide_equal(self, a: str, b: str) -> Decision | None:
        """Judge texts that are the same but for their looks, and those that say nothing."""
        if not (a and b):
            return Decision(float(a == b), "equal")
        return Decision(self.estimate.equal, "equal") if a == b else None

    def read(self, texts: Sequence[tuple[str, str]], known: dict[str, Said]) -> list[float]:
        """Let the reader judge, with the pieces that were cut before."""
        ids = {text: said.ids for text, said in known.items()}
        windows = [cut_windows(a, b, ids) for a, b in texts]
        logits = iter(in_threads(read_pair, [window for some in windows for window in some]))
        column = CONVENTIONS.index(self.convention)
        least = [min(float(next(logits)[column]) for _ in some) for some in windows]
        return [calibrate(value, self.convention) for value in least]


@cache
def estimates() -> dict[str, Estimate]:
    """Read what was fitted for each convention."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Estimate])


def prepare(texts: Iterable[str]) -> dict[str, Said]:
    """Cut each text into pieces once, whatever the number of pairs it stands in."""
    return {text: look_up(text, ids) for text, ids in cut_texts(texts).items()}


def look_up(text: str, ids: list[int]) -> Said:
    """Find the vectors of a text's pieces."""
    units, weights = tables()
    own = np.unique(np.array(ids, dtype=np.int64))
    whole = static.table()[ids].sum(axis=0) if ids else np.zeros(units.shape[1], dtype=np.float32)
    return Said(
        text, ids, units[own], weights[own], whole / max(float(np.linalg.norm(whole)), 1e-9),
        sorted(DIGITS.findall(text)),
    )  # fmt: skip


@cache
def tables() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the directions of all pieces' static vectors, and their lengths, short for common pieces."""
    vectors = static.table()
    lengths = np.linalg.norm(vectors, axis=1)
    return np.asarray(vectors / np.maximum(lengths, 1e-9)[:, None], dtype=np.float32), lengths


def compare(one: Said, two: Said) -> list[float]:
    """Give the features of two texts, in the order of NAMES, the same for (a, b) and (b, a)."""
    from rapidfuzz.distance import Indel

    if not (one.ids and two.ids):
        return [0.0] * len(NAMES)
    likeness = one.units @ two.units.T
    first, second = find_losses(likeness.max(axis=1), one), find_losses(likeness.max(axis=0), two)
    both = [value for sides in zip(first, second, strict=True) for value in sorted(sides)]
    short, long = sorted((len(one.ids), len(two.ids)))
    return [
        float(one.whole @ two.whole),
        *both,
        float(np.log1p(short)),
        float(np.log1p(long)),
        short / long,
        Indel.normalized_similarity(one.ids, two.ids),
        Indel.normalized_similarity(one.text, two.text),
        float(one.numbers == two.numbers),
        float(bool(one.numbers or two.numbers)),
    ]


def find_losses(nearest: NDArray[np.float32], said: Said) -> list[float]:
    """Say how much of a text the other has: by likeness, exactly, the piece missed most, and all together."""
    total = float(said.weights.sum())
    lost = said.weights * (1 - nearest)
    return [
        float((said.weights * nearest).sum()) / total,
        float(said.weights[nearest > SAME].sum()) / total,
        float(lost.max()),
        float(lost.sum()),
    ]
