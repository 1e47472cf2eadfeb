"""The connection: requests with a token, and refusals as the errors of the package."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from paraphrast.client import verbs
from paraphrast.client.given import Upload, sent
from paraphrast.client.jobs import ENDED, Job
from paraphrast.errors import CommandError, DataError, ParaphrastError

if TYPE_CHECKING:
    import httpx

    from paraphrast.data import Pair

PAUSES = (0.5, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds before a line that broke is opened again
TRIES = 3  # so often a request is sent when the line breaks; its key makes it the same job


class Client(verbs.Scoring):
    """A server's paraphrast: its verbs, by job, and small questions that are answered at once."""

    def __init__(
        self, url: str = "http://127.0.0.1:8400", token: str | None = None, *, timeout: float = 60.0
    ) -> None:
        self.url, self.token, self.timeout = url.rstrip("/"), token, timeout
        self._http: httpx.Client | None = None
        self.build, self.annotate, self.detect = verbs.Build(self), verbs.Annotate(self), verbs.Detect(self)
        self.identify, self.rewrite = verbs.Identify(self), verbs.Rewrite(self)
        self.metrics, self.models, self.corpus = verbs.Metrics(self), verbs.Models(self), verbs.Corpora(self)
        super().__init__(self)

    def close(self) -> None:
        """Close the connection."""
        if self._http is not None:
            self._http.close()
            self._http = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, verb: str, given: Mapping[str, Any], settings: Mapping[str, Any]) -> Job:
        """Ask for a job; files are read here and sent, and a broken line does not make two of it."""
        body = {name: sent(one) for name, one in given.items() if one is not None}
        body |= {name: sent(one) if _is_file(one) else one for name, one in settings.items()}
        key = {"idempotency-key": secrets.token_hex(16)}
        return Job(self, self.ask("POST", verb.replace(" ", "/"), body=body, headers=key))

    def job(self, name: str) -> Job:
        """Give a job by its name."""
        return Job(self, self.ask("GET", f"jobs/{name}"))

    def jobs(
        self, *, state: str | None = None, verb: str | None = None, limit: int | None = None
    ) -> Iterator[Job]:
        """Yield your jobs, the newest first."""
        given: dict[str, Any] = {"state": state, "verb": verb, "limit": min(limit or 200, 200)}
        params = {name: value for name, value in given.items() if value is not None}
        count = 0
        while True:
            page = self.ask("GET", "jobs", params=params)
            for told in page["jobs"]:
                yield Job(self, told)
                count += 1
                if limit is not None and count >= limit:
                    return
            if page["next"] is None:
                return
            params["after"] = page["next"]

    def upload(self, path: str | Path) -> Upload:
        """Upload a file of any size that the server takes, to be given to jobs."""
        found = self.upload_archive(path)
        if len(found) != 1:
            raise CommandError(f"{path} became {len(found)} files; upload_archive gives all of them")
        return found[0]

    def upload_archive(self, path: str | Path) -> list[Upload]:
        """Upload a .zip, which becomes its files, to be given to jobs that read several."""
        path = Path(path)
        if not path.is_file():
            raise CommandError(f"{path} does not exist; name a file")
        with path.open("rb") as stream:
            size = {"content-length": str(path.stat().st_size), "content-type": "application/octet-stream"}
            told = self.ask("POST", "files", params={"name": path.name}, headers=size, content=stream)
        return [Upload(int(one["id"])) for one in told["files"]]

    def score_pairs(self, pairs: Sequence[Pair], **settings: Any) -> list[float]:
        """Say at once how likely pairs are paraphrases: a Scorer, for as many as one request may have."""
        import msgspec

        rows = [{"a": pair.a, "b": pair.b} for pair in pairs]
        told = self.ask("POST", "pairs/score", body={"pairs": rows, **settings})
        return msgspec.convert(told["scores"], list[float])

    def rewrite_texts(self, texts: Sequence[str], **settings: Any) -> list[dict[str, Any]]:
        """Rewrite texts at once, as many as one request may have; `to`, `lang`, `n` and others say how."""
        body = {"texts": list(texts), **settings}
        return list(self.ask("POST", "/rewrite", body=body)["outputs"])

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        content: Any = None,
    ) -> Any:
        """Send a request and read the answer."""
        import httpx

        options: dict[str, Any] = {"params": params, "headers": dict(headers or {})}
        if content is not None:
            options["content"] = content
        elif method == "POST":
            options["json"] = {} if body is None else body
        again = TRIES if method == "GET" or "idempotency-key" in (headers or {}) else 1
        for left in reversed(range(again)):
            try:
                answer = self._open().request(method, self._place(path), **options)
                break
            except httpx.HTTPError as error:
                if not left:
                    self._unreachable(error)
        if answer.is_error:
            _refuse(answer.status_code, answer.content)
        return answer.json() if answer.content else None

    def fetch(self, path: str) -> Iterator[bytes]:
        """Yield the bytes of a file as they come."""
        import httpx

        try:
            with self._open().stream("GET", self._place(path)) as answer:
                if answer.is_error:
                    _refuse(answer.status_code, answer.read())
                yield from answer.iter_bytes()
        except httpx.HTTPError as error:
            self._unreachable(error)

    def listen(self, path: str) -> Iterator[dict[str, Any]]:
        """Yield what server-sent events hold, to the last; a line that breaks is opened again."""
        import httpx

        last, broken = "", 0
        while True:
            try:
                for key, told in self._hear(path, last):
                    last, broken = key or last, 0
                    if told is None:
                        return
                    yield told
                    if told["state"] in ENDED:
                        return
            except httpx.HTTPError as error:
                broken += 1
                if broken == len(PAUSES):
                    self._unreachable(error)
            time.sleep(PAUSES[broken])

    def _hear(self, path: str, last: str) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """Yield events with their ids while the line holds, of which the server gives a sign all the time."""
        headers, key = {"last-event-id": last} if last else {}, ""
        with self._open().stream("GET", self._place(path), headers=headers) as answer:
            if answer.is_error:
                _refuse(answer.status_code, answer.read())
            if answer.status_code == 204:
                yield "", None
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                key = value if name == "id" else key
                if name == "data":
                    yield key, json.loads(value)

    def _open(self) -> httpx.Client:
        if self._http is None:
            import httpx

            headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
            self._http = httpx.Client(timeout=self.timeout, headers=headers)
        return self._http

    def _place(self, path: str) -> str:
        return f"{self.url}{path}" if path.startswith("/") else f"{self.url}/api/v1/{path}"

    def _unreachable(self, error: Exception) -> NoReturn:
        raise CommandError(f"no paraphrast answers at {self.url} ({error}); is it served there?") from error


def _is_file(value: Any) -> bool:
    """Tell whether a setting is something that another job made, such as a model."""
    from paraphrast.client.given import Address, Corpus, Named
    from paraphrast.client.jobs import Result

    return isinstance(value, Result | Corpus | Named | Upload | Address)


def _refuse(status: int, content: bytes) -> NoReturn:
    """Raise what the server said, as the error that the package itself would raise."""
    try:
        said = json.loads(content)["error"]
        message = str(said["message"] if isinstance(said, dict) else said)
    except (ValueError, KeyError, TypeError):
        message = f"the server answers {status} without saying why"
    raise (DataError if status == 422 else CommandError if status < 500 else ParaphrastError)(message)
