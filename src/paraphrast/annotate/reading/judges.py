"""Judges: numbers that programs gave to what was read, from a file of scores or a column of the outputs."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from paraphrast.annotate.reading.inputs import Row, read_rows
from paraphrast.annotate.reading.outputs import Item
from paraphrast.errors import CommandError, DataError


def find_judge(named: str, items: Sequence[Item]) -> tuple[str, dict[str, float]]:
    """Give the name of a judge and its score of each item: NAME=FILE of id and score, or a column."""
    name, equals, path = named.partition("=")
    return name, _read_scores(path, name, items) if equals else _take_column(name, items)


def _read_scores(path: str, name: str, items: Sequence[Item]) -> dict[str, float]:
    """Read a score for each item from a table of id and score (or a column that has the judge's name)."""
    known = {item.id for item in items}
    found: dict[str, float] = {}
    for number, row in read_rows(path):
        key = str(row.get("id", ""))
        if key not in known:
            raise DataError(f"unknown id {key!r}; scores go by the ids of the sheets", path=path, line=number)
        score = _as_number(row.get("score", row.get(name)))
        if score is None:
            raise DataError(f"{key!r} has no number in score or {name}", path=path, line=number)
        found[key] = score
    missing = [item.id for item in items if item.id not in found]
    if missing:
        raise DataError(f"has no score for {missing[0]!r} and {len(missing) - 1} others", path=path)
    return found


def _take_column(name: str, items: Sequence[Item]) -> dict[str, float]:
    """Take the numbers of a column of the outputs, `scores.meaning` being the meaning in scores.

    Systems that do not have it are left out; an item that several wrote has the mean of their numbers.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for item in items:
        for row in item.wrote.values():
            value = _as_number(_look_up(row, name))
            if value is not None:
                found[item.id].append(value)
    if not found:
        columns = sorted({column for item in items for row in item.wrote.values() for column in row})
        raise CommandError(f"no numbers in column {name!r} of the outputs, which have {', '.join(columns)}")
    return {key: fmean(values) for key, values in found.items()}


def _look_up(row: Row, name: str) -> Any:
    """Follow the dots of a name into a row.

    >>> _look_up({"scores": {"meaning": 0.5}}, "scores.meaning")
    0.5
    """
    value: Any = row
    for part in [name] if name in row else name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
