"""Where a stream is worked on: this process or local processes; the results are the same, in order.

A function maps a batch (a list) to a list of the same length, and `run` yields its results in order. Big
jobs, which go on after a kill and may be spread over machines, are `plans`.
"""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from rich.progress import Progress

A = TypeVar("A")
B = TypeVar("B")
Where: TypeAlias = Literal["here", "processes"]
Work: TypeAlias = Callable[[list[A]], Sequence[B]]
Submit: TypeAlias = Callable[[int, list[A]], Callable[[], Sequence[B]]]

BATCH = 256
QUEUED = 2  # batches that wait for each worker, so that memory stays bounded and nobody idles
PATIENCE = 2.0  # seconds before a bar appears
MOMENT = 0.05  # seconds that an item waits for others where items arrive one by one


def run(
    function: Work[A, B],
    items: Iterable[A],
    *,
    workers: int = 1,
    batch: int = BATCH,
    label: str = "",
    where: Where | None = None,
    live: bool = False,
) -> Iterator[B]:
    """Yield the function's result for each item, in order, whatever the number of workers.

    Where items arrive one by one (`live`), one worker does not wait for a whole batch of them.

    >>> list(run(lambda words: [word.upper() for word in words], ["да", "yes"]))
    ['ДА', 'YES']
    """
    if workers < 1 or batch < 1:
        raise CommandError(f"workers and batch size start at 1; got {workers} and {batch}")
    where = where or ("here" if workers == 1 else "processes")
    if where == "here":
        results = _here(function, items, batch, live)
    else:
        results = _spread(_processes(function, workers), items, batch=batch, queue=workers * QUEUED)
    return progress(results, label, total=len(items) if isinstance(items, Sized) else None)


class Watcher:
    """Who else wants to know how far work has come: `tell(label, done, total)`, told after each item."""

    tell: Callable[[str, int, int | None], object] | None = None


def progress(items: Iterable[A], label: str, total: int | None = None, *, done: int = 0) -> Iterator[A]:
    """Yield the same items; when it takes long and a person is watching, show a bar on stderr.

    A watcher is told as well, and `done` is what was there before these items.
    """
    if Watcher.tell is not None and label:
        if total is None and isinstance(items, Sized):
            total = len(items)
        items = _watched(items, label, total, done)
    if not label or not sys.stderr.isatty():
        yield from items
        return
    if total is None and isinstance(items, Sized):
        total = len(items)
    start = shown = time.monotonic()
    bar: Progress | None = None
    try:
        for count, item in enumerate(items, 1):
            yield item
            now = time.monotonic()
            if bar is None and now - start > PATIENCE:
                bar = _bar()
                task = bar.add_task(label, total=total)
                bar.start()
            if bar is not None and now - shown > 0.1:
                bar.update(task, completed=count)
                shown = now
    finally:
        if bar is not None:
            bar.stop()


def _watched(items: Iterable[A], label: str, total: int | None, done: int) -> Iterator[A]:
    whole = None if total is None else total + done
    for count, item in enumerate(items, done):
        if Watcher.tell is not None:
            Watcher.tell(label, count, whole)
        yield item
        if Watcher.tell is not None:
            Watcher.tell(label, count + 1, whole)


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _batches(items: Iterable[A], size: int) -> Iterator[tuple[int, list[A]]]:
    """Yield lists of items, each with the number of items before it."""
    iterator = iter(items)
    first = 0
    while batch := list(islice(iterator, size)):
        yield first, batch
        first += len(batch)


def _here(function: Work[A, B], items: Iterable[A], size: int, live: bool) -> Iterator[B]:
    for first, batch in _arriving(items, size) if live else _batches(items, size):
        yield from apply(function, first, batch)


