"""Which bundled models a metric asks, and what they had read of the pairs before they judged them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair
from paraphrast.metrics.metric import Metric
from paraphrast.models.catalogue import require_language
from paraphrast.models.ledger import Side, bundled_ledger, find_read
from paraphrast.stats.intervals import Blocks, Interval

# The settings that name a model, the card of the bundled one, and what it reads of a pair.
SETTINGS: Mapping[str, tuple[str, Side]] = {
    "encoder": ("encoder", "pair"),
    "tokens": ("encoder", "pair"),
    "pair": ("pair", "pair"),
    "fluency": ("fluency", "output"),
    "toxicity": ("toxicity", "output"),
}
# The style metrics tell all models in one signature, and unless fitted ask one.
STYLE = {"sta": "toxicity", "sim": "encoder", "fl": "fluency"}


class Unread(NamedTuple):
    """The figure of a metric for the pairs that none of its judges had read, and how many were read."""

    judges: tuple[str, ...]
    read: int
    n: int
    value: float | None
    interval: Interval | None

    @property
    def share(self) -> float:
        """Give the share of the pairs that a judge had read."""
        return self.read / (self.read + self.n)

    def __str__(self) -> str:
        line = f"{' and '.join(self.judges)} had read {self.share:.3f} of the pairs"
        if self.value is None or self.interval is None:
            return f"{line}; nothing is left to judge by"
        digits = 2 if abs(self.value) > 1.5 else 4
        low, high = self.interval
        return f"{line}; the other {self.n} = {self.value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def list_judges(metric: Metric) -> dict[str, Side]:
    """Name the cards of the bundled models that a metric asks, and what each of them reads.

    >>> from paraphrast.metrics.registry import build
    >>> list_judges(build("bertscore")), list_judges(build("fl")), list_judges(build("chrf"))
    ({'encoder': 'pair'}, {'fluency': 'output'}, {})
    """
    named = [name for name in SETTINGS if metric.settings.get(name) == "bundled"]
    fitted = metric.settings.get("preset") == "fitted" and metric.name != "fl"
    if metric.name in STYLE and not fitted:
        named = [name for name in named if name == STYLE[metric.name]]
    if fitted:  # what was fitted has the pair model's answer in it
        named.append("pair")
    return dict(SETTINGS[name] for name in named)


def rows_of(metric: Metric, pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Give the rows of a metric, unless a bundled model that it asks does not read the language of a pair."""
    for card in list_judges(metric):
        for lang in {pair.lang for pair in pairs}:
            require_language(card, lang)
    return metric.rows(pairs)


def find_judged(metric: Metric, pairs: Sequence[Pair]) -> NDArray[np.bool_]:
    """Say which pairs a judge of the metric had read: source and output, or reference and output."""
    if metric.settings.get("against") == "refs":
        pairs = [msgspec.structs.replace(pair, a=pair.refs[0]) if pair.refs else pair for pair in pairs]
    read = np.zeros(len(pairs), dtype=bool)
    for card, side in list_judges(metric).items():
        read |= find_read([bundled_ledger(card)], pairs, side)
    return read


class UnreadRows:
    """Collects the rows of the pairs that no judge of a metric had read."""

    def __init__(self, metric: Metric) -> None:
        self.metric, self.judges = metric, tuple(list_judges(metric))
        self.read, self.blocks = 0, Blocks()

    def add(self, pairs: Sequence[Pair], rows: NDArray[np.float64]) -> None:
        """Take a batch of pairs and their rows."""
        if self.judges:
            read = find_judged(self.metric, pairs)
            self.read += int(read.sum())
            if not read.all():
                self.blocks.add(rows[~read])

    def measure(self, *, samples: int = 1000, seed: int = 0) -> Unread | None:
        """Give the figure for what came; None for a metric that asks no bundled model."""
        if not self.judges:
            return None
        if not self.blocks.count:
            return Unread(self.judges, self.read, 0, None, None)
        total = self.metric.total
        interval = self.blocks.interval(total, samples=samples, seed=seed)
        return Unread(self.judges, self.read, self.blocks.count, self.blocks.total(total), interval)
