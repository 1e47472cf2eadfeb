"""A store per test, on SQLite and on a real PostgreSQL where one can be started."""

from collections.abc import Iterator
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.loading import from_dict
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.people import User, add_member
from paraphrast.annotate.store.projects import Item, Row, add_items, create
from paraphrast.annotate.store.submit import begin

PASSWORD = "correct horse"


class Clock:
    """A time that tests move."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Store]:
    made = open_store(request.param, request, clock=clock)
    yield made
    made.close()


@pytest.fixture
def lite(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Store]:
    """A store on SQLite only, for what does not depend on the database."""
    made = open_store("sqlite", request, clock=clock)
    yield made
    made.close()


class World:
    """A project with people in it, built in a line."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.people: dict[str, User] = {}

    def project(self, *, items: int = 10, **settings: Any) -> Row:
        rules = {
            "training": False,
            "exam": None,
            "control": None,
            "fast_seconds": None,
            **settings.pop("rules", {}),
        }
        table = {"name": "same", "kind": "pair-yes-no", "page": 5, **settings, "rules": rules}
        with self.store.write() as connection:
            row = create(connection, from_dict(table), owner=None, at=self.clock())
            fields = {"a": "Кошка спит", "b": "猫在睡觉", "text": "The cat sleeps"}
            add_items(connection, row, (Item(fields, f"i{n}") for n in range(items)), at=self.clock())
        return row

    def worker(self, row: Row, name: str, role: str = "annotator", *, ready: bool = True) -> User:
        with self.store.write() as connection:
            if name not in self.people:
                # hashing a password is slow on purpose; these people never sign in
                from paraphrast.annotate.store import schema

                values = {
                    "name": name,
                    "password": "",
                    "role": "annotator",
                    "native": "ru",
                    "created": self.clock(),
                }
                key = connection.execute(
                    schema.users.insert().returning(schema.users.c.id), values
                ).scalar_one()
                self.people[name] = User(key, name, "annotator", "ru")
            add_member(connection, row.id, self.people[name].id, role, at=self.clock())
        if ready:
            begin(self.store, row, self.people[name].id)
        return self.people[name]


@pytest.fixture
def world(store: Store, clock: Clock) -> World:
    return World(store, clock)


@pytest.fixture
def lite_world(lite: Store, clock: Clock) -> World:
    return World(lite, clock)


__all__ = ["PASSWORD", "Clock", "World"]
