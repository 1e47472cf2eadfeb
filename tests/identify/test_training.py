"""The shared loop: learning, seeds, stopping and going on, ONNX, and what it refuses."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.identify import scorer, symmetric
from paraphrast.identify.batches import shuffled
from paraphrast.identify.evaluation import answers
from paraphrast.identify.inputs import WordReader
from paraphrast.identify.layers import parameters
from paraphrast.identify.networks import build
from paraphrast.identify.saved import Saved
from paraphrast.identify.settings import PRESETS, Settings, settings
from paraphrast.identify.training import Data, Loop, train

Toy = Callable[..., list[Pair]]
WORD_MODELS = ["bilstm", "decatt", "esim", "pwim", "sse"]


def run(to: Path, model: str, pairs: list[Pair], report: Any = None, **changes: Any) -> Any:
    chosen = settings(
        model,
        **(
            {"size": "small", "vectors": "counts", "epochs": 4, "patience": 9, "batch": 8, "rate": 0.01}
            | changes
        ),
    )
    return train(chosen, Data({"toy": pairs}, pairs), to=to, report=report)


@pytest.mark.parametrize(
    ("model", "lang"), list(zip(["bow", *WORD_MODELS], ["ru", "en", "zh"] * 2, strict=True))
)
def test_every_model_learns_forty_pairs_by_heart_and_onnx_agrees_with_torch(
    toy: Toy, tmp_path: Path, model: str, lang: str
) -> None:
    pairs = toy(lang)
    card = run(
        tmp_path,
        model,
        pairs,
        epochs={"pwim": 10, "sse": 15}.get(model, 25),
        rate=0.02 if model in ("bow", "bilstm") else 0.003,
    )
    assert card.scores["accuracy"] >= 0.95
    score = Saved(tmp_path, exact=True)
    right = [(value >= 0.5) == (pair.label == 1) for value, pair in zip(score(pairs), pairs, strict=True)]
    assert np.mean(right) == pytest.approx(card.scores["accuracy"])
    torch_scores = torch_predictions(tmp_path, card.settings, pairs)
    np.testing.assert_allclose(score(pairs), torch_scores, atol=1e-5)
    if card.agreement is not None and card.agreement >= 0.99:
        np.testing.assert_allclose(scorer(str(tmp_path))(pairs), torch_scores, atol=0.1)


def torch_predictions(folder: Path, chosen: Settings, pairs: list[Pair]) -> Any:
    from safetensors.torch import load_file

    network = build(chosen, pairs)
    network.module.load_state_dict(load_file(folder / "weights.safetensors"))
    return Loop(chosen, network).predict(network.reader.rows(pairs))


def test_the_same_seed_gives_the_same_weights_and_another_seed_others(toy: Toy, tmp_path: Path) -> None:
    pairs = toy("ru", count=16)
    for name, seed in (("one", 0), ("two", 0), ("other", 1)):
        run(tmp_path / name, "esim", pairs, epochs=1, seed=seed)
    one, two, other = ((tmp_path / n / "weights.safetensors").read_bytes() for n in ("one", "two", "other"))
    assert one == two
    assert one != other


def test_a_run_that_was_stopped_ends_like_one_that_was_not(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = toy("en", count=24)
    run(tmp_path / "whole", "decatt", pairs, epochs=3)
    epoch = Loop.epoch

    def stop(self: Loop, *args: Any, **more: Any) -> float:
        if more["epoch"] == 2:
            raise KeyboardInterrupt
        return epoch(self, *args, **more)

    monkeypatch.setattr(Loop, "epoch", stop)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "parts", "decatt", pairs, epochs=3)
    assert (tmp_path / "parts" / "checkpoint.pt").exists()
    monkeypatch.setattr(Loop, "epoch", epoch)
    told: list[Any] = []
    card = run(tmp_path / "parts", "decatt", pairs, report=told.append, epochs=3)
    assert len(card.history) == 3
    assert [(step.event, step.epoch) for step in told if step.event != "batch"] == [
        ("resumed", 2),
        ("epoch", 2),
    ]
    whole, parts = ((tmp_path / n / "weights.safetensors").read_bytes() for n in ("whole", "parts"))
    assert whole == parts


def test_a_checkpoint_or_model_of_other_settings_is_not_overwritten(toy: Toy, tmp_path: Path) -> None:
    pairs = toy("en", count=16)
    run(tmp_path, "bow", pairs, epochs=1)
    assert run(tmp_path, "bow", pairs, epochs=1).scores  # finished: read, not trained again
    with pytest.raises(CommandError, match="trained otherwise"):
        run(tmp_path, "bow", pairs, epochs=2)


def test_training_stops_when_dev_no_longer_gets_better(toy: Toy, tmp_path: Path) -> None:
    pairs = toy("ru")
    card = run(tmp_path, "bow", pairs, epochs=60, patience=2, rate=0.05)
    scores = [line["f1"] for line in card.history]
    assert len(scores) < 60
    assert card.scores["f1"] == max(scores)
    assert max(scores[-2:]) <= max(scores)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "empty"),
        ([Pair("a", "b")], "pair 1 has no label"),
        ([Pair("a", "b", label=1.0), Pair("c", "d", label=1.0)], "both kinds are needed"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(tmp_path: Path, pairs: list[Pair], message: str) -> None:
    with pytest.raises(DataError, match=message):
        run(tmp_path, "bow", pairs)


def test_sizes_are_near_the_papers(toy: Toy) -> None:
    pairs = toy("en", count=4)
    papers = {"decatt": 380_000, "esim": 7_700_000, "pwim": 2_200_000}
    for model, wanted in papers.items():
        network = build(settings(model, vectors="counts"), pairs)
        wide = type(network.module)(300)
        assert parameters(wide) == pytest.approx(wanted, rel=0.05), model


def test_sse_has_the_papers_140_million_by_arithmetic() -> None:
    from torch import device

    from paraphrast.identify.sse import Sse

    with device("meta"):  # no memory is taken
        assert parameters(Sse(300, size="paper")) == pytest.approx(140e6, rel=0.01)


def test_the_preset_of_cross_is_the_papers() -> None:
    preset = PRESETS["cross"]
    assert (preset.epochs, preset.batch, preset.rate, preset.select) == (20, 32, 2e-5, "f1")


def test_batches_mix_corpora_and_hold_like_lengths() -> None:
    rows = [([1] * (1 + place % 30), [1]) for place in range(600)]
    batches = shuffled(rows, batch=20, seed=0, epoch=0)
    assert sorted(at for batch in batches for at in batch) == list(range(600))
    assert all(max(len(rows[at][0]) for at in b) - min(len(rows[at][0]) for at in b) <= 2 for b in batches)
    assert batches != shuffled(rows, batch=20, seed=0, epoch=1)
    halves = [sum(at < 300 for at in batch) for batch in batches]
    assert sum(0 < count < 20 for count in halves) > len(batches) / 2


@pytest.mark.parametrize("model", WORD_MODELS)
def test_padding_never_changes_a_score(toy: Toy, tmp_path: Path, model: str) -> None:
    pairs = toy("en", count=12)
    network = build(settings(model, size="small", vectors="counts"), pairs)
    loop = Loop(settings(model, size="small", vectors="counts"), network)
    long = Pair("the cat sleeps today " * 6, "today a poet sings " * 5, lang="en")
    alone = loop.predict(network.reader.rows(pairs[:1]))
    beside = loop.predict(network.reader.rows([pairs[0], long]))
    assert beside[0] == pytest.approx(alone[0], abs=1e-5)


def test_entities_are_never_model_input(toy: Toy) -> None:
    pairs = toy("ru", count=8)
    reader = build(settings("esim", size="small", vectors="counts"), pairs).reader
    renamed = [
        Pair(p.a, p.b, label=p.label, lang=p.lang, group="другое", id="x", meta={"entity": "y"})
        for p in pairs
    ]
    assert reader.rows(pairs) == reader.rows(renamed)
    assert isinstance(reader, WordReader)


def test_symmetric_scores_do_not_depend_on_which_text_is_first(toy: Toy, tmp_path: Path) -> None:
    pairs = toy("zh", count=16)
    run(tmp_path, "esim", pairs, epochs=1)
    score = symmetric(scorer(str(tmp_path)))
    back = [Pair(pair.b, pair.a, lang="zh") for pair in pairs]
    assert score(pairs) == pytest.approx(score(back), abs=1e-6)


def test_a_symmetric_scorer_keeps_the_threshold_and_the_costs_of_the_one_it_asks() -> None:
    class Asked:
        threshold, usage = 0.8, "3 questions"

        def __call__(self, pairs: Sequence[Pair]) -> list[float]:
            return [0.9 if pair.a < pair.b else 0.5 for pair in pairs]

    score = symmetric(Asked())
    assert score([Pair("a", "b", lang="en")]) == pytest.approx([0.7])
    assert answers(score, [Pair("a", "b", lang="en")]).tolist() == [False]
    assert getattr(score, "usage", None) == "3 questions"


def test_a_linear_rate_climbs_and_falls_to_nothing(toy: Toy) -> None:
    pairs = toy("en", count=32)
    rates: dict[str, list[float]] = {}
    for schedule in ("constant", "linear"):
        chosen = settings(
            "bilstm", size="small", vectors="counts", epochs=5, batch=4, rate=0.01, schedule=schedule
        )
        loop = Loop(chosen, build(chosen, pairs))
        seen = rates[schedule] = []
        loop.report = lambda _, loop=loop, seen=seen: seen.append(loop.optimizer.param_groups[0]["lr"])
        loop.run(pairs, pairs)
    assert set(rates["constant"]) == {0.01}
    top = int(np.argmax(rates["linear"]))
    assert top in (1, 2)
    assert rates["linear"][: top + 1] == sorted(rates["linear"][: top + 1])
    assert rates["linear"][top:] == sorted(rates["linear"][top:], reverse=True)
    assert rates["linear"][-1] == 0


def test_an_empty_text_gets_a_score(toy: Toy, tmp_path: Path) -> None:
    run(tmp_path, "esim", toy("en", count=8), epochs=1)
    (score,) = scorer(str(tmp_path))([Pair("", "the cat sleeps", lang="en")])
    assert 0 <= score <= 1


def test_an_untrained_or_unknown_name_says_what_to_do() -> None:
    with pytest.raises(CommandError, match="paraphrast identify train esim"):
        scorer("esim", folder="nowhere")
    with pytest.raises(CommandError, match="no trained model 'dogs'"):
        scorer("dogs", folder="nowhere")


def test_the_focus_layer_matches_every_word_at_most_once_and_the_best_first() -> None:
    import torch

    from paraphrast.identify.pwim import SIDE, chosen

    plane = torch.zeros(1, 1, SIDE, SIDE)
    plane[0, 0, :2, :3] = torch.tensor([[0.9, 0.8, 0.1], [0.7, 0.2, 0.3]])
    text = torch.zeros(1, SIDE, SIDE, dtype=torch.bool)
    text[0, :2, :3] = True
    assert chosen(plane, text)[0, 0].nonzero().tolist() == [[0, 0], [1, 2]]


def test_the_focus_layer_matches_as_one_pair_after_another_would() -> None:
    import torch

    from paraphrast.identify.pwim import SIDE, chosen

    def greedy(plane: Any, here: int, there: int) -> set[tuple[int, int]]:
        order = sorted((-plane[i, j], i, j) for i in range(here) for j in range(there))
        found: dict[int, int] = {}
        for _, i, j in order:
            if i not in found and j not in found.values():
                found[i] = j
        return set(found.items())

    random = np.random.default_rng(0)
    for coarse in (1, 1, 100):  # in whole numbers many cells are alike
        plane = np.round(random.normal(size=(SIDE, SIDE)) * coarse)
        here, there = (int(n) for n in random.integers(1, SIDE + 1, 2))
        text = torch.zeros(1, SIDE, SIDE, dtype=torch.bool)
        text[0, :here, :there] = True
        found = chosen(torch.from_numpy(plane)[None, None], text)[0, 0].nonzero().tolist()
        assert {(i, j) for i, j in found} == greedy(plane, here, there)
    broken = torch.full((1, 1, SIDE, SIDE), float("nan"))
    broken[0, 0, 0] = 1.0
    assert chosen(broken, torch.ones(1, SIDE, SIDE, dtype=torch.bool)).sum() <= 1  # and it ends
