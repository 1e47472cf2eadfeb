"""The client has every verb, with every file as a parameter, and costs nothing to import."""

import inspect
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

import paraphrast
from paraphrast.client import Client, connection
from paraphrast.client.given import Corpus, Named, sent
from paraphrast.client.jobs import Result
from paraphrast.errors import CommandError
from paraphrast.web.jobs.verbs import Verb, verbs

FILES = ("file", "files", "corpus", "result", "copied")


def method(client: Any, verb: Verb) -> Any:
    found = client
    for part in verb.name.split():
        found = getattr(found, part, None)
    return found


def missing(client: Any) -> list[str]:
    """List the verbs that a client has not, and the parameters of those it has."""
    found = []
    for verb in verbs().values():
        ask = method(client, verb)
        if ask is None:
            found.append(verb.name)
            continue
        there = inspect.signature(ask).parameters
        found += [
            f"{verb.name}: {one.name}"
            for one in verb.parameters
            if (one.kind in FILES or (one.required and not one.flags)) and one.name not in there
        ]
    return found


def test_no_verb_is_missing() -> None:
    assert missing(Client()) == []


def test_a_verb_that_is_missing_is_found() -> None:
    class Poor:
        rewrite = Client().rewrite

    found = missing(Poor())
    assert "detect check" in found
    assert not any(name.startswith("rewrite") for name in found)


def test_there_is_no_verb_that_the_server_does_not_know() -> None:
    client, groups = Client(), {name.split()[0] for name in verbs()} - {"score"}
    for group in groups:
        names = {name for name in dir(type(getattr(client, group))) if not name.startswith("_")}
        assert names <= {name.partition(" ")[2] for name in verbs() if name.startswith(group)}


def test_importing_it_costs_nothing() -> None:
    code = "import sys; from paraphrast import Client; Client('http://x', 't'); print(*sys.modules)"
    source = str(Path(paraphrast.__file__).parents[1])
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": source}
    )
    loaded = {name.partition(".")[0] for name in said.stdout.split()}
    assert loaded & {"httpx", "numpy", "fastapi", "sqlalchemy", "onnxruntime", "typer"} == set()
    assert "msgspec" in loaded


@pytest.mark.parametrize("text", ["Привет", "Hello", "你好"])
def test_what_is_given_is_sent_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / f"{text}.txt").write_text(text, encoding="utf-8")
    one = sent(tmp_path / f"{text}.txt")
    assert one["name"] == f"{text}.txt"
    assert sent(tmp_path) == [one]
    assert sent([Result("j", "index"), Corpus("parade:test")]) == [
        {"job": "j", "file": "index"}, {"corpus": "parade:test"},
    ]  # fmt: skip
    assert sent([paraphrast.Pair(text, text)]) == {
        "name": "records.jsonl", "records": [{"a": text, "b": text}],
    }  # fmt: skip
    assert sent(Named("x", text)) == {"name": "x", "text": text}


def test_what_cannot_be_sent_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="does not exist"):
        sent(str(tmp_path / "нет.txt"))
    with pytest.raises(CommandError, match="holds no files"):
        sent(tmp_path)
    with (tmp_path / "large.bin").open("wb") as stream:
        stream.truncate(2_000_000)
    with pytest.raises(CommandError, match="2,000,000 bytes"):
        sent(tmp_path / "large.bin")
    with pytest.raises(CommandError, match="is it served there"):
        next(Client("http://127.0.0.1:9").jobs())


class Broken(BaseHTTPRequestHandler):
    """A server whose line breaks after each event, and that knows from the last id where it was."""

    heard: ClassVar[list[str]] = []
    states: ClassVar[list[str]] = ["waiting", "running", "done"]

    def do_GET(self) -> None:
        last = self.headers.get("Last-Event-ID", "")
        self.heard.append(last)
        if len(self.heard) == 2:  # as a server that is just being started again
            self.close_connection = True
            return
        number = int(last or -1) + 1
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        told = json.dumps({"state": self.states[number]})
        self.wfile.write(f"id: {number}\nevent: x\ndata: {told}\n\n: still there\n\n".encode())

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def test_events_are_taken_up_where_the_line_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PAUSES", (0.0,) * 6)
    monkeypatch.setattr(Broken, "heard", [])
    server = HTTPServer(("127.0.0.1", 0), Broken)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with Client(f"http://127.0.0.1:{server.server_port}") as client:
            assert [told["state"] for told in client.listen("x")] == ["waiting", "running", "done"]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert Broken.heard == ["", "0", "0", "1"]
    with pytest.raises(CommandError, match="is it served there"), Client("http://127.0.0.1:9") as nobody:
        next(nobody.listen("x"))
