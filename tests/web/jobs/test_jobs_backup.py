"""A backup holds what jobs read and made, and what was acknowledged is carried out where it is put back."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store import Store, backup
from paraphrast.annotate.store.backup import back_up, restore
from paraphrast.annotate.store.folders import jobs_folder, uploads_folder
from paraphrast.annotate.store.job_files import job_file
from paraphrast.annotate.store.tokens import make_token
from paraphrast.errors import DataError
from paraphrast.web.api.desk import Desk
from paraphrast.web.jobs import leases, queue
from paraphrast.web.jobs.worker import Worker
from workbench import Bench

TEXT = "Пчёлы находят дорогу домой по солнцу. Bees find their way home. 蜜蜂靠太阳找到回家的路。"


def program(bench: Bench) -> Any:
    user, _ = bench.person("анна", role="editor")
    with bench.store.write() as connection:
        token = make_token(connection, user, "x", ["editor"], days=1, at=bench.store.clock())
    client = bench.visitor()
    client.headers["authorization"] = f"Bearer {token}"
    return client


def ask(client: Any, verb: str, body: Any) -> str:
    said = client.post(f"/api/v1/{verb}", json=body)
    assert said.status_code == 202, said.text
    return str(said.json()["name"])


def work(store: Store) -> None:
    worker = Worker(store)
    while worker.work_once():
        pass


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_jobs_come_back_with_their_files_and_go_on(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("PARAPHRAST_JOBS", str(tmp_path / "here"))
    store = open_store("sqlite", request)
    bench = Bench(store)
    client = program(bench)
    library = [{"name": "пчёлы.txt", "text": TEXT * 9}]
    index = ask(client, "detect/index", {"sources": library})
    work(store)
    grown = ask(client, "detect/index", {"sources": [{"name": "x.txt", "text": TEXT}], "base": _index(index)})
    check = ask(client, "detect/check", _check(index))
    running = [leases.claim(store, "elsewhere:1"), leases.claim(store, "elsewhere:2")]
    assert {job.name for job in running if job} == {grown, check}
    later = ask(client, "detect/check", _check(index))
    made = client.get(f"/api/v1/jobs/{index}").json()["files"]
    back_up(store, tmp_path / "all.backup")
    store.close()
    shutil.rmtree(tmp_path / "here")
    monkeypatch.setenv("PARAPHRAST_JOBS", str(tmp_path / "there"))
    (tmp_path / "other").mkdir()
    other = open_store(kind, request, folder=tmp_path / "other")
    restore(other, tmp_path / "all.backup")
    again = Bench(other)
    again.app.state.desk = Desk(jobs_folder(other))
    mover = again.visitor()
    mover.headers["authorization"] = client.headers["authorization"]
    for one in made:
        got = mover.get(f"/api/v1/jobs/{index}/files/{one['path']}").content
        assert len(got) == one["size"], one
    work(other)
    for name in (check, later):
        assert mover.get(f"/api/v1/jobs/{name}").json()["state"] == "done", "it was acknowledged"
        assert "пчёлы.txt" in mover.get(f"/api/v1/jobs/{name}/files/report.json").text
    lost = mover.get(f"/api/v1/jobs/{grown}").json()
    assert (lost["state"], "ask for it again" in lost["error"]) == ("failed", True)
    assert ask(mover, "detect/check", _check(index)), "what is new reads what came back"
    restore(other, tmp_path / "all.backup")
    assert len(list((tmp_path / "there").glob("restored-*/*"))) == 4, "what was replaced is gone"
    other.close()


def _index(job: str) -> dict[str, str]:
    return {"job": job, "file": "index"}


def _check(index: str) -> dict[str, Any]:
    return {"text": {"name": "эссе.txt", "text": TEXT * 4}, "index": _index(index), "out": "report.json"}


def test_a_restore_that_fails_leaves_jobs_as_they_were(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARAPHRAST_JOBS", str(tmp_path / "jobs"))
    store = open_store("sqlite", request)
    bench = Bench(store)
    name = ask(program(bench), "build/stats", {"source": {"records": [{"a": "кот", "b": "猫"}]}})
    back_up(store, tmp_path / "all.backup")

    def broken(*_: object) -> None:
        raise DataError("broken on the way")

    monkeypatch.setattr(backup, "adopt_jobs", broken)
    with pytest.raises(DataError, match="broken on the way"):
        restore(store, tmp_path / "all.backup")
    assert [path.name for path in (tmp_path / "jobs").iterdir()] == [name]
    work(store)
    found = queue.get(store, name)
    assert found
    assert found.state == "done"
    store.close()


@pytest.mark.parametrize(
    ("name", "inner"),
    [("a" * 32, "../x"), ("a" * 32, "/etc/x"), ("..", "in/x"), ("a/b", "x"), ("a" * 32, "in\\..\\x")],
)
def test_no_backup_writes_outside_of_its_jobs(tmp_path: Path, name: str, inner: str) -> None:
    with pytest.raises(DataError, match="leads out of its job"):
        job_file(tmp_path, name, inner)


def test_two_databases_in_a_folder_share_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one of them lets go of would else be taken from the other."""
    for name in ("PARAPHRAST_UPLOADS", "PARAPHRAST_JOBS"):
        monkeypatch.delenv(name, raising=False)
    first, second = (Store(f"sqlite:///{tmp_path}/{name}.db") for name in ("paraphrast", "опыт"))
    assert uploads_folder(first) == tmp_path / "paraphrast-uploads"
    assert uploads_folder(second) == tmp_path / "опыт-uploads"
    assert jobs_folder(first) == tmp_path / "paraphrast-jobs"
    assert jobs_folder(second) == tmp_path / "опыт-jobs"
    first.close()
    second.close()
