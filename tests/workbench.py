"""A workbench in memory of the test, and people who walk through it."""

from typing import Any

from fastapi.testclient import TestClient
from starlette.routing import BaseRoute, Route

from paraphrast.annotate.loading import from_dict
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.people import User, add_member, invite, open_session
from paraphrast.annotate.store.projects import Item, Row, add_items, create
from paraphrast.annotate.store.schema import users
from paraphrast.web import application
from paraphrast.web.context import SESSION
from paraphrast.web.security import Limit, Limits, token

PASSWORD = "correct horse"
FREE = Limits(Limit(10_000, 10_000), Limit(10_000, 10_000))


class Visitor(TestClient):
    """A browser without a screen: keeps cookies, and sends the token of its pages."""

    def token(self) -> str:
        secret = self.app.state.paraphrast.secret
        if not (self.cookies.get(SESSION) or self.cookies.get("paraphrast_visit")):
            self.get("/sign-in")
        return token(secret, self.cookies.get(SESSION) or self.cookies.get("paraphrast_visit"))

    def submit(self, path: str, **fields: Any) -> Any:
        return self.post(path, data={"csrf": self.token(), **fields}, follow_redirects=False)

    def api(self, path: str, body: Any = None, *, method: str = "POST") -> Any:
        return self.request(method, path, json=body or {}, headers={"x-csrf-token": self.token()})


class Bench:
    """A workbench with a store, projects and people."""

    def __init__(self, store: Store, **parts: Any) -> None:
        self.store = store
        self.app = application(store=store, limits=FREE, **parts)

    def visitor(self) -> Visitor:
        return Visitor(self.app, base_url="http://127.0.0.1:8400")

    def person(
        self, name: str, *, owner: bool = False, role: str = "", native: str = "ru,en,zh"
    ) -> tuple[User, Visitor]:
        """Make somebody who is signed in; the first `owner` owns the workbench, later ones run projects."""
        with self.store.write() as connection:
            owned = connection.execute(users.select().where(users.c.role == "owner")).first()
            role = role or (("organiser" if owned else "owner") if owner else "annotator")
            values = {"name": name, "password": "", "role": role, "native": native, "created": 0.0}
            key = connection.execute(users.insert().returning(users.c.id), values).scalar_one()
        client = self.visitor()
        client.cookies.set(SESSION, open_session(self.store, key))
        return User(key, name, role, native), client

    def project(self, *, owner: User | None = None, items: list[dict] | None = None, **settings: Any) -> Row:
        rules = {
            "training": False,
            "exam": None,
            "control": None,
            "fast_seconds": None,
            **settings.pop("rules", {}),
        }
        table = {"name": "same", "kind": "pair-yes-no", **settings, "rules": rules}
        with self.store.write() as connection:
            row = create(connection, from_dict(table), owner=owner.id if owner else None, at=0.0)
            fields = items if items is not None else [{"a": f"Кот {n}", "b": f"猫 {n}"} for n in range(12)]
            add_items(connection, row, [Item(one) for one in fields], at=0.0)
        return row

    def join(self, row: Row, user: User, role: str = "annotator") -> None:
        with self.store.write() as connection:
            add_member(connection, row.id, user.id, role, at=0.0)

    def invitation(self, row: Row | None, role: str = "annotator", **options: Any) -> str:
        with self.store.write() as connection:
            return invite(connection, role, at=self.store.clock(), project=row.id if row else None, **options)


def list_routes(routes: list[BaseRoute], before: str = "") -> set[tuple[str, str]]:
    """List method and path of every route, however its routers are nested; files of the pages are none."""
    found = set()
    for route in routes:
        if isinstance(route, Route):
            found |= {(method, before + route.path) for method in route.methods or () if method != "HEAD"}
        elif hasattr(route, "original_router"):
            found |= list_routes(route.original_router.routes, before)
        elif getattr(route, "path", "") != "/static":
            found |= list_routes(route.routes or [], before + getattr(route, "path", ""))
    return found
