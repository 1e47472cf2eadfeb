"""What `paraphrast score` does: read systems, score them in a stream, write rows, and tell the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from paraphrast.data import Pair, Text, read
from paraphrast.errors import CommandError, DataError
from paraphrast.files import opening
from paraphrast.metrics.metric import Metric
from paraphrast.metrics.registry import METRICS, build, options
from paraphrast.metrics.report import System, comparisons, render, tabulated
from paraphrast.metrics.score_samples import ScoreSamples
from paraphrast.metrics.scoring import stream
from paraphrast.plans.running import Unfinished
from paraphrast.stats.intervals import Array
from paraphrast.stats.tables import Format
from paraphrast.stats.tables import render as write_table
from paraphrast.text import Lang

WORDS = {"true": True, "yes": True, "false": False, "no": False}


class Inputs(msgspec.Struct, frozen=True):
    """Where sources and references come from when systems are files of lines."""

    source: str | None = None
    refs: Sequence[str] = ()
    lang: Lang | None = None
    columns: str | None = None


def run(
    systems: Sequence[str],
    names: Sequence[str],
    *,
    inputs: Inputs,
    settings: Mapping[str, object],
    rows: str | None = None,
    workers: int = 1,
    work: str | None = None,
    seed: int = 0,
) -> list[System]:
    """Score each system by each metric, writing the rows of all of them as they come."""
    if names == ["list"]:
        raise CommandError(f"the metrics are {', '.join(METRICS)}")
    found, named = [], _name_systems(systems)
    share: Unfinished | None = None
    with ExitStack() as stack:
        stream_of_rows = stack.enter_context(opening.writing(rows)) if rows else None
        for path in systems:
            first, pairs = _peeked(_pairs_of(path, inputs))
            metrics = [made(name, settings, has_refs=bool(first.refs)) for name in names]
            samples = ScoreSamples(seed=seed)
            writer = _writer(stream_of_rows, path if len(systems) > 1 else "")
            folder = str(Path(work) / named[path].replace("/", "_")) if work else None
            items = sha256()
            watch = _both(samples, writer, partial(_note_items, items))
            try:
                scores = stream(metrics, pairs, each=watch, workers=workers, folder=folder, seed=seed)
            except Unfinished as error:  # a share of this system; those of the others come next
                share = error
                continue
            found.append(System(named[path], scores, samples, items.hexdigest()))
        if share:
            raise share
    return found


def _name_systems(paths: Sequence[str]) -> dict[str, str]:
    """Name systems by their files: without folder and ending where that tells them apart."""
    if len(set(paths)) < len(paths):
        raise CommandError("a system was given twice; each file is one system")
    stems = {path: Path(path).stem if path != "-" else "stdin" for path in paths}
    return stems if len(set(stems.values())) == len(paths) else {path: path for path in paths}


def made(name: str, settings: Mapping[str, object], *, has_refs: bool) -> Metric:
    """Make a metric with those of the settings that it knows; what needs references is refused without."""
    known = options(name)
    given = {key: value for key, value in settings.items() if key in known and value is not None}
    metric = build(name, **given)
    if not has_refs and metric.settings.get("against") == "refs":
        raise CommandError(
            f"{name} compares outputs with references, and there are none: give some (--refs, a column refs),"
            " or say --against source if likeness to the source is what you want to know"
        )
    return metric


def settings(given: Sequence[str], *, against: str | None, binary: bool) -> dict[str, object]:
    """Read NAME=VALUE settings; numbers and yes/no become what they are."""
    found: dict[str, object] = {"against": against, "binary": binary or None}
    known = {name for metric in METRICS for name in options(metric)}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--set takes NAME=VALUE; {text!r} came")
        if name not in known:
            raise CommandError(f"no metric has a setting {name!r}; there are {', '.join(sorted(known))}")
        found[name] = _value(value)
    return found


def _pairs_of(path: str, inputs: Inputs) -> Iterator[Pair]:
    """Stream the pairs of a system, from a table or from lines beside a source."""
    if inputs.source is None:
        if inputs.refs:
            raise CommandError("--refs goes with --source and outputs line by line; a table has its own refs")
        for pair in read(path, Pair, columns=inputs.columns):
            yield pair if inputs.lang is None else msgspec.structs.replace(pair, lang=inputs.lang)
        return
    files = [path, inputs.source, *inputs.refs]
    texts = [read(file, Text) for file in files]
    for line, row in enumerate(zip_longest(*texts), start=1):
        if None in row:
            short = ", ".join(file for file, text in zip(files, row, strict=True) if text is None)
            raise DataError(
                f"has no line {line}, and the others do; line n of all files is one item", path=short
            )
        output, source, *refs = (text.text for text in row)
        yield Pair(a=source, b=output, refs=tuple(filter(None, refs)), lang=inputs.lang, id=str(line))


def as_table(systems: Sequence[System], form: Format = "text") -> str:
    """Lay the systems out by metrics, the best marked, with signatures below."""
    return write_table(tabulated(systems), form)


def as_text(systems: Sequence[System]) -> str:
    """Tell the scores one per line, then of every two systems by how much they differ."""
    several = len(systems) > 1
    lines = []
    for system in systems:
        for score in system.scores:
            lines.append(f"{system.name}: {score}" if several else str(score))
            lines += [f"  {score.unread}"] if score.unread and score.unread.read else []
    for row in comparisons(systems):
        lines.append(f"{row.first} - {row.second}, {row.metric}: {row.bootstrap} (bootstrap), "
                     f"p = {row.randomisation.p:.3f} (randomisation)")  # fmt: skip
    return "\n".join(lines)


def as_json(systems: Sequence[System]) -> str:
    """Tell everything as one JSON object."""
    told: dict[str, Any] = {
        "systems": [
            {
                "system": system.name,
                "scores": [
                    {
                        "metric": score.name,
                        "value": score.value,
                        "low": score.interval.low,
                        "high": score.interval.high,
                        "n": score.n,
                        "signature": score.signature,
                        "unread": score.unread and {**score.unread._asdict(), "share": score.unread.share},
                    }
                    for score in system.scores
                ],
            }
            for system in systems
        ],
        "comparisons": [msgspec.to_builtins(row) for row in comparisons(systems)],
    }
    return msgspec.json.encode(told).decode()


def write_report(path: str, systems: Sequence[System]) -> None:
    """Write the report, whole or not at all."""
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"{path}: a report is an .html file")
    with opening.writing(path) as file:
        file.write(render(systems).encode("utf-8"))


def _writer(file: Any, system: str) -> Callable[[Sequence[Pair], Mapping[str, Array]], None] | None:
    if file is None:
        return None
    number = iter(range(1, 1 << 62))

    def write(pairs: Sequence[Pair], told: Mapping[str, Array]) -> None:
        columns = {name: values.tolist() for name, values in told.items()}
        for place, pair in enumerate(pairs):
            line = next(number)
            row = {"id": pair.id or str(line), **({"system": system} if system else {})}
            row |= {name: values[place] for name, values in columns.items()}
            file.write(msgspec.json.encode(row) + b"\n")

    return write


def _both(*watchers: Callable[[Sequence[Pair], Mapping[str, Array]], None] | None) -> Any:
    def tell(pairs: Sequence[Pair], told: Mapping[str, Array]) -> None:
        for watcher in watchers:
            if watcher is not None:
                watcher(pairs, told)

    return tell


def _peeked(pairs: Iterator[Pair]) -> tuple[Pair, Iterable[Pair]]:
    first = next(pairs, None)
    if first is None:
        raise DataError("there is nothing to score: no pairs came")
    return first, chain([first], pairs)


def _note_items(items: Any, pairs: Sequence[Pair], _: Mapping[str, Array]) -> None:
    """Note the sources and references of pairs: systems that share them can be compared."""
    for pair in pairs:
        items.update(msgspec.json.encode((pair.a, pair.refs)))


def _value(text: str) -> object:
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text
