"""The workers of a server: started with it, replaced when they die, gone with it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from paraphrast.annotate.store import Store
from paraphrast.engine import cores
from paraphrast.errors import DatabaseError
from paraphrast.web.jobs.leases import is_gone, release

LOOK = 0.5  # seconds between two looks at the workers
CALM = 2.0  # seconds that a worker must have lived to be replaced at once


class Crew:
    """Keeps so many workers over a database; those of a server that was killed give their jobs back."""

    def __init__(self, store: Store, *, workers: int = 2) -> None:
        self.store, self.count = store, workers
        self.processes: list[subprocess.Popen[bytes]] = []
        self.begun: dict[int, float] = {}
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        """Start the workers and who looks after them."""
        self.thread.start()

    def stop(self) -> None:
        """End the workers; what they were at waits for the next start."""
        self.over.set()
        self.thread.join()
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
        self._release(blame=False)

    def alive(self) -> int:
        """Count the workers that live."""
        return sum(process.poll() is None for process in list(self.processes))

    def _watch(self) -> None:
        while not self.over.is_set():
            dead = [process for process in self.processes if process.poll() is not None]
            self.processes = [process for process in self.processes if process not in dead]
            self._release()
            hasty = any(time.monotonic() - self.begun.pop(process.pid, 0.0) < CALM for process in dead)
            if hasty and self.over.wait(CALM):
                return
            while len(self.processes) < self.count:
                self._begin()
            self.over.wait(LOOK)

    def _begin(self) -> None:
        process = subprocess.Popen(self._command(), env=self._environment(), stdin=subprocess.DEVNULL)
        self.processes.append(process)
        self.begun[process.pid] = time.monotonic()

    def _command(self) -> list[str]:
        command = [sys.executable, "-m", "paraphrast", "jobs", "work", "--parent", str(os.getpid())]
        return command + (["--share", str(self.count - 1)] if self.count > 1 else [])

    def _environment(self) -> dict[str, str]:
        """Name the database where a list of processes does not show it, and share the cores out."""
        url = absolute(self.store.engine.url.render_as_string(hide_password=False))
        threads = os.environ.get("OMP_NUM_THREADS") or str(max(1, cores() // self.count))
        return {**os.environ, "PARAPHRAST_DATABASE": url, "OMP_NUM_THREADS": threads}

    def _release(self, *, blame: bool = True) -> None:
        try:
            release(self.store, is_gone, blame=blame)
        except DatabaseError as error:
            print(f"paraphrast: {error}", file=sys.stderr)


def absolute(url: str) -> str:
    """Give the address of a database so that it is the same from every folder.

    >>> absolute("postgresql://host/crowd")
    'postgresql://host/crowd'
    """
    path = url.removeprefix("sqlite:///")
    return f"sqlite:///{Path(path).absolute()}" if path != url and not path.startswith(":") else url
