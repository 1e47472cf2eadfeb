"""The language-model identifier against a real HTTP server on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify.llm import Llm, number
from paraphrast.models.endpoint import Endpoint, Price

PAIRS = [
    Pair("Кот спит.", "Спит кот.", lang="ru"),
    Pair("A cat sleeps.", "A dog barks.", lang="en"),
    Pair("猫在睡觉。", "猫睡了。", lang="zh"),
]


class Server:
    """A chat address that says 90 where the two texts share their last word, and 10 elsewhere."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.failures: list[int] = []
        self.busy = self.most = 0
        self.lock = threading.Lock()
        self.reply: str | None = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.handle(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["content-length"])))
        with self.lock:
            self.requests.append(body)
            self.keys.append(handler.headers.get("authorization"))
            status = self.failures.pop() if self.failures else 200
        lines = body["messages"][-1]["content"].splitlines()
        said = self.reply or (
            "90" if lines[0].split()[-1] == lines[1].split()[-1] or "猫" in lines[0] else "10"
        )
        reply = {
            "choices": [{"message": {"role": "assistant", "content": said}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 2},
        }
        data = json.dumps(reply).encode() if status == 200 else b"not now"
        handler.send_response(status)
        handler.send_header("content-length", str(len(data)))
        if status != 200:
            handler.send_header("retry-after", "0.01")
        handler.end_headers()
        handler.wfile.write(data)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.close()


def endpoint(server: Server, **more: Any) -> Endpoint:
    made = Endpoint("tiny", url=server.url, **more)
    made.sleep = lambda seconds: None
    return made


def test_it_asks_counts_and_keeps(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAPHRAST_KEY", "secret")
    asked = endpoint(server, cache=tmp_path / "answers.sqlite", price=Price(1.0, 10.0))
    score = Llm("tiny", endpoint=asked)
    assert score(PAIRS) == [0.1, 0.1, 0.9]
    assert (score.usage.asked, score.usage.prompt_tokens) == (3, 300)
    assert score.usage.cost == pytest.approx((300 * 1 + 6 * 10) / 1e6)
    assert server.keys == ["Bearer secret"] * 3
    asked.kept.close()
    again = endpoint(server, cache=tmp_path / "answers.sqlite")
    assert Llm("tiny", endpoint=again)(PAIRS) == [0.1, 0.1, 0.9]
    assert (len(server.requests), again.usage.asked, again.usage.kept) == (3, 0, 3)
    assert b"secret" not in (tmp_path / "answers.sqlite").read_bytes()
    again.kept.close()


def test_examples_are_shown_as_questions_and_answers(server: Server) -> None:
    asked = endpoint(server)
    Llm("tiny", endpoint=asked, shots=[Pair("да", "нет", label=0.0), Pair("да", "угу", label=1.0)])(PAIRS[:1])
    roles = [message["role"] for message in server.requests[0]["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    assert [m["content"] for m in server.requests[0]["messages"] if m["role"] == "assistant"] == ["0", "100"]
    with pytest.raises(DataError, match="has no label"):
        Llm("tiny", endpoint=asked, shots=[Pair("a", "b")])
    asked.kept.close()


def test_a_busy_address_is_tried_again_and_a_dead_one_is_named(server: Server) -> None:
    server.failures = [429, 503, 500]
    asked = endpoint(server, concurrency=1)
    assert Llm("tiny", endpoint=asked)(PAIRS[:1]) == [0.1]
    assert len(server.requests) == 4
    server.failures = [503] * 9
    with pytest.raises(CommandError, match="did not answer after 3 tries: status 503"):
        Llm("tiny", endpoint=endpoint(server, retries=2))(PAIRS[1:2])
    server.failures = [401]
    with pytest.raises(CommandError, match="refused: status 401, not now"):
        Llm("tiny", endpoint=endpoint(server))(PAIRS[2:])
    asked.kept.close()


def test_an_answer_that_is_no_judgement_is_not_guessed(server: Server) -> None:
    server.reply = "I would rather not say"
    with pytest.raises(DataError, match="rather not say"):
        Llm("tiny", endpoint=endpoint(server))(PAIRS[:1])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("0", 0.0),
        ("100", 1.0),
        ("Number: 42", 0.42),
        ("Yes", 1.0),
        ("Нет, это разное", 0.0),
        ("是的", 1.0),
        ("否", 0.0),
    ],
)
def test_judgements_are_read(answer: str, expected: float) -> None:
    assert number(answer) == expected


def test_without_an_address_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARAPHRAST_URL", raising=False)
    with pytest.raises(CommandError, match="set PARAPHRAST_URL"):
        Endpoint("tiny")


def test_the_shell_asks_a_model_and_shows_what_it_cost(
    server: Server, shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARAPHRAST_URL", server.url)
    monkeypatch.setenv("PARAPHRAST_PRICE", "1,10")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ran = shell(
        "identify",
        "predict",
        "-",
        "-m",
        "llm:tiny",
        stdin='{"a": "Кот спит.", "b": "Пёс спит.", "lang": "ru"}\n',
    )
    assert json.loads(ran.out)["score"] == 0.9
    assert "1 asked, 0 from the cache, 100 + 2 tokens, cost 0.0001" in ran.err
