"""Cross-encoders over a transformers model that the test makes itself: no hub, no download."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import BertWordPieceTokenizer

from paraphrast import data
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify import scorer
from paraphrast.identify.backbones import backbone
from paraphrast.identify.settings import settings
from paraphrast.identify.training import Data, train

Toy = Callable[..., list[Pair]]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Make a tiny BERT or RoBERTa with a character tokenizer, as a directory of transformers."""
    transformers = pytest.importorskip("transformers")

    def make(kind: str) -> Path:
        folder = tmp_path_factory.mktemp(kind)
        letters = list("абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz")
        letters += list("猫医生火车诗人邻居睡觉唱歌离开沉默今天")
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        vocabulary = special + letters + [f"##{letter}" for letter in letters]
        made = BertWordPieceTokenizer(
            {piece: place for place, piece in enumerate(vocabulary)}, strip_accents=False
        )
        names = dict(zip(["pad", "unk", "cls", "sep", "mask"], special, strict=True))
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_object=made._tokenizer, **{f"{name}_token": piece for name, piece in names.items()}
        )
        tokenizer.save_pretrained(folder)
        sizes: dict[str, Any] = {
            "vocab_size": len(tokenizer), "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2,
            "intermediate_size": 64, "max_position_embeddings": 140, "pad_token_id": 0,
            "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, "initializer_range": 0.1,
            "type_vocab_size": 2 if kind == "bert" else 1,
        }  # fmt: skip
        config = transformers.BertConfig(**sizes) if kind == "bert" else transformers.RobertaConfig(**sizes)
        model = transformers.AutoModelForMaskedLM.from_config(config)
        model.save_pretrained(folder)
        return folder

    return make


@pytest.mark.parametrize(("kind", "lang"), [("bert", "ru"), ("bert", "zh"), ("roberta", "en")])
def test_a_cross_encoder_learns_and_predicts_without_torch(
    tiny: Callable[[str], Path], toy: Toy, tmp_path: Path, kind: str, lang: str
) -> None:
    pairs = toy(lang, count=16)
    chosen = settings("cross", base=str(tiny(kind)), epochs=25, patience=25, batch=8, rate=2e-3)
    card = train(chosen, Data({"toy": pairs}, pairs), to=tmp_path / "model")
    assert card.scores["accuracy"] >= 0.9
    scores = scorer(str(tmp_path / "model"))(pairs)
    right = [(score >= 0.5) == (pair.label == 1) for score, pair in zip(scores, pairs, strict=True)]
    assert np.mean(right) == pytest.approx(card.scores["accuracy"])


def test_reading_domain_text_first_lowers_the_loss_of_masked_pieces(
    tiny: Callable[[str], Path], tmp_path: Path
) -> None:
    from paraphrast.identify.pretraining import Plan, Step, read_on

    texts = ["кот спит сегодня", "врач поёт сегодня", "the cat sleeps today"] * 8
    steps: list[Step] = []
    plan = Plan(epochs=6, rate=3e-3, batch=8)
    done = read_on(str(tiny("bert")), texts, to=tmp_path / "read", plan=plan, report=steps.append)
    assert done.losses[-1] < done.losses[0] - 0.3
    batches = [step[:3] for step in steps if step.event == "batch"]
    assert batches == [(epoch, batch, 3) for epoch in range(6) for batch in (1, 2, 3)]
    assert [step.epoch for step in steps if step.event == "epoch"] == list(range(6))
    chosen = settings("cross", base=str(tmp_path / "read"), epochs=1)
    pairs = [
        Pair("кот спит", "спит кот", label=1.0, lang="ru"),
        Pair("кот спит", "врач поёт", label=0.0, lang="ru"),
    ]
    assert train(chosen, Data({"toy": pairs}, pairs), to=tmp_path / "model").vectors.endswith("read")
    with pytest.raises(DataError, match="no text to read"):
        read_on(str(tiny("bert")), [" "], to=tmp_path / "none")


def test_a_sequence_classifier_of_transformers_is_a_scorer(
    tiny: Callable[[str], Path], tmp_path: Path
) -> None:
    transformers = pytest.importorskip("transformers")
    base = tiny("bert")
    model = transformers.AutoModelForSequenceClassification.from_pretrained(
        base, id2label={0: "paraphrase", 1: "other"}, label2id={"paraphrase": 0, "other": 1}
    )
    model.save_pretrained(tmp_path)
    transformers.AutoTokenizer.from_pretrained(base).save_pretrained(tmp_path)
    pairs = [Pair("кот спит", "спит кот", lang="ru"), Pair("the cat sleeps today", "猫睡觉", lang="en")]
    scores = scorer(f"hub:{tmp_path}")(pairs)
    assert all(0 < score < 1 for score in scores)
    assert scores == pytest.approx([scorer(f"hub:{tmp_path}")([pair])[0] for pair in pairs], abs=1e-5)


def test_a_base_that_is_not_there_is_an_error_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(CommandError, match="cannot be loaded"):
        scorer(f"hub:{tmp_path / 'nowhere'}")
    with pytest.raises(CommandError, match="no model"):
        backbone(str(tmp_path / "nowhere"))


def test_the_shell_reads_domain_text_before_it_trains(
    tiny: Callable[[str], Path], toy: Toy, shell: Any, tmp_path: Path
) -> None:
    data.write(tmp_path / "pairs.jsonl", toy("en", count=16))
    (tmp_path / "domain.txt").write_text("the cat sleeps today\na poet sings\n", encoding="utf-8")
    arguments = ["-o", tmp_path / "m", "-s", f"base={tiny('bert')}", "-s", "epochs=1"]
    ran = shell("identify", "train", "cross", tmp_path / "pairs.jsonl", *arguments,
                "--continue-pretraining", tmp_path / "domain.txt")  # fmt: skip
    assert ran.code == 0, ran.err
    assert "read 2 texts: loss" in ran.err
    assert (tmp_path / "m" / "base" / "config.json").is_file()
    ran = shell("identify", "predict", tmp_path / "pairs.jsonl", "-m", tmp_path / "m")
    assert ran.out.count('"score"') == 16
