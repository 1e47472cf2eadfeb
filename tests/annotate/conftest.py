"""A store per test, on SQLite and on a real PostgreSQL where one can be started."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from paraphrast.annotate.loading import from_dict
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.people import User, add_member, add_user
from paraphrast.annotate.store.projects import Item, Row, add_items, create
from paraphrast.annotate.store.submit import begin

PASSWORD = "correct horse"


class Clock:
    """A time that tests move."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def postgres(folder: Path) -> tuple[str, Callable[[], None]]:
    """Start the PostgreSQL of the pgserver wheel as an ordinary user (it refuses root)."""
    pgserver = pytest.importorskip("pgserver")
    binaries = Path(pgserver.__file__).parent / "pginstall" / "bin"
    data, user = folder / "data", {}
    if os.getuid() == 0:
        try:
            subprocess.run(["chown", "-R", "nobody", folder], check=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("PostgreSQL refuses to run as root, and there is no other user here")
        for part in [folder, *folder.parents]:
            part.chmod(part.stat().st_mode | 0o055) if part != Path("/") else None
        user = {"user": "nobody"}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **user}
    made = subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust"], check=False, **quiet
    )
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    start = [binaries / "pg_ctl", "-D", data, "-o", options, "-w", "-l", folder / "log", "start"]
    if made.returncode or subprocess.run(start, check=False, **quiet).returncode:
        pytest.skip("the PostgreSQL of the pgserver wheel does not start here")

    def stop() -> None:
        subprocess.run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=False, **quiet)

    return f"postgresql://postgres@/postgres?host={folder}", stop


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if url := os.environ.get("PARAPHRAST_POSTGRES"):
        yield url
        return
    folder = Path("/tmp") / f"paraphrast-postgres-{os.getpid()}"
    folder.mkdir()
    url, stop = postgres(folder)
    yield url
    stop()
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    from paraphrast.annotate.store import schema

    if request.param == "sqlite":
        made = hasty(Store(f"sqlite:///{tmp_path}/test.db", clock=clock))
    else:
        made = Store(request.getfixturevalue("postgres_url"), clock=clock)
    yield made
    if request.param == "postgres":
        schema.metadata.drop_all(made.engine)
    made.close()


@pytest.fixture
def lite(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    """A store on SQLite only, for what does not depend on the database."""
    made = hasty(Store(f"sqlite:///{tmp_path}/lite.db", clock=clock))
    yield made
    made.close()


def hasty(store: Store) -> Store:
    """Spare tests the wait for the disk; that nothing is lost is tested with a real server."""
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    store.engine.dispose()
    return store


class World:
    """A project with people in it, built in a line."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.people: dict[str, User] = {}

    def project(self, *, items: int = 10, **settings: Any) -> Row:
        rules = {
            "training": False,
            "exam": None,
            "control": None,
            "fast_seconds": None,
            **settings.pop("rules", {}),
        }
        table = {"name": "same", "kind": "pair-yes-no", "page": 5, **settings, "rules": rules}
        with self.store.write() as connection:
            row = create(connection, from_dict(table), owner=None, at=self.clock())
            fields = {"a": "Кошка спит", "b": "猫在睡觉", "text": "The cat sleeps"}
            add_items(connection, row, (Item(fields, f"i{n}") for n in range(items)), at=self.clock())
        return row

    def worker(self, row: Row, name: str, role: str = "annotator", *, ready: bool = True) -> User:
        with self.store.write() as connection:
            if name not in self.people:
                # hashing a password is slow on purpose; these people never sign in
                from paraphrast.annotate.store import schema

                values = {
                    "name": name,
                    "password": "",
                    "owner": False,
                    "native": "ru",
                    "created": self.clock(),
                }
                key = connection.execute(
                    schema.users.insert().returning(schema.users.c.id), values
                ).scalar_one()
                self.people[name] = User(key, name, False, "ru")
            add_member(connection, row.id, self.people[name].id, role, at=self.clock())
        if ready:
            begin(self.store, row, self.people[name].id)
        return self.people[name]


@pytest.fixture
def world(store: Store, clock: Clock) -> World:
    return World(store, clock)


@pytest.fixture
def lite_world(lite: Store, clock: Clock) -> World:
    return World(lite, clock)


__all__ = ["PASSWORD", "Clock", "World", "add_user"]
