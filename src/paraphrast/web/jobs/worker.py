"""A worker: a process that takes jobs one by one, tells how far it is, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from paraphrast.annotate.store import Store
from paraphrast.engine import Watcher
from paraphrast.errors import CommandError, DatabaseError
from paraphrast.web.jobs.carrying import Outcome, carry_out, describe, list_made, maker
from paraphrast.web.jobs.leases import LEASE, beat, claim, end, give_back, is_wanted, name_worker, release
from paraphrast.web.jobs.queue import Job, Made
from paraphrast.web.jobs.typed import measure_inputs
from paraphrast.web.outgoing import model_address

EVERY = 1.0  # seconds between two beats
IDLE = 0.2  # seconds between two looks at an empty queue
GRACE = 10.0  # seconds that a command has to stop by itself


class Stopped(KeyboardInterrupt):
    """The job was cancelled, or is no longer this worker's."""


class Progress(NamedTuple):
    """How far the command is."""

    step: str = ""
    done: int = 0
    total: int | None = None


class Pulse:
    """Renews the lease while a command runs, and interrupts it when it is to stop."""

    beating = False  # whether a command runs that may be interrupted

    def __init__(self, store: Store, job: Job) -> None:
        self.store, self.job = store, job
        self.now = Progress(job.step, job.done, job.total)
        self.told = ""  # stop or lost
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Pulse:
        Watcher.tell = self.tell
        Pulse.beating = True
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        Pulse.beating = False
        Watcher.tell = None
        self.over.set()
        self.thread.join()

    def tell(self, step: str, done: int, total: int | None) -> None:
        """Take how far the command is; said to the table at the next beat."""
        self.now = Progress(step, done, total)

    def _beat(self) -> None:
        silent = time.monotonic()
        while not self.over.wait(EVERY):
            try:
                told = beat(self.store, self.job, **self.now._asdict())
                silent = time.monotonic()
            except DatabaseError:  # busy or away: the lease lasts for a while
                told = "go on" if time.monotonic() - silent < LEASE / 2 else "lost"
            if told != "go on":
                self._interrupt(told)
                return

    def _interrupt(self, told: str) -> None:
        """Interrupt the command; one that does not stop goes down with its process."""
        self.told = told
        os.kill(os.getpid(), signal.SIGINT)
        if not self.over.wait(GRACE):
            if told == "stop":
                end(self.store, self.job, "cancelled")
            os._exit(3)


class Worker:
    """Takes jobs from a database until it is told to stop; models stay loaded from one to the next."""

    def __init__(self, store: Store, *, most: int | None = None) -> None:
        self.store, self.most, self.name = store, most, name_worker()
        self.stopping = threading.Event()
        self.job: Job | None = None  # what it is at

    def work(self) -> None:
        """Carry jobs out, one after the other."""
        signal.signal(signal.SIGINT, _stop)
        while not self.stopping.is_set():
            try:
                if not self.work_once():
                    self.stopping.wait(IDLE)
            except DatabaseError as error:
                print(f"paraphrast: {error}", file=sys.stderr)
                self.stopping.wait(EVERY)

    def work_until_idle(self) -> None:
        """Carry out what waits now."""
        signal.signal(signal.SIGINT, _stop)
        while self.work_once():
            pass

    def work_once(self) -> bool:
        """Carry one job out; False where none waits."""
        if not is_wanted(self.store):
            return False
        release(self.store)
        job = claim(self.store, self.name, most=self.most)
        if job is None:
            return False
        self.job, pulse = job, Pulse(self.store, job)
        try:
            with pulse, addressed(self.store, job):
                job = measured(job)
                outcome = carry_out(job)
        except Stopped:
            outcome = Outcome(130, "interrupted")
        except CommandError as error:  # its address is no longer listed
            outcome = Outcome(error.exit_code, str(error))
        except OSError as error:
            outcome = _unwritten(error)
        self._settle(job, pulse, outcome)
        self.job = None
        return True

    def leave(self) -> None:
        """Give back what it is at, before this process ends with the one that started it."""
        if self.job is not None:
            with suppress(DatabaseError):  # then its lease runs out
                give_back(self.store, self.job)

    def _settle(self, job: Job, pulse: Pulse, outcome: Outcome) -> None:
        """Say what became of a job."""
        if pulse.told == "lost":
            return
        if pulse.told == "stop" and outcome.code:
            end(self.store, job, "cancelled", code=outcome.code)
            return
        made, by = list[Made](), maker()
        try:
            made = list_made(job, done=not outcome.code)
            describe(job, made, by)
        except OSError as error:
            outcome = _unwritten(error)
        state = "failed" if outcome.code else "done"
        last = {"step": pulse.now.step, "done": pulse.now.done, "total": pulse.now.total}
        told = {"inputs": job.inputs, "files": made, "maker": by}
        end(self.store, job, state, code=outcome.code, error=outcome.error, **told, **last)


def _unwritten(error: OSError) -> Outcome:
    """Say that a job's folder cannot be written, as when the disk is full; the worker goes on with others."""
    return Outcome(1, f"{Path(error.filename or 'a file').name} cannot be written: {error.strerror}")


def measured(job: Job) -> Job:
    """Give a job with the hashes of what it reads, as it is when it begins: elsewhere it may still change."""
    if job.place == job.folder:
        return job
    return structs.replace(job, inputs=measure_inputs(Path(job.place), job.inputs))


def addressed(store: Store, job: Job) -> AbstractContextManager[None]:
    """Have a job ask models at the address that it names, if it names one."""
    names = [one.address for one in job.inputs if one.address]
    return model_address(store, names[0]) if names else nullcontext()


def _stop(*_: object) -> None:
    """Interrupt the command; a signal that comes when it has ended is for nobody."""
    if Pulse.beating:
        Pulse.beating = False
        raise Stopped


def leave_with(parent: int, leave: Callable[[], None]) -> None:
    """End this process when the one that started it is gone, even by kill -9, and leave in good order."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        leave()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
