"""Many workers at a server that is killed while a file comes in: nothing is lost or doubled."""

import importlib.util
import sys
from pathlib import Path

import pytest

from databases import wipe
from ports import find_port

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_acknowledged_judgement_is_lost_or_doubled_when_the_server_is_killed(
    monkeypatch, request, tmp_path: Path, kind: str
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("benchmark_load", BENCHMARKS / "annotate_load.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    url = f"sqlite:///{tmp_path}/load.db"
    if kind == "postgres":
        url = request.getfixturevalue("postgres_url")
        wipe(url)
    result = module.load(
        url, workers=8, items=60, each=3, kills=2, think=0.5, imported=1_500, port=find_port()
    )
    sys.modules.pop("load_driver", None)
    assert result["kills"] == 2
    assert (result["lost"], result["doubled"], result["over"]) == (0, 0, 0)
    assert (result["held"], result["imported"]) == (180, 4_500)
    assert (result["items"], result["complete"]) == (1_560, 1_560)
    assert result["answers"]["exports"] > 0
