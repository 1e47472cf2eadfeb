"""Annotation measured: `python benchmarks/annotate.py aggregate|crowd|formats`.

aggregate  Dawid-Skene on a million votes beside crowd-kit, in one run
crowd      200 simulated workers, some careless and some bots, on 5,000 items through the whole pipeline
formats    50,000 items in and out, in every format
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))


def clock(work: Callable[[], Any]) -> tuple[float, Any]:
    """Give the seconds that the work takes, and what it gave."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def aggregate(votes: int = 1_000_000, *, workers: int = 500, each: int = 5, labels: int = 3) -> None:
    """Label the same votes with both packages, from a table of strings to labels."""
    import pandas as pd
    from crowdkit.aggregation import DawidSkene, OneCoinDawidSkene

    from paraphrast.annotate.aggregate import method
    from paraphrast.annotate.votes import Votes

    rng = np.random.default_rng(0)
    items = votes // each
    truth = rng.integers(0, labels, items)
    start = rng.integers(0, workers, items)
    who = (start[:, None] + np.arange(each) * 7) % workers
    skill = rng.uniform(0.4, 0.95, workers)
    right = rng.random((items, each)) < skill[who]
    said = np.where(right, truth[:, None], rng.integers(0, labels, (items, each)))
    table = pd.DataFrame(
        {
            "task": [f"item-{number}" for number in np.repeat(np.arange(items), each)],
            "worker": [f"worker-{number}" for number in who.ravel()],
            "label": [f"label-{number}" for number in said.ravel()],
        }
    )
    peers = {"dawid-skene": DawidSkene(100), "one-coin": OneCoinDawidSkene(100)}
    for name, peer in peers.items():
        ours, result = clock(lambda name=name: method(name)(Votes(*(table[c] for c in table))).labels())
        theirs, expected = clock(lambda peer=peer: peer.fit_predict(table).to_dict())
        same = np.mean([expected[item] == label for item, label in result.items()])
        print(f"{name}: ours {ours:.2f} s, crowd-kit {theirs:.2f} s, {theirs / ours:.1f}x; same {same:.2%}")


class Worker:
    """A simulated worker, right with the chance of their skill; a person passed the exam for the bots."""

    def __init__(self, name: str, skill: float, seconds: float) -> None:
        self.name, self.skill, self.seconds = name, skill, seconds
        self.user = 0

    def answer(self, truth: str, stage: str, rng: np.random.Generator) -> str:
        if stage == "exam" and self.name.startswith("bot"):
            return truth
        return truth if rng.random() < self.skill else {"yes": "no", "no": "yes"}[truth]


def people(count: int, rng: np.random.Generator) -> list[Worker]:
    """Make a crowd: seven tenths good, a fifth careless, a tenth bots."""
    made = []
    for number in range(count):
        if number % 10 == 0:
            made.append(Worker(f"bot{number}", 0.5, 3.0 if number % 20 else 60.0))
        elif number % 10 < 3:
            made.append(Worker(f"careless{number}", float(rng.uniform(0.55, 0.7)), 60.0))
        else:
            made.append(Worker(f"good{number}", float(rng.uniform(0.85, 0.98)), 60.0))
    return made


