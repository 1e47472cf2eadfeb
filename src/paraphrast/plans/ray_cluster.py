"""Parts made by actors of a ray cluster that see the same folder; one that dies, or its node, is replaced.

Ray has no authentication: a cluster that is started here listens on loopback only, without a dashboard.
"""

import logging
import os
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paraphrast.errors import CommandError, MissingExtra
from paraphrast.plans import plan as plans
from paraphrast.plans.processes import TRIES

SECONDS = (
    2.0  # of work that an actor is handed at once: handing over costs the cluster some hundredths of one
)
HOME = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # 0: nodes of one machine, at its loopback address


class Worker:
    """Makes parts on some node; the work is loaded once."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.plan, self.work = plans.load(folder), plans.load_work(folder)

    def make(self, numbers: list[int]) -> float:
        """Make parts one after another, and give the seconds that they took."""
        start = time.monotonic()
        for number in numbers:
            plans.carry_out(self.folder, self.work, self.plan, number)
        return time.monotonic() - start


@contextmanager
def connected(workers: int, address: str | None) -> Iterator[Any]:
    """Join the cluster at an address (or that of RAY_ADDRESS), or start one on this machine."""
    address = address or os.environ.get("RAY_ADDRESS")
    home = not address or address.rpartition(":")[0] in ("127.0.0.1", "localhost")
    if home:  # ray turns 127.0.0.1 into the outer address of a Linux machine, where others could reach it
        os.environ[HOME] = "0"
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("ray", "cluster") from error
    ours = not ray.is_initialized()
    if ours:
        given: dict[str, Any] = {"address": address} if address else {"address": "local", "num_cpus": workers}
        if home:
            given["_node_ip_address"] = "127.0.0.1"
        try:
            ray.init(
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
                **given,
            )
        except (ConnectionError, RuntimeError) as error:
            raise CommandError(f"no ray cluster answers at {address}: {error}") from error
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


class Crew:
    """Actors, the numbers of the parts that each is making, and of those that wait."""

    def __init__(self, ray: Any, folder: str, todo: list[int], workers: int) -> None:
        self.ray, self.folder, self.workers = ray, folder, workers
        self.waiting, self.deaths = deque(todo), Counter[int]()
        self.running: dict[Any, tuple[Any, list[int]]] = {}
        self.pace = SECONDS  # that a part takes, by the last that were made
        self.actor = ray.remote(num_cpus=1, max_restarts=0, runtime_env={"env_vars": threads()})(Worker)

    def work(self) -> Iterator[int]:
        """Yield parts as they are made."""
        for _ in range(min(self.workers, len(self.waiting))):
            self.give()
        while self.running:
            [ready], _ = self.ray.wait(list(self.running), num_returns=1)
            hand, numbers = self.running.pop(ready)
            try:
                self.pace = self.ray.get(ready) / len(numbers)
            except self.ray.exceptions.RayTaskError as error:
                raise error.cause from error
            except self.ray.exceptions.RayError as error:  # the actor is gone, or its node
                hand, numbers = None, self.bury(numbers, error)
            yield from numbers
            if self.waiting:
                self.give(hand)

    def give(self, hand: Any = None) -> None:
        """Hand over parts, to a new actor where none is named."""
        hand = hand or self.actor.remote(self.folder)
        count = count_fitting(len(self.waiting), workers=self.workers, pace=self.pace)
        numbers = [self.waiting.popleft() for _ in range(count)]
        self.running[hand.make.remote(numbers)] = hand, numbers

    def bury(self, numbers: list[int], error: Exception) -> list[int]:
        """Tell which parts a dead actor had made; the others wait again, unless one has killed several."""
        missing = set(plans.find_missing(self.folder, plans.load(self.folder)))
        left = [number for number in numbers if number in missing]
        self.deaths.update(left[:1])
        if left and self.deaths[left[0]] >= TRIES:
            raise CommandError(
                f"part {left[0] + 1} of {self.folder} took {TRIES} workers down: {error}"
            ) from error
        self.waiting.extendleft(reversed(left))
        return [number for number in numbers if number not in missing]


def count_fitting(waiting: int, *, workers: int, pace: float) -> int:
    """Say how many parts fill some seconds; few when few are left, so that all workers end at one time.

    >>> count_fitting(1000, workers=2, pace=0.25), count_fitting(8, workers=2, pace=0.25)
    (8, 2)
    """
    return max(1, min(waiting // (2 * workers), int(SECONDS / max(pace, 1e-3))))


def spread(folder: str, todo: list[int], *, workers: int, address: str | None) -> Iterator[int]:
    """Yield parts as they are made by actors; the driver holds numbers only."""
    plans.load_work(folder)
    with connected(workers, address) as ray:
        yield from Crew(ray, folder, todo, workers).work()


def threads() -> dict[str, str]:
    """Give every actor one thread, as it has one CPU, unless the user has said how many."""
    return {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
