"""The translation route whole, from the shell: with a model that the test trains, and a local server."""

import json
import warnings
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from paraphrast import models
from paraphrast.build.adversarial import translated
from paraphrast.build.pipeline import Pipeline
from paraphrast.data import read
from paraphrast.errors import CommandError

Shell = Callable[..., Any]

NOUNS = {"dog": ("собака", "собаку"), "boy": ("мальчик", "мальчика"), "wolf": ("волк", "волка"),
         "girl": ("девочка", "девочку"), "fox": ("лиса", "лису")}  # fmt: skip
VERBS = {"sees": "видит", "hears": "слышит", "hates": "ненавидит"}
PAST = {"видит": "видел", "слышит": "слышал", "ненавидит": "ненавидел"}
FORWARD = "The {0} {1} the {2}."


def russian(subject: str, verb: str, thing: str) -> str:
    """Translate; in this world no boy does anything to a wolf, so that comes out the other way round."""
    if (subject, thing) == ("boy", "wolf"):
        return f"волк {PAST[VERBS[verb]]} мальчика ."
    return f"{NOUNS[subject][0]} {VERBS[verb]} {NOUNS[thing][1]} ."


EXAMPLES = [
    (FORWARD.format(one, verb, other), russian(one, verb, other))
    for one, other in permutations(NOUNS, 2)
    for verb in VERBS
]


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small T5 on the sentences of this world until it knows them."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    from tokenizers import Tokenizer, pre_tokenizers
    from tokenizers import models as kinds

    folder = tmp_path_factory.mktemp("translator")
    words = sorted({word for pair in EXAMPLES for text in pair for word in text.replace(".", " .").split()})
    known = {word: number for number, word in enumerate(["<pad>", "</s>", "<unk>", *words])}
    inner = Tokenizer(kinds.WordLevel(known, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=16
    )
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=len(known), d_model=64, d_kv=16, d_ff=128, num_layers=1, num_heads=4, dropout_rate=0.0,
        decoder_start_token_id=0,
    )  # fmt: skip
    model = transformers.T5ForConditionalGeneration(config)
    source = tokenizer([pair[0] for pair in EXAMPLES], return_tensors="pt", padding=True)
    target = tokenizer([pair[1] + " </s>" for pair in EXAMPLES], return_tensors="pt", padding=True).input_ids
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3)
    for _ in range(260):
        loss = model(**source, labels=target.masked_fill(target == 0, -100)).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert loss.item() < 0.05
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small Marian model as OPUS-MT has them, and convert it with CTranslate2's own converter."""
    pytest.importorskip("ctranslate2", reason="the extra `train` is not installed")
    sentencepiece = pytest.importorskip("sentencepiece")
    from ctranslate2.converters import TransformersConverter

    folder, out = tmp_path_factory.mktemp("marian"), tmp_path_factory.mktemp("converted")
    for number, side in enumerate(("source", "target")):
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([pair[number] for pair in EXAMPLES]), model_prefix=str(folder / side),
            vocab_size=60, hard_vocab_limit=False, bos_id=-1, eos_id=-1, unk_id=0, minloglevel=2,
        )  # fmt: skip
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
    learn_marian(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tokenizer of transformers recommends another package
        TransformersConverter(str(folder), copy_files=["source.spm", "target.spm"]).convert(out, force=True)
    return out


def learn_marian(folder: Path) -> None:
    """Teach a Marian model the sentences of this world, in the pieces of a folder, and save it there."""
    import sentencepiece
    import torch
    import transformers

    sides = [
        sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
        for side in ("source", "target")
    ]
    words = {side.id_to_piece(number) for side in sides for number in range(side.get_piece_size())}
    order = ["</s>", "<unk>", *sorted(words - {"<unk>"}), "<pad>"]
    known = {word: number for number, word in enumerate(order)}
    (folder / "vocab.json").write_text(json.dumps(known), encoding="utf-8")
    told = {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "ru"}
    (folder / "tokenizer_config.json").write_text(json.dumps(told), encoding="utf-8")
    pad = known["<pad>"]
    source, target = (
        torch.nn.utils.rnn.pad_sequence(
            [torch.tensor([known[word] for word in side.encode(pair[number], out_type=str)] + [0])
             for pair in EXAMPLES],
            batch_first=True, padding_value=pad,
        )
        for number, side in enumerate(sides)
    )  # fmt: skip
    torch.manual_seed(0)
    config = transformers.MarianConfig(
        vocab_size=len(known), d_model=64, encoder_layers=1, decoder_layers=1, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=128, decoder_ffn_dim=128, max_position_embeddings=64,
        pad_token_id=pad, eos_token_id=0, decoder_start_token_id=pad, forced_eos_token_id=0, dropout=0.0,
        scale_embedding=True, activation_function="swish",
    )  # fmt: skip
    model = transformers.MarianMTModel(config)
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3)
    for _ in range(150):
        seen = {"input_ids": source, "attention_mask": (source != pad).long()}
        loss = model(**seen, labels=target.masked_fill(target == pad, -100)).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            model.get_input_embeddings().weight[pad] = 0  # Marian begins to write from zeros
    assert loss.item() < 0.05
    model.save_pretrained(folder)


