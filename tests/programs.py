"""Programs of people, with tokens of theirs."""

from typing import Any

from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.tokens import make_token
from paraphrast.web.jobs.worker import Worker
from workbench import Bench

OWN_TYPE = {"content-type": "application/octet-stream"}
PAIRS = [
    {"a": "Кот спит на тёплой печи.", "b": "На печи уснул кот.", "label": 1},
    {"a": "A cat sleeps here now.", "b": "Here sleeps a dog.", "label": 0},
    {"a": "猫在睡觉。", "b": "小猫睡着了。", "label": 1},
]


class Sender:
    """A program with a token of somebody."""

    def __init__(self, bench: Bench, user: Any, *scopes: str) -> None:
        self.bench, self.client = bench, bench.visitor()
        with bench.store.write() as connection:
            given = scopes or (user.role,)
            token = make_token(connection, user, "x", given, days=1, at=bench.store.clock())
        self.headers = {"authorization": f"Bearer {token}"}

    def send(self, name: str, body: bytes, **params: Any) -> Any:
        sent = {"name": name, **params}
        return self.client.post("/api/v1/files", params=sent, content=body, headers=self.headers | OWN_TYPE)

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def on_disk(self) -> list[str]:
        folder = uploads_folder(self.bench.store)
        return sorted(path.name for path in folder.rglob("*") if path.is_file())


def person(bench: Bench, name: str, role: str = "editor") -> tuple[Any, Sender]:
    user, _ = bench.person(name, role=role)
    return user, Sender(bench, user)


class Program:
    """Somebody's program, with a token."""

    def __init__(self, bench: Bench, name: str, role: str = "editor") -> None:
        self.user, _ = bench.person(name, role=role)
        with bench.store.write() as connection:
            token = make_token(connection, self.user, "test", [role], days=1, at=bench.store.clock())
        self.client = bench.visitor()
        self.client.headers["authorization"] = f"Bearer {token}"

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"/api/v1/{path}", json={} if body is None else body, headers=named)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}")

    def stats(self, pairs: Any = PAIRS, **headers: str) -> Any:
        return self.post("build/stats", {"source": {"records": pairs}, "json": True}, **headers)


def work(bench: Bench) -> None:
    hand = Worker(bench.store)
    while hand.work_once():
        pass
