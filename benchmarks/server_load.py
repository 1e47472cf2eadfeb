"""Many people at a server, and jobs under a server and workers that are killed.

    python benchmarks/server_load.py                a few people for some seconds, one kill of each
    python benchmarks/server_load.py --full         50 people for two minutes, five kills of each

People think for ten seconds between requests, as they would: 70% look at a page, 20% have a pair scored, 5%
upload a file, 5% have an essay checked against an index. Told are the errors (must be none), the 95th
percentile of the time to get a page beside that with one person, and, of the jobs under kills, what was
acknowledged and lost (must be none) and how each ended.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parent)]
ESSAYS = {
    "ru": "Я думаю так. {text} Вот и всё.",
    "en": "I think so. {text} That is all.",
    "zh": "我这么想。{text}就这样。",
}
TEXTS = {
    "ru": "Пчёлы находят дорогу домой по солнцу и по запаху своего улья. ",
    "en": "Bees find their way home by the sun and by the smell of their own hive. ",
    "zh": "蜜蜂靠太阳和自己蜂巢的气味找到回家的路。",
}
PAGES = ["/", "/files", "/me", "/api/v1/jobs?limit=20", "/api/v1/verbs"]


class Plan(NamedTuple):
    """Who comes and for how long."""

    people: int
    seconds: float
    think: float
    kills: int


class Server:
    """The real server, with its workers, to be killed without warning."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self.url = folder, port, f"sqlite:///{folder}/load.db"
        self.address = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        source = str(Path(__file__).parents[1] / "src")
        command = [sys.executable, "-m", "paraphrast", "serve", "--sign-in", "--database", self.url]
        command += ["--port", str(self.port), "--workers", "1"]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": source}, stderr=log)

    def wait(self) -> None:
        import httpx

        for _ in range(1_200):
            try:
                if httpx.get(f"{self.address}/sign-in", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise SystemExit((self.folder / "server.log").read_text(encoding="utf-8"))

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()


def prepare(server: Server, people: int) -> list[tuple[str, str]]:
    """Make people, each with a token for programs and a session for pages."""
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.people import add_user, open_session
    from paraphrast.annotate.store.tokens import make_token

    store, found = Store(server.url), []
    for number in range(people):
        with store.write() as connection:
            user = add_user(connection, f"person-{number}", "", at=store.clock(), role="editor")
            token = make_token(connection, user, "load", ["editor"], days=1, at=store.clock())
        found.append((token, open_session(store, user.id)))
    store.close()
    return found


class Crowd:
    """People at a server, and what they were told."""

    def __init__(self, server: Server, index: dict[str, str]) -> None:
        self.server, self.index = server, index
        self.pages: list[float] = []
        self.counts, self.errors = Counter[str](), Counter[str]()
        self.jobs: list[tuple[str, str]] = []

    async def visit(self, person: tuple[str, str], plan: Plan, chance: random.Random) -> None:
        """Be one person until the time is over."""
        import httpx

        until = time.monotonic() + plan.seconds
        bearer = {"authorization": f"Bearer {person[0]}"}
        cookies = {"paraphrast_session": person[1]}
        async with (
            httpx.AsyncClient(base_url=self.server.address, cookies=cookies, timeout=60) as browser,
            httpx.AsyncClient(base_url=self.server.address, headers=bearer, timeout=60) as program,
        ):
            await asyncio.sleep(chance.uniform(0, plan.think))
            while time.monotonic() < until:
                await self.act(browser, program, person, chance)
                await asyncio.sleep(chance.uniform(0.5, 1.5) * plan.think)

    async def act(self, browser: Any, program: Any, person: tuple[str, str], chance: random.Random) -> None:
        """Do what people do, in the shares that they do it."""
        import httpx

        kind = chance.choices(["page", "score", "upload", "check"], [70, 20, 5, 5])[0]
        lang, begun = chance.choice(list(TEXTS)), time.monotonic()
        try:
            if kind == "page":
                answer = await browser.get(chance.choice(PAGES))
                self.pages.append(time.monotonic() - begun)
            elif kind == "score":
                pair = {"a": TEXTS[lang], "b": ESSAYS[lang].format(text=TEXTS[lang])}
                answer = await program.post("/api/v1/pairs/score", json={"pairs": [pair]})
            elif kind == "upload":
                body = (TEXTS[lang] * 50 + str(chance.random())).encode()
                answer = await program.post(
                    f"/api/v1/files?name={lang}.txt", content=body, headers={"content-type": "text/plain"}
                )
            else:
                answer = await self.check(program, lang, chance)
                if answer.status_code == 202:
                    self.jobs.append((person[0], answer.json()["name"]))
        except httpx.HTTPError as error:
            self.errors[f"{kind}: {type(error).__name__}"] += 1
            return
        self.counts[kind] += 1
        if answer.status_code >= 400:
            self.errors[f"{kind}: {answer.status_code} {answer.text[:100]}"] += 1

    async def check(self, program: Any, lang: str, chance: random.Random) -> Any:
        essay = {"name": f"{lang}.txt", "text": ESSAYS[lang].format(text=TEXTS[lang] * chance.randint(1, 9))}
        library = [{"name": f"library-{one}.txt", "text": text * 9} for one, text in TEXTS.items()]
        token = program.headers["authorization"]
        if token not in self.index:
            answer = await program.post("/api/v1/detect/index", json={"sources": library})
            if answer.status_code != 202:
                return answer
            self.index[token] = answer.json()["name"]
            await ended(program, self.index[token])
        index = {"job": self.index[token], "file": "index"}
        return await program.post("/api/v1/detect/check", json={"text": essay, "index": index})


async def ended(program: Any, name: str) -> dict[str, Any]:
    """Wait for the end of a job, also past a server that is away for a while."""
    import httpx

    while True:
        try:
            told: dict[str, Any] = (await program.get(f"/api/v1/jobs/{name}")).json()
            if told.get("state") in ("done", "failed", "cancelled"):
                return told
        except (httpx.HTTPError, ValueError):
            pass
        await asyncio.sleep(0.5)


def percentile(values: list[float]) -> float:
    """Give the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


async def crowd(server: Server, people: list[tuple[str, str]], plan: Plan) -> Crowd:
    """Have people come, and wait for the jobs that they asked for."""
    found = Crowd(server, {})
    await asyncio.gather(
        *(found.visit(one, plan, random.Random(number)) for number, one in enumerate(people))
    )
    await settle(server, found.jobs)
    return found


async def settle(server: Server, jobs: list[tuple[str, str]]) -> Counter[str]:
    """Wait for the end of jobs, and count how they ended; one that is not there counts as lost."""
    import httpx

    states = Counter[str]()
    for token, name in jobs:
        headers = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as program:
            there = (await program.get(f"/api/v1/jobs/{name}")).status_code == 200
            states[(await ended(program, name))["state"] if there else "lost"] += 1
    return states


async def survive(server: Server, people: list[tuple[str, str]], plan: Plan, pause: float) -> Counter[str]:
    """Ask for jobs without end while worker and server are killed in turn, and count how all ended."""
    import httpx

    jobs: list[tuple[str, str]] = []
    over = asyncio.Event()

    async def ask(person: tuple[str, str], number: int) -> None:
        headers = {"authorization": f"Bearer {person[0]}"}
        pairs = [{"a": TEXTS[lang], "b": TEXTS[lang]} for lang in TEXTS] * 2_000
        async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as program:
            while not over.is_set():
                number += 1
                key = {"idempotency-key": f"{person[0][-8:]}-{number}"}
                body = {"source": {"records": pairs}, "step": ["length:low=1,high=60", "identical"]}
                try:
                    answer = await program.post("/api/v1/build/filter", json=body, headers=key)
                    if answer.status_code == 202:
                        jobs.append((person[0], answer.json()["name"]))
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(2)

    asking = [asyncio.create_task(ask(person, 0)) for person in people[:4]]
    for _ in range(plan.kills):
        await asyncio.sleep(pause)
        for worker in workers_of(server):
            os.kill(worker, signal.SIGKILL)
        await asyncio.sleep(pause)
        server.kill()
        server.start()
        await asyncio.to_thread(server.wait)
    over.set()
    await asyncio.gather(*asking)
    return await settle(server, jobs)


def workers_of(server: Server) -> list[int]:
    """List the processes that carry jobs out."""
    assert server.process
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    found = [int(one) for path in tasks for one in path.read_text(encoding="utf-8").split()]
    return [one for one in found if b"work" in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")]


def warm(server: Server, person: tuple[str, str]) -> None:
    """Have models loaded before anyone measures."""
    from paraphrast import Client, Pair

    with Client(server.address, person[0], timeout=300) as client:
        client.score_pairs([Pair(text, text, lang=lang) for lang, text in TEXTS.items()])  # type: ignore[arg-type]
        client.build.stats([Pair("a", "b")]).wait(600)


def main() -> None:
    """Run both parts and print what came of them."""
    import small

    small.default("--pause 4", "50 people for two minutes, and four of five kills (--full)")
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--port", type=int, default=8478)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two kills")
    given = parser.parse_args()
    plan = Plan(50, 120.0, 10.0, 5) if given.full else Plan(5, 10.0, 1.0, 1)
    server = Server(Path(tempfile.mkdtemp(prefix="paraphrast-load-")), given.port)
    people = prepare(server, plan.people)
    server.start()
    try:
        server.wait()
        warm(server, people[0])
        alone = asyncio.run(crowd(server, people[:1], plan._replace(think=min(plan.think, 1.0))))
        many = asyncio.run(crowd(server, people, plan))
        one, all_ = percentile(alone.pages), percentile(many.pages)
        print(f"one person: {len(alone.pages)} pages, p95 {one * 1000:.0f} ms, errors {dict(alone.errors)}")
        print(
            f"{plan.people} people, {plan.seconds:g} s: {dict(many.counts)}, p95 of a page {all_ * 1000:.0f} "
            f"ms ({all_ / one:.1f} times one's), errors {dict(many.errors)}"
        )
        states = asyncio.run(survive(server, people, plan, given.pause))
        print(f"worker and server killed {plan.kills} times each: {states.total()} jobs, {dict(states)}")
    finally:
        server.kill()


if __name__ == "__main__":
    main()
