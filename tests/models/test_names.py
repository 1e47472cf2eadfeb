"""Models by name: folders and hub models that the test makes itself, endpoints, cards, and clear refusals."""

from pathlib import Path

import numpy as np
import pytest

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.models import catalogue


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a tiny BERT with a tokenizer of its own, as an encoder and as a classifier."""
    transformers = pytest.importorskip("transformers")
    place = tmp_path_factory.mktemp("bert")
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "кошка",
        "собака",
        "cat",
        "dog",
        "猫",
        "狗",
        "sat",
        "ran",
    ]
    (place / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    from tokenizers import Tokenizer, pre_tokenizers, processors
    from tokenizers import models as kinds

    inner = Tokenizer(kinds.WordLevel({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    inner.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=32,
    )
    tokenizer.save_pretrained(place)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        num_labels=2,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(place)
    return place


def test_a_folder_serves_as_encoder_pair_model_and_judge(folder: Path) -> None:
    vectors = models.encoder(str(folder))(["кошка", "dog ran", "猫"])
    assert vectors.shape == (3, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    pieces = models.encoder(str(folder)).tokens(["cat sat"])[0]
    assert pieces.offsets == [(0, 3), (4, 7)]
    score = models.pair(str(folder))
    assert score([Pair("cat sat", "dog ran")]) == pytest.approx(score([Pair("dog ran", "cat sat")]), abs=1e-6)
    assert 0 <= models.toxicity(str(folder))(["cat"])[0] <= 1


def test_vectors_are_kept_by_content(tmp_path: Path, folder: Path) -> None:
    asked: list[str] = []
    encode = models.encoder(str(folder), cache=tmp_path / "vectors.sqlite")
    inner = encode.encoder  # type: ignore[attr-defined]

    def counting(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return np.asarray(inner(texts))

    encode.encoder = counting  # type: ignore[attr-defined]
    first = encode(["кошка", "cat", "кошка"])
    again = encode(["cat", "猫", "кошка"])
    assert asked == ["кошка", "cat", "猫"]
    assert np.array_equal(first[1], again[0])
    assert np.array_equal(first[0], again[2])


@pytest.mark.parametrize(
    "make", [models.encoder, models.pair, models.toxicity, models.fluency, models.language_model]
)
def test_an_unknown_name_says_what_can_be_said(make: object) -> None:
    with pytest.raises(CommandError, match="no model 'nowhere'; say bundled, hub:NAME"):
        make("nowhere")  # type: ignore[operator]


@pytest.mark.parametrize("name", ["nowhere", "ct2:nowhere"])
def test_an_unknown_writer_is_refused(name: str) -> None:
    with pytest.raises(CommandError, match=r"no writer|has no model\.bin"):
        models.translator(name)


def test_an_unknown_way_or_language_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAPHRAST_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(CommandError, match="no way of choosing 'loud'"):
        models.translator("endpoint:any", how="loud")
    with pytest.raises(CommandError, match="no language 'xx'"):
        models.translator("endpoint:any", to="xx")


def test_every_card_names_files_that_ship_and_they_fit_the_box() -> None:
    files = {name for card in catalogue.names() for name in catalogue.card(card)["files"]}
    weights = catalogue.FOLDER.parent / "weights"
    assert {path.name for path in weights.iterdir()} == files
    sizes = {path.name: path.stat().st_size for path in weights.iterdir()}
    writing = sum(size for name, size in sizes.items() if name.startswith("rewriter-"))
    assert writing < 4e6
    assert sizes["static.npy"] < 4e6
    assert sum(sizes.values()) - writing - sizes["static.npy"] < 80e6
    assert sum(sizes.values()) < 90e6
    assert max(sizes.values()) < 50e6
