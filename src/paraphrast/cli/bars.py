"""A bar for training: on a terminal what each step says, elsewhere nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def training(describe: Callable[[Any], str]) -> Iterator[Callable[[Any], None] | None]:
    """Give a function that shows steps (`batch` of `batches`, described), or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("train")

        def report(step: Any) -> None:
            progress.update(task, completed=step.batch, total=step.batches, description=describe(step))

        yield report
