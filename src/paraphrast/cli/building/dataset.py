"""`paraphrast build stats`, `split` and `report`: what a dataset is like, its parts, its page."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from paraphrast.cli.building.common import app
from paraphrast.cli.options import Columns, In, Json, Labels, Lang, Seed
from paraphrast.errors import CommandError


@app.command(epilog="Example: paraphrast build stats parade:train")
def stats(
    source: In, lang: Lang = None, columns: Columns = None, labels: Labels = None, json: Json = False
) -> None:
    """Print what a dataset is like: sizes, labels, overlap and Jaccard by label, length, entities."""
    from paraphrast.build.export import dumped
    from paraphrast.build.statistics import summed, table
    from paraphrast.cli.pairs import pairs

    found = summed(pairs(source, columns=columns, labels=labels, lang=lang))
    print(dumped(found) if json else table(found))


@app.command(epilog="Example: paraphrast build split hard.jsonl -o dataset/ --layout hub --licence cc-by-4.0")
def split(  # noqa: PLR0913 - one parameter per option
    source: In,
    out: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="The folder of the dataset.")],
    shares: Annotated[str, typer.Option("--shares", help="What goes where.")] = "train=.8,dev=.1,test=.1",
    layout: Annotated[str, typer.Option("--layout", help="jsonl, parquet or hub (Hugging Face).")] = "jsonl",
    name: Annotated[str, typer.Option("--name", help="What the dataset is called.")] = "",
    licence: Annotated[
        str, typer.Option("--licence", help="Under which licence it may be used.")
    ] = "unknown",
    provenance: Annotated[str, typer.Option("--source", help="Where the texts come from.")] = "",
    work: Annotated[
        str | None, typer.Option("--work", metavar="DIR", help="Tell its steps in the card.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Divide pairs so that no group and no text is on two sides, and write the dataset with its card."""
    from paraphrast.build.export import About, export
    from paraphrast.build.pipeline import opened
    from paraphrast.build.split import check
    from paraphrast.build.split import split as divide
    from paraphrast.cli.pairs import pairs

    if layout not in ("jsonl", "parquet", "hub"):
        raise CommandError(f"no layout {layout!r}; there are hub, jsonl, parquet")
    parts = divide(pairs(source), _read_shares(shares), seed=seed)
    check(parts)
    about = About(name or Path(source).stem, licence, provenance or f"Made from {Path(source).name}.")
    paths = export(parts, out, about, layout=layout, made=opened(work) if work else None)  # type: ignore[arg-type]
    print(", ".join(f"{key} {len(rows):,}" for key, rows in parts.items()), file=sys.stderr)
    for path in paths:
        print(path)


def _read_shares(text: str) -> dict[str, float]:
    """Read shares as they are written on the command line."""
    try:
        rows = [part.split("=") for part in text.split(",")]
        return {name.strip(): float(value) for name, value in rows}
    except ValueError as error:
        raise CommandError(f"shares are written train=.8,dev=.1,test=.1; got {text!r}") from error


@app.command("report", epilog="Example: paraphrast build report kept.jsonl.work -o report.html")
def write_report(
    work: Annotated[str, typer.Argument(help="The working folder of a pipeline that has run.")],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where the page goes.")
    ] = "report.html",
    title: Annotated[str, typer.Option("--title", help="What the page is called.")] = "",
) -> None:
    """Write one page: the funnel, score histograms with thresholds, examples on both sides of each."""
    from paraphrast.build.pipeline import opened
    from paraphrast.build.report import report

    report(opened(work), out, title=title or Path(work).name)
    print(out)
