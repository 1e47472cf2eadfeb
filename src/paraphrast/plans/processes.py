"""Parts made by processes of this machine: each loads the work once, and one that dies is replaced."""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

from paraphrast.engine import leave_with_parent, share_threads
from paraphrast.errors import CommandError
from paraphrast.plans import plan as plans

TRIES = 3  # so often a part may take its process down


class Worker:
    """A process, the pipe to it, and the part that it makes."""

    def __init__(self, folder: str) -> None:
        spawn = multiprocessing.get_context("spawn")  # fork deadlocks with threads, and Windows has none
        self.pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=serve, args=(folder, theirs), daemon=True)
        self.number: int | None = None
        mask = _block()
        try:
            self.process.start()
        finally:
            _unblock(mask)
        theirs.close()

    def give(self, number: int) -> None:
        """Hand over the number of a part."""
        self.number = number
        try:
            self.pipe.send(number)
        except (BrokenPipeError, OSError):  # it is dead, which is seen when its answer is waited for
            return

    def end(self) -> None:
        """Stop the process."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _block() -> Any:
    """Put a Ctrl-C off: a process that is just being started would outlive its parent."""
    return signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if os.name == "posix" else None


def _unblock(mask: Any) -> None:
    if mask is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def serve(folder: str, pipe: Connection) -> None:
    """Make parts, in a process of its own, until the pipe is closed."""
    Thread(target=leave_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _unblock(set() if os.name == "posix" else None)
    plan, work = plans.load(folder), None
    while True:
        try:
            number = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            work = plans.load_work(folder) if work is None else work
            plans.carry_out(folder, work, plan, number)
            pipe.send(None)
        except Exception as error:  # noqa: BLE001 (raised again by who handed the part out)
            pipe.send(error)


def spread(folder: str, todo: list[int], *, workers: int) -> Iterator[int]:
    """Yield parts as they are made; nobody is handed a part before the last one is done."""
    waiting, deaths = deque(todo), Counter[int]()
    plans.load_work(folder)  # what cannot be loaded is said here
    with share_threads(workers):
        crew = [Worker(folder) for _ in range(workers)]
        try:
            for worker in crew:
                worker.give(waiting.popleft())
            while busy := {worker.pipe: worker for worker in crew if worker.number is not None}:
                for pipe in wait(list(busy)):
                    worker = busy[pipe]  # type: ignore[index]
                    number = worker.number
                    assert number is not None
                    worker.number = None
                    if not _answered(worker):
                        crew[crew.index(worker)] = worker = _replaced(worker, folder, number, deaths)
                        waiting.appendleft(number)
                    else:
                        yield number
                    if waiting:
                        worker.give(waiting.popleft())
        finally:
            for worker in crew:
                worker.end()


def _answered(worker: Worker) -> bool:
    """Take the answer of a worker, raising the error that it sent; say False where it died."""
    try:
        error = worker.pipe.recv()
    except (EOFError, OSError):
        return False
    if error is not None:
        raise error
    return True


def _replaced(worker: Worker, folder: str, number: int, deaths: Counter[int]) -> Worker:
    """Start another worker in the place of a dead one, unless the same part has killed several."""
    worker.end()
    deaths[number] += 1
    if deaths[number] >= TRIES:
        raise CommandError(
            f"a worker process died: part {number + 1} of {folder} took {TRIES} of them down; it ran out of "
            "memory, or could not start (a script that uses workers keeps its own start under: "
            "if __name__ == '__main__')"
        )
    return Worker(folder)
