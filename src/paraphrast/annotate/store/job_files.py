"""The files of jobs: in a backup and back in folders of their own, and gone with whoever asked for them.

Of a job that has ended everything is kept. One that waits, or runs, keeps what came in, and begins again
when it is put back.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import sqlalchemy as sa

from paraphrast.annotate.store.database import afterwards, parse
from paraphrast.annotate.store.job_schema import jobs
from paraphrast.errors import DataError

ENDED = ("done", "failed", "cancelled")
AGAIN = "this job was at work when the backup was made, and had changed what it began with; ask for it again"
NAME = re.compile(r"[\w-]{1,64}")


def list_job_files(connection: sa.Connection) -> Iterator[tuple[str, str, Path]]:
    """Yield each file of each job: the job, its place in the folder of the job, and the file."""
    if not sa.inspect(connection).has_table(jobs.name):
        return
    columns = (jobs.c.name, jobs.c.folder, jobs.c.state)
    for row in connection.execute(sa.select(*columns).order_by(jobs.c.id)).all():
        folder = Path(row.folder)
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if path.is_symlink() or not path.is_file() or _is_work(inner):
                continue
            if row.state != "running" or inner.parts[0] == "in":
                yield row.name, inner.as_posix(), path


def _is_work(path: Path) -> bool:
    return any(part.endswith((".parts", ".work")) for part in path.parts)


def job_file(root: Path, name: str, inner: str) -> Path:
    """Give where a file of a job is put, or say that a backup would have it elsewhere."""
    place = PurePosixPath(inner)
    if not NAME.fullmatch(name) or place.is_absolute() or ".." in place.parts or "\\" in inner:
        raise DataError(f"the backup has a file that leads out of its job: {inner!r}")
    return root / name / place


def adopt_jobs(connection: sa.Connection, root: Path) -> None:
    """Have the jobs of a backup lie where their files were put, and those that ran wait again."""
    for row in connection.execute(sa.select(jobs)).all():
        folder = str(root / row.name)
        (root / row.name / "out").mkdir(mode=0o700, parents=True, exist_ok=True)
        values: dict[str, Any] = {"folder": folder, "lease": None, "worker": ""}
        if row.place == row.folder:
            values["place"] = folder
        if row.state == "running":
            changed = _has_copy(parse(row.inputs), parse(row.args))
            again = {"state": "waiting", "step": "", "done": 0, "total": None}
            values |= {"state": "failed", "error": AGAIN, "code": 1} if changed else again
        connection.execute(sa.update(jobs).where(jobs.c.id == row.id).values(**values))


def _has_copy(inputs: list[dict[str, Any]], args: list[str]) -> bool:
    """Tell whether something came in that the command does not name: its output began as a copy of that."""
    told = " ".join(args)
    return any(one["path"] not in told and one["path"].rpartition("/")[0] not in told for one in inputs)


def list_folders(connection: sa.Connection, root: Path) -> list[Path]:
    """List the folders of the jobs that a restore takes the place of, as far as they are this database's."""
    if not sa.inspect(connection).has_table(jobs.name):
        return []
    found = map(Path, connection.execute(sa.select(jobs.c.folder)).scalars().all())
    return [folder for folder in found if folder.is_relative_to(root)]


def remove_folders(folders: list[Path]) -> None:
    """Remove folders of jobs that are there no more."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def remove_jobs_of(connection: sa.Connection, user: int) -> None:
    """Remove what somebody asked for, with its folders; a worker that is at it finds it gone and stops."""
    gone = sa.delete(jobs).where(jobs.c.user == user).returning(jobs.c.folder)
    folders = list(map(Path, connection.execute(gone).scalars().all()))
    afterwards(connection, lambda _: remove_folders(folders))
