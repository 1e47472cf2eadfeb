"""Writers: a seq2seq model the test makes, and a real local server that speaks the OpenAI protocol."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paraphrast import models

SEEN: list[dict] = []


@pytest.fixture
def address(chat: Callable[[Callable[[dict[str, Any]], str]], None]) -> None:
    def reply(body: dict[str, Any]) -> str:
        SEEN.append(body)
        return f" {body['messages'][-1]['content'].upper()} "

    SEEN.clear()
    chat(reply)


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
