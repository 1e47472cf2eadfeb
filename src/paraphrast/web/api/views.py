"""What the interface answers, as models, and the sentences by which it refuses."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from pydantic import BaseModel, Field

from paraphrast.web.jobs.queue import Job


class Refused(BaseModel):
    """Why something was refused, in the words of the shell."""

    error: str


class InputView(BaseModel):
    """What a job reads, by parameter: a file, a result of a job, a public corpus, a model at an address."""

    parameter: str
    path: str
    size: int = 0
    sha256: str = ""
    job: str = ""
    address: str = ""


class FileView(BaseModel):
    """A file that a job made."""

    path: str
    size: int
    sha256: str = ""


class JobView(BaseModel):
    """A job: what was asked, how far it is, and what came of it."""

    name: str
    person: int | None = Field(description="Who asked for it: the number of the account.")
    verb: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    command: list[str] = Field(description="The same in the shell.")
    settings: dict[str, Any]
    inputs: list[InputView]
    created: float = Field(description="Seconds since 1970, as all times are.")
    started: float | None
    ended: float | None
    step: str = Field(description="What it is at.")
    done: int
    total: int | None
    cancelling: bool = Field(description="Whether it was asked to stop.")
    attempt: int = Field(description="How often a worker has begun it.")
    error: str
    code: int | None = Field(
        description="The exit code of the shell: 1, the data is wrong; 2, the request is."
    )
    maker: dict[str, Any] = Field(description="The version, weights and machine that made the results.")
    files: list[FileView]


class JobPage(BaseModel):
    """Jobs, the newest first; `next` is what to say as `after` for the next ones."""

    jobs: list[JobView]
    next: str | None


class LogPart(BaseModel):
    """A part of a log; `next` is where the next one begins."""

    text: str
    next: int
    ended: bool


class VerbView(BaseModel):
    """A job that can be asked for, and where."""

    name: str
    path: str
    about: str
    role: str


def outline(job: Job) -> JobView:
    """Show the owner of the workbench that somebody has a job, without anything that is in it."""
    empty = msgspec.structs.replace(
        job, args=[], settings={}, inputs=[], files=[], error="", step="", maker={}
    )
    return view(empty)


def view(job: Job) -> JobView:
    """Show a job to whom it belongs; where it lies on the machine is not theirs to know."""
    told = msgspec.to_builtins(job)
    command = ["paraphrast", *job.args]
    shown = {name: told[name] for name in JobView.model_fields if name in told}
    return JobView(
        **shown
        | {"command": command, "person": job.user, "cancelling": job.cancelled and job.state == "running"}
    )


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": about}
    for status, about in {
        400: "The body is not JSON.",
        401: "Nobody is signed in, and no token was sent.",
        403: "This is not yours to do.",
        404: "There is no such thing, or it is somebody else's.",
        409: "The request cannot be carried out as it was made.",
        411: "The request does not say how long it is.",
        413: "The request is too large.",
        422: "The data is wrong, or the request is not of the right shape.",
        429: "Too much at once.",
        503: "The server cannot reach its data, or is not ready; try again.",
    }.items()
}
