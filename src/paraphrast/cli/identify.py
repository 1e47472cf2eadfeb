"""`paraphrast identify`: train, repeat, predict, evaluate, split, errors, probe."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from paraphrast import data, identify
from paraphrast.cli import identify_probe, identify_repeat, identify_reports, options
from paraphrast.cli.counts import many
from paraphrast.cli.engines import require_file
from paraphrast.cli.identify_reports import print_usage
from paraphrast.cli.pairs import convention as named
from paraphrast.cli.pairs import names, pairs
from paraphrast.cli.training_progress import show_training
from paraphrast.data import Pair, Scorer
from paraphrast.errors import CommandError, DataError
from paraphrast.identify.settings import ABOUT, Settings

if TYPE_CHECKING:
    from paraphrast.identify.training import Step

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Are two texts paraphrases?",
    epilog="Example: paraphrast identify train esim train.tsv --dev dev.tsv -o models/esim",
)

Model = Annotated[
    str, typer.Option("--model", "-m", help="bundled, a model directory, hub:NAME or llm:NAME.")
]
Models = Annotated[
    str, typer.Option("--models", "-m", metavar="NAME,NAME", help="bundled, directories, hub:NAME, llm:NAME.")
]
Symmetric = Annotated[bool, typer.Option("--symmetric", help="Average over both orders of the two texts.")]
Threshold = Annotated[
    float | None,
    typer.Option("--threshold", help="From which score on it is yes; the model's own by default."),
]
Group = Annotated[
    str | None,
    typer.Option("--group", metavar="FIELD", help="What must not be split between train and dev: entity."),
]
Shots = Annotated[
    str | None, typer.Option("--examples", help="Labelled pairs that an llm: model is shown first.")
]
SETTINGS = [name for name in Settings.__struct_fields__ if name not in ("model", "seed")]
ABOUT_MODELS = "\n\n".join(f"[bold]{name}[/bold]: {about}" for name, about in ABOUT.items())


@app.command(epilog=ABOUT_MODELS)
def train(  # noqa: PLR0913 - one parameter per option
    model: Annotated[str, typer.Argument(help=f"One of {', '.join(ABOUT)}.")],
    sources: Annotated[list[str], typer.Argument(metavar="TRAIN...", help="Files, or corpora NAME:SPLIT.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The model directory to write.")],
    dev: Annotated[str | None, typer.Option("--dev", help="What chooses the best epoch.")] = None,
    dev_share: Annotated[float, typer.Option(help="Without --dev: the share set apart, by group.")] = 0.1,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help=f"A setting: {', '.join(SETTINGS)}."),
    ] = None,
    group: Group = None,
    read_on: Annotated[
        Path | None, typer.Option("--continue-pretraining", help="Domain text that cross reads first.")
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew; else a run goes on.")] = False,
    columns: options.Columns = None,
    labels: options.Labels = None,
    lang: options.Lang = None,
    seed: options.Seed = 0,
) -> None:  # fmt: skip
    """Train a model, choose its best epoch on dev, and write a directory that predicts without torch."""
    from paraphrast.identify import card
    from paraphrast.identify.training import Data
    from paraphrast.identify.training import train as learn

    settings = choose_settings(model, set_ or [], seed)
    corpora = {name: list(pairs(source, columns=columns, labels=labels, lang=lang))
               for source, name in names(sources).items()}  # fmt: skip
    held = list(pairs(dev, columns=columns, labels=labels, lang=lang)) if dev else []
    corpora, held = _separate_dev(corpora, held, group=group, share=dev_share, seed=seed)
    if read_on:
        settings = replace(settings, base=str(_read_domain_text(settings.base, read_on, out=out, seed=seed)))
    given = Data(corpora, held, dev or "held out")
    command = " ".join(["paraphrast", *sys.argv[1:]])
    if not restart and (out / card.NAME).is_file():
        print(f"{out} is trained already; --restart would train it anew", file=sys.stderr)
    with show_training(describe_step) as report:
        found = learn(settings, given, to=out, command=command, report=report, restart=restart)
    print_json(card.summary(found) | {"directory": str(out)})


def choose_settings(model: str, changes: list[str], seed: int) -> Any:
    """Give the model's settings with the NAME=VALUE changes."""
    import msgspec

    from paraphrast.identify.settings import settings

    named = dict(change.partition("=")[::2] for change in changes)
    known = {field.name: field.type for field in msgspec.structs.fields(Settings) if field.name != "model"}
    for name in named:
        if name not in known:
            raise CommandError(f"no setting '{name}'; there are {', '.join(known)}")
    try:
        values = {name: msgspec.convert(value, known[name], strict=False) for name, value in named.items()}
    except msgspec.ValidationError as e:
        raise CommandError(f"--set {' '.join(changes)}: {e}") from e
    return settings(model, **{"seed": seed, **values})


