"""Ledgers: what a model has read is known, what nobody has read is not, and looks do not matter."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paraphrast.data import Pair, write
from paraphrast.errors import DataError
from paraphrast.models import catalogue, fuse
from paraphrast.models.ledger import (
    FOLDER,
    Ledger,
    bundled_ledger,
    find_read,
    fingerprints,
    load_ledger,
    make_ledger,
)

SAID = {
    "ru": "Поезд на Казань отправляется в шесть часов вечера.",
    "en": "The train to Kazan leaves at six in the evening.",
    "zh": "开往喀山的火车晚上六点出发。",
}
LOOKS = {
    "ru": [SAID["ru"].upper(), "Поезд на  Казань — отправляется в шесть часов вечера!"],
    "en": [SAID["en"].lower(), "The train to Ｋａｚａｎ leaves at six , in the evening"],
    "zh": ["開往喀山的火車晚上六點出發", "开往喀山的火车 晚上六点出发 ."],
}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 60, 1000, 30_000])
def test_a_filter_holds_all_its_keys_and_few_others(count: int) -> None:
    random = np.random.default_rng(count)
    keys = random.integers(1, 1 << 63, size=count, dtype=np.uint64)
    made = fuse.build(keys, bits=6)
    assert made.holds(keys).all()
    others = random.integers(1, 1 << 63, size=100_000, dtype=np.uint64)
    assert abs(float(made.holds(others).mean()) - (1 / 64 if count else 0)) < 0.003
    assert (fuse.unpack(made.packed(), count=len(made.table), bits=6) == made.table).all()


def test_a_filter_costs_little_more_than_its_fingerprints() -> None:
    made = fuse.build(np.random.default_rng(0).integers(1, 1 << 63, size=100_000, dtype=np.uint64), bits=8)
    assert 8 * len(made.packed()) / 100_000 < 10


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_looks_do_not_hide_that_a_text_was_read(lang: str) -> None:
    ledger = make_ledger({"corpus": [SAID[lang]]}, bits=8)
    for text in LOOKS[lang]:
        assert find_read([ledger], [Pair(SAID[lang], text)]).tolist() == [True], text


@pytest.mark.parametrize("text", ["yes", "Да, конечно", "我不知道", "", "!!!", "Thank you", "\ud800"])
def test_generic_texts_are_nobodys(text: str) -> None:
    ledger = make_ledger({"corpus": [text, *SAID.values()]})
    assert fingerprints([text]).tolist() == [0]
    assert find_read([ledger], [Pair(text, text)]).tolist() == [False]
    # beside a text that was read, the other decides
    assert find_read([ledger], [Pair(text, SAID["en"])]).tolist() == [True]


def test_a_pair_is_read_when_both_its_texts_are_and_an_output_by_itself() -> None:
    ledger = make_ledger({"corpus": [SAID["ru"]]}, bits=8)
    pair = Pair(SAID["en"], SAID["ru"])
    assert find_read([ledger], [pair]).tolist() == [False]
    assert find_read([ledger], [pair], "output").tolist() == [True]
    both = [ledger, make_ledger({"more": [SAID["en"]]}, bits=8)]
    assert find_read(both, [pair]).tolist() == [True]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_of_a_corpus_that_was_read_to_four_fifths_so_much_is_said_to_be(lang: str) -> None:
    texts = [f"{SAID[lang]} {number} {number * 7919}" for number in range(4000)]
    ledger = make_ledger({"corpus": texts[:1600] + texts[2000:3600]}, bits=6)
    pairs = [Pair(a, b) for a, b in zip(texts[:2000], texts[2000:], strict=True)]
    assert abs(find_read([ledger], pairs).mean() - 0.8) < 0.005
    share, of = ledger.share_read(texts)
    assert of == 4000
    assert abs(share - 0.8) < 0.01


def test_a_sample_of_the_texts_gives_the_share() -> None:
    texts = [f"The station number {number} was closed in winter" for number in range(20_000)]
    ledger = make_ledger({"corpus": texts[:5000]}, sample=16)
    share, of = ledger.share_read(texts)
    assert abs(of - 20_000 / 16) < 120
    assert abs(share - 0.25) < 0.05
    assert ledger.share_read(["yes"]) == (0.0, 0)


def test_a_ledger_comes_back_from_its_file(tmp_path: Path) -> None:
    made = make_ledger({"one": SAID.values(), "two": ["Кот спит на тёплой печке весь день"]}, bits=7)
    made.save(tmp_path / "ledger.npz")
    found = load_ledger(tmp_path / "ledger.npz")
    assert found.sources == {"one": 3, "two": 1}
    assert (found.texts, found.false_positives) == (4, 1 / 128)
    assert find_read([found], [Pair(SAID["ru"], SAID["zh"])]).tolist() == [True]
    assert (tmp_path / "ledger.npz").read_bytes() == saved_again(made, tmp_path / "again.npz")


def saved_again(ledger: Ledger, path: Path) -> bytes:
    ledger.save(path)
    return path.read_bytes()


def test_a_file_that_is_no_ledger_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_text("hello", encoding="utf-8")
    with pytest.raises(DataError, match="not a ledger"):
        load_ledger(tmp_path / "x.npz")


@pytest.mark.parametrize("name", catalogue.names())
def test_every_card_has_a_ledger_that_knows_nobodys_text_at_the_documented_rate(name: str) -> None:
    ledger = bundled_ledger(name)
    assert ledger.texts > 19_000
    fresh = fingerprints([f"Никто не читал строку номер {n * 104_729} о погоде" for n in range(20_000)])
    rate = float(ledger.filter.holds(fresh).mean())
    assert abs(rate - ledger.false_positives) < 0.004
    pairs = [Pair(f"первая неизвестная строка {n}", f"вторая неизвестная строка {n}") for n in range(4000)]
    assert find_read([ledger], pairs).mean() < 0.002


def test_all_ledgers_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.npz")) < 2_600_000


def test_a_card_says_what_the_model_has_read_and_how_much_of_a_file(shell: Any, tmp_path: Path) -> None:
    ran = shell("models", "card", "pair")
    assert ran.code == 0, ran.err
    assert "has read 1,071,488 texts; of others 1 in 64 is taken for one of them" in ran.out
    assert "rupaws-sample:train" in ran.out
    told = json.loads(shell("models", "card", "toxicity", "--json").out)
    assert told["ledger"]["texts"] > 100_000
    pairs = [
        Pair(f"Никто не читал строку {n} о погоде", f"Nobody has read line {n} at all") for n in range(60)
    ]
    write(tmp_path / "new.jsonl", pairs)
    ran = shell("models", "card", "pair", "--read", tmp_path / "new.jsonl", "--json")
    assert json.loads(ran.out)["share"] < 0.08
    write(tmp_path / "short.jsonl", [Pair("да", "нет")])
    assert "no text is long enough" in shell("models", "card", "pair", "--read", tmp_path / "short.jsonl").out
    assert shell("models", "card", "pair", "--read", tmp_path / "nothing.tsv").code == 2
