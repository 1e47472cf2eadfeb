"""Writers: a seq2seq model the test makes, and a real local server that speaks the OpenAI protocol."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from paraphrast import models

SEEN: list[dict] = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        SEEN.append(body)
        text = body["messages"][-1]["content"].upper()
        answer = {
            "choices": [{"message": {"content": f" {text} "}}],
            "usage": {"prompt_tokens": 3, "completion_tokens": 2},
        }
        payload = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    SEEN.clear()
    monkeypatch.setenv("PARAPHRAST_URL", f"http://127.0.0.1:{server.server_port}/v1")
    yield
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.usefixtures("address")
def test_an_endpoint_translates_and_generates() -> None:
    assert models.translator("endpoint:small", to="en")(["привет", "мир"]) == [["ПРИВЕТ"], ["МИР"]]
    assert "English" in SEEN[0]["messages"][0]["content"]
    assert models.generator("endpoint:small")(["say it"], n=2) == [["SAY IT", "SAY IT"]]
    assert SEEN[-1]["temperature"] > SEEN[-2]["temperature"]


def test_a_seq2seq_folder_writes_as_many_as_asked(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, pre_tokenizers
    from tokenizers import models as kinds

    words = ["<pad>", "</s>", "<unk>", "кошка", "cat", "猫"]
    inner = Tokenizer(kinds.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=16
    ).save_pretrained(tmp_path)
    config = transformers.T5Config(
        vocab_size=len(words),
        d_model=16,
        d_kv=8,
        d_ff=32,
        num_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
    )
    transformers.T5ForConditionalGeneration(config).save_pretrained(tmp_path)
    found = models.translator(str(tmp_path), how="beam")(["кошка", "cat 猫"], n=3)
    assert [len(each) for each in found] == [3, 3]
    assert len(models.translator(str(tmp_path), how="greedy")(["кошка"])[0]) == 1
