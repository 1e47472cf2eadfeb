"""`paraphrast jobs`: what runs, what waits and what came of it, here or on a server; and workers."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paraphrast.cli.options import Database, Json
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paraphrast.cli.job_places import Place

EXAMPLE = """Examples: paraphrast jobs list

paraphrast jobs log 3f2a --follow

paraphrast jobs run --database sqlite:///paraphrast.db -- rewrite comments.txt --to neutral -o neutral.jsonl

paraphrast jobs list --server https://crowd.example.org --token TOKEN"""

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="See, stop and resume the long work of a server, or of this machine's database.",
    epilog=EXAMPLE,
)
Server = Annotated[
    str | None,
    typer.Option("--server", envvar="PARAPHRAST_SERVER", help="The address of a server; else the database."),
]
Token = Annotated[
    str | None, typer.Option("--token", envvar="PARAPHRAST_TOKEN", help="Your token on that server.")
]
Name = Annotated[str, typer.Argument(help="A job, by its name or how that begins.", show_default=False)]


@contextmanager
def _place(database: str, server: str | None, token: str | None) -> "Iterator[Place]":
    from paraphrast.cli.job_places import Local, Remote

    found: Place = Remote(server, token) if server else Local(database)
    try:
        yield found
    finally:
        found.close()


@app.command("list", epilog="Example: paraphrast jobs list --state running --json")
def list_jobs(
    state: Annotated[
        str | None, typer.Option(help="Only those: waiting, running, done, failed or cancelled.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, the newest first.")] = 20,
    database: Database = "sqlite:///paraphrast.db",
    server: Server = None,
    token: Token = None,
    json: Json = False,
) -> None:
    """List jobs, the newest first."""
    from paraphrast.cli.job_places import check_state, summarize_job

    check_state(state)
    with _place(database, server, token) as place:
        for job in place.listed(state=state, limit=limit):
            print(_encoded(job) if json else summarize_job(job))


@app.command(epilog="Example: paraphrast jobs show 3f2a")
def show(
    name: Name,
    database: Database = "sqlite:///paraphrast.db",
    server: Server = None,
    token: Token = None,
    json: Json = False,
) -> None:
    """Show a job: its command, inputs, results, and what made them."""
    from paraphrast.cli.job_places import describe_job

    with _place(database, server, token) as place:
        job = place.get(name)
        print(_encoded(job) if json else describe_job(job))


@app.command(epilog="Example: paraphrast jobs log 3f2a --follow")
def log(
    name: Name,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on until the job has ended.")] = False,
    database: Database = "sqlite:///paraphrast.db",
    server: Server = None,
    token: Token = None,
) -> None:
    """Print what a job said; with --follow, as it says it."""
    with _place(database, server, token) as place:
        for text in place.log(name, follow=follow):
            print(text, end="", flush=True)


@app.command(epilog="Example: paraphrast jobs cancel 3f2a")
def cancel(
    name: Name,
    database: Database = "sqlite:///paraphrast.db",
    server: Server = None,
    token: Token = None,
) -> None:
    """Stop a job; what it has made stays, so that it can be resumed."""
    with _place(database, server, token) as place:
        job = place.cancel(name)
        print(f"{job['name']} {'stops' if job['state'] == 'running' else 'is cancelled'}", file=sys.stderr)


@app.command(epilog="Example: paraphrast jobs resume 3f2a")
def resume(
    name: Name,
    database: Database = "sqlite:///paraphrast.db",
    server: Server = None,
    token: Token = None,
) -> None:
    """Have a job that failed or was cancelled go on where it was."""
    with _place(database, server, token) as place:
        print(f"{place.resume(name)['name']} waits", file=sys.stderr)


@app.command(
    epilog="Example: paraphrast jobs run -- rewrite comments.txt --to neutral -o neutral.jsonl",
    context_settings={"ignore_unknown_options": True},
)
def run(
    command: Annotated[list[str], typer.Argument(metavar="COMMAND...", help="A command of paraphrast.")],
    database: Database = "sqlite:///paraphrast.db",
) -> None:
    """Queue a command of the shell, with the files of this folder; a worker of the server carries it out.

    A command that was stopped in the shell goes on from the parts beside its output, and the other way.
    """
    from paraphrast.cli.job_places import Local

    with _place(database, None, None) as place:
        assert isinstance(place, Local)
        print(place.run(command))


@app.command(epilog="Example: paraphrast jobs work --database postgresql://host/crowd")
def work(
    database: Database = "sqlite:///paraphrast.db",
    share: Annotated[
        int | None, typer.Option(min=1, help="So many jobs of one person run at once; no bound without it.")
    ] = None,
    parent: Annotated[int | None, typer.Option(hidden=True, help="End with this process.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Carry out what waits now, and stop.")] = False,
) -> None:
    """Be a worker: carry out what waits, until stopped; a server starts its own."""
    from paraphrast.cli.databases import check_is_there
    from paraphrast.web.jobs.crew import absolute
    from paraphrast.web.jobs.worker import Worker, leave_with

    from paraphrast.annotate.store import Store  # isort: skip

    check_is_there(database)
    worker = Worker(Store(absolute(database)), most=share)
    if parent is not None:
        leave_with(parent, worker.leave)
    if once:
        worker.work_until_idle()
    else:
        worker.work()


def _encoded(job: dict[str, Any]) -> str:
    from msgspec import json

    return json.encode(job).decode()


def here() -> str:
    """Give the folder one is in, which must not go away before its jobs are done."""
    try:
        return str(Path.cwd())
    except FileNotFoundError as error:
        raise CommandError("the folder you are in is no longer there") from error
