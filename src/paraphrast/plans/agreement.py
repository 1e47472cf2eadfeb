"""Do parts of other kinds of CPU say what this one says? One of each kind is made here again and compared.

The last digits of a score depend on the instructions of a CPU. What is decided must be the same, and scores
may differ by `CLOSE` at most; more than that is an error, not a result.
"""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

from paraphrast.errors import DataError
from paraphrast.plans import plan as plans
from paraphrast.plans.provenance import this_maker
from paraphrast.plans.records import read_lines

CLOSE = 1e-4


def compare_machines(folder: str | Path, work: Any = None) -> float:
    """Make one part of each other kind of CPU again, and give the greatest difference of a number.

    A work that says `remade = False` cannot be tried in another place, and is not.
    """
    plan, worst = plans.load(folder), 0.0
    others = _others(folder, len(plan.shards))
    if not others:
        return worst
    work = plans.load_work(folder) if work is None else work
    if not getattr(work, "remade", True):
        return worst
    for cpu, number in others.items():
        with TemporaryDirectory() as place:
            shard, part = plans.shard_path(folder, plan, number), Path(place) / f"{number:08}."
            found = msgspec.to_builtins(work(shard, part))
            mark = plans.read_mark(folder, number)
            try:
                gaps = [_differ(mark.summary if mark else None, found)]
                gaps += [_compare(path, Path(place) / path.name) for path in _files(folder, number)]
                _refuse_other_names(folder, number, Path(place))
            except ValueError as error:
                raise DataError(
                    f"a part made on {cpu} is not what {this_maker().cpu} makes: {error}; use one kind of "
                    f"CPU, or remove {folder} to begin anew",
                    path=plans.part_path(folder, number),
                ) from error
        worst = max(worst, *gaps)
    told = f"one part of each was made again on {this_maker().cpu}, and numbers differ by {worst:.1e} at most"
    print(f"parts were made on {', '.join(others)} too; {told}", file=sys.stderr)
    return worst


def _others(folder: str | Path, count: int) -> dict[str, int]:
    """Find the first part of each kind of CPU that is not that of this machine."""
    found: dict[str, int] = {}
    for number in range(count):
        mark = plans.read_mark(folder, number)
        if mark is not None and mark.maker.cpu != this_maker().cpu:
            found.setdefault(mark.maker.cpu, number)
    return found


def _files(folder: str | Path, number: int) -> Iterator[Path]:
    """List the files of a part, but for its mark."""
    for path in sorted((Path(folder) / "parts").glob(f"{number:08}.*")):
        if path.suffix != ".done":
            yield path


def _refuse_other_names(folder: str | Path, number: int, place: Path) -> None:
    names = [{path.name for path in some} for some in (_files(folder, number), place.iterdir())]
    if names[0] != names[1]:
        raise ValueError(f"it has the files {sorted(names[0])}, here {sorted(names[1])}")


def _compare(one: Path, other: Path) -> float:
    """Compare two files: tables of numbers and lines of JSON by value, others byte by byte."""
    if one.suffix in (".npz", ".npy"):
        tables = [_tables(path) for path in (one, other)]
        if list(tables[0]) != list(tables[1]):
            raise ValueError(f"{one.name} has other tables")
        return max((_gap(a, tables[1][name]) for name, a in tables[0].items()), default=0.0)
    if one.suffix == ".jsonl":
        lines = zip(read_lines(one, Any), read_lines(other, Any), strict=True)
        return max((_differ(a, b) for a, b in lines), default=0.0)
    if one.read_bytes() != other.read_bytes():
        raise ValueError(f"{one.name} has other bytes")
    return 0.0


def _tables(path: Path) -> dict[str, np.ndarray[Any, Any]]:
    loaded = np.load(path)
    return {"": loaded} if path.suffix == ".npy" else dict(loaded)


def _gap(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    if one.shape != other.shape or one.dtype != other.dtype:
        raise ValueError(f"a table is {one.shape} {one.dtype}, here {other.shape} {other.dtype}")
    if not np.array_equal(np.isnan(one), np.isnan(other)):
        raise ValueError("other numbers are missing")
    gap = float(np.max(np.abs(np.nan_to_num(one) - np.nan_to_num(other)), initial=0.0))
    if gap > CLOSE:
        raise ValueError(f"numbers differ by {gap:.1e}")
    return gap


def _differ(one: Any, other: Any) -> float:
    """Give the greatest difference of a fraction in two values that are the same otherwise."""
    if isinstance(one, float) and isinstance(other, float):
        if one == other or (math.isnan(one) and math.isnan(other)):
            return 0.0
        if not abs(one - other) <= CLOSE:  # also where one is missing
            raise ValueError(f"{one} came, expected {other}")
        return abs(one - other)
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return max((_differ(one[name], other[name]) for name in one), default=0.0)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return max((_differ(a, b) for a, b in zip(one, other, strict=True)), default=0.0)
    if one != other or type(one) is not type(other):
        raise ValueError(f"{one!r:.80} came, expected {other!r:.80}")
    return 0.0