def _separate_dev(
    corpora: dict[str, list[Pair]], dev: list[Pair], *, group: str | None, share: float, seed: int
) -> tuple[dict[str, list[Pair]], list[Pair]]:
    """Set dev pairs apart by group where none were given, and refuse ones that share a group with train."""
    from paraphrast.identify.splits import grouped, leaks, split

    if group:
        corpora = {name: grouped(found, group) for name, found in corpora.items()}
        dev = grouped(dev, group)
    if not dev:
        parts = {name: split(found, dev=share, test=0, seed=seed) for name, found in corpora.items()}
        return {name: part.train for name, part in parts.items()}, [
            p for part in parts.values() for p in part.dev
        ]
    if group and (both := leaks([pair for found in corpora.values() for pair in found], dev)):
        raise DataError(
            f"{len(both)} of {group} stand in train and in dev, {both[0]!r} for one; "
            "leave --dev out to split by group, or use: paraphrast identify split"
        )
    return corpora, dev


def _read_domain_text(base: str, texts: Path, *, out: Path, seed: int) -> Path:
    """Read domain text first, unless a run before did, and give the directory of the base that read it."""
    if (out / "base" / "config.json").is_file():
        return out / "base"
    from paraphrast.identify.pretraining import Plan, read_on

    lines = [text.text for text in data.read(texts, data.Text)]
    with show_training(lambda step: f"reading, epoch {step.epoch + 1} loss {step.loss:.3f}") as report:
        done = read_on(base, lines, to=out / "base", plan=Plan(seed=seed), report=report)
    print(
        f"read {many(len(lines), 'text')}: loss {', '.join(f'{loss:.3f}' for loss in done.losses)}",
        file=sys.stderr,
    )
    return out / "base"


def describe_step(step: "Step") -> str:
    """Say where a run stands, with loss and dev score."""
    if step.event == "resumed":
        return f"going on after epoch {step.epoch}; --restart would begin anew"
    best = f"dev F1 {step.dev['f1']:.3f} accuracy {step.dev['accuracy']:.3f}" if step.dev else ""
    return f"epoch {step.epoch + 1} loss {step.loss:.3f} {best}"


@app.command()
def predict(  # noqa: PLR0913 - one parameter per option
    source: options.In,
    model: Model = "bundled",
    out: options.Out = "-",
    symmetric: Symmetric = False,
    folder: Annotated[Path, typer.Option("--folder", help="Where models are looked for by name.")] = Path(
        "models"
    ),
    batch: options.Batch = 256,
    columns: options.Columns = None,
    lang: options.Lang = None,
    shots: Shots = None,
    convention: options.Convention = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="The bundled cascade: what is clear is decided without the reader.")
    ] = False,
    workers: options.Workers = 1,
) -> None:
    """Score pairs as they stream by: one record out for each in, with its "score" from 0 to 1.

    From a file to a file (-o) a run that was stopped goes on where it was, from FILE.parts beside the output.
    """
    from paraphrast import plans
    from paraphrast.identify.predicting import Recipe, predict, predict_in_parts

    if fast and model != "bundled":
        raise CommandError(f"--fast is the bundled model's; {model!r} has no cascade, leave one of them out")
    recipe = Recipe(
        "bundled-fast" if fast else model, folder=str(folder), symmetric=symmetric, convention=convention,
        shots=tuple(pairs(shots)) if shots else (),
    )  # fmt: skip
    recipe.make()  # an unknown model, or a name that cannot be written, is said before anything is read
    data.module_of(out)
    require_file("-" if source == "-" else out)
    stream = partial(pairs, source, columns=columns, lang=lang)
    if "-" in (source, out):
        data.write(out, predict(recipe, stream(), workers=workers, batch=batch))
    else:
        parts = Path(f"{out}.parts")
        data.write(out, predict_in_parts(recipe, stream(), folder=parts, workers=workers))
        plans.remove(parts)
    print_usage(recipe.make())


