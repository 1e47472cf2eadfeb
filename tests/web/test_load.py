"""Many workers at a server that is killed: nothing acknowledged is lost, nothing is doubled."""

import importlib.util
import socket
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.filterwarnings("ignore")
def test_no_acknowledged_judgement_is_lost_or_doubled_when_the_server_is_killed(
    monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("benchmark_load", BENCHMARKS / "annotate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = module.load(f"sqlite:///{tmp_path}/load.db", workers=10, items=80, each=3, kills=2, port=port)
    sys.modules.pop("load_driver", None)
    assert (result["lost"], result["doubled"], result["over"]) == (0, 0, 0)
    assert result["complete"] == 80
    assert result["held"] == 240
