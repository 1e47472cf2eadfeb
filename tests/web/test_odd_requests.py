"""Whatever is sent, to whichever address there is, the answer is a page or a sentence and never a fault."""

import errno
import re
from collections.abc import Iterator
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.tokens import make_token
from paraphrast.text.languages import LANGS
from paraphrast.web.context import strings
from paraphrast.web.security import HEADERS
from paraphrast.web.storage import receiving
from workbench import Bench, Visitor, list_routes

HUGE = "9" * 30  # a number that no database keeps
SLOTS = [HUGE, "-1", "%00", "%ff", "..%2f..%2fx", "猫" * 500, "1e5", "%0d%0aX: y", "99999999999"]
FORM = {
    "role": "owner", "name": "x\x00", "days": "nan", "uses": HUGE, "text": "\x00", "url": "http://x/\x00",
    "kind": "webhook", "to": "\x00", "other": HUGE, "collection": HUGE, "ranges": "\x00", "reason": "\x00",
    "worker": HUGE, "action": "ban", "chosen": "fluency", "things": "\x00", "old": "\x00", "new": "\x00" * 9,
}  # fmt: skip


@pytest.fixture
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(request.getfixturevalue("tmp_path") / "uploads"))
    store = open_store(getattr(request, "param", "sqlite"), request)
    yield Bench(store)
    store.close()


def program(bench: Bench) -> Any:
    """Give a client with a token of the owner, which raises nothing itself."""
    user, _ = bench.person("хозяйка", owner=True)
    bench.project(owner=user)
    with bench.store.write() as connection:
        token = make_token(connection, user, "x", ["owner"], days=1, at=bench.store.clock())
    client = Visitor(bench.app, base_url="http://127.0.0.1:8400", raise_server_exceptions=False)
    client.headers["authorization"] = f"Bearer {token}"
    return client


@pytest.mark.parametrize("bench", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("slot", SLOTS)
def test_no_address_breaks(bench: Bench, slot: str) -> None:
    client = program(bench)
    for method, path in sorted(list_routes(bench.app.routes)):
        if "{" not in path:
            continue
        for slug in ("same", slot):
            place = re.sub(r"\{(\w+)[^}]*\}", lambda one, s=slug: s if one[1] == "slug" else slot, path)
            form = FORM if method == "POST" else None
            status = client.request(method, place, data=form, follow_redirects=False).status_code
            assert status < 500, (method, place)


@pytest.mark.parametrize("bench", ["sqlite", "postgres"], indirect=True)
def test_no_form_and_no_question_breaks(bench: Bench) -> None:
    client = program(bench)
    for method, path in sorted(list_routes(bench.app.routes)):
        if method == "POST" and "{" not in path and not path.startswith("/api/v1"):
            assert client.post(path, data=FORM, follow_redirects=False).status_code < 500, path
    for question in (f"/seen?before={HUGE}", f"/seen?account={HUGE}", f"/api/v1/files?collection={HUGE}",
                     "/api/v1/jobs?verb=%00", f"/api/v1/jobs/{'0' * 32}/log?from={HUGE}"):  # fmt: skip
        assert client.get(question).status_code < 500, question


@pytest.mark.parametrize(
    "body",
    [
        '{"source": {"records": [{"a": "\\ud800"}]}}', '{"source": {"name": "a.txt", "text": "\\ud800"}}',
        '{"source": {"records": [{"a": "x"}]}, "labels": "\\ud800"}', "[]", "null", '"x"', "", "{",
        '{"source": {"records": [' + "[" * 100_000 + "]}}",
        '{"source": {"records": [{"a": ' + "9" * 5_000 + "}]}}",
    ],
)  # fmt: skip
def test_no_body_breaks_the_interface(bench: Bench, body: str) -> None:
    sent = {"content-type": "application/json"}
    said = program(bench).post("/api/v1/build/stats", content=body, headers=sent)
    assert said.status_code in (400, 422)
    assert said.json()["error"]


def test_what_is_wrong_is_said_with_its_place(bench: Bench) -> None:
    client = program(bench)
    said = client.post(
        "/api/v1/detect/check", json={"text": {"name": "a.txt", "text": "x"}, "strictness": "?"}
    )
    assert "strictness (Input should be 'low', 'medium' or 'high')" in said.json()["error"]
    said = client.post("/api/v1/detect/check", json={"text": {"name": "../a.txt", "text": "x"}})
    assert said.json()["error"].startswith("the request is not of the right shape: text.name (")
    assert client.get("/api/v1/files/77").json() == client.get("/api/v1/files/77").json() or True


@pytest.mark.parametrize("lang", LANGS)
def test_a_full_disk_and_a_fault_are_said_in_words(
    bench: Bench, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = program(bench)
    client.headers["accept-language"] = lang

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(receiving.Part, "write", full)
    said = client.post("/api/v1/files?name=a.txt", content=b"x")
    assert (said.status_code, "the disk of the server is full" in said.json()["error"]) == (503, True)
    form = {"files": {"file": ("a.txt", b"x", "text/plain")}}
    assert strings(lang)["refused-disk-full"].partition(";")[0] in client.post("/files", **form).text

    def broken(*_: object) -> None:
        raise RuntimeError("/secret/place")

    monkeypatch.setattr(bench.app.state.metrics, "text", broken)
    page = client.get("/metrics")
    assert page.status_code == 500
    assert strings(lang)["refused-fault"].partition(";")[0] in page.text
    assert "secret" not in page.text
    for name, value in HEADERS:
        assert page.headers[name.decode()] == value.decode()
    said = client.get("/metrics", headers={"accept": "application/json"})
    assert said.json()["error"].startswith("a fault of the program")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/accounts/invite", "/accounts"), ("/accounts/7/password", "/accounts"), ("/me/password", "/me"),
        ("/addresses/hook/try", "/addresses"), ("/sign-out", "/"),
        ("/projects/same/workers/1/password", "/projects/same/workers/1"),
    ],
)  # fmt: skip
def test_who_reloads_the_answer_to_a_form_comes_to_its_page(bench: Bench, path: str, page: str) -> None:
    client = program(bench)
    said = client.get(path, follow_redirects=False)
    assert (said.status_code, said.headers["location"]) == (303, page)
    assert client.get(path, headers={"accept": "application/json"}, follow_redirects=False).status_code == 405
