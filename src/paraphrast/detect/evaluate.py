"""How well passages were found: PAN's precision, recall, granularity and plagdet.

Potthast et al. (2010), https://aclanthology.org/C10-2115/; case and document level: Potthast et al. (2014).
Every figure is a function of sums over suspicious documents, so one table of rows (one per document) gives
the totals, any subset of them and bootstrap intervals.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from paraphrast.data import Match
from paraphrast.detect.cover import Ints, Table, covered, detecting, shared, table

Floats: TypeAlias = npt.NDArray[np.float64]
LEVELS = ("macro", "micro", "case", "document")
COLUMNS = {
    "macro": (0, 1, 2, 3),
    "micro": (4, 5, 4, 6),
    "case": (7, 1, 8, 3),
    "document": (9, 10, 11, 12),
}  # per level: precision's sum and count, recall's sum and count
GRANULARITY = (13, 14)
WIDTH = 15
AT_ONCE = 1 << 24  # numbers that are drawn at a time for the intervals: so many documents by samples


class Figure(Struct, frozen=True):
    """One level's figures; `low` and `high` bound plagdet at 95% by resampling suspicious documents."""

    precision: float
    recall: float
    granularity: float
    plagdet: float
    low: float | None = None
    high: float | None = None

    @property
    def f1(self) -> float:
        return float(harmonic(np.float64(self.precision), np.float64(self.recall)))


class Report(Struct, frozen=True):
    """What `evaluate` says: a figure per level, per obfuscation type (macro, micro), and the counts."""

    levels: dict[str, Figure]
    types: dict[str, dict[str, Figure]]
    cases: int
    detections: int
    documents: int


def harmonic(precision: Floats | np.float64, recall: Floats | np.float64) -> Floats | np.float64:
    """Combine precision and recall into F1, 0 where both are 0."""
    total = precision + recall
    return np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)


def plagdet(precision: float, recall: float, granularity: float) -> float:
    """Combine the three measures.

    >>> round(plagdet(.9051, .6895, 3.4639), 3)
    0.363
    """
    return float(harmonic(np.float64(precision), np.float64(recall)) / np.log2(1 + granularity))


def rows(cases: Table, found: Table, documents: int) -> Floats:
    """Sum up everything the figures need, one row per document number."""
    i, j = detecting(cases, found)
    both = shared(cases, found, i, j)
    recall = _share(i, both, cases.size())
    precision = _share(j, both, found.size())
    out = np.zeros((documents, WIDTH))

    def put(column: int, document: Ints, weights: npt.ArrayLike | None = None) -> None:
        out[:, column] = np.bincount(document, weights=weights, minlength=documents)

    put(0, found.this, precision)
    put(1, found.this)
    put(2, cases.this, recall)
    put(3, cases.this)
    put(4, both.this, _characters(both))
    put(5, found.this, _characters(found))
    put(6, cases.this, _characters(cases))
    hits = np.bincount(i, minlength=len(cases.this))
    put(13, cases.this, hits)
    put(14, cases.this, hits > 0)
    _levels(put, (cases, found), (i, j), (recall, precision))
    return out


def _share(group: Ints, both: Table, size: Ints) -> Floats:
    """Find the part of each passage that its counterparts cover."""
    new = covered(group, both.start, both.stop) + covered(group, both.source_start, both.source_stop)
    got = np.bincount(group, weights=new, minlength=len(size))
    return got / np.maximum(size, 1)


def _characters(t: Table) -> Ints:
    """Count each row's new characters, where a character of a document counts once in the whole table."""
    new = covered(
        np.concatenate([t.this, t.source]),
        np.concatenate([t.start, t.source_start]),
        np.concatenate([t.stop, t.source_stop]),
    )
    return new[: len(t.this)] + new[len(t.this) :]


def _levels(
    put: Callable[[int, Ints], None],
    tables: tuple[Table, Table],
    pairs: tuple[Ints, Ints],
    shares: tuple[Floats, Floats],
) -> None:
    """Count cases, detections and document pairs that were found by half or better (PAN 2014, tau = .5)."""
    (cases, found), (i, j), (recall, precision) = tables, pairs, shares
    good = (recall[i] >= 0.5) & (precision[j] >= 0.5)
    put(7, found.this[np.unique(j[good])])
    put(8, cases.this[np.unique(i[good])])
    put(9, _pairs(found.take(np.unique(j[good]))))
    put(10, _pairs(found))
    put(11, _pairs(cases.take(np.unique(i[good]))))
    put(12, _pairs(cases))


