"""Rewriting behind a real local server: batches, limits, clear refusals, and our own client as a stranger."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
import uvicorn

from paraphrast import models
from paraphrast.errors import CommandError
from paraphrast.rewrite import rewriter
from paraphrast.web.service.rewriting import Service

RUDE = ("сука", "idiot", "bitch", "傻逼", "他妈的")
post = partial(httpx.post, timeout=60)  # the first request of a language loads its tables


def judge(texts):
    return [float(any(word in text.lower() for word in RUDE)) for text in texts]


class Slow:
    """Proposes two politer texts, and takes its time, so that requests pile up."""

    def __init__(self) -> None:
        self.seen: list[list[str]] = []

    def __call__(self, texts):
        self.seen.append(list(texts))
        time.sleep(0.2)
        if any("poison" in text for text in texts):
            raise CommandError("no antidote")
        return [[f"please, {text.replace('idiot', 'friend')}", "please leave"] for text in texts]


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def address(slow: Slow) -> Iterator[str]:
    def make(lang, goal):
        found = rewriter("delete", lang, to=goal, toxicity=judge)
        found.system = slow
        return found

    delete = lambda lang, goal: rewriter("delete", lang, toxicity=judge)  # noqa: E731
    with served(Service({"slow": make, "detox": delete}, queue=40)) as place:
        yield place


class served:
    """A server in a thread, stopped when the test ends."""

    def __init__(self, service: Service) -> None:
        settings = uvicorn.Config(service.application(), port=0, log_level="error")
        self.server = uvicorn.Server(settings)

    def __enter__(self) -> str:
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def __exit__(self, *error: object) -> None:
        self.server.should_exit = True
        self.thread.join()


def test_plain_json_in_three_languages(address):
    texts = ["Ну ты, сука, иди домой!", "Damn bitch, go home!", "他妈的，今天下雨了。", "All is well."]
    answer = post(f"{address}/rewrite", json={"texts": texts})
    assert answer.status_code == 200
    outputs = answer.json()["outputs"]
    assert [one["lang"] for one in outputs] == ["ru", "en", "zh", "en"]
    assert outputs[0]["output"] == "Ну ты, иди домой!"
    assert outputs[3] == {
        "text": "All is well.", "output": "All is well.", "lang": "en", "system": "delete", "flags": ["fine"],
        "toxicity": [0.0, 0.0], "change": 0.0, "changes": [],
    }  # fmt: skip


def test_concurrent_requests_share_a_batch(address, slow):
    def ask(number):
        body = {"texts": [f"You idiot {number}"], "system": "slow", "lang": "en"}
        return post(f"{address}/rewrite", json=body, timeout=30).json()["outputs"][0]["output"]

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, range(16)))
    assert answers == [f"Please, You friend {number}" for number in range(16)]
    assert sum(map(len, slow.seen)) == 16
    assert len(slow.seen) <= 6
    assert max(map(len, slow.seen)) >= 4


def test_one_bad_text_does_not_spoil_the_others(address):
    def ask(text):
        return post(f"{address}/rewrite", json={"texts": [text], "system": "slow"}, timeout=30)

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, [*["You idiot"] * 5, "idiot poison"]))
    assert [one.status_code for one in answers] == [200] * 5 + [400]
    assert answers[-1].json()["error"]["message"] == "no antidote"


def test_our_own_client_talks_to_it_as_to_any_endpoint(address, monkeypatch):
    monkeypatch.setenv("PARAPHRAST_URL", f"{address}/v1")
    assert models.generator("endpoint:detox:ru", how="greedy")(["Ну ты, сука, иди домой!"]) == [
        ["Ну ты, иди домой!"]
    ]


def test_openai_style_answers_have_choices_and_usage(address):
    body = {
        "model": "slow",
        "messages": [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": [{"type": "text", "text": "You idiot"}]},
        ],
        "n": 2,
        "temperature": 0.5,
    }
    answer = post(f"{address}/v1/chat/completions", json=body).json()
    assert [one["message"]["content"] for one in answer["choices"]] == ["Please, You friend", "Please leave"]
    assert answer["object"] == "chat.completion"
    assert answer["usage"]["total_tokens"] > 0
    assert answer["paraphrast"]["flags"] == []
    listed = httpx.get(f"{address}/v1/models").json()
    assert [one["id"] for one in listed["data"]] == ["slow", "detox"]


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/rewrite", {"texts": []}, 400, "texts is empty"),
        ("/rewrite", {"texts": ["x"] * 257}, 400, "256 is the most"),
        ("/rewrite", {"texts": ["x" * 5001]}, 400, "text 1 has 5001 characters"),
        ("/rewrite", {"texts": "x"}, 400, "Expected `array`, got `str`"),
        ("/rewrite", {"texts": ["x"], "system": "magic"}, 404, "no system 'magic'; there are detox, slow"),
        ("/rewrite", {"texts": ["x"], "lang": "de"}, 400, "no language 'de'; there are en, ru, zh"),
        ("/rewrite", {"texts": ["x"], "lang": "xx"}, 400, "not of the right shape"),
        ("/rewrite", {"texts": ["x"], "change": [0.9, 0.1]}, 400, "from 0 to 1"),
        ("/rewrite", {"texts": ["You idiot"] * 41, "system": "slow"}, 503, "try again"),
        ("/v1/chat/completions", {"model": "slow", "messages": []}, 400, "no text of the user"),
        (
            "/v1/chat/completions",
            {"model": "slow", "messages": [{"role": "user", "content": "x"}], "stream": True},
            400,
            "leave stream out",
        ),
    ],
)
def test_refusals_say_why(address, path, body, status, said):
    answer = post(f"{address}{path}", json=body)
    assert answer.status_code == status
    assert said in answer.json()["error"]["message"]


def test_scores_come_when_asked_for():
    told = lambda pairs, goal: [{"length": float(len(pair.b))} for pair in pairs]  # noqa: E731
    delete = lambda lang, goal: rewriter("delete", lang, toxicity=judge)  # noqa: E731
    with served(Service({"detox": delete}, score=told)) as place:
        body = {"texts": ["All is well."], "lang": "en"}
        assert "scores" not in post(f"{place}/rewrite", json=body).json()["outputs"][0]
        answer = post(f"{place}/rewrite", json={**body, "scores": True}).json()
        assert answer["outputs"][0]["scores"] == {"length": 12.0}


def test_strangers_and_other_sites_are_kept_out(slow):
    delete = lambda lang, goal: rewriter("delete", lang, toxicity=judge)  # noqa: E731
    with served(Service({"detox": delete}, key="secret")) as place:
        body, key = {"texts": ["x"]}, {"authorization": "Bearer secret"}
        assert post(f"{place}/rewrite", json=body).status_code == 401
        assert httpx.get(f"{place}/v1/models").status_code == 401
        assert post(f"{place}/rewrite", json=body, headers=key).status_code == 200
        away = {**key, "origin": "https://evil.example"}
        assert post(f"{place}/rewrite", json=body, headers=away).status_code == 403
        form = {**key, "content-type": "text/plain"}
        assert post(f"{place}/rewrite", content="{}", headers=form).status_code == 415


def test_the_workbench_can_serve_it_too(bench):
    from paraphrast.web import application

    delete = lambda lang, goal: rewriter("delete", lang, toxicity=judge)  # noqa: E731
    app = application(store=bench.store, rewriting=Service({"detox": delete}))
    bench.app = app
    visitor = bench.visitor()
    with visitor:
        answer = visitor.post("/rewrite", json={"texts": ["Damn bitch, go home!"], "lang": "en"})
        assert answer.json()["outputs"][0]["output"] == "Damn, go home!"
        assert visitor.get("/sign-in").status_code == 200


def test_the_command_offers_what_needs_nothing_and_guards_open_addresses(monkeypatch):
    from paraphrast.cli.serve import service

    offered = service("127.0.0.1", [], {}).offers
    assert {"detox", "paraphrase", "delete", "replace", "synonym"} <= set(offered)
    assert "llm" not in offered
    with pytest.raises(CommandError, match="does not make a text paraphrase"):
        offered["detox"]("en", "paraphrase")
    with pytest.raises(CommandError, match="llm needs a model"):
        service("127.0.0.1", ["llm"], {})
    monkeypatch.delenv("PARAPHRAST_SERVICE_KEY", raising=False)
    with pytest.raises(CommandError, match="PARAPHRAST_SERVICE_KEY"):
        service("0.0.0.0", [], {})


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"texts": ["a"], "sytem": "delete"}, "unknown field `sytem`; there are texts, to, system, lang"),
        ({"texts": ["a"], "lang": "fr"}, "there are ru, en, zh"),
        ({"texts": ["a"], "to": "verse"}, "there are neutral, paraphrase"),
        ({"texts": ["a"], "n": 0}, "n is 0; 1 to 32"),
    ],
)
def test_a_slip_in_a_plain_request_is_told(address, asked, said):
    answer = post(f"{address}/rewrite", json=asked)
    assert answer.status_code == 400
    assert said in answer.json()["error"]["message"]


def test_a_model_of_an_unknown_language_is_refused(address):
    asked = {"model": "detox:fr", "messages": [{"role": "user", "content": "Ты, сука, иди!"}]}
    answer = post(f"{address}/v1/chat/completions", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == "no language 'fr'; there are en, ru, zh"


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/rewrite", 405), ("POST", "/v2", 404)])
def test_a_wrong_address_is_answered_in_json(address, method, path, status):
    answer = httpx.request(method, f"{address}{path}", json={})
    assert answer.status_code == status
    assert "there are POST /rewrite" in answer.json()["error"]["message"]


def test_a_choice_never_offends_and_n_says_how_many_there_are(address):
    asked = {"texts": ["you idiot, go home my friend"], "system": "slow", "lang": "en"}
    (one,) = post(f"{address}/rewrite", json={**asked, "n": 1}).json()["outputs"]
    assert "others" not in one
    (two,) = post(f"{address}/rewrite", json={**asked, "n": 2}).json()["outputs"]
    assert len(two["others"]) == 1


def test_what_is_in_no_known_language_comes_back_marked(address):
    texts = ["", "12:30", "Du bist ein idiot"]
    outputs = post(f"{address}/rewrite", json={"texts": texts}).json()["outputs"]
    assert [one["output"] for one in outputs] == texts
    assert [one["flags"] for one in outputs[:2]] == [["fine"], ["fine"]]
    assert outputs[2]["flags"][0].startswith("refused: not Russian")
    assert outputs[2]["flags"][1] == "toxic"


def test_a_port_that_is_taken_is_told_before_anything_is_loaded(shell):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for command in (["serve", "rewrite"], ["serve"]):
            ran = shell(*command, "--port", port)
            assert ran.code == 2
            assert ran.err.startswith(f"paraphrast: 127.0.0.1:{port} cannot be listened on (")
    assert shell("serve", "rewrite", "--port", "99999").code == 2
