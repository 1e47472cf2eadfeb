"""Long work in the browser: asked for by a form, followed, stopped, taken home; one thing with the API."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from paraphrast.text.languages import LANGS
from paraphrast.web.api.desk import Desk
from paraphrast.web.context import strings
from paraphrast.web.jobs import queue
from paraphrast.web.jobs.forms import read_form
from paraphrast.web.jobs.verbs import find, verbs
from programs import Sender, work
from workbench import Bench

TABLE = "a\tb\tlabel\nКот спит.\t猫在睡觉。\t1\nA cat sleeps.\tA dog runs.\t0\n".encode()


@pytest.fixture
def bench(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "uploads"))
    store = open_store("sqlite", request)
    made = Bench(store)
    made.app.state.desk = Desk(tmp_path / "jobs")
    yield made
    store.close()


def upload(bench: Bench, user: Any, name: str = "пары.tsv", body: bytes = TABLE) -> str:
    return f"upload:{Sender(bench, user).send(name, body).json()['files'][0]['id']}"


def key_of(page: Any) -> str:
    found = re.search(r'name="key" value="(\w+)"', page.text)
    assert found
    return found.group(1)


@pytest.mark.parametrize("lang", LANGS)
def test_a_job_is_asked_for_followed_and_fetched(bench: Bench, lang: str) -> None:
    user, client = bench.person("анна", role="editor")
    client.cookies.set("lang", lang)
    file, words = upload(bench, user), strings(lang)
    page = client.get("/jobs/new/build/stats")
    assert "пары.tsv" in page.text
    form = {"key": key_of(page), "in-source": file, "set-json": "true"}
    said = client.submit("/jobs/new/build/stats", **form)
    again = client.submit("/jobs/new/build/stats", **form)
    assert (said.status_code, again.headers["location"]) == (303, said.headers["location"])
    changed = client.submit("/jobs/new/build/stats", **form | {"set-lang": "ru"})
    assert changed.headers["location"] != said.headers["location"]
    client.submit(f"{changed.headers['location']}/remove")
    place = said.headers["location"]
    assert words["job-waiting"] in client.get(place).text
    told = client.get(f"/api/v1{place}").json()
    assert told["command"] == ["paraphrast", "build", "stats", "--json", "--", "in/source/пары.tsv"]
    work(bench)
    done = client.get(place).text
    assert words["job-done"] in done
    link = re.search(rf'href="(/api/v1{place}/files/[^"]+)"', done)
    assert link
    assert client.get(link.group(1)).json()["pairs"] == 2
    assert words["job-done"] in client.get("/jobs").text
    assert client.submit(f"{place}/remove").headers["location"] == "/jobs"
    assert client.get(place).status_code == 404
    assert words["nothing-yet"] in client.get("/jobs").text


@pytest.mark.parametrize("lang", LANGS)
def test_a_job_is_stopped_and_goes_on(bench: Bench, lang: str) -> None:
    user, client = bench.person("анна", role="editor")
    client.cookies.set("lang", lang)
    place = client.submit("/jobs/new/build/stats", **{"key": "k", "in-source": upload(bench, user)}).headers[
        "location"
    ]
    assert client.submit(f"{place}/cancel").status_code == 303
    again = client.submit(f"{place}/cancel")
    assert again.status_code == 409
    assert strings(lang)["refused-job-ended"].format(state="cancelled").rstrip(".") in again.text
    assert strings(lang)["job-cancelled"] in client.get(place).text
    client.submit(f"{place}/resume")
    work(bench)
    assert strings(lang)["job-done"] in client.get(f"{place}/live").text


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({}, 422, "source"),
        ({"in-source": "upload:999999"}, 404, ""),
        ({"in-source": "/etc/passwd"}, 409, "Choose a file of the list"),
        ({"in-source": "job:" + "0" * 32 + ":x"}, 409, "no job"),
        ({"in-source": "OWN", "set-labels": "x\0y"}, 409, "NUL"),
        ({"in-source": "OWN", "set-columns": "x" * 3_000}, 422, "columns"),
        ({"set-source": "nothing:at/all"}, 422, "source"),
    ],
)
def test_what_cannot_be_asked_for_is_said_on_the_page(
    bench: Bench, form: dict[str, str], status: int, said: str
) -> None:
    user, client = bench.person("анна", role="editor")
    file = upload(bench, user)
    form = {name: value.replace("OWN", file) for name, value in form.items()}
    answer = client.submit("/jobs/new/build/stats", **form)
    assert answer.status_code == status, answer.text
    assert said in answer.text
    assert queue.listed(bench.store) == []


def test_another_persons_work_is_not_there(bench: Bench) -> None:
    user, client = bench.person("анна", role="editor")
    file = upload(bench, user)
    place = client.submit("/jobs/new/build/stats", **{"key": "k", "in-source": file}).headers["location"]
    work(bench)
    _, bo = bench.person("bo", role="owner")
    for path in ("", "/live"):
        assert bo.get(place + path).status_code == 404
    for act in ("cancel", "resume", "remove"):
        assert bo.submit(f"{place}/{act}").status_code == 404
    assert place.rpartition("/")[2] not in bo.get("/jobs").text + bo.get("/jobs/new/build/stats").text
    stolen = {"in-source": f"job:{place.rpartition('/')[2]}:printed.txt"}
    assert bo.submit("/jobs/new/build/stats", **stolen).status_code == 409
    assert bo.submit("/jobs/new/build/stats", **{"in-source": file}).status_code == 404
    assert client.get("/jobs/new/identify/train").status_code == 403
    assert client.submit("/jobs/new/rewrite/train").status_code == 403


def test_every_job_has_a_form(bench: Bench) -> None:
    _, client = bench.person("хозяйка", role="owner")
    offered = client.get("/jobs/new").text
    for verb in verbs().values():
        assert f'href="/jobs/new/{verb.path}"' in offered
        page = client.get(f"/jobs/new/{verb.path}")
        assert page.status_code == 200
        for one in verb.parameters:
            assert f'name="set-{one.name}"' in page.text or f'name="in-{one.name}"' in page.text, (verb, one)


def test_a_form_is_read_as_what_a_program_sends() -> None:
    given = {"in-text": ["upload:1", "upload:2"], "in-index": ["job:" + "a" * 32 + ":index"],
             "set-own": ["моё\r\n 我的 \r\n"], "set-quotations": ["false"], "set-small": [""]}  # fmt: skip
    assert read_form(find("detect check"), given) == {
        "text": [{"upload": 1}, {"upload": 2}],
        "index": {"job": "a" * 32, "file": "index"},
        "own": ["моё", "我的"],
        "quotations": "false",
    }
    models = read_form(find("identify predict"), {"set-source": ["parade:test"], "set-model": ["bow"]})
    assert models == {"source": {"corpus": "parade:test"}, "model": "bow"}
