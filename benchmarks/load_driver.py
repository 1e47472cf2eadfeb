"""Many workers at once against a server that may be killed: what it acknowledged must be there, once."""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx

# A worker gives a page up only after this many failed attempts: a killed server needs seconds to come back.
ATTEMPTS = 1_500
# And the owner, who tries once a second, after this many.
OWNERS_ATTEMPTS = 300


class Plan(NamedTuple):
    """The people with their sessions, and what is wanted of them: `think` seconds go into a page."""

    people: dict[int, tuple[str, str]]
    owner: tuple[str, str]
    items: int
    each: int
    pause: float
    think: float
    file: str = ""


class Told(NamedTuple):
    """What the server said: counts, judgements acknowledged, how long a page took; and what finds it dead."""

    counts: Counter[str]
    acknowledged: list[tuple[int, int]]
    pages: list[float]
    check: Callable[[], None]


def prepare(url: str, *, workers: int, items: int, each: int, think: float = 0.0, imported: int = 0) -> Plan:
    """Make a project, its items, its people and their sessions; and a file of judged items to bring in."""
    from paraphrast.annotate.loading import from_dict
    from paraphrast.annotate.store import Store, schema
    from paraphrast.annotate.store.people import add_member, open_session, secret
    from paraphrast.annotate.store.projects import Item, add_items, create
    from paraphrast.annotate.store.submit import begin
    from paraphrast.web.security import token

    store = Store(url)
    rules = {"training": False, "exam": None, "control": None, "fast_seconds": None, "skipped_pages": 0}
    rules |= {"haste": None, "skill": "off"}  # programs answer in no time; this is about load
    settings = {
        "name": "load",
        "kind": "pair-yes-no",
        "votes": each,
        "page": 10,
        "minutes": 2,
        "rules": rules,
    }
    people: dict[int, tuple[str, str]] = {}
    with store.write() as connection:
        row = create(connection, from_dict(settings), owner=None, at=store.clock())
        fields = [Item({"a": f"Кот {n}", "b": f"猫 {n}"}, str(n)) for n in range(items)]
        add_items(connection, row, fields, at=store.clock())
        for number in range(workers + 1):
            values = {"name": f"w{number}", "password": "", "role": "annotator", "native": "", "created": 0.0}
            users = schema.users.insert().returning(schema.users.c.id)
            key = connection.execute(users, values).scalar_one()
            role = "annotator" if number < workers else "owner"
            add_member(connection, row.id, key, role, at=store.clock())
            people[key] = ("", "")
    for key in people:
        session = open_session(store, key)
        people[key] = (session, token(secret(store), session))
    _, owner = people.popitem()
    for key in people:
        begin(store, row, key)
    store.close()
    pause = max(1.5, items * each / 2_000, think * items * each / 10 / workers / 6)
    return Plan(people, owner, items, each, pause, think, _write_items(imported, each) if imported else "")


