"""Many workers at once against a server that may be killed: what it acknowledged must be there, once."""

import asyncio
import random
from collections import Counter
from typing import Any, NamedTuple

import httpx

# A worker gives a page up only after this many failed attempts: a killed server needs seconds to come back.
ATTEMPTS = 400


class Plan(NamedTuple):
    """The people with their sessions, and what is wanted of them."""

    people: dict[int, tuple[str, str]]
    items: int
    each: int
    pause: float


def prepare(url: str, *, workers: int, items: int, each: int) -> Plan:
    """Make a project, its items, its people and their sessions."""
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
        for number in range(workers):
            values = {"name": f"w{number}", "password": "", "owner": False, "native": "", "created": 0.0}
            users = schema.users.insert().returning(schema.users.c.id)
            key = connection.execute(users, values).scalar_one()
            add_member(connection, row.id, key, "annotator", at=store.clock())
            people[key] = ("", "")
    for key in people:
        begin(store, row, key)
        session = open_session(store, key)
        people[key] = (session, token(secret(store), session))
    store.close()
    return Plan(people, items, each, max(1.5, items * each / 2_000))


async def _ask(client: httpx.AsyncClient, path: str, body: Any, told: Counter[str]) -> Any:
    """Send a request until it is answered; a dead server, a timeout and a busy one are tried again."""
    for _ in range(ATTEMPTS):
        try:
            answer = await client.post(path, json=body)
        except httpx.HTTPError:
            told["retries"] += 1
            await asyncio.sleep(random.uniform(0.05, 0.4))
            continue
        if answer.status_code in (429, 503):
            told["slowed"] += 1
            await asyncio.sleep(0.3)
            continue
        told[f"status {answer.status_code}"] += 1
        return answer.json()
    raise RuntimeError("the server did not come back")


async def _worker(
    address: str, user: int, plan: Plan, told: Counter[str], acknowledged: list[tuple[int, int]]
) -> None:
    from paraphrast.web.context import SESSION

    session, token = plan.people[user]
    headers = {"x-csrf-token": token, "cookie": f"{SESSION}={session}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=20) as client:
        idle = 0
        while idle < 3:
            page = (await _ask(client, "/api/projects/load/page", {}, told)).get("page")
            if page is None:
                # others may still give pages back: look again before leaving
                idle += 1
                await asyncio.sleep(0.3)
                continue
            answers = {
                str(item["id"]): {"label": "yes" if item["id"] % 2 else "no"} for item in page["items"]
            }
            body = {"answers": answers, "key": page["id"]}
            receipt = await _ask(client, f"/api/projects/load/pages/{page['id']}", body, told)
            if receipt.get("saved") == len(page["items"]):
                acknowledged += [(item["id"], user) for item in page["items"]]
            if random.random() < 0.1:
                # a client that never saw its receipt sends the page again
                assert await _ask(client, f"/api/projects/load/pages/{page['id']}", body, told) == receipt


def drive(address: str, plan: Plan) -> tuple[Counter[str], list[tuple[int, int]]]:
    """Let everyone work until nothing is left; give what the server said and what it acknowledged."""
    told: Counter[str] = Counter()
    acknowledged: list[tuple[int, int]] = []

    async def everyone() -> None:
        await asyncio.gather(*(_worker(address, user, plan, told, acknowledged) for user in plan.people))

    asyncio.run(everyone())
    return told, acknowledged


def verify(url: str, plan: Plan, result: tuple[Counter[str], list[tuple[int, int]]]) -> dict[str, Any]:
    """Compare what was acknowledged with what the database holds."""
    from paraphrast.annotate.results import judged, progress
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import get

    told, acknowledged = result
    store = Store(url)
    with store.read() as connection:
        row = get(connection, "load")
        held = [(one.item, one.user) for one in judged(connection, row)]
        done = progress(connection, row)
    store.close()
    votes = Counter(item for item, _ in held)
    return {
        "acknowledged": len(acknowledged),
        "held": len(held),
        "lost": len(set(acknowledged) - set(held)),
        "doubled": len(held) - len(set(held)),
        "over": sum(count > plan.each for count in votes.values()),
        "complete": done["complete"],
        "items": plan.items,
        "answers": dict(told),
    }