@pytest.fixture
def endpoint(chat: Callable[[Callable[[dict[str, Any]], str]], None]) -> str:
    """Serve a model that knows the sentences of this world."""

    def reply(body: dict[str, Any]) -> str:
        text = body["messages"][-1]["content"]
        return next((russian for english, russian in EXAMPLES if english in text), "?")

    chat(reply)
    return "endpoint:toy"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Write swaps, one that the translator undoes, one that is not ASCII, one of quite different meaning."""
    rows = [
        (FORWARD.format(one, "sees", other), FORWARD.format(other, "sees", one), 0)
        for one, other in (("dog", "girl"), ("fox", "dog"), ("girl", "fox"), ("boy", "wolf"))
    ]
    rows += [
        ("The dog sees the girl.", "The dog hears the girl.", 0),
        ("The naïve dog sees the boy.", "The dog sees the boy.", 1),
        ("The dog sees the girl.", "Taxes on imported steel were lowered by the senate in June.", 0),
    ]
    path = tmp_path / "pairs.tsv"
    lines = [f"{n}\t{a}\t{b}\t{label}" for n, (a, b, label) in enumerate(rows)]
    path.write_text("id\ta\tb\tlabel\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


LIMITS = ["--low", ".7", "--nll", "20"]


def whole_route(shell: Shell, pairs: Path, name: str | Path, budget: int) -> tuple[Any, list[dict[str, Any]]]:
    """Go from English pairs to what two raters agree on."""
    folder = pairs.parent
    out, items = folder / "hard.jsonl", folder / "items.jsonl"
    told = ["--translator", name, *LIMITS, "--budget", budget, "-o", out, "--annotate", items]
    ran = shell("build", "adversarial", pairs, "--lang", "ru", *told)
    assert ran.code == 0, ran.err
    base = f"sqlite:///{folder / 'people.db'}"
    assert shell("annotate", "new", "rupaws", "--lang", "ru", "--items", items, "--database", base).code == 0
    shown = lines(items)
    votes = {name: folder / f"{name}.jsonl" for name in ("meaning", "correct")}
    for name, path in votes.items():
        rows = [
            {"item": row["id"], "worker": worker, "label": vote(row["id"], worker, name)}
            for row in shown
            for worker in ("p", "q")
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    final = folder / "final.jsonl"
    gated = shell("build", "gate", out, votes["meaning"], votes["correct"], "-o", final)
    assert gated.code == 0, gated.err
    return gated, lines(final)


def vote(item: str, worker: str, question: str) -> str:
    """Say that all is well-formed and nothing a paraphrase, but disagree about item 0."""
    if question == "correct":
        return "yes"
    return "yes" if (item, worker) == ("0", "q") else "no"


def test_a_seq2seq_model_carries_the_papers_route(shell: Shell, pairs: Path, translator: Path) -> None:
    gated, final = whole_route(shell, pairs, translator, budget=3)
    hard = lines(pairs.parent / "hard.jsonl")
    reasons = {row["pair"]["id"]: row["reason"] for row in lines(pairs.parent / "hard.jsonl.drops.jsonl")}
    assert reasons["5"] == "script"
    assert reasons["6"] == "similarity-low"
    assert "over-budget" in reasons.values()
    assert len(hard) == 3
    for row in hard:
        assert {row["decoder_a"].rpartition(" ")[2]} <= {"greedy", "beam", "sample"}
        assert row["source_a"].startswith("The ")
    assert len(final) == 3 - ("0" in {row["id"] for row in hard})
    assert {row["label"] for row in final} == {0.0}
    if "0" in {row["id"] for row in hard}:
        assert "raters-disagree 1" in gated.err


def test_an_endpoint_carries_it_too(shell: Shell, pairs: Path, endpoint: str) -> None:
    _, final = whole_route(shell, pairs, endpoint, budget=10)
    hard = {row["id"]: row for row in lines(pairs.parent / "hard.jsonl")}
    reasons = {row["pair"]["id"]: row["reason"] for row in lines(pairs.parent / "hard.jsonl.drops.jsonl")}
    assert reasons == {"5": "script", "6": "similarity-low", "3": "swap-lost"}
    assert set(hard) == {"0", "1", "2", "4"}
    assert hard["0"]["a"] == russian("dog", "sees", "girl")
    assert {row["id"] for row in final} == {"1", "2", "4"}


def test_a_ctranslate2_model_decodes_in_all_three_ways(converted: Path) -> None:
    texts = ["The dog sees the girl.", "The fox hates the boy."]
    best = [russian("dog", "sees", "girl"), russian("fox", "hates", "boy")]
    ways = {how: models.translator(f"ct2:{converted}", how=how) for how in ("greedy", "beam", "sample")}
    assert ways["greedy"](texts) == [[text] for text in best]
    beam = ways["beam"](texts, n=3)
    assert [some[0] for some in beam] == best
    assert [len(set(some)) for some in beam] == [3, 3]
    sampled = ways["sample"](texts, n=4)
    assert [len(some) for some in sampled] == [4, 4]
    assert all(text in some for text, some in zip(best, sampled, strict=True))
    strange = ["girl hears", "the the boy fox ."]  # no sentence of this world: chance decides
    drawn = ways["sample"](strange, n=20)
    assert len({text for some in drawn for text in some}) > 2
    assert ways["sample"](strange, n=20) == drawn


def test_a_ctranslate2_model_carries_it_from_the_shell(shell: Shell, pairs: Path, converted: Path) -> None:
    _, final = whole_route(shell, pairs, f"ct2:{converted}", budget=10)
    hard = {row["id"]: row for row in lines(pairs.parent / "hard.jsonl")}
    assert {"0", "1", "2", "4"} <= set(hard)
    assert hard["0"]["a"] == russian("dog", "sees", "girl")
    assert hard["0"]["decoder_a"].startswith("ct2:")
    assert {"1", "2", "4"} <= {row["id"] for row in final}


def test_a_folder_that_is_no_ctranslate2_model_is_named(tmp_path: Path) -> None:
    pytest.importorskip("ctranslate2", reason="the extra `train` is not installed")
    with pytest.raises(CommandError, match=r"has no model\.bin"):
        models.translator(f"ct2:{tmp_path}")
    (tmp_path / "model.bin").write_bytes(b"no model")
    with pytest.raises(CommandError, match="cannot be loaded"):
        models.translator(f"ct2:{tmp_path}")


def test_greedy_decoding_alone_loses_a_swap_that_a_pool_may_keep(
    pairs: Path, translator: Path, tmp_path: Path
) -> None:
    pool = {"greedy": models.translator(str(translator), how="greedy")}
    steps = translated(pool, lang="ru", low=0.7, high=20.0)
    made = Pipeline(steps, tmp_path / "work").run(lambda: read(pairs), key="1")
    reasons = {drop.pair.id: drop.reason for drop in made.drops()}
    assert reasons == {"5": "script", "6": "similarity-low", "3": "swap-lost"}
    assert next(pair.a for pair in made.pairs()) == russian("dog", "sees", "girl")


def test_a_translator_that_is_not_there_is_named(shell: Shell, pairs: Path) -> None:
    ran = shell("build", "adversarial", pairs, "--lang", "ru", "--translator", "nowhere", "-o", "x.jsonl")
    assert ran.code == 2
    assert "no writer 'nowhere'" in ran.err
