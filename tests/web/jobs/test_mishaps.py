"""What happens to jobs when a server is changed, a disk is full, or whoever asked for them is gone."""

import errno
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paraphrast.web.jobs import worker
from programs import Program, work
from workbench import Bench


@pytest.fixture
def anna(place: Bench) -> Program:
    return Program(place, "анна")


def test_jobs_go_with_their_owner(place: Bench, anna: Program, tmp_path: Path) -> None:
    from paraphrast.annotate.store.directory import forget_account

    Program(place, "хозяйка", "owner")
    name = anna.stats().json()["name"]
    folder = place.app.state.desk.root / name
    assert folder.is_dir()
    with place.store.write() as connection:
        forget_account(connection, tmp_path, anna.user.id, at=1.0, by=None)
    assert not folder.exists()


def test_a_job_that_an_earlier_version_began_is_begun_anew(
    place: Bench, anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who keeps a server may change it at any time; what was acknowledged is carried out all the same."""
    from paraphrast.plans import plan, provenance

    pairs = {"source": {"records": [{"a": f"кот {n}", "b": f"猫 {n}"} for n in range(6_000)]}}
    name = anna.post("build/filter", {**pairs, "step": ["identical"]}).json()["name"]
    out = place.app.state.desk.root / name / "out"
    make = plan.carry_out

    def killed(folder: str, work_: Any, made: Any, number: int) -> None:
        if number == 1:
            raise RuntimeError("killed")
        make(folder, work_, made, number)

    old = provenance.this_maker()
    monkeypatch.setattr(plan, "this_maker", lambda: msgspec.structs.replace(old, version="0.0.1"))
    monkeypatch.setattr(plan, "carry_out", killed)
    work(place)
    assert anna.get(f"jobs/{name}").json()["state"] == "failed"
    (made,) = out.rglob("plan.json")
    assert plan.read_mark(made.parent, 0).maker.version == "0.0.1"
    monkeypatch.undo()
    assert anna.post(f"jobs/{name}/resume").status_code == 200
    work(place)
    job = anna.get(f"jobs/{name}").json()
    assert (job["state"], job["error"]) == ("done", "")
    assert "it begins anew" in anna.get(f"jobs/{name}/log").json()["text"]


def test_a_folder_that_cannot_be_written_fails_its_job_and_not_the_worker(
    place: Bench, anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, full, fine = (anna.stats().json()["name"] for _ in range(3))
    (place.app.state.desk.root / broken / "log.txt").mkdir()
    describe = worker.describe

    def crowded(job: Any, *told: Any) -> Any:
        if job.name == full:
            raise OSError(errno.ENOSPC, "No space left on device", "/secret/job.json")
        return describe(job, *told)

    monkeypatch.setattr(worker, "describe", crowded)
    before = sys.stdout, sys.stderr
    work(place)
    assert (sys.stdout, sys.stderr) == before
    told = {name: anna.get(f"jobs/{name}").json() for name in (broken, full, fine)}
    assert [told[name]["state"] for name in (broken, full, fine)] == ["failed", "failed", "done"]
    assert told[broken]["error"] == "log.txt cannot be written: Is a directory"
    assert told[full]["error"] == "job.json cannot be written: No space left on device"
