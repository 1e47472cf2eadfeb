"""The interface: every job by its address, refusals in the shell's words, pages, keys, whose a job is."""

import re
from pathlib import Path
from typing import Any

import pytest

from paraphrast.web.api import events, mounting
from paraphrast.web.api.desk import Desk
from paraphrast.web.jobs import queue
from paraphrast.web.jobs.verbs import verbs
from programs import PAIRS, Program, work
from workbench import Bench

NOWHERE = "0" * 32


@pytest.fixture
def anna(place: Bench) -> Program:
    return Program(place, "анна")


def test_a_job_is_asked_for_carried_out_and_fetched(place: Bench, anna: Program) -> None:
    said = anna.stats()
    assert said.status_code == 202, said.text
    job = said.json()
    assert said.headers["location"] == f"/api/v1/jobs/{job['name']}"
    assert (job["state"], job["command"]) == (
        "waiting", ["paraphrast", "build", "stats", "--json", "--", "in/source/records.jsonl"],
    )  # fmt: skip
    work(place)
    job = anna.get(f"jobs/{job['name']}").json()
    assert (job["state"], job["code"], job["error"]) == ("done", 0, "")
    assert [one["path"] for one in job["files"]] == ["printed.txt"]
    assert job["maker"]["version"]
    assert job["inputs"][0]["sha256"]
    told = anna.get(f"jobs/{job['name']}/files/printed.txt")
    assert told.json()["languages"] == {"ru": 1, "en": 1, "zh": 1}
    assert told.headers["content-disposition"].startswith("attachment")
    heard = anna.get(f"jobs/{job['name']}/events").text
    assert re.fullmatch(r"retry: 2000\n\nid: [0-9a-f]{32}\nevent: end\ndata: \{.*\}\n\n", heard)


def test_who_comes_back_to_the_events_of_a_job_hears_what_is_new(place: Bench, anna: Program) -> None:
    name = anna.stats().json()["name"]
    waiting = queue.get(place.store, name)
    assert waiting
    work(place)
    path = f"/api/v1/jobs/{name}/events"
    told = anna.client.get(path, headers={"last-event-id": events.event(waiting)[0]}).text
    assert told.count("event: ") == told.count("event: end") == 1
    key = told.partition("id: ")[2].partition("\n")[0]
    over = anna.client.get(path, headers={"last-event-id": key})
    assert (over.status_code, over.text) == (204, ""), "a browser does not come back after 204"
    assert anna.client.get(path, headers={"last-event-id": "nonsense"}).text == told
    place.app.state.streams[anna.user.id] = events.OF_ONE
    assert anna.client.get(path).status_code == 503
    assert Program(place, "bo").client.get(path).status_code == 404


def test_a_wrong_file_is_refused_in_the_words_of_the_shell(place: Bench, anna: Program) -> None:
    bad = {"name": "метки.tsv", "text": "a\tb\tlabel\nода\tодна\t4\n"}
    job = anna.post("build/stats", {"source": bad}).json()
    work(place)
    job = anna.get(f"jobs/{job['name']}").json()
    assert (job["state"], job["code"]) == ("failed", 1)
    assert job["error"].endswith("метки.tsv, line 2: label '4' is not between 0 and 1; map it with --labels")
    log = anna.get(f"jobs/{job['name']}/log").json()
    assert (log["text"], log["ended"]) == (f"paraphrast: {job['error']}\n", True)
    assert anna.get(f"jobs/{job['name']}/log?from={log['next']}").json()["text"] == ""
    again = anna.post("build/stats", {"source": bad, "labels": "0..5"}).json()
    work(place)
    assert anna.get(f"jobs/{again['name']}").json()["state"] == "done"


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("build/stats", {}, 422, "source"),
        ("build/stats", {"source": {"records": PAIRS}, "nothing": 1}, 422, "nothing"),
        ("build/stats", {"source": {"name": "../x", "text": ""}}, 422, "source"),
        ("build/stats", {"source": {"job": NOWHERE, "file": "x"}}, 409, f"there is no job '{NOWHERE}'"),
        ("build/stats", {"source": {"upload": 999}}, 404, "there is no such file"),
        (
            "build/filter",
            {"source": {"records": PAIRS}, "step": ["os:system"]},
            409,
            "no paths and no addresses",
        ),
        ("build/filter", {"source": {"records": PAIRS}, "workers": 9}, 422, "workers"),
        ("detect/check", {"text": {"records": PAIRS}, "strictness": "жёстко"}, 422, "strictness"),
        ("rewrite/texts", {"source": {"records": []}, "number": 0}, 422, "number"),
        (
            "identify/train",
            {"model": "bow", "sources": {"records": PAIRS}},
            403,
            "needs the role 'organiser'",
        ),
        ("nothing/at-all", {}, 404, "there is no such page"),
    ],
)
def test_what_cannot_be_asked_for(anna: Program, path: str, body: Any, status: int, words: str) -> None:
    said = anna.post(path, body)
    assert said.status_code == status, said.text
    assert words in said.json()["error"]
    assert anna.get("jobs").json()["jobs"] == []


