"""Simulated people for tests of quality control: they hand in pages, and the scheduler looks at them."""

import numpy as np
import sqlalchemy as sa

from paraphrast.annotate.scheduler import visit_project
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Item, add_items
from paraphrast.annotate.store.submit import submit
from paraphrast.errors import CommandError

WORDS = {"yes": ("Дом", "Здание"), "no": ("房子", "The sea")}


def project(world, items: int = 120, *, controls: int = 6, rules: dict | None = None, **settings):
    """Make a project whose items say themselves what is right; so do its controls."""
    given = {"control": 0.7, **(rules or {})}
    row = world.project(items=0, page=10, votes=settings.pop("votes", 3), rules=given, **settings)
    with world.store.write() as connection:
        for role, count in (("task", items), ("control", controls)):
            made = []
            for n in range(count):
                label = "yes" if n % 2 else "no"
                gold = {"label": label} if role == "control" else None
                a, b = WORDS[label]
                made.append(Item({"a": f"{a} {n}", "b": b}, f"{role}{n}", role, gold))
            add_items(connection, row, made, at=0)
    return row


def truth(fields: dict) -> str:
    return "yes" if fields["b"] == WORDS["yes"][1] else "no"


class Crowd:
    """People who hand in pages in turns; between rounds the scheduler looks at them."""

    def __init__(self, world, row, *, seed: int = 0) -> None:
        self.world, self.row = world, row
        self.rng, self.say = np.random.default_rng(seed), {}
        world.store.chance = lambda: self.rng.spawn(1)[0]

    def honest(self, count: int, skill: float = 0.92) -> None:
        for n in range(count):
            self.say[f"honest{n}"] = lambda fields, role: (
                truth(fields) if self.rng.random() < skill else {"yes": "no", "no": "yes"}[truth(fields)]
            )

    def spam(self, name: str, kind: str) -> None:
        def answer(fields, role):
            if kind == "commonest":
                return "no"
            if kind == "recogniser" and role == "control":
                return truth(fields)
            return "yes" if self.rng.random() < 0.5 else "no"

        self.say[name] = answer

    def role(self, item: int) -> str:
        with self.world.store.read() as connection:
            one = connection.execute(sa.select(schema.items).where(schema.items.c.id == item)).one()
        return "task" if one.grown else one.role

    def work(self, rounds: int = 99) -> None:
        for _ in range(rounds):
            handed_in = [self.hand_in(name) for name in self.say]
            if not any(handed_in):
                return
            visit_project(self.world.store, self.row.id)

    def hand_in(self, name: str) -> bool:
        user = self.world.worker(self.row, name)
        try:
            page = take(self.world.store, self.row, user.id)
        except CommandError:
            return False
        if page is None:
            return False
        self.world.clock.now += 60
        answers = {
            str(one.id): {"label": self.say[name](one.fields, self.role(one.id))} for one in page.items
        }
        submit(self.world.store, self.row, page.id, user.id, answers, key=page.id)
        return True

    def state(self, name: str) -> str:
        with self.world.store.read() as connection:
            return member(connection, self.row.id, self.world.people[name].id).state

    def banned(self) -> list[str]:
        return [name for name in self.say if self.state(name) == "banned"]
