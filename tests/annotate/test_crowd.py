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
