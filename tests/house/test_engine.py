"""Work gives the same results in the same order wherever it runs, and failures name the record."""

import io
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paraphrast import engine
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError, MissingExtra
from paraphrast.models.bundled import box

PLACES = ["here", "processes"]


def lengths(pairs: list[Pair]) -> list[int]:
    if any(pair.id == "bad" for pair in pairs):
        raise DataError("this pair is bad")
    return [len(pair.a) for pair in pairs]


def short(pairs: list[Pair]) -> list[int]:
    return [0]


def dying(pairs: list[Pair]) -> list[int]:
    os._exit(3)


def patient(pairs: list[Pair]) -> list[int]:
    time.sleep(30)
    return [0] * len(pairs)


def some(count: int) -> list[Pair]:
    return [Pair("я" * (number % 7), "b", id=str(number)) for number in range(count)]


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize(("count", "batch"), [(0, 5), (1, 5), (103, 5), (103, 1000)])
def test_results_come_in_order(where: engine.Where, count: int, batch: int) -> None:
    found = engine.run(lengths, some(count), workers=2, batch=batch, where=where)
    assert list(found) == [number % 7 for number in range(count)]


@pytest.mark.parametrize("where", PLACES)
def test_an_error_names_the_record(where: engine.Where) -> None:
    pairs = [*some(40), Pair("а", "б", id="bad"), *some(40)]
    with pytest.raises(DataError, match="this pair is bad") as raised:
        list(engine.run(lengths, pairs, workers=2, batch=7, where=where))
    assert raised.value.__notes__[0].startswith("record 41 (id 'bad'): Pair(a='а'")
    assert multiprocessing.active_children() == []


def test_input_is_taken_as_it_is_needed() -> None:
    taken = 0

    def source() -> Iterator[Pair]:
        nonlocal taken
        for pair in some(10_000):
            taken += 1
            yield pair

    results = engine.run(lengths, source(), workers=2, batch=10)
    next(results)
    assert taken <= 10 * 2 * engine.QUEUED + 10
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_a_wrong_number_of_results_is_caught() -> None:
    with pytest.raises(ValueError, match="gave 1 results for 5 items"):
        list(engine.run(short, some(5)))


def test_a_dead_worker_is_an_error_not_a_wait() -> None:
    with pytest.raises(CommandError, match="a worker process died"):
        list(engine.run(dying, some(5), workers=2))


def test_what_cannot_travel_is_said() -> None:
    with pytest.raises(CommandError, match="cannot be sent to other processes"):
        list(engine.run(lambda pairs: pairs, some(5), workers=2))


@pytest.mark.parametrize(("workers", "batch"), [(0, 5), (1, 0), (-1, 5)])
def test_nobody_cannot_work(workers: int, batch: int) -> None:
    with pytest.raises(CommandError, match="start at 1"):
        engine.run(lengths, some(5), workers=workers, batch=batch)


def sleepy(batch):
    os.write(2, b"at work\n")  # in one piece: two workers write
    time.sleep(300)
    return batch


@pytest.mark.parametrize("seconds", [0.2, 0.5, 1.5])
def test_ctrl_c_leaves_nobody_behind(seconds: float) -> None:
    code = (
        "import signal, sys; sys.path.insert(0, sys.argv[1])\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may ignore it
        "from test_engine import patient, some\n"
        "from paraphrast import engine\n"
        "if __name__ == '__main__':\n"
        "    print('ready', flush=True)\n"
        "    list(engine.run(patient, some(9), workers=2, batch=1))\n"
    )
    script = ["-c", code, os.path.dirname(__file__)]
    with subprocess.Popen(
        [sys.executable, *script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        time.sleep(seconds)  # before, while and after workers start
        parent.send_signal(signal.SIGINT)
        _, err = parent.communicate(timeout=60)  # waits for the children's ends of the pipes, too
    assert parent.returncode != 0
    assert err.count(b"KeyboardInterrupt") == 1


def test_a_killed_parent_takes_its_workers_along() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_engine import sleepy\n"
        "from paraphrast import engine\n"
        "if __name__ == '__main__':\n"
        "    list(engine.run(sleepy, range(9), workers=2, batch=1))\n"
    )
    script = ["-c", code, os.path.dirname(__file__)]
    with subprocess.Popen(
        [sys.executable, *script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stderr is not None
        assert parent.stderr.readline() == b"at work\n"
        parent.kill()
        parent.communicate(timeout=60)  # ends when the workers have closed their ends of the pipes


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("watched", "patience", "shown"), [(True, 0, True), (True, 60, False), (False, 0, False)]
)
def test_a_bar_is_for_people_who_wait(
    monkeypatch: pytest.MonkeyPatch, watched: bool, patience: float, shown: bool
) -> None:
    stderr = Terminal() if watched else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(engine, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")
    assert list(engine.progress([1, 2, 3], "counting")) == [1, 2, 3]
    assert ("counting" in stderr.getvalue()) is shown


@pytest.mark.parametrize(
    "error", [DataError("а", path="p", line=3), CommandError("c"), MissingExtra("t", "train")]
)
def test_errors_travel_between_processes(error: Exception) -> None:
    error.add_note("record 1")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__notes__) == (type(error), str(error), ["record 1"])


def threads_here(batch):
    return [os.environ.get("OMP_NUM_THREADS", "") for _ in batch]


def test_processes_share_the_cores_and_the_parent_stays_as_it_was(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    assert set(engine.run(threads_here, range(4), workers=2, batch=1)) == {str(max(1, cores // 2))}
    assert "OMP_NUM_THREADS" not in os.environ


def test_whoever_says_how_many_threads_is_heeded(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert set(engine.run(threads_here, range(2), workers=2, batch=1)) == {"3"}


def test_one_place_counts_the_cores(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    source = Path(engine.__file__).parent
    asking = [path.name for path in source.rglob("*.py") if "sched_getaffinity" in path.read_text("utf-8")]
    assert asking == ["engine.py"]
    assert box.threads() == engine.cores()


def test_a_lone_item_is_not_kept_waiting_for_others():
    answered = []

    def arriving():
        for number in range(3):
            assert len(answered) == number  # the one before was answered while this one was still to come
            yield number
            for _ in range(200):
                if len(answered) == number + 1:
                    break
                time.sleep(0.05)

    for item in engine.run(lambda batch: batch, arriving(), batch=64, live=True):
        answered.append(item)
    assert answered == [0, 1, 2]


def test_an_error_among_items_that_arrive_is_raised_after_what_came_before():
    def arriving():
        yield 1
        raise DataError("half a line")

    answered = []
    with pytest.raises(DataError, match="half a line"):
        answered.extend(engine.run(lambda batch: batch, arriving(), live=True))
    assert answered == [1]
    assert list(engine.run(lambda batch: batch, iter(range(200)), batch=7, live=True)) == list(range(200))
