"""Parts made by actors of a ray cluster that see the same folder; one that dies, or its node, is replaced.

Ray has no authentication: a cluster that is started here listens on loopback only, without a dashboard.
"""

import logging
import os
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paraphrast.errors import CommandError, MissingExtra
from paraphrast.plans import plan as plans
from paraphrast.plans.processes import TRIES

HOME = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # 0: nodes of one machine, at its loopback address


class Worker:
    """Makes parts on some node; the work is loaded once."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.plan, self.work = plans.load(folder), plans.load_work(folder)

    def make(self, number: int) -> int:
        """Make one part."""
        plans.carry_out(self.folder, self.work, self.plan, number)
        return number


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


def spread(folder: str, todo: list[int], *, workers: int, address: str | None) -> Iterator[int]:
    """Yield parts as they are made; every actor has one part at a time, and the driver holds numbers only."""
    plans.load_work(folder)
    with connected(workers, address) as ray:
        actor = ray.remote(num_cpus=1, max_restarts=0, runtime_env={"env_vars": threads()})(Worker)
        waiting, deaths = deque(todo), Counter[int]()
        running: dict[Any, tuple[Any, int]] = {}

        def give(hand: Any) -> None:
            number = waiting.popleft()
            running[hand.make.remote(number)] = hand, number

        for _ in range(min(workers, len(todo))):
            give(actor.remote(folder))
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            hand, number = running.pop(ready[0])
            try:
                yield ray.get(ready[0])
            except ray.exceptions.RayTaskError as error:
                raise error.cause from error
            except ray.exceptions.RayError as error:  # the actor is gone, or its node
                deaths[number] += 1
                if deaths[number] >= TRIES:
                    raise CommandError(
                        f"part {number + 1} of {folder} took {TRIES} workers down: {error}"
                    ) from error
                waiting.appendleft(number)
                hand = actor.remote(folder)
            if waiting:
                give(hand)


def threads() -> dict[str, str]:
    """Give every actor one thread, as it has one CPU, unless the user has said how many."""
    return {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
