"""Scores of many pairs: the same bytes with any number of processes, and after any number of kills."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from paraphrast import data, identify, plans
from paraphrast.data import Pair
from paraphrast.identify import predicting
from paraphrast.identify.predicting import Recipe, predict, predict_in_parts
from paraphrast.plans.plan import part_path

Toy = Callable[..., list[Pair]]
SLOW = """
import sys, time
from functools import partial
from pathlib import Path
from paraphrast import data, identify
from paraphrast.identify import predicting

def slow(pairs):
    time.sleep(0.15)
    return [len(pair.a) % 7 / 7 for pair in pairs]

identify.scorer = lambda name, **settings: slow
predicting.PART = 8

if __name__ == "__main__":
    source, out, workers = sys.argv[1:]
    recipe, parts = predicting.Recipe("slow"), Path(out + ".parts")
    read = partial(data.read, source)
    data.write(out, predicting.predict_in_parts(recipe, read(), folder=parts, workers=int(workers)))
"""


class Counting:
    """Scores by length, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Pair] = []

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        self.asked += pairs
        return [len(pair.a) % 10 / 10 for pair in pairs]


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    found = Counting()
    monkeypatch.setattr(identify, "scorer", lambda name, **settings: found)
    monkeypatch.setattr(predicting, "PART", 8)
    predicting._made.cache_clear()
    return found


@pytest.fixture
def pairs(toy: Toy) -> list[Pair]:
    return [pair for lang in ("ru", "en", "zh") for pair in toy(lang, count=20)]


def test_parts_give_the_same_records_as_a_stream(
    counting: Counting, pairs: list[Pair], tmp_path: Path
) -> None:
    streamed = list(predict(Recipe("m"), pairs))
    assert [pair.meta["score"] for pair in streamed] == [len(pair.a) % 10 / 10 for pair in pairs]
    assert list(predict_in_parts(Recipe("m"), pairs, folder=tmp_path / "parts")) == streamed
    assert plans.status(tmp_path / "parts").done == 8


def test_only_what_is_missing_broken_or_changed_is_scored_again(
    counting: Counting, pairs: list[Pair], tmp_path: Path
) -> None:
    folder = tmp_path / "parts"
    first = list(predict_in_parts(Recipe("m"), pairs, folder=folder))
    counting.asked.clear()
    assert list(predict_in_parts(Recipe("m"), pairs, folder=folder)) == first
    assert counting.asked == []
    part_path(folder, 2, "done").unlink()
    part_path(folder, 5, "done").write_text('{"check": 1', encoding="utf-8")
    assert list(predict_in_parts(Recipe("m"), pairs, folder=folder)) == first
    assert counting.asked == pairs[16:24] + pairs[40:48]
    counting.asked.clear()
    changed = [*pairs[:9], Pair("другая строка", "另一行"), *pairs[10:]]
    list(predict_in_parts(Recipe("m"), changed, folder=folder))
    assert counting.asked == changed[8:16]
    counting.asked.clear()
    list(predict_in_parts(Recipe("m", convention="loose"), changed, folder=folder))
    assert counting.asked == changed


def test_a_file_of_no_pairs_is_no_error(counting: Counting, tmp_path: Path) -> None:
    assert list(predict_in_parts(Recipe("m"), [], folder=tmp_path / "parts")) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_after_kill_9_the_same_bytes_come_out(pairs: list[Pair], tmp_path: Path, workers: int) -> None:
    script, source = tmp_path / "slow.py", tmp_path / "pairs.jsonl"
    script.write_text(SLOW, encoding="utf-8")
    data.write(source, pairs)
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"

    def command(to: Path, processes: int) -> list[str]:
        return [sys.executable, str(script), str(source), str(to), str(processes)]

    subprocess.run(command(whole, 1), check=True, timeout=120)
    running = subprocess.Popen(command(out, workers), start_new_session=True)
    parts = tmp_path / "out.jsonl.parts"
    wait_for(lambda: parts.is_dir() and len(list(parts.glob("parts/*.done"))) >= 2)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert not out.exists()
    kept = {path: path.stat().st_mtime_ns for path in parts.glob("parts/*.done")}
    assert 2 <= len(kept) < 8
    subprocess.run(command(out, workers), check=True, timeout=120)
    assert out.read_bytes() == whole.read_bytes()
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def wait_for(ready: Callable[[], bool]) -> None:
    for _ in range(1200):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError("it never came to two parts")


def test_the_shell_gives_the_same_bytes_with_two_workers_and_leaves_no_parts(
    shell: Any, toy: Toy, tmp_path: Path
) -> None:
    from paraphrast.identify.settings import settings
    from paraphrast.identify.training import Data, train

    found = [pair for lang in ("ru", "en", "zh") for pair in toy(lang, count=24)]
    train(settings("bow", epochs=1), Data({"toy": found}, found), to=tmp_path / "bow")
    source = tmp_path / "pairs.tsv"
    data.write(source, found)
    common = ["identify", "predict", source, "-m", tmp_path / "bow"]
    streamed = shell(*common)
    assert streamed.code == 0, streamed.err
    for ending, workers in ((".jsonl", 1), (".jsonl", 2), (".tsv", 2)):
        out = tmp_path / f"out{workers}{ending}"
        ran = shell(*common, "-o", out, "--workers", workers)
        assert ran.code == 0, ran.err
        if ending == ".jsonl":
            assert out.read_text(encoding="utf-8") == streamed.out
        assert [pair.meta["score"] for pair in data.read(out)] != []
        assert not Path(f"{out}.parts").exists()


def test_a_name_that_cannot_be_written_is_said_before_the_work(shell: Any, toy: Toy, tmp_path: Path) -> None:
    data.write(tmp_path / "pairs.jsonl", toy("en", count=4))
    ran = shell("identify", "predict", tmp_path / "pairs.jsonl", "-o", tmp_path / "out.doc")
    assert ran.code == 2
    assert "the name should end in" in ran.err
    ran = shell("identify", "predict", tmp_path / "pairs.jsonl", "-o", tmp_path / "no" / "out.jsonl")
    assert ran.code == 2
    assert "make it first" in ran.err
    ran = shell("identify", "predict", tmp_path / "nothing.jsonl", "-o", tmp_path / "out.jsonl")
    assert ran.code == 2
    assert not (tmp_path / "out.jsonl.parts").exists()
    ran = shell("identify", "predict", tmp_path / "pairs.jsonl", "--fast", "-m", "hub:x")
    assert ran.code == 2
    assert "--fast is the bundled model's" in ran.err
