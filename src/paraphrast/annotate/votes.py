"""Votes as three columns of codes, so that a million of them are a few arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Judgement
from paraphrast.errors import DataError
from paraphrast.files import rows
from paraphrast.files.skipping import put_aside

# The names under which other tools write the same three columns.
ALIASES = {
    "item": ["item", "task", "item_id", "task_id", "ASSIGNMENT:task_id"],
    "worker": ["worker", "annotator", "performer", "user", "worker_id", "ASSIGNMENT:worker_id"],
    "label": ["label", "answer", "vote", "value", "OUTPUT:label"],
}


class Votes:
    """Who said what of which item: names, and one code per vote into each list of names."""

    def __init__(self, items: Sequence[str], workers: Sequence[str], labels: Sequence[str | float]) -> None:
        if not len(items) == len(workers) == len(labels):
            raise DataError(
                f"{len(items)} items, {len(workers)} workers and {len(labels)} labels are not votes"
            )
        self.item, self.items = _codes(items)
        self.worker, self.workers = _codes(workers)
        self.label, self.labels = _ordered(*_codes(labels))

    @classmethod
    def of(cls, judgements: Iterable[Judgement]) -> Votes:
        """Take the votes out of judgements."""
        rows = [(one.item, one.worker, one.label) for one in judgements]
        items, workers, labels = zip(*rows, strict=True) if rows else ((), (), ())
        return cls(items, workers, labels)

    def __len__(self) -> int:
        return len(self.item)

    def values(self) -> NDArray[np.float64]:
        """Give the labels as numbers, or say which is not one."""
        numbers = [number(label) for label in self.labels]
        for label, value in zip(self.labels, numbers, strict=True):
            if value is None:
                raise DataError(f"label {label!r} is not a number; this needs labels on a scale")
        return np.array(numbers, dtype=np.float64)

    def counts(self) -> NDArray[np.float64]:
        """Count votes as a table of (items, labels)."""
        size = len(self.labels)
        flat = np.bincount(self.item * size + self.label, minlength=len(self.items) * size)
        return flat.reshape(len(self.items), size).astype(np.float64)

    def mapped(self, change: Mapping[str, str]) -> Votes:
        """Give the same votes with labels renamed; a label without a new name keeps its own."""
        names = [change.get(show(label), show(label)) for label in self.labels]
        return Votes(
            [self.items[code] for code in self.item],
            [self.workers[code] for code in self.worker],
            [names[code] for code in self.label],
        )

    def binarised(self, positive: Iterable[str]) -> Votes:
        """Give the same votes as 1 for the positive labels and 0 for the others."""
        yes = set(positive)
        known = {show(label) for label in self.labels}
        if known and not yes & known and not known <= {"0", "1"}:
            raise DataError(
                f"none of the positive labels {sorted(yes)} was ever given; there are {sorted(known)}"
            )
        return self.mapped({label: "1" if label in yes else "0" for label in known})

    def only(self, keep: NDArray[np.bool_]) -> Votes:
        """Give the votes where `keep` is true."""
        at = np.flatnonzero(keep)
        return Votes(
            [self.items[code] for code in self.item[at]],
            [self.workers[code] for code in self.worker[at]],
            [self.labels[code] for code in self.label[at]],
        )


def number(label: str | float) -> float | None:
    """Give the label as a number if it is one."""
    try:
        return float(label)
    except ValueError:
        return None


def show(label: str | float) -> str:
    """Give the label as it is written in a file.

    >>> show(2.0), show(.5), show("yes")
    ('2', '0.5', 'yes')
    """
    return f"{label:g}" if isinstance(label, float) else str(label)


def _codes(column: Sequence[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """Give the column as codes in order of appearance."""
    known: dict[Any, int] = {}
    codes = (known.setdefault(name, len(known)) for name in column)
    return np.fromiter(codes, dtype=np.int64, count=len(column)), list(known)


def _ordered(codes: NDArray[np.int64], names: list[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """Sort the labels, by size when all are numbers, so that scales are in order and ties fall alike."""
    numbers = [number(name) for name in names]
    keys: list[Any] = list(names) if any(value is None for value in numbers) else list(numbers)
    order = sorted(range(len(names)), key=lambda place: keys[place])
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return (rank[codes] if len(codes) else codes), [names[place] for place in order]


def read(path: str | Path, *, columns: Mapping[str, str] | None = None) -> Votes:
    """Read votes from a table of any kind with columns item (or task), worker and label.

    All are read as text: ids like 007 and labels like 1 are names, not quantities.
    """
    lines: list[int] = []
    found: list[list[str]] = [[] for _ in ALIASES]
    names: list[str] = []
    for row in rows.read(path, columns=columns, empty=True):
        names = names or [_column(list(row.values), wanted, columns or {}, path) for wanted in ALIASES]
        cells = [_as_text(row.values.get(name)) for name in names]
        if "" in cells:
            empty = list(ALIASES)[cells.index("")]
            put_aside(DataError(f"the {empty} is empty", path=path, line=row.line), row.values)
            continue
        lines.append(row.line)
        for column, cell in zip(found, cells, strict=True):
            column.append(cell)
    return _without_doubles(Votes(*found), lines, path)


def _as_text(value: Any) -> str:
    """Give a value as it would stand in a table; what is nested is no name of anything."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return show(value)
    return "" if value is None or isinstance(value, list | dict) else str(value)


def _column(have: Sequence[str], wanted: str, chosen: Mapping[str, str], path: object) -> str:
    for name in [chosen[wanted]] if wanted in chosen else ALIASES[wanted]:
        if name in have:
            return name
    expected = chosen.get(wanted, " or ".join(ALIASES[wanted][:3]))
    raise DataError(f"has no column {expected}; its columns are {', '.join(have)}", path=path, line=1)


def _without_doubles(votes: Votes, lines: Sequence[int], path: object) -> Votes:
    """Refuse a second vote of a worker on an item, or put it aside where the command said so."""
    keys = votes.item * max(len(votes.workers), 1) + votes.worker
    order = np.argsort(keys, kind="stable")
    doubles = np.sort(order[1:][np.diff(keys[order]) == 0])
    for at in doubles:
        item, worker = votes.items[votes.item[at]], votes.workers[votes.worker[at]]
        error = DataError(
            f"worker {worker!r} votes on item {item!r} a second time", path=path, line=lines[at]
        )
        label = show(votes.labels[votes.label[at]])
        put_aside(error, {"item": item, "worker": worker, "label": label})
    return votes.only(~np.isin(np.arange(len(votes)), doubles)) if len(doubles) else votes
