"""How a training run is told: a bar on a terminal, and elsewhere a line for each epoch."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def show_training(describe: Callable[[Any], str]) -> Iterator[Callable[[Any], None]]:
    """Give a function that tells steps, each with an `event`: batch, epoch (its end), or resumed.

    On a terminal batches move a bar; in a log there is a line for each epoch. Both say when a run goes on.
    """
    if not sys.stderr.isatty():
        yield (
            lambda step: None if step.event == "batch" else print(describe(step), file=sys.stderr, flush=True)
        )
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("train")

        def report(step: Any) -> None:
            if step.event == "resumed":
                progress.console.print(describe(step))
            else:
                progress.update(task, completed=step.batch, total=step.batches, description=describe(step))

        yield report
