"""What `paraphrast metrics agree` does: read judged outputs, let the metrics speak, and tell who agrees."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair, Text, read
from paraphrast.errors import CommandError, DataError, MissingExtra
from paraphrast.files import opening
from paraphrast.metrics.drawing import Point, forest
from paraphrast.metrics.judges import find_judged, list_judges
from paraphrast.metrics.metric import Against
from paraphrast.metrics.people import Agreement, Judged, agree, beats
from paraphrast.metrics.scoring import batches
from paraphrast.metrics.systems import made
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang


class Columns(msgspec.Struct, frozen=True):
    """Which columns of a table are what; names are separated by commas."""

    metrics: str = ""
    told: str = ""
    human: str = "label"
    system: str = "system"
    columns: str | None = None
    labels: str | None = None
    lang: Lang | None = None
    against: Against | None = None


def gather(path: str, wanted: Columns) -> Judged:
    """Read the table, compute the metrics asked for, and take the columns that are there already."""
    names, told = _names(wanted.metrics), _names(wanted.told)
    if not names and not told:
        raise CommandError("name metrics to compute (-m), or columns that hold scores (--told)")
    # a table of scores needs no texts: any column can stand for the text then
    rows: list[Pair | Text] = list(
        read(path, Pair, columns=wanted.columns, labels=wanted.labels)
        if names
        else read(path, Text, columns=wanted.columns or f"text={wanted.system}", labels=wanted.labels)
    )
    if not rows:
        raise DataError("nobody judged anything: the table is empty", path=path)
    metrics = {name: _column(rows, name, path) for name in told}
    pairs = [pair for pair in rows if isinstance(pair, Pair)]
    if names:
        metrics |= _computed(pairs, names, wanted)
    known = _read(pairs, names, wanted)
    humans = {name: _column(rows, name, path) for name in _names(wanted.human)}
    systems = [_system(row, wanted.system) for row in rows]
    return Judged(metrics, humans, systems if all(systems) else (), known)


def as_text(judged: Judged, *, seed: int = 0) -> str:
    """Tell it as a table, and which metric beats the next."""
    found = agree(judged, seed=seed)
    lines = ["human\tlevel\tsystem\tmetric\tn\tpearson\tspearman\t95%\tkendall"]
    lines += [
        f"{row.human}\t{row.level}\t{row.system or 'all'}\t{row.metric}\t{row.n}\t{row.pearson:.3f}"
        f"\t{row.spearman:.3f}\t{row.interval}\t{row.kendall:.3f}"
        for row in found
    ]
    lines += [
        f"{metric}: its judges had read {read.mean():.3f} of the {len(read)} pairs"
        for metric, read in judged.read.items()
    ]
    for human in judged.humans:
        lines += [
            f"{human}: {one.first} ({one.first_value:+.3f}) over {one.second} ({one.second_value:+.3f}): "
            f"Williams t = {one.test.t:.2f}, p = {one.test.p:.4f}"
            for one in beats(judged, human)
        ]
    return "\n".join(lines)


def as_json(judged: Judged, *, seed: int = 0) -> str:
    """Tell it as one JSON object."""
    told: dict[str, Any] = {
        "agreement": [msgspec.to_builtins(row) for row in agree(judged, seed=seed)],
        "read": {metric: round(float(read.mean()), 4) for metric, read in judged.read.items()},
        "tests": [
            {"human": human, **one._asdict(), "test": one.test._asdict()}
            for human in judged.humans
            for one in beats(judged, human)
        ],
    }
    return msgspec.json.encode(told).decode()


def draw(path: str, judged: Judged, *, seed: int = 0) -> None:
    """Draw the sentence-level Spearman correlations with their intervals, one picture per human score."""
    found = [row for row in agree(judged, seed=seed) if row.level == "sentence" and not row.system]
    kind = Path(path).suffix.lower()
    if kind == ".png":
        _draw_png(path, found)
        return
    if kind not in (".svg", ".html", ".htm"):
        raise CommandError(f"{path}: a plot is a .svg, .html or .png file")
    humans = list(judged.humans)
    if kind == ".svg" and len(humans) > 1:
        raise CommandError("an .svg holds one picture; name one --human, or draw to .html")
    drawings = [forest(_points(found, human), title=f"Spearman with {human}") for human in humans]
    text = drawings[0] if kind == ".svg" else _page(drawings)
    with opening.writing(path) as file:
        file.write(text.encode("utf-8"))


def _points(found: Sequence[Agreement], human: str) -> list[Point]:
    own = [row for row in found if row.human == human and np.isfinite(row.spearman)]
    own.sort(key=lambda row: -row.spearman)
    return [Point(row.metric, row.spearman, row.interval) for row in own]


def _page(drawings: Sequence[str]) -> str:
    body = "".join(f"<p>{drawing}</p>" for drawing in drawings)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Agreement with people</title>'
    return f"{head}{body}</html>"


def _draw_png(path: str, found: Sequence[Agreement]) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "plots") from error
    humans = list(dict.fromkeys(row.human for row in found))
    figure = Figure(figsize=(8, 0.35 * len(found) + 1.2 * len(humans)), layout="constrained")
    for axes, human in zip(figure.subplots(len(humans), squeeze=False)[:, 0], humans, strict=True):
        points = _points(found, human)[::-1]
        values = np.array([point.value for point in points])
        spread = np.abs(np.array([point.interval for point in points]).T - values)
        axes.errorbar(values, range(len(points)), xerr=spread, fmt="o", color="#1f2933", ecolor="#3b6ea8")
        axes.set_yticks(range(len(points)), [point.label for point in points])
        axes.set_title(f"Spearman with {human}")
        axes.grid(axis="x", alpha=0.4)
    with opening.writing(path) as file:
        figure.savefig(file, format="png", dpi=150)


def _computed(pairs: Sequence[Pair], names: Sequence[str], wanted: Columns) -> dict[str, Array]:
    if wanted.lang is not None:
        pairs = [msgspec.structs.replace(pair, lang=wanted.lang) for pair in pairs]
    has_refs = all(pair.refs for pair in pairs)
    found = {}
    for name in names:
        metric = made(name, {"against": wanted.against}, has_refs=has_refs)
        parts = [metric.sentences(metric.rows(batch)) for batch in batches(pairs)]
        found[name] = np.concatenate(parts)
    return found


def _read(pairs: Sequence[Pair], names: Sequence[str], wanted: Columns) -> dict[str, NDArray[np.bool_]]:
    """Say for each metric that asks bundled models which pairs these had read."""
    has_refs = all(pair.refs for pair in pairs)
    metrics = {name: made(name, {"against": wanted.against}, has_refs=has_refs) for name in names}
    return {name: find_judged(metric, pairs) for name, metric in metrics.items() if list_judges(metric)}


def _column(rows: Sequence[Pair | Text], name: str, path: str) -> Array:
    there = {key for row in rows for key in row.meta}
    there |= {"label"} if any(row.label is not None for row in rows) else set()
    if name not in there:
        raise CommandError(f"{path} has no column {name!r}; there are {', '.join(sorted(there))}")
    values = [row.label if name == "label" else row.meta.get(name) for row in rows]
    for line, value in enumerate(values, start=1):
        try:
            float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise DataError(f"item {line} has {value!r} as {name}; a number is needed", path=path) from None
    return np.array(values, dtype=np.float64)


def _system(row: Pair | Text, column: str) -> str:
    return str(row.meta.get(column, "") or (row.text if isinstance(row, Text) else ""))


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]
