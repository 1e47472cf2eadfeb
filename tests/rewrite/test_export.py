"""Trained folders as graphs: the texts of torch, cached or not, whole or not there, and without torch."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
import transformers

from paraphrast.errors import CommandError, DataError, MissingExtra
from paraphrast.models import exported
from paraphrast.models.exported import ExportedWriter
from paraphrast.models.searching import Rules, repeating
from paraphrast.rewrite.systems import trained
from paraphrast.rewrite.systems.trained import Folder
from paraphrast.rewrite.training import card as cards
from paraphrast.rewrite.training import export as exporting
from paraphrast.rewrite.training.export import export
from paraphrast.rewrite.training.run import train
from paraphrast.rewrite.training.settings import Settings
from rewrite import tiny
from rewrite.test_training import CORPORA, fresh, told

TEXTS = [
    "ты плохой человек !", "поезд снова опоздал , дурак", "he is the bad man", "the train is late again !",
    "你 好 , 他 坏", "车 晚 了 .", "fool", "опоздал train 了",
    " ".join(tiny.WORDS * 2),
]  # fmt: skip


def made(folder: Path, base: str, *, limit: int = 12, **rules) -> Path:
    """A folder such as training leaves, with random weights and these rules of writing."""
    getattr(tiny, base)(folder)
    kind = "causal" if base == "causal" else "seq2seq"
    settings = Settings(kind, base, "ru", ("train",), "dev", str(folder), clean=False, limit=limit)
    none = cards.describe_data("none", [], {})
    cards.write_card(folder, cards.Card(settings, (none,), none, {}, (), 0, 0.0, "", {}))
    if rules:
        path = folder / "generation_config.json"
        path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | rules), encoding="utf-8")
    return folder


def graphs(folder: Path, **changes) -> ExportedWriter:
    return ExportedWriter(folder / exported.FOLDER, length=12, **changes)


def same(folder: Path) -> list[list[str]]:
    """Export a folder, and see that torch, graphs and graphs without a cache write the same n best texts."""
    through_torch = Folder(folder)
    export(folder)
    through_graphs = Folder(folder)
    assert isinstance(through_graphs.inner, ExportedWriter)
    for n in (1, 4):
        wanted = through_torch(TEXTS, n=n)
        assert through_graphs(TEXTS, n=n) == wanted
        assert graphs(folder, cached=False)(TEXTS, n=n) == wanted
    return wanted


@pytest.mark.parametrize("base", ["seq2seq", "bart", "causal"])
def test_graphs_write_what_torch_writes_and_cached_what_uncached(tmp_path, base):
    wanted = same(made(tmp_path / "a", base))
    assert len({some[0] for some in wanted}) > 2


@pytest.mark.parametrize(
    "rules",
    [
        {"length_penalty": 2.0, "early_stopping": "never"},
        {"length_penalty": 0.0},
        {"early_stopping": True},
        {"no_repeat_ngram_size": 2, "min_length": 8},
        {"forced_bos_token_id": 9},
        {"eos_token_id": [1, 11]},
    ],
)
def test_graphs_keep_to_the_rules_of_generation_config(tmp_path, rules):
    folder = made(tmp_path / "a", "bart", **rules)
    wanted = same(folder)
    plain = graphs(folder)
    plain.facts = msgspec.structs.replace(plain.facts, rules=Rules(ends=(1,), last=1))
    assert plain(TEXTS, n=4) != wanted


@pytest.mark.parametrize("tidy", [False, True])
def test_texts_are_tidied_as_the_tokenizer_asks(tmp_path, tidy):
    folder = made(tmp_path / "a", "bart")
    path = folder / "tokenizer_config.json"
    asked = json.loads(path.read_text(encoding="utf-8")) | {"clean_up_tokenization_spaces": tidy}
    path.write_text(json.dumps(asked), encoding="utf-8")
    same(folder)
    cutter = graphs(folder).cutter
    assert cutter.text(cutter.pieces(["he is late ."])[0]) == ("he is late." if tidy else "he is late .")


def test_many_texts_come_back_in_their_order(tmp_path):
    folder = made(tmp_path / "a", "bart")
    export(folder)
    writer = graphs(folder)
    one_by_one = [writer([text])[0] for text in TEXTS]
    assert writer(TEXTS * 6) == one_by_one * 6
    assert writer([]) == []
    assert len(writer(["", "ты"], n=2)[0]) == 2


@pytest.mark.parametrize("base", ["seq2seq", "bart", "causal"])
def test_eight_bits_run_and_are_near(tmp_path, base):
    folder = made(tmp_path / "a", base)
    exact = export(folder)
    logs = first_step(folder)
    facts = export(folder, int8=True)
    assert facts.int8
    assert facts.sizes[exported.STEP] != exact.sizes[exported.STEP]
    near = np.corrcoef(first_step(folder).ravel(), logs.ravel())[0, 1]
    assert 0.98 < near < 1
    assert [len(some) for some in Folder(folder)(TEXTS, n=3)] == [3] * len(TEXTS)


def first_step(folder):
    writer = graphs(folder)
    batch = writer.read(writer.cutter.pieces(TEXTS))
    rows = np.arange(len(TEXTS))
    return exported.Steps(writer.step, batch, cached=True).logs(batch.prompts, rows, rows * 0)


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_exporting_twice_changes_nothing(tmp_path):
    folder = made(tmp_path / "a", "seq2seq")
    export(folder)
    before = contents(folder)
    export(folder)
    assert contents(folder) == before


def test_an_export_that_was_stopped_leaves_what_was_there(tmp_path, monkeypatch):
    folder = made(tmp_path / "a", "seq2seq")
    before = contents(folder)
    write = exporting.graphs.write_graphs

    def stops(model, place):
        write(model, place)
        raise KeyboardInterrupt

    monkeypatch.setattr(exporting.graphs, "write_graphs", stops)
    with pytest.raises(KeyboardInterrupt):
        export(folder)
    assert contents(folder) == before
    monkeypatch.undo()
    export(folder)
    whole = contents(folder)
    monkeypatch.setattr(exporting.graphs, "write_graphs", stops)
    with pytest.raises(KeyboardInterrupt):
        export(folder)
    assert contents(folder) == whole


def test_a_killed_export_is_cleared_away_by_the_next(tmp_path):
    folder = made(tmp_path / "a", "seq2seq")
    (folder / exporting.PART).mkdir()
    (folder / exporting.PART / "half.onnx").write_bytes(b"half")
    assert not isinstance(Folder(folder).inner, ExportedWriter)
    export(folder)
    assert {path.name for path in folder.iterdir() if path.is_dir()} == {exported.FOLDER}
    whole = contents(folder)
    (folder / exported.FOLDER).rename(folder / f"{exporting.PART}.old")  # killed between two renamings
    with pytest.raises(KeyboardInterrupt), exporting.replace_folder(folder / exported.FOLDER):
        raise KeyboardInterrupt
    assert contents(folder) == whole


def test_a_graph_that_was_cut_off_is_named(tmp_path):
    folder = made(tmp_path / "a", "seq2seq")
    export(folder)
    path = folder / exported.FOLDER / exported.STEP
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataError, match=r"model\.onnx: the file is missing or cut off"):
        Folder(folder)


def test_what_cannot_be_exported_says_why(tmp_path):
    with pytest.raises(CommandError, match="not a trained rewriter"):
        export(tmp_path)
    train(told(tmp_path, "prompt", "causal", epochs=1), CORPORA)
    with pytest.raises(CommandError, match="holds a prompt"):
        export(tmp_path / "out")
    with pytest.raises(CommandError, match="asks for repetition_penalty"):
        export(made(tmp_path / "a", "seq2seq", repetition_penalty=1.5))
    slow = made(tmp_path / "b", "seq2seq")
    (slow / "tokenizer.json").unlink()
    transformers.ByT5Tokenizer().save_pretrained(slow)
    with pytest.raises(CommandError, match=r"ByT5Tokenizer\) has no tokenizer\.json"):
        export(slow)


def test_a_model_that_does_not_trace_is_refused(tmp_path):
    folder = made(tmp_path / "a", "causal")
    config = transformers.BloomConfig(vocab_size=40, hidden_size=32, n_layer=1, n_head=2)
    transformers.BloomForCausalLM(config).save_pretrained(folder)
    with pytest.raises(CommandError, match="a model of type 'bloom' cannot be exported"):
        export(folder)
    assert not (folder / exported.FOLDER).exists()


def test_graphs_that_say_something_else_are_refused(tmp_path, monkeypatch):
    folder = made(tmp_path / "a", "seq2seq")
    monkeypatch.setattr(exporting.graphs, "_block_ahead", lambda pieces, past: -torch.ones(1, 1, 1, 7) * 0.5)
    with pytest.raises(CommandError, match="cannot be exported"):
        export(folder)


def test_a_folder_trained_anew_forgets_its_graphs(tmp_path):
    settings = told(tmp_path, "seq2seq", "seq2seq", epochs=1)
    train(settings, CORPORA)
    export(tmp_path / "out")
    train(settings, CORPORA)
    assert (tmp_path / "out" / exported.FOLDER).exists()
    train(settings, CORPORA, restart=True)
    assert not (tmp_path / "out" / exported.FOLDER).exists()


def test_without_torch_a_folder_needs_to_be_exported(tmp_path, monkeypatch):
    folder = made(tmp_path / "a", "seq2seq")
    monkeypatch.setattr(trained, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="rewrite export"):
        Folder(folder)


ALONE = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "transformers", "onnx", "safetensors"):
            raise ModuleNotFoundError(name=name)
sys.meta_path.insert(0, Gone())
from paraphrast.rewrite import rewriter
def calm(texts): return [0.0] * len(texts)
def agrees(pairs): return [1.0] * len(pairs)
made = rewriter("seq2seq", "zh", to="paraphrase", toxicity=calm, pair=agrees, n=1, model=sys.argv[1])
sys.stdout.buffer.write(made(["他12月31日读了《围城》。"])[0].encode("utf-8"))
"""


