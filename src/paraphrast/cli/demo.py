"""`paraphrast demo`: a walk through the jobs, one small act for each.

An act is a file in `cli/acts` with a function `play(console)`; its docstring is the act's title.
"""

from importlib import import_module
from typing import Annotated

import typer

from paraphrast.errors import unknown

ACTS = {
    "records": "paraphrast.cli.acts.records:play",
}

app = typer.Typer(rich_markup_mode="rich")


@app.command(epilog="Example: paraphrast demo records")
def demo(
    acts: Annotated[list[str] | None, typer.Argument(help=f"Only these acts: {', '.join(ACTS)}.")] = None,
) -> None:
    """Walk through the jobs on small texts in Russian, English and Chinese."""
    from rich.console import Console

    console = Console(highlight=False)
    for name in acts or ACTS:
        if name not in ACTS:
            raise unknown("act", name, ACTS)
        module, _, function = ACTS[name].partition(":")
        play = getattr(import_module(module), function)
        console.rule(f"[bold]{play.__doc__.strip()}[/bold]", align="left", style="dim")
        console.print()
        play(console)
        console.print()
