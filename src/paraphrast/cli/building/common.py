"""What the commands of `paraphrast build` share: the options, and carrying steps out."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    from paraphrast.build.pipeline import Made
    from paraphrast.build.steps import Step
    from paraphrast.data import Pair

EXAMPLES = """[bold]Examples[/bold]

paraphrast build flashcards deck.apkg --lang en --terms terms.txt -o pairs.jsonl

paraphrast build adversarial pairs.tsv --lang ru -o hard.jsonl

paraphrast build mine corpus.txt --lang zh -o mined.jsonl

paraphrast build filter pairs.tsv --step length:low=3,high=60 --step jaccard:high=.8 -o kept.jsonl

paraphrast build report kept.jsonl.work -o report.html"""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Build corpora: every step can be resumed, and every dropped pair has a reason.",
    epilog=EXAMPLES,
)

Needed: TypeAlias = Annotated[Language, typer.Option("--lang", help="The language of the texts.")]
Work: TypeAlias = Annotated[
    str | None, typer.Option("--work", metavar="DIR", help="Where results of steps wait; else OUT.work.")
]
Until: TypeAlias = Annotated[
    str | None, typer.Option("--until", metavar="STEP", help="Stop after this step.")
]
Overwrite: TypeAlias = Annotated[bool, typer.Option("--overwrite", help="Do finished steps again.")]
Drops: TypeAlias = Annotated[
    str | None,
    typer.Option("--drops", metavar="FILE", help="Dropped pairs with reasons; else OUT.drops.jsonl."),
]
Report: TypeAlias = Annotated[
    str | None, typer.Option("--report", metavar="FILE", help="A page with funnel, scores and examples.")
]


def carry_out(
    steps: "list[Step]", source: "Callable[[], Iterable[Pair]]", key: str, out: str, options: dict[str, Any]
) -> "Made":
    """Run the steps, write what they keep and drop, and tell people how many."""
    from paraphrast.build.pipeline import Pipeline
    from paraphrast.build.report import report

    if out == "-" and not options.get("work"):
        raise CommandError("the working folder needs a place: name one with --work, or a file with -o")
    work = options.get("work") or f"{out}.work"
    pipeline = Pipeline(steps, work, workers=options.get("workers", 1))
    made = pipeline.run(source, key=key, until=options.get("until"), overwrite=bool(options.get("overwrite")))
    drops = options.get("drops") or (None if out == "-" else f"{out}.drops.jsonl")
    written = made.write(out, drops)
    if options.get("report"):
        report(made, options["report"], title=Path(out).stem)
    for name, count in made.counts():
        why = ", ".join(f"{reason} {number:,}" for reason, number in count.reasons.items())
        print(f"{name}: {count.seen:,} -> {count.kept:,}{f' ({why})' if why else ''}", file=sys.stderr)
    print(f"{written:,} pairs in {out}; dropped ones in {drops}", file=sys.stderr)
    return made


def keyed(*paths: str, **settings: Any) -> str:
    """Make a key of what files hold and how they are read."""
    from paraphrast.build.pipeline import digest

    marks = [digest(path) if Path(path).is_file() else path for path in paths]
    return repr((marks, sorted(settings.items())))