def _load_scorer(
    name: str, *, folder: Path = Path("models"), symmetric: bool = False, shots: str | None = None
) -> Scorer:
    """Give the Scorer of a name, in both orders if asked; `shots` is a file of examples for an llm."""
    score = identify.scorer(name, folder=folder, shots=list(pairs(shots)) if shots else ())
    return identify.symmetric(score) if symmetric else score


@app.command()
def evaluate(  # noqa: PLR0913 - one parameter per option
    golds: Annotated[list[str], typer.Argument(metavar="GOLD...", help="Files, or corpora as NAME:SPLIT.")],
    models: Models = "bundled",
    folder: Annotated[Path, typer.Option("--folder", help="Where models are looked for by name.")] = Path(
        "models"
    ),
    symmetric: Symmetric = False,
    threshold: Threshold = None,
    tune: Annotated[
        str | None,
        typer.Option("--threshold-from", metavar="DEV", help="Choose each model's threshold by F1 on these."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--calibration", metavar="FILE", help="Draw it: an .svg or .html file.")
    ] = None,
    samples: Annotated[
        int, typer.Option("--samples", help="Resamples behind intervals and p-values.")
    ] = 1000,
    columns: options.Columns = None,
    labels: options.Labels = None,
    lang: options.Lang = None,
    json: options.Json = False,
    form: options.Format = "text",
    details: Annotated[
        bool, typer.Option("--details", help="All measures, with p against the best.")
    ] = False,
    shots: Shots = None,
    convention: options.Convention = None,
) -> None:
    """Compare models over corpora, with intervals, the best marked, and rows that need no model.

    The bundled model is told what a corpus calls a paraphrase, as its card says, unless --convention says it.
    """
    from paraphrast.identify import evaluation
    from paraphrast.identify.calibration import write_diagram

    if tune and (threshold is not None or tune in golds):
        raise CommandError("a threshold is said, or chosen on pairs other than those that are evaluated")
    scorers = {
        name: _load_scorer(name, folder=folder, symmetric=symmetric, shots=shots)
        for name in models.split(",")
    }
    corpora = {name: list(pairs(source, columns=columns, labels=labels, lang=lang))
               for source, name in names(golds).items()}  # fmt: skip
    told = {name: convention or named(source) for source, name in names(golds).items()}
    cuts: Any = threshold
    if tune:
        dev = list(pairs(tune, columns=columns, labels=labels, lang=lang))
        cuts = evaluation.choose_thresholds(scorers, dev, convention=convention or named(tune))
    lines = evaluation.table(scorers, corpora, conventions=told, threshold=cuts, samples=samples)
    if picture:
        write_diagram(picture, lines)
    for score in scorers.values():
        print_usage(score)
    notes = [f"{name}: yes from {cut:.4f} on, chosen on {tune}" for name, cut in cuts.items()] if tune else []
    if json:
        for record in evaluation.records(lines):
            print_json(record)
    else:
        print(evaluation.details(lines) if details else evaluation.text(lines, form, notes=notes))


@app.command("split")
def split_by_entity(
    source: options.In,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The folder for train.jsonl, dev.jsonl, test.jsonl.")
    ],
    group: Annotated[
        str, typer.Option("--group", help="What stays together: group, entity, any column.")
    ] = "group",
    dev: Annotated[float, typer.Option("--dev", help="The share of dev.")] = 0.125,
    test: Annotated[float, typer.Option("--test", help="The share of test.")] = 0.125,
    columns: options.Columns = None,
    labels: options.Labels = None,
    seed: options.Seed = 0,
) -> None:
    """Split pairs so that no entity stands on two sides."""
    from paraphrast.identify.splits import grouped, split

    parts = split(
        grouped(pairs(source, columns=columns, labels=labels), group), dev=dev, test=test, seed=seed
    )
    out.mkdir(parents=True, exist_ok=True)
    counts = {name: data.write(out / f"{name}.jsonl", found) for name, found in parts._asdict().items()}
    print_json(counts)


def print_json(record: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    from msgspec import json

    print(json.encode(record).decode())


app.command(
    epilog="Example: paraphrast identify repeat bow train.tsv --test test.tsv --seeds 0,1,2 -o runs/bow"
)(identify_repeat.repeat)
app.command()(identify_reports.errors)
app.command(epilog="Example: paraphrast identify probe -m models/esim -o probe.html")(identify_probe.probe)