def test_a_fresh_model_with_slots_runs_where_there_is_no_torch(tmp_path):
    train(*fresh(tmp_path))
    export(tmp_path / "out")
    ran = subprocess.run([sys.executable, "-c", ALONE, str(tmp_path / "out")], capture_output=True)
    assert ran.stdout.decode("utf-8") == "《围城》是他12月31日读的。", ran.stderr.decode("utf-8")


def test_the_command_exports_and_the_folder_is_used_by_another(shell, tmp_path):
    train(told(tmp_path, "seq2seq", "seq2seq"), CORPORA)
    ran = shell("rewrite", "export", tmp_path / "out", "--int8")
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert (said["kind"], said["int8"]) == ("seq2seq", True)
    ran = shell("rewrite", "export", tmp_path / "out")
    assert json.loads(ran.out)["folder"] == str(tmp_path / "out" / "onnx")
    told_of = ("--system", "seq2seq", "--model", tmp_path / "out", "--lang", "en", "-n", "2")
    used = shell("rewrite", "-", *told_of, stdin="You fucking fool\n")
    assert used.code == 0, used.err
    assert "fuck" not in json.loads(used.out)["b"]
    assert shell("rewrite", "export", tmp_path / "nowhere").code == 2
    assert "Example" in shell("rewrite", "export", "--help").out


def test_what_would_repeat_a_run_of_pieces():
    assert repeating([7, 8, 9, 7, 8], 3) == {9}
    assert repeating([7, 8], 3) == set()
    assert repeating([7, 8, 7], 1) == {7, 8}
