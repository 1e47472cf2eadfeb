"""A simulated crowd, small: the pipeline labels as well as theory allows, and puts bots out."""

import importlib.util
from pathlib import Path

import pytest


def benchmark(name: str):
    path = Path(__file__).parents[2] / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
def test_the_pipeline_reaches_what_theory_allows_and_bans_bots() -> None:
    result = benchmark("annotate").crowd(workers=30, items=400)
    assert result["exact"]
    assert result["dawid-skene"] >= result["oracle"] - 0.02
    assert result["dawid-skene"] >= result["majority"] - 0.005
    assert result["bots"] == {"banned": 3}
    assert result["good"]["active"] > 0.6 * sum(result["good"].values())


def test_the_rules_that_last_keep_less_spam_and_ban_nobody_honest() -> None:
    module = benchmark("crowd")
    size = module.SIZES[20]._replace(items=300)
    found = {}
    for way, run in module.WAYS.items():
        world = module.World(0, size.items, 0.5)
        found[way] = run(world, module.People(world, 0.3, "recogniser"), size)
    before, now = found["today"], found["new"]
    assert before["spam_kept"] == before["spam_votes"] > 0  # six controls that everyone knows find nobody
    assert now["spam_kept"] < 0.1 * now["spam_votes"]
    assert now["honest_banned"] <= 1
    assert now["accuracy"] > before["accuracy"]


def test_the_same_seed_gives_the_same_crowd() -> None:
    module = benchmark("crowd")
    size = module.SIZES[20]._replace(items=120)
    runs = []
    for _ in range(2):
        world = module.World(7, size.items, 0.9)
        runs.append(module.WAYS["new"](world, module.People(world, 0.3, "ring"), size))
    assert runs[0] == runs[1]
