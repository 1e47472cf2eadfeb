"""Where batch work runs, alike for every command that has some: `--engine` and `--shard`.

A command whose work is a plan is named here, and takes these options without having to pass them on.
"""

from functools import cache
from typing import Annotated, Any

import typer

from paraphrast.errors import CommandError
from paraphrast.plans.running import Defaults, Engine

PLANNED = {
    "score": ["score"],
    "identify": ["predict"],
    "build": ["filter", "adversarial", "mine", "flashcards"],
    "rewrite": ["texts"],
    "detect": ["index", "retrieve", "check", "generate", "evaluate"],
}


def _set_place(ctx: typer.Context, place: str) -> None:
    Engine(place).check()
    Defaults.place = place
    ctx.call_on_close(_forget)


def _set_shard(ctx: typer.Context, shard: str | None) -> None:
    Engine(shard=shard).check()
    Defaults.shard = shard
    ctx.call_on_close(_forget)


def _forget() -> None:
    Defaults.place, Defaults.shard = "local", None


def _runs(
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            callback=_set_place,
            expose_value=False,
            metavar="local|ray[://ADDRESS]",
            help="Where --workers are: processes here, or actors of a ray cluster that sees the same files.",
        ),
    ] = "local",
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard",
            callback=_set_shard,
            expose_value=False,
            metavar="I/N|merge",
            help="Only the I-th of N shares, for as many machines; then, with merge, what all of them made.",
        ),
    ] = None,
) -> None:
    """Stand for the options that are added to commands."""


@cache
def _options() -> list[Any]:
    app = typer.Typer(add_completion=False)
    app.command()(_runs)
    return [option for option in typer.main.get_command(app).params if option.name in ("engine", "shard")]


def is_spread() -> bool:
    """Tell whether the command was to run anywhere but in processes of this machine."""
    return Defaults.place != "local" or Defaults.shard is not None


def require_file(out: str) -> None:
    """Refuse stdout where several machines work: what they make meets in a folder beside the output."""
    if out == "-" and is_spread():
        raise CommandError(
            "--engine and --shard go from files to files (-o FILE), not by way of -: parts lie beside them"
        )


def add_options(verb: str, command: Any) -> None:
    """Give the commands of a verb the options of where they run."""
    for name, one in getattr(command, "commands", {verb: command}).items():
        if name in PLANNED.get(verb, []):
            one.params += _options()
