"""A job on a server: how far it is, what it said, what it made."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from paraphrast.errors import CommandError, DataError, ParaphrastError

if TYPE_CHECKING:
    from paraphrast.client.connection import Client

ENDED = ("done", "failed", "cancelled")
LOOK = 0.3  # seconds between two looks at a job


class Result(NamedTuple):
    """Something that a job made, for another job to read."""

    job: str
    file: str


class Job:
    """A job; what the server said of it last is in `told`."""

    def __init__(self, client: Client, told: dict[str, Any]) -> None:
        self.client, self.told = client, told

    def __repr__(self) -> str:
        return f"<job {self.name[:12]} {self.told['verb']}: {self.state}>"

    @property
    def name(self) -> str:
        """Give its name."""
        return str(self.told["name"])

    @property
    def state(self) -> str:
        """Give its state as it was last seen: waiting, running, done, failed or cancelled."""
        return str(self.told["state"])

    @property
    def files(self) -> list[str]:
        """List what it made."""
        return [str(one["path"]) for one in self.told["files"]]

    def __getitem__(self, file: str) -> Result:
        """Name a file or a folder that it made, for another job to read."""
        return Result(self.name, file)

    def refresh(self) -> Job:
        """Ask how far it is."""
        self.told = self.client.ask("GET", f"jobs/{self.name}")
        return self

    def wait(
        self, timeout: float | None = None, progress: Callable[[str, int, int | None], object] | None = None
    ) -> Job:
        """Wait until it is done; what was wrong is raised as the package itself raises it."""
        until = None if timeout is None else time.monotonic() + timeout
        while self.refresh().state not in ENDED:
            if progress is not None:
                progress(self.told["step"], self.told["done"], self.told["total"])
            if until is not None and time.monotonic() > until:
                raise ParaphrastError(f"the job {self.name} is {self.state} after {timeout:g} seconds")
            time.sleep(LOOK)
        if self.state == "cancelled":
            raise CommandError(f"the job {self.name} was cancelled")
        if self.state == "failed":
            raise (CommandError if self.told["code"] == 2 else DataError)(self.told["error"])
        return self

    def cancel(self) -> Job:
        """Stop it; what it has made stays."""
        self.told = self.client.ask("POST", f"jobs/{self.name}/cancel")
        return self

    def resume(self) -> Job:
        """Have it go on where it was."""
        self.told = self.client.ask("POST", f"jobs/{self.name}/resume")
        return self

    def remove(self) -> None:
        """Have the server forget it, with its files."""
        self.client.ask("DELETE", f"jobs/{self.name}")

    def log(self, *, follow: bool = False) -> Iterator[str]:
        """Yield what it said, to the end of the job where it is followed."""
        start = 0
        while True:
            part = self.client.ask("GET", f"jobs/{self.name}/log", params={"from": start})
            yield part["text"]
            if part["ended"] or (not follow and part["next"] == start):
                return
            if part["next"] == start:
                time.sleep(LOOK)
            start = part["next"]

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield what the server says of it as it changes, to its end."""
        for told in self.client.listen(f"jobs/{self.name}/events"):
            self.told = told
            yield told

    def read(self, file: str | None = None) -> bytes:
        """Give the bytes of a file that it made; the only one need not be named."""
        return b"".join(self._blocks(file))

    def _named(self, file: str | None) -> str:
        if file is None:
            if len(self.files) != 1:
                raise CommandError(f"name what to read; there are {', '.join(self.files) or 'no files'}")
            file = self.files[0]
        return file

    def save(self, to: str | Path, file: str | None = None) -> Path:
        """Write a file that it made to the disk, as it comes; it is there when it is whole."""
        path = Path(to)
        part = path.with_name(f".{path.name}.part")
        try:
            with part.open("wb") as stream:
                stream.writelines(self._blocks(file))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def _blocks(self, file: str | None) -> Iterator[bytes]:
        from urllib.parse import quote

        return self.client.fetch(f"jobs/{self.name}/files/{quote(self._named(file))}")
