"""What the interface holds: where jobs lie, and who may see which."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from fastapi import HTTPException, Request

from paraphrast.annotate.store import Store
from paraphrast.annotate.store.addresses import get_address
from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.uploads import file_path
from paraphrast.errors import CommandError
from paraphrast.web.jobs import queue
from paraphrast.web.jobs.orders import Found, Given
from paraphrast.web.jobs.queue import Job
from paraphrast.web.rights import Account
from paraphrast.web.routes.files import upload_of
from paraphrast.web.state import state

NO_JOB = "there is no such job"


class Desk(NamedTuple):
    """The folder of all jobs, and what answers small questions at once."""

    root: Path
    models: Any = None


def desk(request: Request) -> Desk:
    """Give what the interface holds."""
    return request.app.state.desk  # type: ignore[no-any-return]


def is_mine(job: Job | None, account: Account) -> bool:
    """Tell whether somebody asked for a job; nobody else sees what is in it."""
    return job is not None and job.user == account.id


def own_job(store: Store, name: str, account: Account) -> Job:
    """Give a job to whom it belongs; for others it does not exist."""
    job = queue.get(store, name)
    if job is None or not is_mine(job, account):
        raise HTTPException(404, NO_JOB)
    return job


def kept_job(store: Store, name: str, account: Account) -> Job:
    """Give a job to whom it belongs, or to the owner of the workbench, who may stop what is too much."""
    job = queue.get(store, name)
    if job is not None and account.role == "owner":
        return job
    return own_job(store, name, account)


def find_result(store: Store, one: Given, account: Account) -> Found:
    """Find a file or a folder that an earlier job of this person made."""
    job = queue.get(store, one.job or "")
    if job is None or not is_mine(job, account):
        raise CommandError(f"there is no job {one.job!r}")
    if job.state != "done":
        raise CommandError(f"the job {one.job} is {job.state}; its results can be used when it is done")
    wanted = str(one.file).strip("/")
    if not any(made.path == wanted or made.path.startswith(f"{wanted}/") for made in job.files):
        there = ", ".join(sorted({made.path.partition("/")[0] for made in job.files})) or "nothing"
        raise CommandError(f"the job {one.job} did not make {one.file!r}; there is {there}")
    return Found(queue.result_path(job, wanted), wanted)


def find_address(store: Store, one: Given) -> Found:
    """Find an address of models that the owner of the server has listed; where it leads is not told."""
    with store.read() as connection:
        row = get_address(connection, one.address or "")
    if row.kind != "model":
        raise CommandError(f"the address {row.name!r} is a webhook, and no place of models")
    return Found(Path(), row.name)


def find_upload(request: Request, one: Given, account: Account) -> Found:
    """Find a file that was uploaded by this person, or shared with them."""
    row = upload_of(request, account, one.upload or 0, "reader")
    path = file_path(uploads_folder(state(request).store), row.digest)
    if not path.is_file():
        raise HTTPException(404, "there is no such file")
    return Found(path, row.name)
