"""What tests share: the public corpora, where there are any, the command line, and a real browser."""

import io
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from paraphrast.cli import main

# No wall clock in tests: machines are busy. The same examples each time, so that a test fails for what was
# changed; HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what would go to the home of whoever runs the tests in a folder of this run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Give the folder of public corpora: PARAPHRAST_DATA, or ../shared/data beside the checkout."""
    named = os.environ.get("PARAPHRAST_DATA")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no public corpora at {folder}; set PARAPHRAST_DATA to the folder that has them")
    return folder


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give a real PostgreSQL: the one of PARAPHRAST_POSTGRES, or one that is started for these tests."""
    from databases import start_postgres

    if url := os.environ.get("PARAPHRAST_POSTGRES"):
        yield url
        return
    folder = Path("/tmp") / f"paraphrast-postgres-{os.getpid()}"  # a socket's path may not be long
    folder.mkdir()
    url, stop = start_postgres(folder)
    yield url
    stop()
    shutil.rmtree(folder)


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def shell(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run `paraphrast ARGUMENTS` in this process, and give the exit code and what it printed."""

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8"))))
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as exit:
            main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        code = exit.value.code
        return Ran(code if isinstance(code, int) else 0, out.decode("utf-8"), err.decode("utf-8"))

    return run


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the Chromium of this machine."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
    found = [
        path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))
    ]
    if not found:
        pytest.skip(
            "no Chromium here: install it (Debian: apt-get install chromium) to run the browser tests"
        )
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=found[0], args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def chat(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[Callable[[dict[str, Any]], str | int]], None]]:
    """Give a function that starts a local server of the OpenAI protocol, which answers as it is told to.

    A number in place of an answer is the status with which it refuses.
    """
    running: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def start(reply: Callable[[dict[str, Any]], str | int]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                usage = {"prompt_tokens": 3, "completion_tokens": 2}
                said = reply(body)
                answer = {"choices": [{"message": {"content": said}}], "usage": usage}
                payload = json.dumps(answer).encode()
                self.send_response(said if isinstance(said, int) else 200)
                self.send_header("Content-Length", str(len(payload)))
                self.end_headers()
                self.wfile.write(payload)

            def log_message(self, *arguments: object) -> None:
                """Keep quiet."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        running.append((server, thread))
        monkeypatch.setenv("PARAPHRAST_URL", f"http://127.0.0.1:{server.server_port}/v1")

    yield start
    for server, thread in running:
        server.shutdown()
        thread.join()
        server.server_close()
