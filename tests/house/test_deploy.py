"""What is shipped to run a server names options and files that are there, and the server runs as it says."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from paraphrast.cli import load
from ports import find_port

ROOT = Path(__file__).parents[2]
UNIT, CONTAINER = ROOT / "deploy" / "paraphrast.service", ROOT / "deploy" / "Containerfile"


def serve_options() -> set[str]:
    return {name for option in load("serve").params for name in option.opts}


def commands() -> list[list[str]]:
    """The command of the unit and of the container, without the program."""
    unit = re.search(r"^ExecStart=\S*/paraphrast (.*)$", UNIT.read_text(encoding="utf-8"), re.M)
    container = re.search(r"^CMD (\[.*\])$", CONTAINER.read_text(encoding="utf-8"), re.M)
    assert unit
    assert container
    return [shlex.split(unit.group(1)), json.loads(container.group(1))[1:]]


def test_the_commands_are_ours() -> None:
    for verb, *rest in commands():
        assert verb == "serve"
        assert {word for word in rest if word.startswith("-")} <= serve_options()


def test_the_container_copies_what_is_there() -> None:
    for line in CONTAINER.read_text(encoding="utf-8").splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for name in line.split()[1:-1]:
                assert (ROOT / name).exists(), name


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    text = UNIT.read_text(encoding="utf-8").replace("/opt/paraphrast/bin/paraphrast", sys.executable)
    copy = tmp_path / "paraphrast.service"
    copy.write_text(text, encoding="utf-8")
    ran = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    ours = [line for line in ran.stderr.splitlines() if "paraphrast.service" in line]
    assert ours == []


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *given: object) -> None:
        return None


def ask(url: str, **headers: str) -> tuple[int, str]:
    try:
        with build_opener(Stay).open(Request(url, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.headers.get("location") or ""


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    port = str(find_port())
    command = [sys.executable, "-m", "paraphrast", "serve", "--port", port, *options]
    here = {**os.environ, "PARAPHRAST_DATABASE": f"sqlite:///{folder}/serve.db"}
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder, env=here)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                if ask(f"{url}/health")[0] == 200:
                    break
            except OSError:
                assert server.poll() is None, server.stderr.read()
                time.sleep(0.2)
        yield url, server
    finally:
        server.terminate()
        server.wait()
        server.stderr.close()


def test_a_server_is_ones_own_until_others_may_come(tmp_path: Path) -> None:
    with running(tmp_path) as (url, server):
        assert "for you alone" in server.stderr.readline()
        status, page = ask(f"{url}/")
        assert (status, "/new" in page) == (200, True)
        assert ask(f"{url}/", Host="evil.example")[0] == 403
        assert ask(f"{url}/", **{"X-Forwarded-For": "203.0.113.9"})[0] == 403
    with running(tmp_path, "--sign-in") as (url, server):
        assert "for you alone" not in server.stderr.readline()
        assert "set the password of its owner" in server.stderr.readline()
        assert ask(f"{url}/") == (303, "/sign-in")
    with running(tmp_path, "--address", "https://crowd.example.org") as (url, _):
        assert ask(f"{url}/") == (303, "/sign-in")