def _pairs(t: Table) -> Ints:
    """List the suspicious document of each distinct document pair."""
    first: Ints = np.unique(np.stack([t.this, t.source]), axis=1)[0]
    return first


def figures(sums: Floats, level: str) -> tuple[Floats, Floats, Floats, Floats]:
    """Compute precision, recall, granularity and plagdet from summed rows (the last axis has the sums)."""

    def ratio(top: int, bottom: int, empty: float) -> Floats:
        below = sums[..., bottom]
        return np.divide(sums[..., top], below, out=np.full_like(below, empty), where=below > 0)

    a, b, c, d = COLUMNS[level]
    nothing = 1.0 if not np.any(sums) else 0.0
    precision, recall = ratio(a, b, nothing), ratio(c, d, nothing)
    granularity = ratio(*GRANULARITY, 1.0) if level in ("macro", "micro") else np.ones_like(precision)
    return precision, recall, granularity, harmonic(precision, recall) / np.log2(1 + granularity)


def _figure(sums: Floats, level: str, resampled: Floats | None = None) -> Figure:
    """Give one level's figures, with an interval where resampled sums are given."""
    precision, recall, granularity, score = (float(x) for x in figures(sums, level))
    if resampled is None:
        return Figure(precision, recall, granularity, score)
    # what two texts borrowed from one place counts for one of them, so a sample may have found too much
    low, high = np.quantile(np.minimum(figures(resampled, level)[3], 1.0), [0.025, 0.975])
    return Figure(precision, recall, granularity, score, float(low), float(high))


def _resample(table_of_rows: Floats, samples: int, seed: int) -> Floats | None:
    """Sum up the rows of documents drawn with replacement, `samples` times."""
    count = len(table_of_rows)
    if not samples or count < 2:
        return None
    draw, even, block = np.random.default_rng(seed), np.full(count, 1 / count), max(1, AT_ONCE // count)
    sizes = [min(block, samples - first) for first in range(0, samples, block)]
    return np.concatenate([draw.multinomial(count, even, size=size) @ table_of_rows for size in sizes])


def evaluate(truth: Sequence[Match], found: Sequence[Match], *, samples: int = 1000, seed: int = 0) -> Report:
    """Measure detections against the truth at every level, with intervals, and per obfuscation type."""
    names: dict[str, int] = {}
    cases, detections = table(truth, names), table(found, names)
    return measure(cases, detections, list(map(name_types, truth)), samples=samples, seed=seed)


def measure(
    cases: Table, found: Table, types: Sequence[str], *, samples: int = 1000, seed: int = 0
) -> Report:
    """Measure tables that number documents alike; `types` name the obfuscation of each case."""
    suspicious = np.unique(np.concatenate([cases.this, found.this]))
    all_rows = rows(cases, found, 1 + int(suspicious.max(initial=-1)))[suspicious]
    sums, resampled = all_rows.sum(axis=0), _resample(all_rows, samples, seed)
    return Report(
        {level: _figure(sums, level, resampled) for level in LEVELS},
        _by_type(types, cases, found),
        len(cases.this),
        len(found.this),
        len(suspicious),
    )


def name_types(match: Match) -> str:
    """Give the obfuscation of a case as its file names it."""
    return str(match.meta.get("obfuscation", ""))


def _split_types(named: str) -> Iterable[str]:
    """List the obfuscation types of a case: `DEL, SYN` counts for both."""
    return [part.strip() for part in named.replace(";", ",").split(",") if part.strip()]


def _by_type(types: Sequence[str], cases: Table, found: Table) -> dict[str, dict[str, Figure]]:
    """Measure each type alone; its precision counts the detections that detect a case of that type."""
    members: dict[str, list[int]] = {}
    for position, named in enumerate(types):
        for name in _split_types(named):
            members.setdefault(name, []).append(position)
    answer = {}
    for name in sorted(members):
        some = cases.take(np.array(members[name], dtype=np.int64))
        theirs = found.take(np.unique(detecting(some, found)[1]))
        documents = 1 + max(int(column.max(initial=0)) for column in (some.this, theirs.this))
        sums = rows(some, theirs, documents).sum(axis=0)
        answer[name] = {level: _figure(sums, level) for level in ("macro", "micro")}
    return answer
