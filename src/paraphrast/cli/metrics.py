"""`paraphrast metrics`: which metric agrees with people, and fitting one that does."""

from typing import Annotated, Literal

import typer

from paraphrast.cli.options import Columns, In, Json, Labels, Lang, Seed

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Check metrics against people, and fit them.",
    epilog="Example: paraphrast metrics agree judged.tsv -m chrf,sim --human meaning",
)
Kind = Annotated[
    Literal["spscore", "spscore-extended"],
    typer.Option(help="The plain eight features, or with meaning added (asks the models)."),
]
Reading = Annotated[
    Literal["pairs", "printed"], typer.Option(help="Positions by pairs of shared parts, or as printed.")
]


@app.command(
    epilog="Example: paraphrast metrics agree judged.tsv -m chrf,sim --human meaning --plot plot.svg"
)
def agree(  # noqa: PLR0913  (one parameter per option of the command)
    judged: In,
    metrics: Annotated[
        str, typer.Option("--metrics", "-m", metavar="NAME,...", help="Metrics to compute.")
    ] = "",
    told: Annotated[str, typer.Option(metavar="COLUMN,...", help="Columns that hold scores already.")] = "",
    human: Annotated[str, typer.Option(metavar="COLUMN,...", help="Columns of human scores.")] = "label",
    system: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column that names the system.")
    ] = "system",
    plot: Annotated[
        str | None, typer.Option(help="Draw it: .svg, .html, or .png (needs matplotlib).")
    ] = None,
    against: Annotated[
        Literal["source", "refs"] | None,
        typer.Option(help="Compare with the source, or with references as most metrics do unless told."),
    ] = None,
    columns: Columns = None,
    labels: Labels = None,
    lang: Lang = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Say how each metric goes with each human score: per sentence, per system, and over systems."""
    from paraphrast.metrics import human_agreement

    wanted = human_agreement.Columns(
        metrics=metrics, told=told, human=human, system=system, columns=columns, labels=labels, lang=lang,
        against=against,
    )  # fmt: skip
    found = human_agreement.gather(judged, wanted)
    print(human_agreement.as_json(found, seed=seed) if json else human_agreement.as_text(found, seed=seed))
    if plot:
        human_agreement.draw(plot, found, seed=seed)


@app.command(epilog="Example: paraphrast metrics fit judged.jsonl -o my-spscore")
def fit(
    judged: In,
    out: Annotated[str, typer.Option("--out", "-o", help="Where the fitted score goes (JSON).")],
    kind: Kind = "spscore",
    reading: Reading = "pairs",
    columns: Columns = None,
    labels: Labels = None,
    lang: Lang = None,
    seed: Seed = 0,
) -> None:
    """Fit SPScore to judged pairs, and say how it does on sources held out."""
    from paraphrast.metrics import fitting

    pairs = fitting.judged_pairs(judged, columns=columns, labels=labels, lang=lang)
    print(fitting.fit_and_save(pairs, out, kind=kind, reading=reading, seed=seed))


@app.command(epilog="Example: paraphrast metrics ablate judged.jsonl")
def ablate(  # noqa: PLR0913  (one parameter per option of the command)
    judged: In,
    kind: Kind = "spscore",
    reading: Reading = "pairs",
    columns: Columns = None,
    labels: Labels = None,
    lang: Lang = None,
    folds: Annotated[int, typer.Option(min=2, help="How many parts the sources are dealt into.")] = 10,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Leave out each feature in turn: what is the score worth without it?"""
    from paraphrast.metrics import fitting

    pairs = fitting.judged_pairs(judged, columns=columns, labels=labels, lang=lang)
    print(fitting.ablation(pairs, kind=kind, reading=reading, seed=seed, folds=folds, json=json))
