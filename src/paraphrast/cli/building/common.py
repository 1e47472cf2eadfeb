"""What the commands of `paraphrast build` share: the options of a run, and carrying steps out."""

import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import typer

from paraphrast.cli.building.options import Drops, Overwrite, Report, Until, Work
from paraphrast.cli.counts import many
from paraphrast.cli.options import Workers
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.build.pipeline import Made
    from paraphrast.build.steps import Step
    from paraphrast.data import Pair

EXAMPLES = """[bold]Examples[/bold]

paraphrast build flashcards deck.apkg --lang en --terms terms.txt -o pairs.jsonl

paraphrast build adversarial pairs.tsv --lang ru -o hard.jsonl

paraphrast build mine corpus.txt --lang zh --scorer paraphrase -o mined.jsonl

paraphrast build filter pairs.tsv --step length:low=3,high=60 --step jaccard:high=.8 -o kept.jsonl

paraphrast build report kept.jsonl.work -o report.html"""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Build corpora: every step can be resumed, and every dropped pair has a reason.",
    epilog=EXAMPLES,
)


class Run(NamedTuple):
    """How a pipeline is carried out, as a person said it."""

    work: Work = None
    until: Until = None
    overwrite: Overwrite = False
    workers: Workers = 1
    drops: Drops = None
    report: Report = None

    def folder(self, out: str) -> str:
        """Name the folder where results of steps wait."""
        if out == "-" and not self.work:
            raise CommandError("the working folder needs a place: name one with --work, or a file with -o")
        return self.work or f"{out}.work"


def resumable(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes a `run` the options of one."""
    own = inspect.signature(command, eval_str=True).parameters.values()
    types = get_type_hints(Run, include_extras=True)
    shared = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=Run._field_defaults[name], annotation=types[name]
        )
        for name in Run._fields
    ]
    parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own if each.name != "run"]

    @wraps(command)
    def wrapped(**given: Any) -> None:
        run = Run(**{name: given.pop(name) for name in Run._fields})
        command(**given, run=run)

    wrapped.__signature__ = inspect.Signature([*parameters, *shared])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {each.name: each.annotation for each in (*parameters, *shared)}
    return wrapped


@contextmanager
def cautious() -> Iterator[None]:
    """Tell people in a line each what the recipe within is known to do wrong."""
    from paraphrast.build.doubts import Doubtful

    with warnings.catch_warnings():
        warnings.simplefilter("always", Doubtful)
        usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if issubclass(category, Doubtful):
                print(f"warning: {message}", file=sys.stderr)
            else:
                usual(message, category, *place, **more)

        warnings.showwarning = show
        yield


def carry_out(
    steps: "list[Step]", source: "Callable[[], Iterable[Pair]]", *, key: str, out: str, run: Run
) -> "Made":
    """Run the steps, write what they keep and drop, and tell people how many."""
    from paraphrast.build.pipeline import Pipeline
    from paraphrast.build.report import report

    pipeline = Pipeline(steps, run.folder(out), workers=run.workers)
    made = pipeline.run(source, key=key, until=run.until, overwrite=run.overwrite)
    drops = run.drops or (None if out == "-" else f"{out}.drops.jsonl")
    written = made.write(out, drops)
    if run.report:
        report(made, run.report, title=Path(out).stem)
    for name, count in made.counts():
        why = ", ".join(f"{reason} {number:,}" for reason, number in count.reasons.items())
        print(f"{name}: {count.seen:,} -> {count.kept:,}{f' ({why})' if why else ''}", file=sys.stderr)
    print(f"{many(written, 'pair')} in {out}; dropped ones in {drops}", file=sys.stderr)
    return made


def ask_raters(made: "Made", path: str | None, *, project: str, lang: str) -> None:
    """Write what raters are shown, and say how to show it to them."""
    if path is None:
        return
    from paraphrast.build.gate import items
    from paraphrast.data import write

    shown = many(write(path, items(made.pairs())), "item")
    print(f"{shown} for raters in {path}; show them with", file=sys.stderr)
    print(f"  paraphrast annotate new {project} --lang {lang} --items {path}", file=sys.stderr)


def make_key(*paths: str, **settings: Any) -> str:
    """Make a key of what files hold and how they are read."""
    from paraphrast.build.pipeline import digest

    marks = [digest(path) if Path(path).is_file() else path for path in paths]
    return repr((marks, sorted(settings.items())))
