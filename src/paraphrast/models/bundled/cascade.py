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

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.models.bundled import static
from paraphrast.models.bundled.levelling import level
from paraphrast.models.bundled.pair import calibrate, cut_texts, cut_windows
from paraphrast.models.bundled.reader import in_threads, read_pair
from paraphrast.models.conventions import CONVENTIONS, DEFAULT, Convention
from paraphrast.text.scripts import HAN

FILE = Path(__file__).with_name("cascade.npz")
DIGITS = re.compile(r"\d+")
SAME = 0.999  # the cosine from which two pieces are one
PORTION = 2_048  # pairs whose texts are held at a time
BELOW = 0.499  # the highest score of an early no
Stage: TypeAlias = Literal["equal", "surface", "reader"]
Rows = NDArray[np.float64]
NAMES = (
    "cosine", "met", "met-more", "shared", "shared-more", "lost", "lost-more", "lost-all", "lost-all-more",
    "shorter", "longer", "ratio", "order", "letters", "numbers", "digits", "characters", "foreign",
    *(f"topic-{number}" for number in range(static.StaticEncoder.dim)),
)  # fmt: skip


class Decision(NamedTuple):
    """The probability that two texts say the same, and what gave it."""

    score: float
    stage: Stage


class Trees(NamedTuple):
    """Boosted trees, node after node: which feature, its border, where to go, and what a leaf adds."""

    roots: NDArray[np.int32]
    feature: NDArray[np.uint8]
    border: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]

    def total(self, rows: Rows) -> Rows:
        """Add up the leaves in which each row ends; a leaf leads to itself."""
        place = np.tile(self.roots, (len(rows), 1))
        row = np.arange(len(rows))[:, None]
        while True:
            lower = rows[row, self.feature[place]] <= self.border[place]
            after = np.where(lower, self.left[place], self.right[place])
            if np.array_equal(after, place):
                return np.asarray(self.value[place].sum(axis=1, dtype=np.float64))
            place = after


class Estimate(NamedTuple):
    """How the reader is likely to answer: trees give the log-odds of a yes, a curve its mean probability.

    Under `low` the answer is no; a yes is left to the reader, but for texts that are `equal`.
    """

    trees: Trees
    curve: NDArray[np.float64]
    low: float
    equal: float

    def guess(self, rows: Rows) -> tuple[Rows, Rows]:
        """Give the reader's probability as it is likely to be, and the log-odds of a yes, row by row."""
        likely = self.trees.total(rows)
        return np.interp(likely, self.curve[0], self.curve[1]), likely


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
        """Judge the pairs, some at a time, and say what decided."""
        parts = (pairs[start : start + PORTION] for start in range(0, len(pairs), PORTION))
        return [one for part in parts for one in self.decide_portion(part)]

    def decide_portion(self, pairs: Sequence[Pair]) -> list[Decision]:
        """Judge the pairs; a text that stands in several is looked up once."""
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
    with np.load(FILE) as stored:
        return {
            name: Estimate(
                Trees(*(stored[f"{name}.{field}"] for field in Trees._fields)),
                stored[f"{name}.curve"],
                *stored[f"{name}.borders"].tolist(),
            )
            for name in CONVENTIONS
        }


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
    first, second = _find_losses(likeness.max(axis=1), one), _find_losses(likeness.max(axis=0), two)
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
        *_find_scripts(one.text + two.text),
        *(one.whole + two.whole).tolist(),
    ]


def _find_scripts(text: str) -> tuple[float, float]:
    """Give the shares of Chinese characters and of letters outside ASCII."""
    return sum(map(len, HAN.findall(text))) / len(text), sum(letter > "\x7f" for letter in text) / len(text)


def _find_losses(nearest: NDArray[np.float32], said: Said) -> list[float]:
    """Say how much of a text the other has: by likeness, exactly, the piece missed most, and all together."""
    total = float(said.weights.sum())
    lost = said.weights * (1 - nearest)
    return [
        float((said.weights * nearest).sum()) / total,
        float(said.weights[nearest > SAME].sum()) / total,
        float(lost.max()),
        float(lost.sum()),
    ]
