"""The scheduler from the shell: what a server does in the background, without a server."""

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli.counts import many

if TYPE_CHECKING:
    from paraphrast.annotate.scheduler import Round

RUN = """Examples: paraphrast annotate run --once

paraphrast annotate run --every 60 --database postgresql://..."""


def run(
    once: Annotated[bool, typer.Option("--once", help="Visit every project once and end.")] = False,
    every: Annotated[float, typer.Option("--every", min=1, help="Seconds between two rounds.")] = 10.0,
    database: Annotated[
        str,
        typer.Option("--database", envvar="PARAPHRAST_DATABASE", help="sqlite:///file or postgresql://..."),
    ] = "sqlite:///paraphrast.db",
) -> None:
    """Move chains, follow the crowds, and send doubtful items to experts; a server does so by itself."""
    from paraphrast.annotate.scheduler import Scheduler
    from paraphrast.annotate.store import Store

    scheduler = Scheduler(Store(database), seconds=every)
    while True:
        for found in scheduler.run_once():
            line = _describe_round(found)
            if line or once:
                print(line or f"{found.project}: nothing to do", file=sys.stderr)
        if once:
            return
        time.sleep(every)


def _describe_round(found: "Round") -> str:
    """Say in a line what a visit to a project came to; nothing if it came to nothing.

    >>> from paraphrast.annotate.follow import Look
    >>> from paraphrast.annotate.scheduler import Round
    >>> _describe_round(Round("tone", 3, 0, Look(banned=1)))
    'tone: 3 items sent on, 1 worker banned'
    >>> _describe_round(Round("tone", 0, 0, Look()))
    ''
    """
    look = found.look
    counts = [
        (found.sent, "item", "sent on"),
        (found.experts, "item", "to experts"),
        (look.banned, "worker", "banned"),
        (look.aside, "vote", "set aside"),
        (look.restored, "vote", "brought back"),
        (look.grown, "control", "grown"),
    ]
    told = [f"{many(count, what)} {done}" for count, what, done in counts if count]
    told += [found.problem] if found.problem else []
    return f"{found.project}: {', '.join(told)}" if told else ""
