"""Where word vectors come from, and what happens to words that none of them knows."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from paraphrast import identify
from paraphrast.data import Pair, write
from paraphrast.errors import CommandError, DataError, MissingExtra
from paraphrast.identify import vectors
from paraphrast.identify.settings import settings
from paraphrast.identify.training import Data, Loop, train

Toy = Callable[..., list[Pair]]
LINES = "3 4\nкот 1 0 0 0\ncat 0 1 0 0\n猫 0 0 1 0\n"


def plain(words: Sequence[str]) -> vectors.Vectors:
    """Know every word by its length."""
    return np.array([[len(word), 1.0] for word in words], dtype=np.float32)


@pytest.mark.parametrize(
    ("name", "text"), [("a.vec", LINES), ("a.txt", LINES.split("\n", 1)[1]), ("a.vec.gz", LINES)]
)
def test_a_vec_file_is_read_with_or_without_its_header(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    found = vectors.source(str(path))(["猫", "dog", "кот"])
    assert found.tolist() == [[0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]


def test_a_broken_vec_file_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "bad.vec").write_text("кот 1 2\nпёс 1 2 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"bad\.vec, line 2: 'пёс' has not 2 numbers"):
        vectors.source(str(tmp_path / "bad.vec"))(["пёс"])
    (tmp_path / "empty.vec").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="no vectors here"):
        vectors.source(str(tmp_path / "empty.vec"))
    with pytest.raises(CommandError, match="no vectors 'nowhere'"):
        vectors.source("nowhere")


def test_a_table_is_centred_and_keeps_what_it_learned(tmp_path: Path) -> None:
    table = vectors.Table("plain", plain)
    table.learn(["a", "bbb", "ccccc"])
    assert table.rows[1:].mean(axis=0) == pytest.approx([0, 0], abs=1e-3)
    assert table.ids(["bbb", "zz"]) == [2, 0]
    table.save(tmp_path / "t.npz", limit=7)
    again, limit = vectors.Table.load(tmp_path / "t.npz")
    assert limit == 7
    assert again.ids(["a", "ccccc"]) == table.ids(["a", "ccccc"])
    np.testing.assert_array_equal(again.rows, table.rows)
    with pytest.warns(UserWarning, match="have no vector: no vectors 'plain'"):
        again.learn(["new"])
    assert again.ids(["new"]) == [0]


def test_vectors_of_another_language_are_refused() -> None:
    table = vectors.Table("nothing", lambda words: np.zeros((len(words), 3), dtype=np.float32))
    with pytest.raises(DataError, match="know none of the words"):
        table.learn(["кот"])


def test_counted_vectors_put_words_of_like_company_together() -> None:
    texts = [
        ["кот", "пьёт", "молоко"],
        ["пёс", "пьёт", "молоко"],
        ["кот", "ест", "рыбу"],
        ["пёс", "ест", "рыбу"],
    ]
    texts += [["сервер", "хранит", "данные"], ["диск", "хранит", "данные"]]
    found = vectors.counted(texts, dim=4)(["кот", "пёс", "сервер"])
    unit = found / np.linalg.norm(found, axis=1, keepdims=True)
    assert unit[0] @ unit[1] > 0.9 > unit[0] @ unit[2]


def test_balance_weighs_the_rarer_class_up(toy: Toy, tmp_path: Path) -> None:
    pairs = [pair for n, pair in enumerate(toy("ru", count=60)) if pair.label == 0 or n < 12]
    shares = {}
    for balance in (False, True):
        chosen = settings("bow", size="small", epochs=2, batch=8, rate=1e-3, balance=balance)
        train(chosen, Data({"x": pairs}, pairs), to=tmp_path / str(balance))
        shares[balance] = np.mean(identify.scorer(str(tmp_path / str(balance)))(pairs))
    assert shares[True] > shares[False]


def test_mixed_precision_learns_too(toy: Toy, tmp_path: Path) -> None:
    chosen = settings(
        "decatt", size="small", vectors="counts", epochs=4, batch=8, rate=0.003, precision="mixed"
    )
    card = train(chosen, Data({"toy": toy("zh")}, toy("zh")), to=tmp_path)
    assert card.history[-1]["loss"] < card.history[0]["loss"]


def test_two_corpora_are_learned_together(toy: Toy, tmp_path: Path) -> None:
    both = {"plain": toy("ru", count=16), "adversarial": toy("zh", count=16)}
    chosen = settings("bow", size="small", epochs=1)
    card = train(chosen, Data(both, toy("ru", count=8)), to=tmp_path)
    assert [(each.name, each.pairs) for each in card.train] == [("plain", 16), ("adversarial", 16)]


def test_a_device_that_is_not_there_is_an_error_of_the_command(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paraphrast.identify.networks import build

    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    chosen = settings("bow", device="cuda")
    with pytest.raises(CommandError, match="no CUDA device"):
        Loop(chosen, build(chosen, toy("en", count=4)))


def test_prediction_needs_no_torch(toy: Toy, tmp_path: Path) -> None:
    pairs = toy("zh", count=8)
    train(
        settings("esim", size="small", vectors="counts", epochs=1),
        Data({"toy": pairs}, pairs),
        to=tmp_path / "m",
    )
    write(tmp_path / "pairs.jsonl", pairs)
    code = (
        "import sys\n"
        "sys.modules['torch'] = sys.modules['transformers'] = None\n"
        "from paraphrast.cli import main\n"
        "main(['identify', 'predict', 'pairs.jsonl', '-m', 'm'])\n"
    )
    source = Path(identify.__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stdout.count(b'"score"') == 8


def test_training_without_torch_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "paraphrast.identify.esim", raising=False)
    with pytest.raises(MissingExtra, match=r"paraphrast\[train\]"):
        identify.find("esim")
