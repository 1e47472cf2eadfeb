"""Annotation measured: `python benchmarks/annotate.py aggregate|crowd|load|formats`.

aggregate  Dawid-Skene on a million votes beside crowd-kit, in one run
"""

import argparse
import time
from collections.abc import Callable

import numpy as np


def clock(work: Callable[[], object]) -> tuple[float, object]:
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
    columns = {
        "task": [f"item-{number}" for number in np.repeat(np.arange(items), each)],
        "worker": [f"worker-{number}" for number in who.ravel()],
        "label": [f"label-{number}" for number in said.ravel()],
    }
    table = pd.DataFrame(columns)
    peers = {"dawid-skene": DawidSkene(100), "one-coin": OneCoinDawidSkene(100)}
    for name, peer in peers.items():
        ours, result = clock(lambda name=name: method(name)(Votes(*columns.values())).labels())
        theirs, expected = clock(lambda peer=peer: peer.fit_predict(table).to_dict())
        same = np.mean([expected[item] == label for item, label in result.items()])
        print(f"{name}: ours {ours:.2f} s, crowd-kit {theirs:.2f} s, {theirs / ours:.1f}x; same {same:.2%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["aggregate"])
    {"aggregate": aggregate}[parser.parse_args().part]()
