"""The part of `paraphrast detect` that makes corpora: generate, essay."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from paraphrast.cli import options
from paraphrast.cli.detect_check import planned
from paraphrast.errors import CommandError, DataError

if TYPE_CHECKING:
    from paraphrast.data import Document


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