def test_a_request_that_is_sent_again_is_one_job(place: Bench, anna: Program) -> None:
    first = anna.stats(idempotency_key="ключ".encode().hex())
    again = anna.stats(idempotency_key="ключ".encode().hex())
    assert first.json()["name"] == again.json()["name"]
    other = anna.stats(PAIRS[:1], idempotency_key="ключ".encode().hex())
    assert (other.status_code, "another request" in other.json()["error"]) == (409, True)
    assert anna.stats().json()["name"] != first.json()["name"]
    folders = list((place.app.state.desk.root).iterdir())
    assert len(folders) == 2, "what was refused leaves nothing behind"


def test_a_queue_that_is_full_says_so(anna: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paraphrast.web.jobs.queue.OF_ONE", 1)
    assert anna.stats().status_code == 202
    said = anna.stats()
    assert (said.status_code, said.headers["retry-after"]) == (429, "10")
    assert said.json()["error"] == "1 jobs of yours wait already; try again when some are done"


def test_lists_come_a_page_at_a_time(anna: Program) -> None:
    names = [anna.stats().json()["name"] for _ in range(5)][::-1]
    seen: list[str] = []
    after = ""
    while True:
        page = anna.get(f"jobs?limit=2{after}").json()
        seen += [job["name"] for job in page["jobs"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert seen == names
    assert anna.get("jobs?state=done").json()["jobs"] == []
    assert anna.get("jobs?limit=0").status_code == 422
    assert anna.get(f"jobs?after={NOWHERE}").status_code == 404


def test_another_persons_job_does_not_exist_for_you(place: Bench, anna: Program) -> None:
    bo, boss = Program(place, "bo"), Program(place, "хозяйка", "owner")
    name = anna.stats().json()["name"]
    work(place)
    for method, path in [
        ("GET", name), ("GET", f"{name}/log"), ("GET", f"{name}/files/printed.txt"),
        ("GET", f"{name}/events"),
        ("POST", f"{name}/cancel"), ("POST", f"{name}/resume"), ("DELETE", name),
    ]:  # fmt: skip
        said = bo.client.request(method, f"/api/v1/jobs/{path}", json={})
        assert said.status_code == 404, (method, path, said.text)
    stolen = bo.post("build/stats", {"source": {"job": name, "file": "printed.txt"}})
    assert (stolen.status_code, stolen.json()["error"]) == (409, f"there is no job '{name}'")
    assert bo.get("jobs").json()["jobs"] == []
    assert bo.get("jobs?everyones=true").status_code == 403
    assert [one["name"] for one in boss.get("jobs?everyones=true").json()["jobs"]] == [name]
    assert boss.get(f"jobs/{name}").status_code == 404
    reader = Program(place, "читатель", "reader")
    assert reader.stats().status_code == 403
    assert place.visitor().get("/api/v1/jobs").status_code == 401
    assert anna.get(f"jobs/{name}/files/../../job.json").status_code == 404
    assert anna.get(f"jobs/{name}/files/..%2f..%2fjob.json").status_code == 404


def test_a_job_reads_what_an_earlier_one_made(place: Bench, anna: Program) -> None:
    text = "The bees find their way home by the sun and by the smell of their own hive. "
    library = [
        {"name": "пчёлы.txt", "text": text * 3},
        {"name": "茶.txt", "text": "茶叶是清晨采摘的。" * 9},
    ]
    index = anna.post("detect/index", {"sources": library}).json()
    essay = {"name": "эссе.txt", "text": f"I think so. {text} Indeed."}
    asked = {"text": essay, "index": {"job": index["name"], "file": "index"}, "out": "report.json"}
    early = anna.post("detect/check", asked)
    assert (early.status_code, "is waiting" in early.json()["error"]) == (409, True)
    work(place)
    check = anna.post("detect/check", asked).json()
    missing = asked | {"index": {"job": index["name"], "file": "nothing"}}
    assert "there is index" in anna.post("detect/check", missing).json()["error"]
    work(place)
    report = anna.get(f"jobs/{check['name']}/files/report.json").json()
    assert "пчёлы.txt" in str(report)
    assert "茶.txt" not in str(report)
    gone = anna.client.delete(f"/api/v1/jobs/{index['name']}")
    assert gone.status_code == 204
    assert not (place.app.state.desk.root / index["name"]).exists()


def test_cancelled_and_resumed(place: Bench, anna: Program) -> None:
    name = anna.stats().json()["name"]
    assert anna.post(f"jobs/{name}/cancel").json()["state"] == "cancelled"
    assert anna.post(f"jobs/{name}/cancel").status_code == 409
    work(place)
    assert anna.get(f"jobs/{name}").json()["state"] == "cancelled"
    assert anna.post(f"jobs/{name}/resume").json()["state"] == "waiting"
    work(place)
    assert anna.get(f"jobs/{name}").json()["state"] == "done"


def test_small_questions_are_answered_at_once(place: Bench, anna: Program) -> None:
    from paraphrast.web.api.quick import Models

    asked = {"pairs": [{"a": one["a"], "b": one["b"]} for one in PAIRS], "symmetric": True}
    assert anna.post("pairs/score", asked).status_code == 503
    seen = []

    def ask(what: str, recipe: Any, pairs: Any) -> list[float]:
        seen.append((what, recipe.symmetric, len(pairs)))
        return [0.5] * len(pairs)

    place.app.state.desk = Desk(Path(), Models(ask))
    with anna.client:
        assert anna.post("pairs/score", asked).json() == {"scores": [0.5] * 3, "model": "bundled"}
    assert seen == [("score", True, 3)]
    assert anna.post("pairs/score", {"pairs": []}).status_code == 422


def test_the_description_has_every_job(anna: Program) -> None:
    document = anna.client.get(mounting.DOCUMENT).json()
    for verb in verbs().values():
        assert "post" in document["paths"][f"/api/v1/{verb.path}"], verb.name
    assert document["openapi"].startswith("3.1")
    body = document["components"]["schemas"]["DetectCheckOrder"]
    assert set(body["required"]) == {"text"}
    assert body["properties"]["strictness"]["anyOf"][0]["enum"] == ["low", "medium", "high"]
    assert [one["name"] for one in anna.get("verbs").json()] == list(verbs())


def test_uploads_are_inputs_for_whoever_may_use_them(place: Bench, anna: Program) -> None:
    table = "a\tb\nКот спит\t猫在睡觉\n".encode()
    sent = {"content-type": "application/octet-stream"}
    said = anna.client.post("/api/v1/files?name=пары 1.tsv", content=table, headers=sent)
    assert said.status_code == 201, said.text
    number = said.json()["files"][0]["id"]
    job = anna.post("build/stats", {"source": {"upload": number}, "json": True}).json()
    assert job["inputs"][0]["path"] == "in/source/пары 1.tsv"
    assert job["inputs"][0]["size"] == len(table)
    work(place)
    assert anna.get(f"jobs/{job['name']}").json()["state"] == "done"
    stolen = Program(place, "bo").post("build/stats", {"source": {"upload": number}})
    assert stolen.status_code == 404