def _write_items(count: int, each: int) -> str:
    """Write items that were judged elsewhere, their votes not sorted by item."""
    path = Path(tempfile.mkdtemp()) / "judged.csv"
    lines = ["id,a,b,worker,label"]
    for vote in range(each):
        lines += [
            f"i{n},Дом {n},房子 {n},elsewhere{vote},{('yes', 'no')[(n + vote) % 2]}" for n in range(count)
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


async def _ask(client: httpx.AsyncClient, path: str, body: Any, told: Told) -> Any:
    """Send a request until it is answered; a dead server, a timeout and a busy one are tried again."""
    for _ in range(ATTEMPTS):
        begun = time.perf_counter()
        try:
            answer = await client.post(path, json=body)
        except httpx.HTTPError:
            told.check()
            told.counts["retries"] += 1
            await asyncio.sleep(random.uniform(0.05, 0.4))
            continue
        if answer.status_code in (429, 503):
            told.counts["slowed"] += 1
            await asyncio.sleep(0.3)
            continue
        if path.endswith("/page"):
            told.pages.append(time.perf_counter() - begun)
        told.counts[f"status {answer.status_code}"] += 1
        if answer.status_code in (401, 403):
            raise RuntimeError(f"the server refuses {path}: {answer.text}")
        return answer.json()
    raise RuntimeError("the server did not come back")


def _client(address: str, who: tuple[str, str]) -> httpx.AsyncClient:
    from paraphrast.web.context import SESSION

    headers = {"x-csrf-token": who[1], "cookie": f"{SESSION}={who[0]}"}
    return httpx.AsyncClient(base_url=address, headers=headers, timeout=60)


async def _worker(address: str, user: int, plan: Plan, told: Told) -> None:
    async with _client(address, plan.people[user]) as client:
        await asyncio.sleep(random.uniform(0, plan.think))
        idle = 0
        while idle < 3:
            page = (await _ask(client, "/api/projects/load/page", {}, told)).get("page")
            if page is None:
                # others may still give pages back: look again before leaving
                idle += 1
                await asyncio.sleep(0.3)
                continue
            await asyncio.sleep(random.uniform(0.5, 1.5) * plan.think)
            # items have other names on every page; their texts are known by the number of the cat
            keys = {item["id"]: item["fields"]["a"].rpartition(" ")[2] for item in page["items"]}
            answers = {item: {"label": "yes" if int(key) % 2 else "no"} for item, key in keys.items()}
            body = {"answers": answers, "key": page["id"]}
            receipt = await _ask(client, f"/api/projects/load/pages/{page['id']}", body, told)
            if receipt.get("saved") == len(page["items"]):
                told.acknowledged.extend((key, user) for key in keys.values())
            if random.random() < 0.1:
                # a client that never saw its receipt sends the page again
                assert await _ask(client, f"/api/projects/load/pages/{page['id']}", body, told) == receipt


async def _owner(address: str, plan: Plan, told: Told, over: asyncio.Event) -> None:
    """Bring the file in, again until it is in, and take exports for as long as people work."""
    async with _client(address, plan.owner) as client:
        content = Path(plan.file).read_bytes()
        for _ in range(OWNERS_ATTEMPTS):
            if over.is_set() and told.counts["imported"] and told.counts["exports"]:
                return
            try:
                if not told.counts["imported"]:
                    files = {"file": ("judged.csv", content, "text/csv")}
                    answer = await client.post("/projects/load/import", files=files, timeout=300)
                    # a connection that broke after the last step: the ids are there already
                    told.counts["imported"] = int(answer.status_code == 200 or "already" in answer.text)
                else:
                    answer = await client.get("/projects/load/export?ending=.csv", timeout=120)
                    told.counts["exports"] += answer.status_code == 200
            except httpx.HTTPError:
                told.check()
                told.counts["owner's retries"] += 1
            await asyncio.sleep(1)
        raise RuntimeError("the file did not come in, or no export went out")


def drive(address: str, plan: Plan, check: Callable[[], None] = lambda: None) -> Told:
    """Let everyone work until nothing is left; give what the server said and what it acknowledged."""
    told = Told(Counter(), [], [], check)

    async def everyone() -> None:
        over = asyncio.Event()
        owner = asyncio.create_task(_owner(address, plan, told, over)) if plan.file else None
        await asyncio.gather(*(_worker(address, user, plan, told) for user in plan.people))
        over.set()
        if owner:
            await owner

    asyncio.run(everyone())
    return told


def verify(url: str, plan: Plan, told: Told) -> dict[str, Any]:
    """Compare what was acknowledged with what the database holds."""
    from paraphrast.annotate.results import judged, progress
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import get

    store = Store(url)
    with store.read() as connection:
        row = get(connection, "load")
        every = [(one.key, one.item, one.user) for one in judged(connection, row)]
        done = progress(connection, row)
    store.close()
    held = [(key, user) for key, item, user in every if not key.startswith("i")]
    votes = Counter(item for _, item, _ in every)
    pages = sorted(told.pages)
    return {
        "acknowledged": len(told.acknowledged),
        "held": len(held),
        "lost": len(set(told.acknowledged) - set(held)),
        "doubled": len(every) - len({(item, user) for _, item, user in every}),
        "over": sum(count > plan.each for count in votes.values()),
        "complete": done["complete"],
        "items": done["items"],
        "imported": len(every) - len(held),
        "median of a page, s": pages[len(pages) // 2],
        "p95 of a page, s": pages[int(len(pages) * 0.95)],
        "answers": dict(told.counts),
    }
