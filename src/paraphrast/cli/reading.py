"""How files are read, alike for every command that reads them: `--encoding`, and `--skip-bad` for records.

A command that reads files is named here, and takes these options without having to pass them on.
"""

from functools import cache
from typing import Annotated, Any

import typer

from paraphrast.files.opening import Defaults

# what reads records, by verb; a verb without commands of its own has one that is called like it
RECORDS = {
    "score": ["score"],
    "metrics": ["agree", "fit", "ablate"],
    "identify": ["train", "predict", "evaluate", "split", "errors"],
    "build": ["adversarial", "mine", "filter", "split", "stats", "gate", "label", "flashcards"],
    "rewrite": ["texts", "vocabulary"],
    "annotate": ["study", "aggregate", "agreement", "reassign", "import"],
}
# what reads whole documents
DOCUMENTS = {"detect": ["index", "check", "retrieve", "align", "generate"]}


def _set_encoding(ctx: typer.Context, name: str | None) -> None:
    from paraphrast.files.encoding import check_name

    if name:
        Defaults.encoding = check_name(name)
        ctx.call_on_close(_forget)


def _set_skipping(ctx: typer.Context, path: str | None) -> None:
    from paraphrast.files.skipping import Skipped

    if path:
        Defaults.skip = Skipped(path)
        ctx.call_on_close(_forget)


def _forget() -> None:
    Defaults.encoding = Defaults.skip = None


def _reads(
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            callback=_set_encoding,
            expose_value=False,
            metavar="NAME",
            help="The encoding of what is read, such as cp1251 or gb18030; recognised when not given.",
        ),
    ] = None,
    skip_bad: Annotated[
        str | None,
        typer.Option(
            "--skip-bad",
            callback=_set_skipping,
            expose_value=False,
            metavar="FILE",
            help="Leave out rows that are wrong, and write them here with what is wrong with them.",
        ),
    ] = None,
) -> None:
    """Stand for the options that are added to commands."""


@cache
def _options() -> dict[str, Any]:
    app = typer.Typer(add_completion=False)
    app.command()(_reads)
    return {str(option.name): option for option in typer.main.get_command(app).params}


def add_options(verb: str, command: Any) -> None:
    """Give the commands of a verb the options of what they read."""
    for name, one in getattr(command, "commands", {verb: command}).items():
        if name in RECORDS.get(verb, []):
            one.params += [_options()["encoding"], _options()["skip_bad"]]
        elif name in DOCUMENTS.get(verb, []):
            one.params += [_options()["encoding"]]
