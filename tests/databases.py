"""Databases for tests: a real PostgreSQL where one can be started, and stores that are quick and empty."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from paraphrast.annotate.store import Store, schema


def start_postgres(folder: Path) -> tuple[str, Callable[[], None]]:
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
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=200"
    start = [binaries / "pg_ctl", "-D", data, "-o", options, "-w", "-l", folder / "log", "start"]
    if made.returncode or subprocess.run(start, check=False, **quiet).returncode:
        pytest.skip("the PostgreSQL of the pgserver wheel does not start here")

    def stop() -> None:
        subprocess.run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=False, **quiet)

    return f"postgresql://postgres@/postgres?host={folder}", stop


def open_store(
    kind: str, request: pytest.FixtureRequest, *, folder: Path | None = None, **options: Any
) -> Store:
    """Open an empty store of this kind, in the folder of the test or in the PostgreSQL of the session."""
    if kind == "postgres":
        made = Store(request.getfixturevalue("postgres_url"), **options)
        names = ", ".join(f'"{name}"' for name in schema.metadata.tables)
        with made.write() as connection:
            connection.execute(sa.text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
        return made
    place = folder or request.getfixturevalue("tmp_path")
    return hasten(Store(f"sqlite:///{place}/test.db", **options))


def hasten(store: Store) -> Store:
    """Spare tests the wait for the disk; that nothing is lost is tested with a real server."""
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    store.engine.dispose()
    return store


def wipe(url: str) -> None:
    """Drop every table of a PostgreSQL."""
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()
