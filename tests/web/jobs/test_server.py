"""A real server with real workers, killed without warning; the shell and the client beside it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from paraphrast import Client, CommandError, DataError, Pair, read
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.people import add_user
from paraphrast.annotate.store.tokens import make_token
from paraphrast.client.given import Named
from paraphrast.errors import ParaphrastError
from paraphrast.web.jobs import queue
from ports import find_port

PART = 5120  # pairs that a step of a build takes at once
SLOW = """
import os, time
seen = open("seen.txt", "a", encoding="utf-8")
def keep(pair):
    while int(pair.id) > {held} and os.path.exists("hold"):
        time.sleep(0.05)
    print(pair.id, file=seen, flush=True)
    return None
"""
FILTER = ["build", "filter", "пары.jsonl", "--step", "slow.py:keep", "-o", "kept.jsonl"]


class Machine:
    """A folder with a database and a server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder}/test.db"
        self.store = Store(self.url)
        self.process: subprocess.Popen[bytes] | None = None
        self.port = find_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def command(self, *args: str) -> list[str]:
        return [sys.executable, "-m", "paraphrast", *args]

    def start(self) -> None:
        args = ["serve", "--sign-in", "--database", self.url, "--port", str(self.port), "--workers", "2"]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(self.command(*args), stderr=log, cwd=self.folder)
        self.until(self.answers)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/sign-in", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def until(self, there: Callable[[], Any]) -> Any:
        """Wait for what must come; a test that waits in vain is stopped, and says what the server said."""
        for _ in range(3_000):
            if found := there():
                return found
            time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text(encoding="utf-8"))

    def token(self, name: str, role: str = "editor") -> str:
        with self.store.write() as connection:
            user = add_user(connection, name, "", at=self.store.clock(), role=role)
            return make_token(connection, user, "test", [role], days=1, at=self.store.clock())

    def shell(self, *args: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.command(*args), cwd=cwd or self.folder, capture_output=True, text=True, check=False
        )

    def job(self, name: str) -> queue.Job:
        found = queue.get(self.store, name)
        assert found
        return found

    def ended(self, name: str) -> queue.Job:
        self.until(lambda: self.job(name).state in queue.ENDED)
        return self.job(name)

    def held(self, name: str, *, parts: int = 3) -> Path:
        """Make a folder with a build that is held in its second part, and tells which pairs it looked at."""
        made = self.folder / name
        made.mkdir()
        (made / "slow.py").write_text(SLOW.format(held=PART + 200), encoding="utf-8")
        (made / "hold").touch()
        rows = "".join(
            f'{{"a": "кот {n}", "b": "猫 {n}", "id": "{n}"}}\n' for n in range(PART * (parts - 1) + 100)
        )
        (made / "пары.jsonl").write_text(rows, encoding="utf-8")
        return made

    def queue(self, place: Path) -> str:
        said = self.shell("jobs", "run", "--database", self.url, "--", *FILTER, cwd=place)
        assert said.returncode == 0, said.stderr
        return said.stdout.strip()


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    made = Machine(tmp_path_factory.mktemp("machine"))
    made.start()
    yield made
    made.kill()
    made.store.close()


@pytest.fixture(scope="module")
def client(machine: Machine) -> Iterator[Client]:
    with Client(machine.address, machine.token("анна")) as made:
        yield made


def seen(place: Path) -> list[str]:
    path = place / "seen.txt"
    return path.read_text(encoding="utf-8").split() if path.is_file() else []


def check_whole(place: Path) -> None:
    """See that nothing is missing, and that what was whole when the kill came was not made again."""
    count = len((place / "пары.jsonl").read_text(encoding="utf-8").splitlines())
    kept = [pair.id for pair in read(place / "kept.jsonl")]
    assert kept == [str(number) for number in range(count)]
    looked = seen(place)
    assert looked.count("0") == 1, "the first part was whole and is not made again"
    assert count < len(looked) < count + 2 * PART, "only the part that was interrupted is made again"


def test_a_job_survives_the_kill_of_its_worker(machine: Machine) -> None:
    place = machine.held("worker")
    name = machine.queue(place)
    machine.until(lambda: len(seen(place)) > PART + 200)
    assert not (place / "kept.jsonl").exists()
    job = machine.job(name)
    os.kill(int(job.worker.rpartition(":")[2]), signal.SIGKILL)
    (place / "hold").unlink()
    job = machine.ended(name)
    assert (job.state, job.attempt, job.error) == ("done", 2, "")
    check_whole(place)


def test_jobs_survive_the_kill_of_the_server(machine: Machine, client: Client) -> None:
    place = machine.held("server")
    name = machine.queue(place)
    machine.until(lambda: len(seen(place)) > PART + 200)
    waiting = client.build.stats([Pair("Кот спит.", "猫在睡觉。", lang="ru")], json=True)
    worker = int(machine.job(name).worker.rpartition(":")[2])
    machine.kill()
    with pytest.raises(CommandError, match="no paraphrast answers at"):
        client.job(name)
    machine.until(lambda: not os.path.exists(f"/proc/{worker}") or _is_zombie(worker))
    (place / "hold").unlink()
    machine.start()
    assert machine.ended(name).state == "done"
    check_whole(place)
    assert waiting.wait(300).state == "done", "what was acknowledged is not lost"


