"""What a dataset is like: the tables and figures that the papers print of theirs."""

import statistics
from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from paraphrast.build.filters.overlap import jaccard, shared
from paraphrast.build.steps import lang_of
from paraphrast.data import Pair
from paraphrast.text import entities, forms

BINS = 10


class Spread(Struct, frozen=True):
    """How a measure is distributed: mean, quartiles, and the share of pairs in each tenth from 0 to 1."""

    mean: float
    low: float
    middle: float
    high: float
    tenths: tuple[float, ...] = ()


class Statistics(Struct, frozen=True):
    """Sizes, balance, wording and length of a set of pairs; by label where there are labels."""

    pairs: int
    groups: int
    texts: int
    labels: dict[str, int]
    languages: dict[str, int]
    kinds: dict[str, int]
    overlap: dict[str, Spread]
    jaccard: dict[str, Spread]
    words: Spread
    identical: int
    both_labels: int
    entities: dict[str, float]


def summed(pairs: Iterable[Pair], *, named: bool = True) -> Statistics:
    """Measure a set of pairs; `named` counts entities too, which takes most of the time."""
    rows = list(pairs)
    texts = {text for pair in rows for text in (pair.a, pair.b)}
    overlaps, jaccards, found = [shared(row) for row in rows], [jaccard(row) for row in rows], Counter[str]()
    for row in rows if named else ():
        found.update(entity.kind for text in (row.a, row.b) for entity in entities(text, lang_of(row)))
    lengths = [float(len(forms(text, lang_of(row)))) for row in rows for text in (row.a, row.b)]
    return Statistics(
        pairs=len(rows),
        groups=len({row.group for row in rows if row.group}),
        texts=len(texts),
        labels=counted(label(row) for row in rows),
        languages=counted(lang_of(row) for row in rows),
        kinds=counted(str(row.meta["kind"]) for row in rows if "kind" in row.meta),
        overlap=_by_label(rows, overlaps),
        jaccard=_by_label(rows, jaccards),
        words=spread(lengths, tenths=False),
        identical=sum(row.a == row.b for row in rows),
        both_labels=_contradictions(rows),
        entities={kind: number / max(1, 2 * len(rows)) for kind, number in sorted(found.items())},
    )


def label(pair: Pair) -> str:
    """Name the label of a pair."""
    return "none" if pair.label is None else f"{pair.label:g}"


def counted(names: Iterable[str]) -> dict[str, int]:
    """Count names, in alphabetical order."""
    return dict(sorted(Counter(names).items()))


def _contradictions(pairs: Iterable[Pair]) -> int:
    """Count the pairs of texts that come with different labels."""
    labels: dict[frozenset[str], set[float | None]] = {}
    for pair in pairs:
        labels.setdefault(frozenset((pair.a, pair.b)), set()).add(pair.label)
    return sum(len(each) > 1 for each in labels.values())


def _by_label(pairs: list[Pair], values: list[float]) -> dict[str, Spread]:
    """Describe a measure for each label apart."""
    groups: dict[str, list[float]] = {}
    for pair, value in zip(pairs, values, strict=True):
        groups.setdefault(label(pair), []).append(value)
    return {name: spread(group) for name, group in sorted(groups.items())}


def spread(values: list[float], *, tenths: bool = True) -> Spread:
    """Describe numbers by their mean, quartiles and histogram.

    >>> spread([0.0, 0.5, 1.0]).tenths
    (0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.3333333333333333)
    """
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0)
    low, middle, high = (
        statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    )
    bins = Counter(min(BINS - 1, int(value * BINS)) for value in values) if tenths else Counter[int]()
    shares = tuple(bins[number] / len(values) for number in range(BINS)) if tenths else ()
    return Spread(statistics.fmean(values), low, middle, high, shares)


def table(found: Statistics) -> str:
    """Write the statistics for people."""
    lines = [
        f"pairs {found.pairs:,}; groups {found.groups:,}; different texts {found.texts:,}; "
        f"identical {found.identical:,}; with two labels {found.both_labels:,}",
        f"labels: {listed(found.labels)}; languages: {listed(found.languages)}",
        *([f"kinds: {listed(found.kinds)}"] if found.kinds else []),
        f"words in a text: mean {found.words.mean:.1f}, quartiles "
        f"{found.words.low:g} {found.words.middle:g} {found.words.high:g}",
    ]
    for name, spreads in (("bigram overlap", found.overlap), ("Jaccard", found.jaccard)):
        for key, each in spreads.items():
            over = sum(each.tenths[BINS // 2 :])
            lines.append(f"{name}, label {key}: mean {each.mean:.3f}, {over:.0%} over .5 {bars(each.tenths)}")
    if found.entities:
        lines.append("entities in a text: " + ", ".join(f"{k} {v:.2f}" for k, v in found.entities.items()))
    return "\n".join(lines)


def listed(counts: dict[str, Any]) -> str:
    """Write counts in one line."""
    return ", ".join(f"{name} {number:,}" for name, number in counts.items())


def bars(shares: tuple[float, ...]) -> str:
    """Draw a histogram in one line of eighths."""
    top = max(shares, default=0.0) or 1.0
    return "".join(" ▁▂▃▄▅▆▇█"[round(8 * share / top)] for share in shares)
