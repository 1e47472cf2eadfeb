"""The one form of every metric: `rows` of statistics per pair and a `total` over any rows.

From these two come sentence scores, corpus scores, intervals, paired tests and signatures, for all metrics
alike.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from paraphrast import __version__
from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.stats.intervals import Array, Interval, Summed, mean
from paraphrast.text import Lang
from paraphrast.text.languages import lang_of_script

if TYPE_CHECKING:
    from paraphrast.metrics.judges import Unread

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
CYRILLIC = re.compile(r"[\u0400-\u052f]")
Against: TypeAlias = Literal["source", "refs"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A named way to measure pairs; `settings` are what a reader must know to get the same number again.

    `alone` is the total of a single row where that needs another rule (BLEU of one sentence), else `total`.
    `recipe` is how `build` made it, so that another process can make the same. `threshold` is the score from
    which on a pair is a paraphrase, where the metric reads meaning and so can say.
    """

    name: str
    rows: Callable[[Sequence[Pair]], Array]
    total: Summed = mean
    alone: Summed | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    better: Literal["higher", "lower"] = "higher"
    recipe: tuple[str, Mapping[str, object]] | None = None
    threshold: float | None = None

    def sentences(self, rows: Array) -> Array:
        """Give one score per row."""
        return (self.alone or self.total).each(rows, np.ones(len(rows)))

    def signature(self, n: int, **made: object) -> str:
        """Name the metric, its settings, how a score was `made`, and our version, to paste into a paper."""
        told = [f"{key}:{value}" for key, value in {**self.settings, **made}.items()]
        return "|".join([self.name, f"n:{n}", *told, f"version:{__version__}"])


@dataclass(frozen=True, slots=True)
class Score:
    """What a metric says of a set of pairs.

    `rows` are its statistics (for millions of pairs: sums of blocks of them), `made` says for the signature
    how many references there were and how the interval was drawn; `sentences` gives one number per pair,
    `unread` the figure for pairs that the metric's bundled judges had not learned from.
    """

    metric: Metric
    value: float
    interval: Interval
    n: int
    rows: Array
    counts: Array | None = None
    made: Mapping[str, object] = field(default_factory=dict)
    unread: "Unread | None" = None

    @property
    def name(self) -> str:
        return self.metric.name

    @property
    def signature(self) -> str:
        return self.metric.signature(self.n, **self.made)

    @property
    def sentences(self) -> Array:
        return self.metric.sentences(self.rows)

    def __str__(self) -> str:
        digits = 2 if abs(self.value) > 1.5 else 4
        low, high = self.interval
        return f"{self.signature} = {self.value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def column(
    name: str, score: Callable[[Sequence[Pair]], Sequence[float] | Array], **settings: object
) -> Metric:
    """Make a metric whose only statistic is the sentence score, and whose total is their mean."""
    return Metric(name, lambda pairs: np.asarray(score(pairs), dtype=np.float64)[:, None], settings=settings)


def lang_of(pair: Pair) -> Lang:
    """Give the language of a pair: what it says, or what its letters say.

    >>> lang_of(Pair(a="你好吗", b="")), lang_of(Pair(a="Привет", b="")), lang_of(Pair(a="123", b="!"))
    ('zh', 'ru', 'en')
    """
    if pair.lang is not None:
        return pair.lang
    text = f"{pair.a} {pair.b}"
    # how a text is split depends on its script; to ask for its language would cost more than the metric
    if HAN.search(text):
        return lang_of_script("han")
    return lang_of_script("cyrillic" if CYRILLIC.search(text) else "latin")


def compared(pair: Pair, against: Against) -> tuple[str, ...]:
    """Give the texts that the output `pair.b` is measured against."""
    if against == "source":
        return (pair.a,)
    if not pair.refs:
        name = f"pair {pair.id!r}" if pair.id else f"the pair that starts {pair.a[:30]!r}"
        raise DataError(
            f"{name} has no references; add them as refs, or compare with the source instead (against source)"
        )
    return pair.refs


def by_language(pairs: Sequence[Pair], rows: Callable[[Lang, list[Pair]], Array]) -> Array:
    """Give the rows of each language's pairs in the order in which the pairs came."""
    places: dict[Lang, list[int]] = {}
    for place, pair in enumerate(pairs):
        places.setdefault(lang_of(pair), []).append(place)
    parts = [rows(lang, [pairs[place] for place in taken]) for lang, taken in places.items()]
    table = np.concatenate(parts)
    ordered = np.empty_like(table)
    ordered[[place for taken in places.values() for place in taken]] = table
    return ordered
