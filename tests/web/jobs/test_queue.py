"""The queue: fair turns, bounds, leases, what a request that is sent again becomes."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.schema import users
from paraphrast.errors import CommandError
from paraphrast.web.jobs import leases, queue
from paraphrast.web.jobs.queue import Entry, Job


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    made = open_store(request.param, request)
    made.now = 1_000.0
    made.clock = lambda: made.now
    with made.write() as connection:
        for name in ("анна", "bo", "微微"):
            values = {"name": name, "password": "", "role": "editor", "native": "", "created": 0.0}
            connection.execute(users.insert(), values)
    yield made
    made.close()


def ask(store: Store, name: str, user: int | None = 1, **told: Any) -> Job:
    entry = Entry(name, "build stats", ["build", "stats", "--", "п.jsonl"], "/tmp", "/tmp", user=user, **told)
    return queue.add(store, entry)[0]


def claimed(store: Store, count: int, **how: Any) -> list[str]:
    found = [leases.claim(store, "here:1", **how) for _ in range(count)]
    return [job.name if job else "-" for job in found]


def test_people_take_turns_however_much_each_has_asked_for(store: Store) -> None:
    for number in range(4):
        ask(store, f"анна{number}", 1)
    ask(store, "bo0", 2)
    ask(store, "微微0", 3)
    assert claimed(store, 6) == ["анна0", "bo0", "微微0", "анна1", "анна2", "анна3"]
    assert leases.claim(store, "here:1") is None


def test_one_worker_is_left_to_others(store: Store) -> None:
    for number in range(3):
        ask(store, f"a{number}", 1)
    assert claimed(store, 2, most=1) == ["a0", "-"]
    ask(store, "b0", 2)
    assert claimed(store, 1, most=1) == ["b0"]


def test_who_was_served_longest_ago_comes_first(store: Store) -> None:
    for number, user in enumerate((1, 1, 2, 2)):
        ask(store, f"j{number}", user)
    for expected in ("j0", "j2", "j1", "j3"):
        store.now += 1
        job = leases.claim(store, "here:1")
        assert job.name == expected
        assert leases.end(store, job, "done", code=0)


def test_the_queue_is_bounded_for_one_and_for_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "OF_ONE", 2)
    monkeypatch.setattr(queue, "WAITING", 3)
    ask(store, "a0"), ask(store, "a1")
    with pytest.raises(queue.QueueFull, match="2 jobs of yours wait already"):
        ask(store, "a2")
    ask(store, "b0", 2)
    with pytest.raises(queue.QueueFull, match="3 jobs wait already"):
        ask(store, "c0", 3)
    leases.claim(store, "here:1")
    assert ask(store, "c0", 3).state == "waiting"


def test_a_request_that_is_sent_again_is_the_same_job(store: Store) -> None:
    first = ask(store, "one", key="ключ", request="r")
    again, new = queue.add(store, Entry("two", "build stats", [], "", "", user=1, key="ключ", request="r"))
    assert (again.name, new) == (first.name, False)
    assert ask(store, "three", 2, key="ключ", request="r").name == "three", "keys are each person's own"
    with pytest.raises(CommandError, match="another request"):
        queue.add(store, Entry("four", "build stats", [], "", "", user=1, key="ключ", request="other"))
    assert queue.earlier(store, 1, "ключ", "r").name == "one"
    assert queue.earlier(store, 1, "another", "r") is None


def test_requests_of_one_key_that_come_at_the_same_moment_are_one_job(store: Store) -> None:
    ready = threading.Barrier(6, timeout=60)  # who fails does not hold the others up for ever

    def send(number: int) -> list[tuple[str, bool]]:
        told = []
        for key in ("a", "б", "丙", "d", "е"):
            entry = Entry(f"{key}{number}", "build stats", [], "/tmp", "/tmp", user=1, key=key, request="r")
            ready.wait()
            job, new = queue.add(store, entry)
            told.append((job.name, new))
        return told

    with ThreadPoolExecutor(6) as pool:
        told = [one for several in pool.map(send, range(6)) for one in several]
    assert len({name for name, _ in told}) == 5
    assert sum(new for _, new in told) == 5


def test_a_lease_that_runs_out_gives_the_job_back_and_its_worker_can_say_nothing_more(store: Store) -> None:
    ask(store, "j")
    job = leases.claim(store, "elsewhere:1")
    assert leases.beat(store, job, step="check", done=1, total=9) == "go on"
    store.now += leases.LEASE / 2
    assert leases.release(store) == []
    store.now += leases.LEASE
    assert leases.is_wanted(store)
    assert leases.release(store) == ["j"]
    second = leases.claim(store, "elsewhere:1")
    assert (second.attempt, second.done, second.total) == (2, 1, 9)
    assert leases.beat(store, job, step="check", done=5, total=9) == "lost"
    assert not leases.end(store, job, "done", code=0)
    assert queue.get(store, "j").state == "running"
    assert leases.end(store, second, "done", code=0)


def test_a_job_that_only_kills_workers_fails_and_one_that_gets_further_does_not(store: Store) -> None:
    ask(store, "deadly"), ask(store, "slow", 2)
    for _ in range(queue.TRIES + 2):
        for job in filter(None, (leases.claim(store, "w:1"), leases.claim(store, "w:2"))):
            if job.name == "slow":
                leases.beat(store, job, step="score", done=job.done + 1, total=99)
        leases.release(store, lambda job: True)
    deadly, slow = queue.get(store, "deadly"), queue.get(store, "slow")
    assert (deadly.state, deadly.code) == ("failed", 1)
    assert "took 5 workers down" in deadly.error
    assert slow.state == "waiting"


def test_cancelled_resumed_and_removed(store: Store) -> None:
    ask(store, "j")
    assert queue.cancel(store, "j").state == "cancelled"
    with pytest.raises(CommandError, match="cancelled already"):
        queue.cancel(store, "j")
    assert queue.resume(store, "j").state == "waiting"
    with pytest.raises(CommandError, match="only one that failed or was cancelled"):
        queue.resume(store, "j")
    job = leases.claim(store, "w:1")
    assert queue.cancel(store, "j").state == "running"
    assert leases.beat(store, job, step="", done=0, total=None) == "stop"
    with pytest.raises(CommandError, match="cancel it first"):
        queue.remove(store, "j")
    leases.release(store, lambda job: True)
    assert queue.get(store, "j").state == "cancelled", "its worker died before it could stop"
    queue.remove(store, "j")
    with pytest.raises(CommandError, match="there is no job 'j'"):
        queue.cancel(store, "j")


def test_lists_are_of_one_person_a_page_at_a_time(store: Store) -> None:
    for number in range(5):
        ask(store, f"a{number}", 1)
    ask(store, "b", 2)
    first = [job.name for job in queue.listed(store, user=1, limit=2)]
    rest = [job.name for job in queue.listed(store, user=1, after=first[-1], limit=9)]
    assert (first, rest) == (["a4", "a3"], ["a2", "a1", "a0"])
    assert len(queue.listed(store)) == 6
    assert queue.listed(store, user=None) == []
    assert [job.name for job in queue.listed(store, state="waiting", verb="build stats", limit=1)] == ["b"]
    assert queue.begin_with(store, "a") == [f"a{n}" for n in range(5)]
    assert queue.begin_with(store, "%") == []


def test_a_worker_is_gone_when_its_process_is(store: Store) -> None:
    import os
    import subprocess
    import sys

    ask(store, "j")
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    job = leases.claim(store, leases.name_worker().rpartition(":")[0] + f":{process.pid}")
    assert leases.is_gone(job)
    assert leases.release(store, leases.is_gone) == ["j"]
    mine = leases.claim(store, leases.name_worker())
    assert mine.worker.endswith(f":{os.getpid()}")
    assert not leases.is_gone(mine)


def test_a_worker_that_is_told_to_go_does_not_blame_its_job(store: Store) -> None:
    """A server may be stopped, or killed, as often as one likes while something long is carried out."""
    ask(store, "long")
    for _ in range(queue.TRIES + 2):
        job = leases.claim(store, "here:1")
        leases.give_back(store, job)
        assert queue.get(store, "long").state == "waiting"
        leases.claim(store, "here:2")
        assert leases.release(store, lambda job: True, blame=False) == ["long"]
    leases.give_back(store, job)  # it is no longer this worker's
    mine = leases.claim(store, "here:3")
    leases.give_back(store, job)
    assert (queue.get(store, "long").state, mine.deaths) == ("running", 0)
    queue.cancel(store, "long")
    leases.give_back(store, mine)
    assert queue.get(store, "long").state == "cancelled"
    assert (queue.count(store, "cancelled"), queue.count(store, "waiting")) == (1, 0)