def crowd(url: str = "", *, workers: int = 200, items: int = 5_000, seed: int = 0) -> dict[str, Any]:
    """Run the whole pipeline with simulated workers and compare with what theory allows."""
    from paraphrast.annotate.loading import from_dict
    from paraphrast.annotate.results import progress, votes
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import Item, add_items, create

    rng, now = np.random.default_rng(seed), [0.0]
    folder = tempfile.mkdtemp()
    place = url or f"sqlite:///{folder}/crowd.db"
    store = Store(place, clock=lambda: now[0], chance=lambda: rng.spawn(1)[0])
    rules = {
        "training": False,
        "control_every": 5,
        "control_least": 6,
        "exam_attempts": 2,
        "discard_banned": True,
        "skill": "share",
    }
    settings = {"name": "crowd", "kind": "pair-yes-no", "page": 20, "rules": rules}
    truth: dict[int, str] = {}

    def item(key: str, role: str) -> Item:
        label = "yes" if rng.random() < 0.4 else "no"
        return Item({"a": label, "b": key}, key, role, {"label": label} if role != "task" else None)

    with store.write() as connection:
        row = create(connection, from_dict(settings), owner=None, at=0.0)
        add_items(connection, row, [item(f"exam{n}", "exam") for n in range(10)], at=0.0)
        add_items(connection, row, [item(f"control{n}", "control") for n in range(100)], at=0.0)
        for wanted in range(3, 11):
            keys = [f"{wanted}-{n}" for n in range(items // 8)]
            add_items(connection, row, [item(key, "task") for key in keys], at=0.0, votes=wanted)
    seconds, crowd_ = clock(lambda: _work(store, row, people(workers, rng), rng, now))
    with store.read() as connection:
        done, given = progress(connection, row), votes(connection, row)
        counts = Counter(given.items[code] for code in given.item)
        exact = all(counts[key] == int(key.split("-")[0]) for key in counts) and len(counts) == done["items"]
        truth = {one["id"]: one["a"] for one in _fields(connection, row)}
    result = _judge(given, truth, {worker.name: worker.skill for worker in crowd_})
    states = _states(store, row)
    bots = [states[worker.name] for worker in crowd_ if worker.name.startswith("bot")]
    good = [states[worker.name] for worker in crowd_ if worker.name.startswith("good")]
    result |= {
        "votes": len(given),
        "exact": exact,
        "seconds": seconds,
        "bots": Counter(bots),
        "good": Counter(good),
    }
    store.close()
    return result


def _work(
    store: Any, row: Any, crowd_: list[Worker], rng: np.random.Generator, now: list[float]
) -> list[Worker]:
    """Let everyone work in turns until there is nothing left for anybody."""
    from paraphrast.annotate.store import schema
    from paraphrast.annotate.store.assign import take
    from paraphrast.annotate.store.people import add_member
    from paraphrast.annotate.store.submit import begin, submit
    from paraphrast.errors import CommandError

    with store.write() as connection:
        for worker in crowd_:
            values = {"name": worker.name, "password": "", "owner": False, "native": "", "created": 0.0}
            key = schema.users.insert().returning(schema.users.c.id)
            worker.user = connection.execute(key, values).scalar_one()
            add_member(connection, row.id, worker.user, "annotator", at=0.0)
    for worker in crowd_:
        begin(store, row, worker.user)
    active = list(crowd_)
    while active:
        for worker in list(active):
            try:
                page = take(store, row, worker.user)
            except CommandError:
                page = None
            if page is None:
                active.remove(worker)
                continue
            now[0] += worker.seconds
            answers = {
                str(one.id): {"label": worker.answer(one.fields["a"], page.stage, rng)} for one in page.items
            }
            submit(store, row, page.id, worker.user, answers, key=page.id)
    return crowd_


def _fields(connection: Any, row: Any) -> list[dict[str, Any]]:
    from paraphrast.annotate.store.projects import export_items

    return list(export_items(connection, row))


def _states(store: Any, row: Any) -> dict[str, str]:
    from paraphrast.annotate.workers import workers

    with store.read() as connection:
        return {one["name"]: one["state"] for one in workers(connection, row)}


def _judge(given: Any, truth: dict[str, str], skills: dict[str, float]) -> dict[str, Any]:
    """Score majority, Dawid-Skene, and the best anybody could do who knew every worker's skill."""
    from paraphrast.annotate.aggregate import method

    real = np.array([truth[item] == "yes" for item in given.items])
    found = {}
    for name in ("majority", "dawid-skene", "one-coin"):
        labels = method(name)(given).labels()
        found[name] = float(
            np.mean([(labels[item] == "yes") == yes for item, yes in zip(given.items, real, strict=True)])
        )
    known = np.clip([skills[worker] for worker in given.workers], 0.001, 0.999)
    weight = np.log(known / (1 - known))[given.worker] * np.where(
        np.array(given.labels)[given.label] == "yes", 1, -1
    )
    odds = np.bincount(given.item, weight, len(given.items)) + np.log(0.4 / 0.6)
    found["oracle"] = float(np.mean((odds > 0) == real))
    return found


def formats(items: int = 50_000) -> None:
    """Import and export items, judged three times each for the export, in every format."""
    from paraphrast.annotate.exchange import bring_in, send_out
    from paraphrast.annotate.formats import ENDINGS
    from paraphrast.annotate.formats import rows as tables
    from paraphrast.annotate.loading import parse
    from paraphrast.annotate.store import Store
    from paraphrast.annotate.store.projects import create

    folder = Path(tempfile.mkdtemp())
    store = Store(f"sqlite:///{folder}/formats.db")
    source = folder / "items.jsonl"
    tables.write(
        str(source), ({"id": f"i{n}", "a": f"Предложение номер {n}", "b": f"句子 {n}"} for n in range(items))
    )
    path, kind = source, "table"
    for name, ending in [(name, ending) for name, endings in ENDINGS.items() for ending in endings]:
        with store.write() as connection:
            text = f'name = "{name}{ending.replace(".", "-")}"\nkind = "pair-yes-no"'
            row = create(connection, parse(text), owner=None, at=0.0)
        came_in, _ = clock(partial(bring_in, store, row, str(path), kind=kind))
        path, kind = folder / f"out-{name}{ending}", name
        went_out, _ = clock(partial(send_out, store, row, str(path), kind=kind))
        print(
            f"{name} {ending}: {items} items in {came_in:.1f} s (from the file before), out {went_out:.1f} s"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts: dict[str, Callable[[], Any]] = {
        "aggregate": aggregate,
        "crowd": crowd,
        "formats": formats,
    }
    parser.add_argument("part", nargs="?", choices=list(parts), help="a small part of all when not given")
    sys.path.insert(0, str(Path(__file__).parent))
    import small

    if small.default("", "the sizes of README.md (name a part), 100 workers at once against a server (load)"):
        parts = {
            "aggregate": partial(aggregate, 20_000),
            "crowd": partial(crowd, workers=12, items=120),
            "formats": partial(formats, 300),
        }
    chosen = parser.parse_args().part
    for part in [chosen] if chosen else list(parts):
        for name, value in (parts[part]() or {}).items():
            print(f"{part}, {name}: {value:.4f}" if isinstance(value, float) else f"{part}, {name}: {value}")
