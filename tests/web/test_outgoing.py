"""The server sends to listed addresses only, and never where only it can reach, whatever a name leads to."""

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.addresses import add_address, allow_ranges, list_addresses
from paraphrast.annotate.store.schema import audit
from paraphrast.annotate.store.tokens import make_token
from paraphrast.errors import CommandError, DataError
from paraphrast.models.endpoint import Endpoint
from paraphrast.text.languages import LANGS
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import strings
from paraphrast.web.jobs.worker import Worker
from paraphrast.web.outgoing import announce, is_allowed, look_up, send, try_address
from workbench import Bench

LOOPBACK = ["127.0.0.0/8"]


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


class Listener:
    """A server on this machine that keeps what it was sent."""

    def __init__(self) -> None:
        self.got: list[tuple[str, Any]] = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.got.append((self.path, json.loads(body)))
                if self.path in ("/away", "/moved/chat/completions"):
                    self.send_response(302)
                    self.send_header("Location", f"http://127.0.0.1:{listener.port}/secret")
                elif self.path == "/long":
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"x" * (3 << 20))
                    return
                else:
                    told = {"/broken": 500, "/v1/chat/completions": 200}
                    self.send_response(told.get(self.path, 204))
                self.end_headers()
                if self.path == "/v1/chat/completions":
                    answer = {"choices": [{"message": {"content": "Please leave, friend."}}]}
                    self.wfile.write(json.dumps(answer).encode())

            def log_message(self, *arguments: object) -> None:
                """Keep quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.close()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.5.5", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::", "::10.0.0.1",
        "64:ff9b:1::7f00:1", "::ffff:0:7f00:1", "fec0::1", "3fff::1", "5f00::1", "2606:4700::5efe:7f00:1",
        "2606:4700::200:5efe:a00:1", "192.88.99.1", "198.18.0.1", "240.0.0.1", "2001:db8::1", "100::1",
    ],
)  # fmt: skip
def test_private_places_are_refused_in_every_dress(address: str) -> None:
    assert not is_allowed(address, [])


def test_public_places_and_listed_ranges_are_allowed() -> None:
    assert is_allowed("1.1.1.1", [])
    assert is_allowed("2606:4700:4700::1111", [])
    assert is_allowed("64:ff9b::808:808", [])
    assert is_allowed("10.1.2.3", ["10.0.0.0/8"])
    assert is_allowed("::ffff:10.1.2.3", ["10.0.0.0/8"])
    assert is_allowed("::1", ["::1/128"])
    assert not is_allowed("10.1.2.3", ["10.0.0.0/16"])


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
    ],
)
def test_no_spelling_of_this_machine_is_reached(listener: Listener, host: str) -> None:
    with pytest.raises((CommandError, DataError)):
        send(f"http://{host}:{listener.port}/", {}, allowed=[])
    assert listener.got == []


def test_a_name_that_leads_to_a_private_place_is_refused(listener: Listener) -> None:
    for places in (["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], ["169.254.169.254"], ["fd00::1"]):
        with pytest.raises(CommandError, match="which is private"):
            send(
                f"http://rebind.example:{listener.port}/", {}, allowed=[],
                resolve=lambda host, port, places=places: places,
            )  # fmt: skip
    assert listener.got == []


def test_a_name_is_resolved_once_and_the_checked_address_is_the_one_that_is_used(listener: Listener) -> None:
    asked = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["169.254.169.254"]

    url = f"http://rebind.example:{listener.port}/hook"
    assert send(url, {"a": "猫"}, allowed=LOOPBACK, resolve=rebinding).status == 204
    assert asked == ["rebind.example"]
    assert listener.got == [("/hook", {"a": "猫"})]


def test_redirects_are_not_followed_and_long_answers_are_cut(listener: Listener) -> None:
    base = f"http://127.0.0.1:{listener.port}"
    with pytest.raises(DataError, match="redirect"):
        send(f"{base}/away", {}, allowed=LOOPBACK)
    with pytest.raises(DataError, match="answers with more than"):
        send(f"{base}/long", {}, allowed=LOOPBACK)
    assert [path for path, _ in listener.got] == ["/away", "/long"]


def test_proxies_of_the_environment_are_not_used(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{listener.port}")
    with pytest.raises((CommandError, DataError)):
        send("http://10.255.255.1/", {}, allowed=[])
    assert listener.got == []


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "gopher://x/", "ftp://x/", "//x/", "http://", "http://user:secret@host/",
        "http://host\\@evil/", "http://ho st/", "javascript:alert(1)", "http://host/#part", "",
    ],
)  # fmt: skip
def test_what_is_no_address_is_not_kept(bench: Bench, url: str) -> None:
    with bench.store.write() as connection, pytest.raises(CommandError, match="https://host/path"):
        add_address(connection, "x", "webhook", url, at=0.0, by=None)


def test_names_that_are_not_found_are_said() -> None:
    with pytest.raises(DataError, match="cannot be found"):
        look_up("nowhere.invalid", 80)


@pytest.mark.parametrize("lang", LANGS)
def test_the_owner_sets_addresses_and_is_told_why_one_is_refused(
    bench: Bench, listener: Listener, lang: str
) -> None:
    _, owner = bench.person("owner", owner=True)
    _, organiser = bench.person("organiser", role="organiser")
    owner.cookies.set("lang", lang)
    url = f"http://127.0.0.1:{listener.port}/hook"
    assert organiser.submit("/addresses", name="chat", kind="webhook", url=url).status_code == 403
    assert owner.submit("/addresses", name="chat", kind="webhook", url=url).status_code == 303
    refused = owner.submit("/addresses/chat/try")
    assert refused.status_code == 409
    assert strings(lang)["refused-private"].partition("{place}")[0].partition("{host}")[2] in refused.text
    assert listener.got == []
    assert owner.submit("/addresses/ranges", ranges="nonsense").status_code == 409
    assert owner.submit("/addresses/ranges", ranges="127.0.0.0/8 fd00::/8").status_code == 303
    assert "204" in owner.submit("/addresses/chat/try").text
    assert listener.got[0][1]["event"] == "try"
    assert owner.submit("/addresses", name="chat", kind="webhook", url=url).status_code == 409
    assert owner.submit("/addresses/chat/remove").status_code == 303
    with bench.store.read() as connection:
        assert list_addresses(connection) == []


def test_webhooks_hear_of_events_and_failures_are_noted(bench: Bench, listener: Listener) -> None:
    assert announce(bench.store, "backup") is None
    base = f"http://127.0.0.1:{listener.port}"
    with bench.store.write() as connection:
        allow_ranges(connection, LOOPBACK, at=0.0, by=None)
        add_address(connection, "a", "webhook", f"{base}/broken", at=0.0, by=None)
        add_address(connection, "b", "webhook", f"{base}/fine", at=0.0, by=None)
        add_address(connection, "m", "model", f"{base}/v1", at=0.0, by=None)
    thread = announce(bench.store, "joined", name="анна")
    assert thread is not None
    thread.join()
    assert [path for path, _ in listener.got] == ["/broken", "/fine"]
    assert listener.got[1][1]["name"] == "анна"
    with bench.store.read() as connection:
        noted = connection.execute(audit.select().where(audit.c.action == "webhook-failed")).all()
    assert "status 500" in noted[0].detail
    with pytest.raises(CommandError, match="no address 'x'"):
        try_address(bench.store, "x")


def ask_a_model(bench: Bench, tmp_path: Path, address: str) -> Any:
    """Have a text rewritten by a job, with a model at a listed address."""
    bench.app.state.desk = Desk(tmp_path / "jobs")
    user, _ = bench.person("анна", role="editor")
    with bench.store.write() as connection:
        token = make_token(connection, user, "x", ["editor"], days=1, at=bench.store.clock())
    client = bench.visitor()
    client.headers["authorization"] = f"Bearer {token}"
    body = {
        "source": {"name": "a.txt", "text": "You fool, leave!\n"},
        "system": ["llm"],
        "lang": "en",
    }
    said = client.post("/api/v1/rewrite/texts", json=body | {"model": {"address": address, "model": "m-1"}})
    if said.status_code != 202:
        return said
    worker = Worker(bench.store)
    while worker.work_once():
        pass
    assert (Endpoint.transport, "PARAPHRAST_URL" in os.environ) == (None, False)
    return client.get(f"/api/v1/jobs/{said.json()['name']}").json()


def test_a_job_asks_a_model_at_a_listed_address_and_nowhere_else(
    bench: Bench, listener: Listener, tmp_path: Path
) -> None:
    base = f"http://127.0.0.1:{listener.port}"
    with bench.store.write() as connection:
        allow_ranges(connection, LOOPBACK, at=0.0, by=None)
        add_address(connection, "llm", "model", f"{base}/v1", at=0.0, by=None)
        add_address(connection, "hook", "webhook", f"{base}/hook", at=0.0, by=None)
    job = ask_a_model(bench, tmp_path, "llm")
    assert job["state"] == "done", job
    assert [one["address"] for one in job["inputs"]] == ["", "llm"]
    assert "--model=endpoint:m-1" in job["command"]
    assert (listener.got[0][0], listener.got[0][1]["model"]) == ("/v1/chat/completions", "m-1")
    assert str(listener.port) not in json.dumps(job), "where it leads is the owner's to know"


@pytest.mark.parametrize(("address", "said"), [("hook", "is a webhook"), ("nothing", "no address 'nothing'")])
def test_what_is_no_address_of_models_is_refused(
    bench: Bench, tmp_path: Path, address: str, said: str
) -> None:
    with bench.store.write() as connection:
        add_address(connection, "hook", "webhook", "https://hooks.example.org/x", at=0.0, by=None)
    answer = ask_a_model(bench, tmp_path, address)
    assert (answer.status_code, said in answer.json()["error"]) == (409, True)


def test_a_model_in_a_private_place_is_not_asked(bench: Bench, listener: Listener, tmp_path: Path) -> None:
    with bench.store.write() as connection:
        add_address(connection, "llm", "model", f"http://localhost:{listener.port}/v1", at=0.0, by=None)
    job = ask_a_model(bench, tmp_path, "llm")
    log = (tmp_path / "jobs" / job["name"] / "log.txt").read_text(encoding="utf-8")
    out = tmp_path / "jobs" / job["name"] / "out"
    told = log + "".join(path.read_text(encoding="utf-8") for path in out.glob("*.jsonl"))
    assert "which is private" in told
    assert listener.got == []


def test_a_model_that_sends_elsewhere_is_not_followed(
    bench: Bench, listener: Listener, tmp_path: Path
) -> None:
    with bench.store.write() as connection:
        allow_ranges(connection, LOOPBACK, at=0.0, by=None)
        url = f"http://127.0.0.1:{listener.port}/moved"
        add_address(connection, "llm", "model", url, at=0.0, by=None)
    ask_a_model(bench, tmp_path, "llm")
    assert {path for path, _ in listener.got} == {"/moved/chat/completions"}
