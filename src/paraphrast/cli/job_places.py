"""Where `paraphrast jobs` looks: the database of this machine, or a server."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, get_args

from paraphrast.errors import CommandError, unknown

if TYPE_CHECKING:
    from paraphrast.web.jobs.verbs import Verb

LOOK = 0.5  # seconds between two looks at a log


class Place(Protocol):
    """What can be asked of a database and of a server alike."""

    def listed(self, *, state: str | None, limit: int) -> list[dict[str, Any]]: ...
    def get(self, name: str) -> dict[str, Any]: ...
    def log(self, name: str, *, follow: bool) -> Iterator[str]: ...
    def cancel(self, name: str) -> dict[str, Any]: ...
    def resume(self, name: str) -> dict[str, Any]: ...
    def close(self) -> None: ...


class Local:
    """The jobs of a database of this machine."""

    def __init__(self, database: str) -> None:
        from paraphrast.annotate.store import Store
        from paraphrast.cli.databases import check_is_there

        check_is_there(database)
        self.store = Store(database)

    def listed(self, *, state: str | None, limit: int) -> list[dict[str, Any]]:
        """List jobs of everybody."""
        from paraphrast.web.jobs import queue

        return [_plain(job) for job in queue.listed(self.store, state=state, limit=limit)]

    def get(self, name: str) -> dict[str, Any]:
        """Give a job, also by how its name begins."""
        from paraphrast.web.jobs import queue

        found = queue.get(self.store, self._full(name))
        assert found is not None
        return _plain(found)

    def _full(self, name: str) -> str:
        from paraphrast.web.jobs import queue

        found = queue.begin_with(self.store, name)
        if len(found) != 1:
            raise CommandError(
                f"{len(found) or 'no'} jobs begin with {name!r}; `paraphrast jobs list` names all"
            )
        return found[0]

    def log(self, name: str, *, follow: bool) -> Iterator[str]:
        """Yield what a job said."""
        from paraphrast.web.jobs.orders import LOG

        job, at = self.get(name), 0
        path = Path(job["folder"]) / LOG
        while True:
            ended = self.get(job["name"])["state"] in ("done", "failed", "cancelled")
            if path.is_file():
                with path.open("rb") as stream:
                    stream.seek(at)
                    data = stream.read()
                at += len(data)
                yield data.decode("utf-8", "replace")
            if ended or not follow:
                return
            time.sleep(LOOK)

    def cancel(self, name: str) -> dict[str, Any]:
        """Stop a job."""
        from paraphrast.web.jobs import queue

        return _plain(queue.cancel(self.store, self._full(name)))

    def resume(self, name: str) -> dict[str, Any]:
        """Have a job wait again."""
        from paraphrast.web.jobs import queue

        return _plain(queue.resume(self.store, self._full(name)))

    def run(self, command: list[str]) -> str:
        """Queue a command in the folder one is in, and give the name of the job."""
        from paraphrast.annotate.store.folders import jobs_folder
        from paraphrast.cli.jobs import here
        from paraphrast.web.jobs import orders, queue
        from paraphrast.web.jobs.typed import read_typed

        verb, place = verb_of(command), here()
        typed = read_typed(verb, command)
        name, folder = orders.new_folder(jobs_folder(self.store))
        owner = queue.local_person(self.store)
        told = verb.name, command, place, str(folder), typed.settings, typed.inputs
        entry = queue.Entry(name, *told, user=owner)
        queue.add(self.store, entry)
        return name

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()


class Remote:
    """The jobs of a server, by its interface."""

    def __init__(self, server: str, token: str | None) -> None:
        from paraphrast.client import Client

        self.client = Client(server, token)

    def listed(self, *, state: str | None, limit: int) -> list[dict[str, Any]]:
        """List jobs of whoever has the token."""
        return [job.told for job in self.client.jobs(state=state, limit=limit)]

    def get(self, name: str) -> dict[str, Any]:
        """Give a job, also by how its name begins."""
        return dict(self._job(name).told)

    def _job(self, name: str) -> Any:
        if len(name) == 32:
            return self.client.job(name)
        found = [job for job in self.client.jobs() if job.name.startswith(name)]
        if len(found) != 1:
            raise CommandError(
                f"{len(found) or 'no'} jobs begin with {name!r}; `paraphrast jobs list` names all"
            )
        return found[0]

    def log(self, name: str, *, follow: bool) -> Iterator[str]:
        """Yield what a job said."""
        return iter(self._job(name).log(follow=follow))

    def cancel(self, name: str) -> dict[str, Any]:
        """Stop a job."""
        return dict(self._job(name).cancel().told)

    def resume(self, name: str) -> dict[str, Any]:
        """Have a job wait again."""
        return dict(self._job(name).resume().told)

    def close(self) -> None:
        """Close the connection."""
        self.client.close()


def _plain(job: Any) -> dict[str, Any]:
    import msgspec

    told = dict(msgspec.to_builtins(job))
    return told | {"command": ["paraphrast", *told["args"]]}


def verb_of(command: list[str]) -> "Verb":
    """Give the job that a command of the shell is, or say that it is none."""
    from paraphrast.web.jobs.verbs import verbs

    known = verbs()
    for words in (2, 1):
        if (name := " ".join(command[:words])) in known:
            return known[name]
    if command[:1] == ["rewrite"]:  # texts is what is rewritten when nothing is named
        return known["rewrite texts"]
    raise unknown("job", " ".join(command[:2]), known)


def check_state(state: str | None) -> None:
    """Refuse a state that there is not."""
    from paraphrast.web.jobs.queue import State

    if state is not None and state not in get_args(State):
        raise unknown("state", state, get_args(State))


def summarize_job(job: dict[str, Any]) -> str:
    """Lay a job out in a line.

    >>> summarize_job({"name": "3f2a" * 8, "state": "running", "verb": "score", "created": 0.0,
    ...                "step": "score", "done": 3, "total": 9, "error": ""})
    '3f2a3f2a3f2a  running    1970-01-01 00:00  score: score 3/9'
    """
    when = datetime.fromtimestamp(job["created"], UTC).strftime("%Y-%m-%d %H:%M")
    total = f"/{job['total']}" if job["total"] is not None else ""
    far = f": {job['step']} {job['done']}{total}" if job["state"] == "running" and job["step"] else ""
    why = f": {job['error']}" if job["error"] else ""
    return f"{job['name'][:12]}  {job['state']:9}  {when}  {job['verb']}{far}{why}"


def describe_job(job: dict[str, Any]) -> str:
    """Lay all that is known of a job out for people."""
    import shlex

    rows = [summarize_job(job), f"command: {shlex.join(job['command'])}"]
    if job.get("place"):
        rows.append(f"folder: {job['place']}")
    rows += [f"input: {one['path']} {one.get('sha256', '')[:12]}".rstrip() for one in job["inputs"]]
    rows += [f"result: {one['path']} ({one['size']:,} bytes)" for one in job["files"]]
    maker = job.get("maker") or {}
    if maker:
        rows.append(f"made by: paraphrast {maker['version']}, weights {maker['weights'][:8]}, {maker['cpu']}")
    return "\n".join(rows)
