"""`paraphrast score`: measure rewrites, with intervals, signatures, rows and a report."""

from typing import Annotated, Literal

import typer

from paraphrast.cli.engines import is_spread
from paraphrast.cli.options import Columns, Format, Json, Lang, Seed, Workers
from paraphrast.errors import CommandError

app = typer.Typer(rich_markup_mode="rich")
EXAMPLE = """Examples: paraphrast score pairs.tsv -m paraphrase,bleu,chrf

paraphrast score out.txt --source toxic.txt --refs refs.txt -m chrf,sta,sim,fl,j -o report.html"""


@app.command(epilog=EXAMPLE)
def score(  # noqa: PLR0913  (one parameter per option of the command)
    systems: Annotated[
        list[str],
        typer.Argument(
            help="Pairs (a, b, refs), or outputs line by line with --source; several are compared."
        ),
    ],
    metrics: Annotated[
        str, typer.Option("--metrics", "-m", metavar="NAME,...", help="Which metrics; `list` names all.")
    ] = "paraphrase,selfbleu,jaccard",
    source: Annotated[str | None, typer.Option(help="The source texts, one per line.")] = None,
    refs: Annotated[list[str] | None, typer.Option(help="References, one per line; may be repeated.")] = None,
    against: Annotated[
        Literal["source", "refs"] | None,
        typer.Option(help="Compare with the source, or with references as most metrics do unless told."),
    ] = None,
    rows: Annotated[str | None, typer.Option(help="Write one JSON object per pair here.")] = None,
    out: Annotated[str | None, typer.Option("--out", "-o", help="Write a report: an .html file.")] = None,
    binary: Annotated[bool, typer.Option("--binary", help="Cut sta, sim and fl to yes or no first.")] = False,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting: preset=russe2022, model=my-spscore."),
    ] = None,
    lang: Lang = None,
    columns: Columns = None,
    workers: Workers = 1,
    work: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep scores here, so that a run that was stopped goes on."),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
    form: Format = "text",
    details: Annotated[
        bool, typer.Option("--details", help="A line for each score, and a test of every two systems.")
    ] = False,
) -> None:
    """Score pairs, or the outputs of systems, by any metrics: a table with intervals, the best marked."""
    from paraphrast.metrics import systems as scoring

    if work is None and is_spread():
        raise CommandError("--engine and --shard need --work DIR: parts of the scores lie there")
    given = scoring.settings(options or [], against=against, binary=binary)
    inputs = scoring.Inputs(source=source, refs=refs or [], lang=lang, columns=columns)
    found = scoring.run(
        systems,
        metrics.split(","),
        inputs=inputs,
        settings=given,
        rows=rows,
        workers=workers,
        work=work,
        seed=seed,
    )
    if json:
        print(scoring.as_json(found))
    else:
        print(scoring.as_text(found) if details else scoring.as_table(found, form))
    if out:
        scoring.write_report(out, found)
