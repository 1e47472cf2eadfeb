"""A process that keeps models and answers small questions, so that the one that serves pages has none.

When it dies, also by kill -9, it is started again and asked again; a question that kills it every time is
given up with a sentence.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from paraphrast.engine import leave_with_parent
from paraphrast.errors import ParaphrastError

TRIES = 3  # so often a question may take the process down
Answer = Callable[..., Any]


class Keeper:
    """Calls a function in a process of its own, one question at a time; `make` gives the function there."""

    def __init__(self, make: Callable[[], Answer]) -> None:
        self.make = make
        self.turn = threading.Lock()
        self.process: Any = None
        self.pipe: Connection | None = None

    def __call__(self, *question: Any) -> Any:
        """Ask, and give the answer or raise the error that came back."""
        with self.turn:
            for _ in range(TRIES):
                pipe = self._open()
                try:
                    pipe.send(question)
                    good, told = pipe.recv()
                except (EOFError, OSError):
                    self._end()
                    continue
                if good:
                    return told
                raise told
        raise ParaphrastError(
            f"the process with the models was ended {TRIES} times by this question; it ran out of memory, "
            "or meets a fault of the program"
        )

    def close(self) -> None:
        """End the process."""
        with self.turn:
            self._end()

    def _open(self) -> Connection:
        if self.pipe is None:
            spawn = multiprocessing.get_context("spawn")
            self.pipe, theirs = spawn.Pipe()
            self.process = spawn.Process(target=serve, args=(self.make, theirs), daemon=True)
            self.process.start()
            theirs.close()
        return self.pipe

    def _end(self) -> None:
        if self.pipe is not None:
            self.pipe.close()
            self.process.kill()
            self.process.join()
        self.pipe = self.process = None


def serve(make: Callable[[], Answer], pipe: Connection) -> None:
    """Answer questions, in a process of its own, until the pipe is closed."""
    threading.Thread(target=leave_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer: Answer | None = None
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = answer or make()
            told = True, answer(*question)
        except Exception as error:  # noqa: BLE001 - raised again by who asked
            told = False, error
        try:
            pipe.send(told)
        except (EOFError, OSError):
            os._exit(0)
        except Exception as error:  # noqa: BLE001 - it cannot be sent: its words can
            pipe.send((False, ParaphrastError(f"{type(told[1]).__name__}: {told[1]} ({error})")))
