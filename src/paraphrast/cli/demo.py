"""`paraphrast demo`: a walk through the jobs, one small act for each.

An act is a file in `cli/acts` with a function `play(console)`; its docstring is the act's title.
"""

from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from paraphrast import data
from paraphrast.errors import CommandError, unknown

ACTS = {
    "records": "paraphrast.cli.acts.records:play",
    "disguise": "paraphrast.cli.acts.disguise:play",
    "words": "paraphrast.cli.acts.words:play",
    "changes": "paraphrast.cli.acts.changes:play",
    "measure": "paraphrast.cli.acts.measure:play",
    "meaning": "paraphrast.cli.acts.meaning:play",
    "borrowed": "paraphrast.cli.acts.borrowed:play",
    "rewrite": "paraphrast.cli.acts.rewrite:play",
    "votes": "paraphrast.cli.acts.votes:play",
}

app = typer.Typer(rich_markup_mode="rich")


@app.command(
    epilog="Examples: paraphrast demo, paraphrast demo records, paraphrast demo --samples my-samples"
)
def demo(
    acts: Annotated[list[str] | None, typer.Argument(help=f"Only these acts: {', '.join(ACTS)}.")] = None,
    samples: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Copy the sample texts there and stop.")
    ] = None,
) -> None:
    """Walk through the jobs on small texts in Russian, English and Chinese."""
    if samples is not None:
        _take_home(samples)
        return
    for name in acts or ACTS:
        if name not in ACTS:
            raise unknown("act", name, ACTS)
    for name in acts or ACTS:
        perform(ACTS[name])


def _take_home(folder: Path) -> None:
    """Copy the bundled samples to a new folder."""
    import shutil

    if folder.exists():
        raise CommandError(f"{str(folder)!r} exists already; name a new folder")
    shutil.copytree(data.sample("pairs.jsonl").parent, folder)


def perform(act: str) -> None:
    """Print the title of one act and play it."""
    from rich.console import Console

    console = Console(highlight=False)
    module, _, function = act.partition(":")
    play = getattr(import_module(module), function)
    console.rule(f"[bold]{play.__doc__}[/bold]", align="left", style="dim")
    console.print()
    play(console)
    console.print()