def _is_zombie(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"


def test_what_the_shell_began_goes_on_as_a_job(machine: Machine) -> None:
    place = machine.held("shell")
    process = subprocess.Popen(machine.command(*FILTER), cwd=place, stderr=subprocess.DEVNULL)
    machine.until(lambda: len(seen(place)) > PART + 200)
    process.kill()
    process.wait()
    (place / "hold").unlink()
    assert machine.ended(machine.queue(place)).state == "done"
    check_whole(place)


def test_what_was_cancelled_is_resumed_or_goes_on_in_the_shell(machine: Machine) -> None:
    for name in ("resumed", "in-the-shell"):
        place = machine.held(name)
        job = machine.queue(place)
        machine.until(lambda place=place: len(seen(place)) > PART + 200)
        said = machine.shell("jobs", "cancel", job[:12], "--database", machine.url)
        assert said.stderr == f"{job} stops\n"
        ended = machine.ended(job)
        assert (ended.state, ended.done, ended.total) == ("cancelled", 1, 3)
        assert not (place / "kept.jsonl").exists()
        (place / "hold").unlink()
        if name == "resumed":
            assert machine.shell("jobs", "resume", job, "--database", machine.url).returncode == 0
            assert machine.ended(job).state == "done"
        else:
            assert machine.shell(*FILTER, cwd=place).returncode == 0
        check_whole(place)


def test_the_shell_lists_shows_and_logs_here_and_on_a_server(machine: Machine, client: Client) -> None:
    job = client.build.stats(Named("метки.tsv", "a\tb\tlabel\nода\tодна\t4\n"))
    with pytest.raises(DataError, match=r"метки.tsv, line 2: label '4' is not between 0 and 1"):
        job.wait(300)
    remote = ("--server", machine.address, "--token", str(client.token))
    for where in (("--database", machine.url), remote):
        listed = machine.shell("jobs", "list", "--state", "failed", *where)
        assert "метки.tsv, line 2" in listed.stdout, listed
        shown = machine.shell("jobs", "show", job.name[:10], *where)
        assert "command: paraphrast build stats" in shown.stdout
        assert "метки.tsv, line 2" in machine.shell("jobs", "log", job.name, "--follow", *where).stdout
        again = machine.shell("jobs", "cancel", job.name, *where)
        assert (again.returncode, again.stderr) == (2, "paraphrast: this job is failed already\n")
    missing = machine.shell("jobs", "show", "нет", "--database", machine.url)
    assert (missing.returncode, "no jobs begin with 'нет'" in missing.stderr) == (2, True)
    assert machine.shell("jobs", "run", "--database", machine.url, "--", "serve").returncode == 2
    assert machine.shell("jobs", "list", "--state", "lost", "--database", machine.url).returncode == 2
    nobody = machine.shell("jobs", "list", "--server", machine.address, "--token", "wrong")
    assert (nobody.returncode, "this token" in nobody.stderr) == (2, True)


def test_the_client_follows_reads_and_chains_jobs(machine: Machine, client: Client, tmp_path: Path) -> None:
    texts = {"ru": "Пчёлы находят дорогу домой по солнцу. ", "en": "Bees find their way home by the sun. ",
             "zh": "蜜蜂靠太阳找到回家的路。"}  # fmt: skip
    library = tmp_path / "library"
    library.mkdir()
    for lang, text in texts.items():
        (library / f"{lang}.txt").write_text(text * 12, encoding="utf-8")
    index = client.detect.index(library).wait(300)
    assert any(file.startswith("index/") for file in index.files)
    for lang, text in texts.items():
        check = client.detect.check(
            Named(f"эссе-{lang}.txt", text * 6), index=index["index"], out="report.json"
        )
        states = [told["state"] for told in check.events()]
        assert states[-1] == "done", check.told
        assert f"{lang}.txt" in check.read("report.json").decode()
        check.save(tmp_path / "report.json", "report.json")
        assert "".join(check.log()) == "".join(check.refresh().log(follow=True))
    with pytest.raises(CommandError, match="did not make 'nothing'"):
        client.detect.check(Named("a.txt", "x"), index=index["nothing"])
    with pytest.raises(CommandError, match="does not exist"):
        client.detect.check("missing.txt", index=index["index"])
    with pytest.raises(DataError, match="strictness"):
        client.detect.check(Named("a.txt", "x"), index=index["index"], strictness="?")
    assert [job.name for job in client.jobs(limit=2)][1] != index.name
    index.remove()
    with pytest.raises(ParaphrastError, match="there is no such"):
        index.refresh()


def test_models_answer_at_once_also_when_their_process_was_killed(machine: Machine, client: Client) -> None:
    same = Pair("Вчера он купил новую машину.", "Он вчера приобрёл новый автомобиль.")
    other = Pair("John gave Mary a book.", "Mary gave John a book.")
    first = client.score_pairs([same, other])
    assert first[0] > 0.5 > first[1]
    assert machine.process
    tasks = Path(f"/proc/{machine.process.pid}/task").glob("*/children")
    children = [int(one) for path in tasks for one in path.read_text(encoding="utf-8").split()]
    keepers = [one for one in children if b"spawn_main" in _command(one)]
    assert keepers, "the models are not in the process of the pages"
    for process in keepers:
        os.kill(process, signal.SIGKILL)
    assert client.score_pairs([same, other]) == first
    outputs = client.rewrite_texts(["Ты идиот, уходи!", "Damn bitch, go home!", "你好"], to="neutral")
    assert [one["lang"] for one in outputs] == ["ru", "en", "zh"]
    assert all("flags" in one for one in outputs)
    assert outputs[2]["output"] == "你好"
    told = httpx.get(f"{machine.address}/v1/models", headers={"authorization": f"Bearer {client.token}"})
    assert "detox" in [one["id"] for one in told.json()["data"]]
    assert httpx.get(f"{machine.address}/v1/models").status_code == 401


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
