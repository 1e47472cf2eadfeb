"""The part of `paraphrast detect` that measures detectors: evaluate."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from paraphrast.cli import options
from paraphrast.cli.engines import is_spread
from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.detect.evaluate import Figure
    from paraphrast.detect.passage_files import Passages


def evaluate(  # noqa: PLR0913 - one parameter per option
    truth: Annotated[Path, typer.Argument(help="The truth: XML, a corpus, or (for retrieval) its pairs.")],
    found: Annotated[Path, typer.Argument(metavar="DETECTIONS", help="XML, or what retrieve wrote.")],
    retrieval: Annotated[
        bool, typer.Option("--retrieval", help="Score ranked sources: P, R, F1, MAP.")
    ] = False,
    end_to_end: Annotated[
        bool, typer.Option("--end-to-end", help="Sources were unknown: score passages and sources.")
    ] = False,
    samples: Annotated[int, typer.Option(min=0, help="Resamples for the intervals.")] = 1000,
    seed: options.Seed = 0,
    json: options.Json = False,
    workers: options.Workers = 1,
    work: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep what was read here, so that a run that was stopped goes on."),
    ] = None,
) -> None:
    """Score detections as PAN does: precision, recall, granularity, plagdet, at every level and per type."""
    if work is None and is_spread():
        raise CommandError("--engine and --shard need --work DIR: parts of what is read lie there")
    report: dict[str, Any] = {}
    with _working(work, workers) as folder:
        passages = _read(truth, found, folder=folder, workers=workers, ranked=retrieval)
    if not retrieval:
        report |= _measure(passages, samples, seed)
    if retrieval or end_to_end:
        report["retrieval"] = _sources(
            _rank(truth, passages, "truth"), _rank(found, passages, "found"), samples, seed
        )
    if json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode("utf-8"))
    else:
        _show(report)


@contextmanager
def _working(work: Path | None, workers: int) -> Iterator[Path | None]:
    """Give the folder where files are read as a plan, or None where this process reads them."""
    if work is not None:
        work.mkdir(parents=True, exist_ok=True)
        yield work / "parts"
    elif workers > 1:
        with TemporaryDirectory() as place:
            yield Path(place) / "parts"
    else:
        yield None


def _read(truth: Path, found: Path, *, folder: Path | None, workers: int, ranked: bool) -> "Passages":
    """Read the passages of both sides; those that are `ranked` already have none to be read."""
    from paraphrast.detect import pan
    from paraphrast.detect.passage_files import list_texts, read_passages

    root = truth / "truth" if (truth / "truth").is_dir() else truth
    if not ranked:
        texts, cases, detections = list_texts(truth), pan.list_files(root), pan.list_files(found)
    else:
        texts = []
        cases, detections = (
            [] if _ranked_file(path) else pan.list_files(place)
            for path, place in ((truth, root), (found, found))
        )
    if not cases and not detections and is_spread():
        raise CommandError(
            "sources that are ranked already are read in one process: leave --engine and --shard out"
        )
    return read_passages(
        texts, cases, detections, folder=folder if cases or detections else None, workers=workers
    )


def _measure(passages: "Passages", samples: int, seed: int) -> dict[str, Any]:
    from paraphrast.detect.evaluate import measure

    report = measure(passages.cases, passages.found, passages.types, samples=samples, seed=seed)
    return {
        "levels": {name: _plain(figure) for name, figure in report.levels.items()},
        "types": {name: {k: _plain(f) for k, f in levels.items()} for name, levels in report.types.items()},
        "counts": {"cases": report.cases, "detections": report.detections, "documents": report.documents},
    }


def _plain(figure: "Figure") -> dict[str, Any]:
    return {**msgspec.to_builtins(figure), "f1": figure.f1}


def _sources(
    truth: dict[str, list[str]], ranked: dict[str, list[str]], samples: int, seed: int
) -> dict[str, Any]:
    """Score ranked sources against the sources that the truth names."""
    from paraphrast.stats import retrieval

    relevant = {name: set(ids) for name, ids in truth.items()}
    report = retrieval.report(ranked, relevant, samples=max(samples, 1), seed=seed)
    returned = sum(len(ranked.get(name, [])) for name in relevant) / max(len(relevant), 1)
    scores: dict[str, Any] = {name: report[name].value for name in ("precision", "recall", "f1", "map")}
    bounds = {name: list(report[name].interval) for name in scores} if samples else {}
    return {**scores, "returned": returned, "intervals": bounds}


def _ranked_file(path: Path) -> Path | None:
    """Name the file of ranked sources: pairs, or JSONL from retrieve; None where passages are counted."""
    if path.is_dir() and (path / "pairs").is_file():
        return path / "pairs"
    return None if path.is_dir() or path.suffix == ".xml" else path


def _rank(path: Path, passages: "Passages", kind: Literal["truth", "found"]) -> dict[str, list[str]]:
    """Give the sources of each suspicious document, in the order of a file or by their passages."""
    from paraphrast.detect import pan

    file = _ranked_file(path)
    if file is None:
        return passages.rank(kind)
    answer: dict[str, list[str]] = {}
    for this, source in _lines(file) if file.suffix in (".jsonl", ".json") else pan.read_pairs(file):
        answer.setdefault(this, []).append(source)
    return answer


def _lines(path: Path) -> list[tuple[str, str]]:
    pairs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            record = msgspec.json.decode(line)
            pairs.append((str(record["suspicious"]), str(record["id"])))
        except (msgspec.DecodeError, KeyError, TypeError) as error:
            message = 'not a line that retrieve writes: {"suspicious": ..., "id": ..., "rank": ...}'
            raise DataError(message, path=path, line=number) from error
    return pairs


def _show(report: dict[str, Any]) -> None:
    """Print the figures as lines."""
    for name, figure in report.get("levels", {}).items():
        print(_line(name, figure))
    for name, levels in report.get("types", {}).items():
        print(_line(f"{name} macro", levels["macro"]))
    if "retrieval" in report:
        plain = {name: value for name, value in report["retrieval"].items() if name != "intervals"}
        print("retrieval  " + "  ".join(f"{name} {value:.4f}" for name, value in plain.items()))


def _line(name: str, figure: dict[str, Any]) -> str:
    bounds = f" [{figure['low']:.4f}, {figure['high']:.4f}]" if figure.get("low") is not None else ""
    return (
        f"{name:<16} plagdet {figure['plagdet']:.4f}{bounds}  precision {figure['precision']:.4f}  "
        f"recall {figure['recall']:.4f}  granularity {figure['granularity']:.4f}"
    )
