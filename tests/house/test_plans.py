"""A plan gives the same bytes wherever it runs and whatever dies, and never mixes versions."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec
import numpy as np
import pytest

from paraphrast import plans
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify.predicting import Recipe
from paraphrast.plans import Engine, running
from paraphrast.plans.agreement import compare_machines
from paraphrast.plans.plan import part_path, read_mark
from paraphrast.plans.provenance import hash_files
from paraphrast.plans.ray_cluster import count_fitting

RAY = pytest.mark.skipif(not find_spec("ray"), reason="ray is not installed")
ENGINES = [
    Engine(),
    Engine(workers=2),
    pytest.param(Engine("ray", workers=2), marks=RAY),
]
TEXTS = ["Кот спит на окне", "The cat sleeps", "猫在窗台上睡觉"]


def lengths(pairs: Sequence[Pair]) -> list[dict[str, object]]:
    if any(pair.id == "bad" for pair in pairs):
        raise DataError("this pair is bad")
    return [{"id": pair.id, "length": len(pair.a)} for pair in pairs]


class Dying:
    """Kills its process the first time that it sees a pair, or every time."""

    def __init__(self, note: Path, *, always: bool = False) -> None:
        self.note, self.always = note, always

    def __call__(self, pairs: Sequence[Pair]) -> list[dict[str, object]]:
        if any(pair.id == "17" for pair in pairs) and (self.always or not self.note.exists()):
            self.note.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return lengths(pairs)


def slowly(pairs: Sequence[Pair]) -> list[dict[str, object]]:
    time.sleep(0.1)
    return lengths(pairs)


def some(count: int) -> list[Pair]:
    return [Pair(TEXTS[n % 3] * (n % 5), "b", id=str(n)) for n in range(count)]


def made(folder: Path, function: Callable[[list[Pair]], Sequence[object]] = lengths, count: int = 50) -> Path:
    plans.make(folder, plans.Map(function, Pair), some(count), key="test", size=7)
    return folder


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_makes_the_same_parts(tmp_path: Path, engine: Engine) -> None:
    told: list[tuple[int, int]] = []
    found = plans.run(made(tmp_path / "plan"), engine, progress=lambda *now: told.append(now))
    assert (found.parts, found.done) == (8, 8)
    assert told == [(n, 8) for n in range(1, 9)]
    assert list(plans.merge(tmp_path / "plan")) == lengths(some(50))
    assert [pair for pair, _ in plans.merge_beside(tmp_path / "plan", Pair)] == some(50)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_comes_back_with_the_name_of_the_record(tmp_path: Path, engine: Engine) -> None:
    pairs = [*some(30), Pair("а", "б", id="bad")]
    plans.make(tmp_path / "plan", plans.Map(lengths, Pair), pairs, key="test", size=7)
    with pytest.raises(DataError, match="this pair is bad") as raised:
        plans.run(tmp_path / "plan", engine)
    assert "id 'bad'" in raised.value.__notes__[0]


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_a_worker_that_dies_is_replaced(tmp_path: Path, engine: Engine) -> None:
    plans.run(made(tmp_path / "plan", Dying(tmp_path / "died")), engine)
    assert (tmp_path / "died").exists()
    assert list(plans.merge(tmp_path / "plan")) == lengths(some(50))


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_a_part_that_kills_every_worker_is_named(tmp_path: Path, engine: Engine) -> None:
    folder = made(tmp_path / "plan", Dying(tmp_path / "died", always=True))
    with pytest.raises(CommandError, match=r"part 3 of .* took 3"):
        plans.run(folder, engine)


@pytest.mark.parametrize(
    ("waiting", "seconds", "count"),
    [
        (1000, 9.0, 1),  # long parts one by one
        (1000, 0.25, 8),
        (1000, 0.0, 250),  # a quarter of what waits, so that two workers end at one time
        (40, 0.01, 10),
        (3, 0.01, 1),
        (1, 0.01, 1),
    ],
)
def test_short_parts_are_handed_over_many_at_a_time(waiting: int, seconds: float, count: int) -> None:
    assert count_fitting(waiting, workers=2, pace=seconds) == count


@RAY
def test_what_a_worker_made_before_it_died_is_taken(tmp_path: Path) -> None:
    pairs = some(700)[::-1]  # the one that kills comes near the end, in the middle of many
    plans.make(tmp_path / "plan", plans.Map(Dying(tmp_path / "died"), Pair), pairs[400:], key="test", size=1)
    told: list[tuple[int, int]] = []
    plans.run(tmp_path / "plan", Engine("ray", workers=1), progress=lambda *now: told.append(now))
    assert (tmp_path / "died").exists()
    assert told == [(n, 300) for n in range(1, 301)]
    assert list(plans.merge(tmp_path / "plan")) == lengths(pairs[400:])


@RAY
def test_a_cluster_of_our_own_is_reached_from_this_machine_alone() -> None:
    from paraphrast.plans.ray_cluster import connected

    with connected(1, None) as ray:
        assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"]
        mine = ray.get_runtime_context().gcs_address
    assert mine.startswith("127.0.0.1:")


def test_shares_meet_in_a_merge_and_not_before(tmp_path: Path) -> None:
    folder = made(tmp_path / "plan")
    plans.run(folder, Engine(shard="1/2"))
    with pytest.raises(CommandError, match=r"4 of 8 parts of .* are not there yet"):
        list(plans.merge(folder))
    assert plans.run(folder, Engine(shard="merge")).done == 4
    plans.run(folder, Engine(shard="2/2"))
    assert list(plans.merge(folder)) == lengths(some(50))


@pytest.mark.parametrize("field", ["version", "weights"])
def test_a_part_from_another_version_is_refused(tmp_path: Path, field: str) -> None:
    folder = made(tmp_path / "plan")
    plans.run(folder)
    mark = read_mark(folder, 2)
    assert mark is not None
    other = msgspec.structs.replace(mark, maker=msgspec.structs.replace(mark.maker, **{field: "0.0.9"}))
    part_path(folder, 2, "done").write_bytes(msgspec.json.encode(other))
    for ask in (lambda: plans.run(folder), lambda: list(plans.merge(folder))):
        with pytest.raises(CommandError, match=r"0\.0\.9.*use one version everywhere"):
            ask()


def test_a_model_of_ones_own_is_known_by_the_bytes_of_its_files(tmp_path: Path) -> None:
    model = tmp_path / "модель"
    (model / "onnx").mkdir(parents=True)
    (model / "card.json").write_text("{}", encoding="utf-8")
    hashes = [hash_files(model)]
    for change in (
        lambda: (model / "onnx" / "model.onnx").write_bytes(b"1"),
        lambda: (model / "onnx" / "model.onnx").write_bytes(b"2"),
        lambda: (model / "onnx" / "model.onnx").rename(model / "onnx" / "模型.onnx"),
    ):
        change()
        hashes.append(hash_files(model))
    assert len(set(hashes)) == 4
    model.rename(tmp_path / "elsewhere")  # another place is no other model
    assert hash_files(tmp_path / "elsewhere") == hashes[-1]
    assert hash_files("hub:name") == hash_files()
    recipe = Recipe("elsewhere", folder=str(tmp_path))
    before = recipe.check()
    (tmp_path / "elsewhere" / "onnx" / "模型.onnx").write_bytes(b"3")
    assert recipe.check() != before


def test_a_part_of_another_cpu_is_taken_and_told(tmp_path: Path) -> None:
    folder = made(tmp_path / "plan")
    plans.run(folder)
    mark = read_mark(folder, 2)
    assert mark is not None
    other = msgspec.structs.replace(mark, maker=msgspec.structs.replace(mark.maker, cpu="abacus"))
    part_path(folder, 2, "done").write_bytes(msgspec.json.encode(other))
    assert "abacus" in plans.status(folder).cpus
    assert list(plans.merge(folder)) == lengths(some(50))


def scored(pairs: Sequence[Pair]) -> list[dict[str, object]]:
    return [{"id": p.id, "a": p.a, "score": len(p.a) / 7, "same": True, "more": [1.5, None]} for p in pairs]


def on_another_cpu(folder: Path, number: int, old: bytes, new: bytes) -> None:
    """Change what a part says as another machine might have said it."""
    path = part_path(folder, number)
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new))
    mark = read_mark(folder, number)
    assert mark is not None
    other = msgspec.structs.replace(mark, maker=msgspec.structs.replace(mark.maker, cpu="abacus"))
    part_path(folder, number, "done").write_bytes(msgspec.json.encode(other))


@pytest.mark.parametrize(
    ("old", "new", "good"),
    [
        (b"1.5", b"1.50009", True),
        (b"1.5", b"1.5002", False),
        (b"1.5", b"null", False),
        (b'"same":true', b'"same":false', False),
        ("Кот".encode(), "Код".encode(), False),
        (b"cat", b"bat", False),
        ("猫".encode(), "狗".encode(), False),
        (b'"more":[1.5,', b'"more":[1.5,2,', False),
    ],
)
def test_a_part_of_another_cpu_must_agree_with_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: bytes, new: bytes, good: bool
) -> None:
    folder = made(tmp_path / "plan", scored)
    plans.run(folder)
    assert compare_machines(folder) == 0.0
    assert capsys.readouterr().err == ""  # one kind of CPU: nothing is made again
    on_another_cpu(folder, 2, old, new)
    if good:
        assert compare_machines(folder) == pytest.approx(9e-5, abs=1e-6)
        assert "abacus too; one part of each was made again" in capsys.readouterr().err
    else:
        with pytest.raises(DataError, match="a part made on abacus is not what"):
            compare_machines(folder)


def test_tables_of_another_cpu_must_agree_too(tmp_path: Path) -> None:
    folder = tmp_path / "plan"
    plans.make(folder, tables, some(20), key="test", size=7)
    plans.run(folder)
    on_another_cpu(folder, 1, b"", b"")
    assert compare_machines(folder) == 0.0
    path = part_path(folder, 1, "npz")
    for gap, good in ((5e-5, True), (5e-4, False), (np.nan, False)):
        np.savez(path, lengths=np.array([1.0, np.nan]) + np.array([gap, 0]))
        if good:
            assert compare_machines(folder) == pytest.approx(5e-5)
        else:
            with pytest.raises(DataError, match="abacus"):
                compare_machines(folder)


def tables(shard: Path, part: Path) -> int:
    Path(f"{part}jsonl").write_bytes(shard.read_bytes())
    np.savez(f"{part}npz", lengths=np.array([1.0, np.nan]))
    return 1


def test_a_command_compares_before_it_merges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "plan", scored)
    running.finish(folder)
    on_another_cpu(folder, 2, b"1.5", b"2.5")
    with pytest.raises(DataError, match="abacus"):
        running.finish(folder)
    monkeypatch.setattr(running.Defaults, "shard", "1/2")
    with pytest.raises(running.Unfinished):  # a share is not the whole
        running.finish(folder)


def test_only_what_changed_is_made_again(tmp_path: Path) -> None:
    folder = made(tmp_path / "plan")
    plans.run(folder)
    before = {n: part_path(folder, n).stat().st_mtime_ns for n in range(8)}
    changed = some(50)
    changed[9] = Pair("другое", "别的", id="9")
    plans.make(folder, plans.Map(lengths, Pair), changed, key="test", size=7)
    plans.run(folder)
    after = {n: part_path(folder, n).stat().st_mtime_ns for n in range(8)}
    assert [n for n in range(8) if before[n] != after[n]] == [1]
    assert list(plans.merge(folder)) == lengths(changed)


def test_who_asks_for_an_end_gets_one_and_can_go_on(tmp_path: Path) -> None:
    folder = made(tmp_path / "plan")
    assert plans.run(folder, cancel=lambda: True).done == 1
    assert plans.run(folder).done == 8


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_goes_on(tmp_path: Path, workers: int) -> None:
    folder = made(tmp_path / "plan", slowly)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from paraphrast import plans\n"
        "if __name__ == '__main__':\n"
        "    plans.run(sys.argv[2], plans.Engine(workers=int(sys.argv[3])))\n"
    )
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, *sys.path])}
    command = [sys.executable, "-c", code, here, str(folder), str(workers)]
    running = subprocess.Popen(command, env=environment, start_new_session=True)
    for _ in range(600):
        if plans.status(folder).done >= 2:
            break
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    kept = plans.status(folder).done
    assert 2 <= kept < 8
    plans.run(folder)
    assert list(plans.merge(folder)) == lengths(some(50))


@pytest.mark.parametrize("shard", ["0/4", "5/4", "1", "a/b", "1/0", "-1/4", ""])
def test_a_wrong_shard_is_refused(shard: str) -> None:
    with pytest.raises(CommandError, match="i/n"):
        Engine(shard=shard).check()


def test_a_wrong_engine_is_refused() -> None:
    with pytest.raises(CommandError, match="no engine 'spark'"):
        Engine("spark").check()


def test_a_folder_without_a_plan_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no plan"):
        plans.run(tmp_path)
    with pytest.raises(CommandError, match="make it first"):
        made(tmp_path / "no" / "plan")


def test_work_that_cannot_travel_is_done_here_alone(tmp_path: Path) -> None:
    work = plans.Map(lambda pairs: [pair.id for pair in pairs], Pair)
    plans.make(tmp_path / "plan", work, some(20), key="test", size=7)
    with pytest.raises(CommandError, match="cannot be sent to other processes"):
        plans.run(tmp_path / "plan", Engine(workers=2))
    assert plans.run(tmp_path / "plan", work=work).done == 3
