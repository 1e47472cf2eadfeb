"""The translation route whole, from the shell: with a model that the test trains, and a local server."""

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from paraphrast import models
from paraphrast.build.adversarial import translated
from paraphrast.build.pipeline import Pipeline
from paraphrast.data import read

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