def _arriving(items: Iterable[A], size: int) -> Iterator[tuple[int, list[A]]]:
    """Yield what has come so far, as soon as there is something and no more comes for a moment."""
    waiting: Queue[tuple[str, Any]] = Queue(2 * size)

    def listen() -> None:
        try:
            for item in items:
                waiting.put(("item", item))
            waiting.put(("end", None))
        except BaseException as error:  # noqa: BLE001  (raised again where the items are waited for)
            waiting.put(("error", error))

    Thread(target=listen, daemon=True).start()
    first, batch = 0, list[A]()
    while True:
        try:
            kind, value = waiting.get(timeout=MOMENT if batch else None)
        except Empty:
            kind, value = "pause", None
        if kind == "item":
            batch.append(value)
        if batch and (kind != "item" or len(batch) == size):
            yield first, batch
            first, batch = first + len(batch), []
        if kind == "error":
            raise value
        if kind == "end":
            return


def _spread(
    pool: AbstractContextManager[Submit[A, B]], items: Iterable[A], *, batch: int, queue: int
) -> Iterator[B]:
    """Keep the workers busy with a bounded number of batches, and give the results back in order."""
    waiting: deque[Callable[[], Sequence[B]]] = deque()
    with pool as submit:
        for first, some in _batches(items, batch):
            waiting.append(submit(first, some))
            if len(waiting) >= queue:
                yield from waiting.popleft()()
        while waiting:
            yield from waiting.popleft()()


def apply(function: Work[A, B], first: int, batch: list[A]) -> Sequence[B]:
    """Apply the function to a batch; when it fails, the error says on which record."""
    try:
        results = function(batch)
    except Exception as error:  # raised again: whatever it is, it leaves with the record's name
        error.add_note(_culprit(function, first, batch, type(error)))
        raise
    if len(results) != len(batch):
        raise ValueError(f"the function gave {len(results)} results for {len(batch)} items")
    return results


def _culprit(function: Work[A, B], first: int, batch: list[A], kind: type[Exception]) -> str:
    """Find the record that fails by itself, and name it by its number, its id and how it begins."""
    for number, item in enumerate(batch, first + 1):
        try:
            function([item])
        except kind:
            name = getattr(item, "id", "")
            return f"record {number}{f' (id {name!r})' if name else ''}: {str(item)[:100]}"
    return f"one of the records {first + 1} to {first + len(batch)}"


_function: Work[Any, Any]


def _start(pickled: bytes) -> None:
    """Set a worker process up: it takes the function once, and leaves Ctrl-C to its parent."""
    import pickle
    import signal

    global _function
    Thread(target=leave_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # ignored now, so that it need not be put off
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _function = pickle.loads(pickled)


def leave_with_parent() -> None:
    """End this process when its parent has ended, even by kill -9."""
    import multiprocessing

    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _work(first: int, batch: list[Any]) -> Sequence[Any]:
    return apply(_function, first, batch)


def _submit(pool: "ProcessPoolExecutor", first: int, batch: list[Any]) -> Callable[[], Sequence[Any]]:
    """Hand a batch over; a Ctrl-C waits, or a process that is just being started would outlive its parent."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_work, first, batch).result
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_work, first, batch).result
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cores() -> int:
    """Count the cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def share_threads(workers: int) -> Iterator[None]:
    """Give each process that is started its share of the cores, unless the user has said how many threads."""
    name = "OMP_NUM_THREADS"
    if os.environ.get(name):
        yield
        return
    os.environ[name] = str(max(1, cores() // workers))
    try:
        yield
    finally:
        del os.environ[name]


@contextmanager
def _processes(function: Work[A, B], workers: int) -> Iterator[Submit[A, B]]:
    """Start local processes; none of them outlives an error or a Ctrl-C."""
    import multiprocessing
    import pickle
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        pickled = pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CommandError(f"{function!r} cannot be sent to other processes: {error}") from error
    others = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")  # fork deadlocks with threads, and Windows has none
    pool = ProcessPoolExecutor(workers, mp_context=spawn, initializer=_start, initargs=(pickled,))
    done = False
    try:
        with share_threads(workers):
            yield partial(_submit, pool)
        done = True
    except BrokenProcessPool as error:
        raise CommandError(
            "a worker process died: it ran out of memory, or could not start "
            "(a script that uses workers keeps its own start under: if __name__ == '__main__')"
        ) from error
    finally:
        if not done:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)
