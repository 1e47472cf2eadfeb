"""The shell: one file per verb, loaded only when it is called.

A new verb is a file here with `app = typer.Typer(...)` and a line in `VERBS`.
"""

import errno
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from paraphrast import __version__
from paraphrast.errors import ParaphrastError, naming_extras

TOLD = (errno.ENOSPC, errno.EDQUOT, errno.ENAMETOOLONG, errno.EROFS)  # what a person can do something about
VERBS = {
    "demo": (
        "paraphrast.cli.demo:app",
        "Walk through the jobs on small texts in Russian, English and Chinese.",
    ),
    "serve": ("paraphrast.cli.serve:app", "Serve the workbench in the browser on this machine."),
    "account": (
        "paraphrast.cli.account:app",
        "Make accounts of the workbench, give them roles and tokens, close them.",
    ),
    "address": ("paraphrast.cli.address:app", "Say where the server may send something."),
    "backup": ("paraphrast.cli.backup:app", "Write everything the server keeps to one file, while it runs."),
    "restore": ("paraphrast.cli.restore:app", "Put a backup in the place of what a database holds."),
    "jobs": ("paraphrast.cli.jobs:app", "See, stop and resume long work, here or on a server."),
    "corpus": (
        "paraphrast.cli.corpus:app",
        "List public corpora, show their cards, get them, export records.",
    ),
    "models": (
        "paraphrast.cli.models:app",
        "List the models that ship, show their cards, probe judges of single texts.",
    ),
    "build": (
        "paraphrast.cli.build:app",
        "Build corpora of pairs: flashcards, hard changes, mining; filter, split, report.",
    ),
    "annotate": (
        "paraphrast.cli.annotate:app",
        "Have people judge pairs and texts; make labels of votes, measure agreement.",
    ),
    "detect": (
        "paraphrast.cli.detect:app",
        "What did a text take from others? Index, retrieve, align, check, generate, evaluate.",
    ),
    "identify": (
        "paraphrast.cli.identify:app",
        "Are two texts paraphrases? Train, predict, evaluate, see the errors, probe.",
    ),
    "rewrite": (
        "paraphrast.cli.rewrite:app",
        "Make texts neutral or say them in other words, with scores and flags on every output.",
    ),
    "score": (
        "paraphrast.cli.score:app",
        "Score rewrites: meaning, wording, style and fluency, with intervals and signatures.",
    ),
    "metrics": (
        "paraphrast.cli.metrics:app",
        "Check metrics against people, and fit them to what people said.",
    ),
}

EXAMPLES = """[bold]Examples[/bold]

paraphrast demo

paraphrast score pairs.tsv -m paraphrase,bleu,chrf

paraphrast COMMAND --help"""


def load(verb: str) -> Any:
    """Import the file of one verb and give its command."""
    from paraphrast.cli import engines, reading

    module, _, name = VERBS[verb][0].partition(":")
    command = typer.main.get_command(getattr(import_module(module), name))
    command.name = verb
    # typer offers completion for every app; here the whole command has it once
    command.params = [option for option in command.params if not str(option.name).endswith("_completion")]
    reading.add_options(verb, command)
    engines.add_options(verb, command)
    return command


class Verbs(TyperGroup):
    """A group that knows the names and help lines of its verbs, and imports a verb when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for verb, (_, line) in VERBS.items():
            self.commands[verb] = TyperCommand(verb, help=line)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name and command else command, rest


app = typer.Typer(
    cls=Verbs, epilog=EXAMPLES, no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False
)


def _version(asked: bool) -> None:
    if asked:
        print(f"paraphrast {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Same meaning, other words: build, annotate, identify, detect, rewrite and measure paraphrases."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command; exit 0 when all is well, 1 when the data is wrong, 2 when the command is."""
    try:
        with naming_extras():
            typer.main.get_command(app).main(args=args, prog_name="paraphrast")
    except ParaphrastError as error:
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", []))
        print(f"paraphrast: {error}{notes}", file=sys.stderr)
        sys.exit(error.exit_code)
    except OSError as error:
        if error.errno not in TOLD:
            raise
        print(f"paraphrast: {error.filename or 'the output'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
