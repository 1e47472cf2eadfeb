"""STA, SIM, FL and J with judges whose answers are known."""

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.metrics import score

TOXIC = {
    "Ты дурак": 0.9,
    "Ты не прав": 0.2,
    "You fool": 0.8,
    "You are wrong": 0.1,
    "你这个笨蛋": 0.7,
    "你错了": 0.1,
}
FLUENT = {
    "Ты дурак": 0.9,
    "Ты не прав": 0.8,
    "You fool": 0.5,
    "You are wrong": 0.9,
    "你这个笨蛋": 1.0,
    "你错了": 0.6,
}
PAIRS = [
    Pair(a="Ты дурак", b="Ты не прав", lang="ru"),
    Pair(a="You fool", b="You are wrong", lang="en"),
    Pair(a="你这个笨蛋", b="你错了", lang="zh"),
]


def toxicity(texts) -> list[float]:
    return [TOXIC.get(text, 0.0) for text in texts]


def fluency(texts) -> list[float]:
    return [FLUENT.get(text, 1.0) for text in texts]


def encoder(texts) -> np.ndarray:
    """Sources point one way; outputs are at cosine .95 to them."""
    sources = {pair.a for pair in PAIRS}
    return np.array(
        [[1.0, 0.0] if text in sources else [0.95, np.sqrt(1 - 0.95**2)] for text in texts], dtype=np.float32
    )


MODELS = {"toxicity": toxicity, "encoder": encoder, "fluency": fluency}
PARTS = {**MODELS, "preset": "plain"}


def test_plain_parts_are_the_judges_probabilities() -> None:
    assert score("sta", PAIRS, toxicity=toxicity, preset="plain").sentences == pytest.approx([0.8, 0.9, 0.9])
    assert score("sim", PAIRS, encoder=encoder, preset="plain").sentences == pytest.approx(
        [1 + 4 * (0.95 - 1)] * 3
    )
    # the second output is more fluent than its source, and gains nothing by it
    assert score("fl", PAIRS, fluency=fluency, preset="plain").sentences == pytest.approx([0.9, 1.0, 0.6])


def test_russe2022_stretches_each_part_by_its_coefficient() -> None:
    assert score("sta", PAIRS, toxicity=toxicity, preset="russe2022").sentences == pytest.approx(
        [1 + 0.9 * (p - 1) for p in (0.8, 0.9, 0.9)]
    )
    assert score("sim", PAIRS, encoder=encoder, preset="russe2022").sentences == pytest.approx([0.925] * 3)
    assert score("fl", PAIRS, fluency=fluency, preset="russe2022").sentences == pytest.approx(
        [1 - 1.15 * 0.1, 1.0, 1 - 1.15 * 0.4]
    )


@pytest.mark.parametrize("preset", ["plain", "russe2022"])
def test_j_is_the_mean_of_the_products(preset: str) -> None:
    parts = [
        score("sta", PAIRS, toxicity=toxicity, preset=preset),
        score("sim", PAIRS, encoder=encoder, preset=preset),
        score("fl", PAIRS, fluency=fluency, preset=preset),
    ]
    found = score("j", PAIRS, preset=preset, **MODELS)
    assert found.sentences == pytest.approx(np.prod([part.sentences for part in parts], axis=0))
    assert found.value == pytest.approx(found.sentences.mean())


def test_binary_parts_are_yes_or_no_before_they_are_multiplied() -> None:
    found = score("j", PAIRS, binary=True, **PARTS)
    assert set(found.sentences) <= {0.0, 1.0}
    assert found.sentences.tolist() == [1.0, 1.0, 0.0]
    assert "binary:yes" in found.signature


def test_the_coefficients_are_in_the_signature() -> None:
    found = score("j", PAIRS, preset="russe2022", **MODELS)
    assert "|preset:russe2022|sta:0.9|sim:1.5|fl:1.15|binary:no|" in found.signature
    assert "toxicity:toxicity|encoder:encoder|fluency:fluency" in found.signature


def test_a_copy_keeps_its_toxicity_and_an_empty_output_gets_nothing() -> None:
    copies = [Pair(a=pair.a, b=pair.a, lang=pair.lang) for pair in PAIRS]
    for text in ("", "  ", "?!"):
        empty = [Pair(a=pair.a, b=text, lang=pair.lang) for pair in PAIRS]
        assert score("j", empty, **PARTS).value == 0
        assert score("sta", empty, toxicity=toxicity, preset="plain").value == 0
    assert score("j", copies, **PARTS).value < score("j", PAIRS, **PARTS).value


def test_models_are_asked_once_for_each_text() -> None:
    asked: list[str] = []

    def counting(texts) -> list[float]:
        asked.extend(texts)
        return toxicity(texts)

    score("sta", PAIRS * 5, toxicity=counting, preset="plain")
    assert sorted(asked) == sorted(pair.b for pair in PAIRS)


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(CommandError, match="no preset 'russe2023'; there are fitted, plain, russe2022"):
        score("sta", PAIRS, toxicity=toxicity, preset="russe2023")
