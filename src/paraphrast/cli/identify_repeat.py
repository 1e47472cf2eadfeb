"""`paraphrast identify repeat`: the same training with several seeds or folds, and its mean and deviation."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from paraphrast import identify
from paraphrast.cli import options
from paraphrast.cli.training_progress import show_training
from paraphrast.errors import CommandError, naming_extras

if TYPE_CHECKING:
    from paraphrast.identify.evaluation import Line
    from paraphrast.identify.repeats import Run


def repeat(  # noqa: PLR0913 - one parameter per option
    model: Annotated[str, typer.Argument(help="What `identify train` can train: bow, esim, cross, ...")],
    sources: Annotated[list[str], typer.Argument(metavar="TRAIN...", help="Files, or corpora NAME:SPLIT.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the runs' model directories.")],
    test: Annotated[list[str] | None, typer.Option("--test", help="What judges; may be repeated.")] = None,
    dev: Annotated[str | None, typer.Option("--dev", help="What chooses the best epoch.")] = None,
    dev_share: Annotated[float, typer.Option(help="Without --dev: the share set apart, by group.")] = 0.1,
    seeds: Annotated[str, typer.Option("--seeds", metavar="N,N,...", help="The seeds.")] = "0,1,2",
    folds: Annotated[
        int | None, typer.Option("--folds", min=2, help="Hold out each of so many folds in turn.")
    ] = None,
    tune: Annotated[bool, typer.Option("--tune-threshold", help="Choose each threshold on dev.")] = False,
    set_: Annotated[
        list[str] | None, typer.Option("--set", "-s", metavar="NAME=VALUE", help="As for `identify train`.")
    ] = None,
    group: Annotated[
        str | None, typer.Option("--group", metavar="FIELD", help="What must not be split: entity.")
    ] = None,
    columns: options.Columns = None,
    labels: options.Labels = None,
    lang: options.Lang = None,
    form: options.Format = "text",
    json: options.Json = False,
) -> None:
    """Train with several seeds, or on several folds, and print every run, the mean and the deviation.

    A run that is trained already is not trained again, and one that was stopped goes on.
    """
    from paraphrast.cli.identify import choose_settings
    from paraphrast.cli.pairs import names, pairs
    from paraphrast.identify.repeats import plan_runs
    from paraphrast.identify.splits import grouped

    def read(source: str) -> Any:
        found = list(pairs(source, columns=columns, labels=labels, lang=lang))
        return grouped(found, group) if group else found

    corpora = {name: read(source) for source, name in names(sources).items()}
    tests = {name: read(source) for source, name in names(test or []).items()}
    runs = plan_runs(
        corpora, read(dev) if dev else [], tests, seeds=_read_seeds(seeds), folds=folds, share=dev_share
    )
    settings = choose_settings(model, set_ or [], 0)
    _tell_runs({run.name: carry_out(run, settings, out / run.name, tune) for run in runs}, form, json)


def _read_seeds(text: str) -> list[int]:
    """Read whole numbers with commas between them."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise CommandError(f"--seeds takes whole numbers like 0,1,2; {text!r} came") from error


def carry_out(run: "Run", settings: Any, out: Path, tune: bool) -> "list[Line]":
    """Train one run and evaluate it on its tests, at the model's threshold or one chosen on its dev."""
    with naming_extras():
        from paraphrast.identify.training import Data, train
    from paraphrast.cli.identify import describe_step
    from paraphrast.identify import evaluation

    with show_training(lambda step: f"{run.name}: {describe_step(step)}") as report:
        train(
            replace(settings, seed=run.seed),
            Data(run.train, run.dev, "dev"),
            to=out,
            command="paraphrast identify repeat",
            report=report,
        )
    scorers = {run.name: identify.scorer(str(out))}
    cuts = evaluation.choose_thresholds(scorers, run.dev) if tune else None
    lines = evaluation.table(scorers, run.tests, threshold=cuts)
    return [line for line in lines if line.model == run.name]


def _tell_runs(lines: "dict[str, list[Line]]", form: Any, json: bool) -> None:
    """Print the table of the runs, or a JSON object for each and for mean and deviation."""
    from paraphrast.cli.identify import print_json
    from paraphrast.identify.evaluation import records
    from paraphrast.identify.repeats import summarise
    from paraphrast.stats.tables import render

    table = summarise(lines)
    if not json:
        print(render(table, form))
        return
    for record in records([line for some in lines.values() for line in some]):
        print_json(record)
    for row in table.rows:
        if row.labels[1] in ("mean", "deviation"):
            known = zip(table.columns, row.cells, strict=True)
            values = {name: round(cell.value, 4) for name, cell in known if cell is not None}
            print_json({"corpus": row.labels[0], "run": row.labels[1], **values})
