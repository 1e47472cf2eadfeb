"""The part of `paraphrast detect` that makes corpora and measures detectors: generate, essay, evaluate."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from paraphrast.cli import options
from paraphrast.cli.detect_check import planned
from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.data import Document, Match
    from paraphrast.detect.evaluate import Figure


def generate(  # noqa: PLR0913 - one parameter per option
    library: Annotated[Path, typer.Argument(help="The target texts: a folder or a JSONL of documents.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the corpus.")],
    sources: Annotated[
        Path | None, typer.Option(help="Where fragments come from; else half the library.")
    ] = None,
    kind: Annotated[
        Literal["copy", "paraphrase", "mixed"], typer.Option(help="What is done to them.")
    ] = "copy",
    methods: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Ways to paraphrase; else all.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many suspicious documents.")] = 100,
    low: Annotated[float, typer.Option(help="The least part borrowed.")] = 0.1,
    high: Annotated[float, typer.Option(help="The greatest part borrowed.")] = 0.8,
    distance: Annotated[float, typer.Option(help="Characters between changes.")] = 110.0,
    formulas: Annotated[
        float,
        typer.Option(min=0, max=1, help="Empty turns of speech that both sides get, per fragment; 0: none."),
    ] = 0.25,
    seed: options.Seed = 0,
    workers: options.Workers = 1,
) -> None:
    """Make suspicious documents of real ones, with the truth, in PAN's layout: src/, susp/, pairs, truth/."""
    from paraphrast.detect import pan
    from paraphrast.detect.generate import Plan
    from paraphrast.detect.generate.parts import generate_in_parts
    from paraphrast.errors import unknown
    from paraphrast.text.edits import METHODS

    chosen = tuple(name.strip() for name in methods.split(",")) if methods else METHODS
    for name in chosen:
        if name not in METHODS:
            raise unknown("method", name, METHODS)
    texts = _documents(library)
    lenders = _documents(sources) if sources else texts[1::2]
    plan = Plan(
        kind,
        count,
        chosen,  # type: ignore[arg-type]
        low,
        high,
        distance=distance,
        formulas=formulas,
        seed=seed,
    )
    targets = texts if sources else texts[::2]
    pan.require_folder(out)
    with planned(str(out)) as folder:
        made = generate_in_parts(targets, lenders, out, plan=plan, folder=folder, workers=workers)
        fragments = sum(map(len, made))
    print(f"{count} suspicious documents, {fragments} fragments, {len(lenders)} sources", file=sys.stderr)


def _documents(path: Path) -> "list[Document]":
    from paraphrast.files.documents import walk

    if not path.exists():
        raise CommandError(f"{path} does not exist; name a folder or a JSONL file of documents")
    return list(walk(path, broken=lambda error: print(f"left out: {error}", file=sys.stderr)))


def essay(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="An xlsx sheet and sources/.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Convert them into this corpus.")] = None,
) -> None:
    """Check essays paraphrased by hand (PlagEvalRus), naming the row of each problem, and convert them."""
    from paraphrast.detect.essays.convert import load, write

    wrong = 0
    essays = [load(folder) for folder in folders]  # one that cannot be read leaves no half of a corpus
    for folder, found in zip(folders, essays, strict=True):
        errors = [problem for problem in found.problems if problem.level == "error"]
        wrong += len(errors)
        for problem in found.problems:
            print(f"{folder}: {problem.level}: {problem}", file=sys.stderr)
        line = {
            "essay": folder.name,
            "fragments": len(found.truth),
            "errors": len(errors),
            "types": found.shares,
        }
        print(msgspec.json.encode(line).decode("utf-8"))
    if out is not None:
        write(essays, out)
    if wrong and out is None:
        raise DataError(f"{wrong} errors; fix the rows named above, or convert without them: -o corpus/")


def evaluate(
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
) -> None:
    """Score detections as PAN does: precision, recall, granularity, plagdet, at every level and per type."""
    report: dict[str, Any] = {}
    if not retrieval:
        report |= _passages(truth, found, samples, seed)
    if retrieval or end_to_end:
        report["retrieval"] = _sources(truth, found, samples, seed)
    if json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode("utf-8"))
    else:
        _show(report)


def _passages(truth: Path, found: Path, samples: int, seed: int) -> dict[str, Any]:
    from paraphrast.detect import pan
    from paraphrast.detect.evaluate import evaluate as measure

    lengths = {
        path.name: len(path.read_text(encoding="utf-8"))
        for root in {truth, truth.parent}
        for part in ("susp", "src")
        for path in (root / part).glob("*.txt")
    }
    cases = pan.read(truth / "truth" if (truth / "truth").is_dir() else truth, lengths=lengths)
    report = measure(cases, pan.read(found, lengths=lengths), samples=samples, seed=seed)
    return {
        "levels": {name: _plain(figure) for name, figure in report.levels.items()},
        "types": {name: {k: _plain(f) for k, f in levels.items()} for name, levels in report.types.items()},
        "counts": {"cases": report.cases, "detections": report.detections, "documents": report.documents},
    }


def _plain(figure: "Figure") -> dict[str, Any]:
    return {**msgspec.to_builtins(figure), "f1": figure.f1}


def _sources(truth: Path, found: Path, samples: int, seed: int) -> dict[str, Any]:
    """Score ranked sources against the sources that the truth names."""
    from paraphrast.stats import retrieval

    relevant = {name: set(ids) for name, ids in _ranked(truth).items()}
    ranked = _ranked(found)
    report = retrieval.report(ranked, relevant, samples=max(samples, 1), seed=seed)
    returned = sum(len(ranked.get(name, [])) for name in relevant) / max(len(relevant), 1)
    scores: dict[str, Any] = {name: report[name].value for name in ("precision", "recall", "f1", "map")}
    bounds = {name: list(report[name].interval) for name in scores} if samples else {}
    return {**scores, "returned": returned, "intervals": bounds}


def _ranked(path: Path) -> dict[str, list[str]]:
    """Read sources per suspicious document: pairs, JSONL from retrieve, or XML ranked by fragments."""
    from paraphrast.detect import pan

    if path.is_dir() and (path / "pairs").is_file():
        path = path / "pairs"
    if path.is_dir() or path.suffix == ".xml":
        return _by_fragments(pan.read(path))
    pairs = _lines(path) if path.suffix in (".jsonl", ".json") else pan.read_pairs(path)
    answer: dict[str, list[str]] = {}
    for this, source in pairs:
        answer.setdefault(this, []).append(source)
    return answer


def _by_fragments(matches: "list[Match]") -> dict[str, list[str]]:
    from collections import Counter

    counts = Counter((match.suspicious.doc, match.source.doc) for match in matches)
    answer: dict[str, list[str]] = {}
    for (this, source), _ in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
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
