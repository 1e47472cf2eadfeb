"""An order as a form of the browser gives it: names of one's files and results, and settings as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from paraphrast.annotate.store import Store
from paraphrast.annotate.store.uploads import list_uploads
from paraphrast.errors import CommandError
from paraphrast.web.jobs import queue
from paraphrast.web.jobs.verbs import Parameter, Verb

INPUTS = ("file", "files", "corpus", "result", "copied", "model")
FILES, JOBS = 200, 30  # the newest ones are offered


class Choices(NamedTuple):
    """What a job may read, as values of a form with what they are called."""

    files: list[tuple[str, str]]
    results: list[tuple[str, str]]


def list_choices(store: Store, user: int) -> Choices:
    """List somebody's files and what their jobs made, the newest first."""
    with store.read() as connection:
        mine = list_uploads(connection, user, limit=FILES)
    files = [(f"upload:{one.id}", str(one.name)) for one in mine]
    done = queue.listed(store, user=user, state="done", limit=JOBS)
    return Choices(files, [(f"job:{job.name}:{made}", f"{made} ({job.verb})") for job, made in _made(done)])


def _made(jobs: Sequence[queue.Job]) -> Iterator[tuple[queue.Job, str]]:
    for job in jobs:
        for name in dict.fromkeys(one.path.partition("/")[0] for one in job.files):
            yield job, name


def read_form(verb: Verb, given: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Give the body that a program would send; what was left empty is left out."""
    body = {}
    for parameter in verb.parameters:
        value = _read(
            parameter, given.get(f"in-{parameter.name}", ()), given.get(f"set-{parameter.name}", ())
        )
        if value not in (None, "", []):
            body[parameter.name] = value
    return body


def _read(parameter: Parameter, chosen: Sequence[str], typed: Sequence[str]) -> Any:
    text = (typed[0] if typed else "").replace("\r\n", "\n").strip("\n")
    if parameter.kind in INPUTS:
        found: list[Any] = [_input(one) for one in chosen if one]
        if text:
            found += [_named(parameter, line.strip()) for line in text.split("\n") if line.strip()]
        return found[0] if len(found) == 1 else found
    if parameter.several:
        return [line.strip() for line in text.split("\n") if line.strip()]
    return text


def _named(parameter: Parameter, name: str) -> Any:
    """Give what is named and not chosen: a public corpus, or a model."""
    return {"corpus": name} if parameter.kind == "corpus" else name


def _input(value: str) -> dict[str, Any]:
    kind, _, rest = value.partition(":")
    if kind == "upload" and rest.isdecimal():
        return {"upload": int(rest)}
    name, _, file = rest.partition(":")
    if kind == "job" and file:
        return {"job": name, "file": file}
    raise CommandError("choose a file of the list")
