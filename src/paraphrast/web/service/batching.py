"""Requests that come at the same time are answered by one batch."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class Busy(Exception):
    """Too many texts wait already."""


class Job(NamedTuple):
    """Texts that wait for the same work, and who waits for them."""

    key: Any
    texts: list[Any]
    answer: "asyncio.Future[list[Any]]"


class Batcher(Generic[K, R]):
    """Gathers texts of the same key into batches for a function that runs in a thread of its own.

    The first text waits at most `wait` seconds for others; while a batch is at work, those that come form the
    next one. `sizes` tells how large the last batches were.
    """

    def __init__(
        self,
        work: Callable[[K, list[Any]], Sequence[R]],
        *,
        most: int = 64,
        wait: float = 0.01,
        queue: int = 1024,
    ) -> None:
        self.work, self.most, self.wait, self.queue = work, most, wait, queue
        self.jobs: deque[Job] = deque()
        self.sizes: deque[int] = deque(maxlen=1000)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="rewrite")
        self.task: asyncio.Task[None] | None = None

    async def __call__(self, key: K, texts: Sequence[Any]) -> list[R]:
        """Wait for the answers to some texts."""
        if sum(len(job.texts) for job in self.jobs) + len(texts) > self.queue:
            raise Busy
        answer: asyncio.Future[list[R]] = asyncio.get_running_loop().create_future()
        self.jobs.append(Job(key, list(texts), answer))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.run())
        return await answer

    async def run(self) -> None:
        """Work until nobody waits."""
        while self.jobs:
            if sum(len(job.texts) for job in self.jobs) < self.most:
                await asyncio.sleep(self.wait)
            batch = self.gathered()
            if batch:
                await self.answer(batch)

    def gathered(self) -> list[Job]:
        """Take the first job, and others of its key until the batch is full; who gave up is left out."""
        waiting = [job for job in self.jobs if not job.answer.cancelled()]
        batch: list[Job] = []
        rest: deque[Job] = deque()
        count = 0
        for job in waiting:
            if job.key == waiting[0].key and (not batch or count + len(job.texts) <= self.most):
                batch.append(job)
                count += len(job.texts)
            else:
                rest.append(job)
        self.jobs = rest
        return batch

    async def answer(self, batch: list[Job]) -> None:
        """Do the work of a batch; where it fails, each job by itself, so that one cannot spoil another's."""
        texts = [text for job in batch for text in job.texts]
        self.sizes.append(len(texts))
        done = asyncio.get_running_loop().run_in_executor(
            self.thread, partial(self.work, batch[0].key, texts)
        )
        await asyncio.wait([done])
        error = done.exception()
        if error is not None and len(batch) > 1:
            for job in batch:
                await self.answer([job])
            return
        at = 0
        for job in batch:
            if not job.answer.done():
                if error is not None:
                    job.answer.set_exception(error)
                else:
                    job.answer.set_result(list(done.result()[at : at + len(job.texts)]))
            at += len(job.texts)
