"""Work that is killed at random moments and begun again; the scripts of two tests use it."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path


def begin(work: Callable[[Path], None], folder: Path) -> int:
    """Start the work in a copy of this process and give its number."""
    child = os.fork()
    if child:
        return child
    work(folder)
    os._exit(0)


def tear(work: Callable[[Path], None], folder: Path, *, longest: float) -> int:
    """Do the work whole in one folder; in another kill it ten times, then let it end; give how often it died.

    A run is killed after a random part, `longest` at most, of the time that the whole work took.
    """
    whole, torn = folder / "whole", folder / "torn"
    for each in (whole, torn):
        each.mkdir()
    begun = time.monotonic()
    assert os.waitpid(begin(work, whole), 0)[1] == 0
    lasted = time.monotonic() - begun
    chance = random.Random(0)
    killed = 0
    for _ in range(10):
        child = begin(work, torn)
        time.sleep(lasted * chance.uniform(0.01, longest))
        os.kill(child, signal.SIGKILL)
        killed += os.waitpid(child, 0)[1] == signal.SIGKILL
    assert os.waitpid(begin(work, torn), 0)[1] == 0
    return killed
