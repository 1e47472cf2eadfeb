"""The mine recipe: neighbours against a plain search, resumable stores, prompts, pivots and bands."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from paraphrast.build.mining import (
    Prompted,
    Store,
    banded,
    between,
    cells,
    neighbours,
    queried,
    recipe,
    within,
)
from paraphrast.build.mining.prompts import answered, prompt
from paraphrast.build.pipeline import Pipeline
from paraphrast.build.translation import BackTranslation, OneSide
from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.text import LANGS, Lang


def letters(texts: Sequence[str]) -> np.ndarray:
    """Encode a text by its letters and pairs of letters, hashed into 96 numbers."""
    rows = np.zeros((len(texts), 96), dtype="float32")
    for row, text in zip(rows, texts, strict=True):
        for one, other in zip(text.lower(), text.lower()[1:] + " ", strict=True):
            row[(ord(one) * 31 + ord(other)) % 96] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def texts(number: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    words = [
        "кот",
        "собака",
        "дом",
        "river",
        "stone",
        "北京",
        "苹果",
        "солнце",
        "tree",
        "окно",
        "мост",
        "птица",
    ]
    return [f"{' '.join(rng.choice(words, 4))} {index % 7}" for index in range(number)]


def plain_search(left: np.ndarray, right: np.ndarray, low: float, *, same: bool) -> set[tuple[int, int]]:
    scores = left.astype("<f2").astype("float32") @ right.astype("<f2").astype("float32").T
    return {(int(i), int(j)) for i, j in np.argwhere(scores >= low) if not same or i < j}


def ids(pairs: Sequence[Pair]) -> set[tuple[int, int]]:
    return {(int(pair.id.split("+")[0]), int(pair.id.split("+")[1])) for pair in pairs}


def test_within_one_list_finds_what_a_plain_search_finds(tmp_path: Path) -> None:
    lines = texts(300)
    store = Store(tmp_path / "s").encode(lines, letters)
    found = list(within(store, low=0.9, top=300))
    expected = plain_search(letters(lines), letters(lines), 0.9, same=True)
    assert ids(found) == expected
    assert len(found) == len(expected)
    assert all(pair.a == lines[int(pair.id.split("+")[0])] for pair in found)
    low = list(within(store, low=0.9, high=0.97, top=300))
    assert 0 < len(low) < len(found)
    assert all(pair.meta["cosine"] <= 0.97 for pair in low)


@pytest.mark.parametrize("limit", [50_000, 100])
def test_a_pair_is_found_when_either_text_is_among_the_best_of_the_other(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "EXACT", limit)
    monkeypatch.setattr(neighbours, "BLOCK", 64)
    monkeypatch.setattr(neighbours, "WIDE", 96)
    monkeypatch.setattr(cells, "PROBES", 1000)
    rows = np.random.default_rng(0).normal(size=(500, 24)).astype("float32")
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    store = Store(tmp_path / "s").encode(
        map(str, range(500)), lambda some: rows[[int(text) for text in some]]
    )
    scores = rows.astype("<f2").astype("float32") @ rows.astype("<f2").astype("float32").T
    np.fill_diagonal(scores, -2)
    scores[scores > 0.7] = -2
    near = [(i, j) for i, row in enumerate(np.argsort(-scores, axis=1)[:, :3].tolist()) for j in row]
    expected = {(min(i, j), max(i, j)) for i, j in near if scores[i, j] >= 0.4}
    found = list(within(store, low=0.4, high=0.7, top=3))
    assert ids(found) == expected
    assert len(found) == len(expected)
    assert all(scores[int(pair.group), int(pair.id.split("+")[1])] >= 0.4 for pair in found)


def test_many_equal_texts_give_each_its_share(tmp_path: Path) -> None:
    store = Store(tmp_path / "s").encode(["同一句话"] * 50, letters)
    found = ids(list(within(store, low=0.9, top=4)))
    assert len(found) <= 50 * 4
    assert {row for pair in found for row in pair} == set(range(50))


def test_between_two_lists_and_by_queries(tmp_path: Path) -> None:
    first, second = texts(80), texts(120, seed=1)
    one, other = (Store(tmp_path / n).encode(t, letters) for n, t in (("a", first), ("b", second)))
    found = list(between(one, other, low=0.85, top=120))
    assert ids(found) == plain_search(letters(first), letters(second), 0.85, same=False)
    answers = list(queried(other, first[:3], letters, top=2))
    assert len(answers) == 6
    assert [pair.a for pair in answers[::2]] == first[:3]
    best = letters([first[0]]) @ letters(second).T
    assert answers[0].meta["cosine"] == pytest.approx(float(best.max()), abs=2e-3)


def test_cells_find_nearly_all_that_is_near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "EXACT", 100)
    lines = texts(900)
    store = Store(tmp_path / "s").encode(lines, letters)
    found = ids(list(within(store, low=0.95, top=900)))
    expected = plain_search(letters(lines), letters(lines), 0.95, same=True)
    assert found <= expected
    assert len(found) > 0.97 * len(expected)
    other = Store(tmp_path / "t").encode(texts(500, seed=2), letters)
    crossed = ids(list(between(store, other, low=0.95, top=900)))
    assert len(crossed) > 0.95 * len(
        plain_search(letters(lines), letters(texts(500, seed=2)), 0.95, same=False)
    )
    assert not list(store.folder.glob("tmp*"))
    assert cells.PROBES > 1


def test_an_interrupted_store_goes_on_where_it_stopped(tmp_path: Path) -> None:
    lines = texts(5000)
    calls: list[int] = []

    def failing(some: Sequence[str]) -> np.ndarray:
        calls.append(len(some))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return letters(some)

    with pytest.raises(KeyboardInterrupt):
        Store(tmp_path / "s").encode(lines, failing)
    assert len(Store(tmp_path / "s")) == 2048
    with pytest.raises(DataError, match="begun with other texts"):
        Store(tmp_path / "s").encode(["другое", *lines], letters)
    calls.clear()
    store = Store(tmp_path / "s").encode(lines, lambda some: calls.append(len(some)) or letters(some))  # type: ignore[func-returns-value]
    assert sum(calls) == 5000 - 2048
    whole = Store(tmp_path / "w").encode(lines, letters)
    assert np.array_equal(store.vectors, whole.vectors)
    assert store.texts([0, 2047, 4999]) == [lines[0], lines[2047], lines[4999]]
    for name in ("texts", "starts", "vectors"):
        assert (tmp_path / "s" / name).read_bytes() == (tmp_path / "w" / name).read_bytes()


@pytest.mark.parametrize("lang", LANGS)
def test_prompts_keep_names_and_answers_are_cleaned(lang: Lang) -> None:
    text = {"ru": "Анна уехала", "en": "Anna left", "zh": "安娜走了"}[lang]
    assert text in prompt(text, lang)
    assert {"ru": "Имена", "en": "names", "zh": "人名"}[lang] in prompt(text, lang)

    def generator(prompts: Sequence[str]) -> list[list[str]]:
        return [[f"1. «{text}!»", ""] for _ in prompts]

    (made,) = Prompted(generator, lang)([Pair(text, text, lang=lang, id="7")])
    assert [(pair.b, pair.group, pair.meta["origin"]) for pair in made] == [(f"{text}!", "7", "prompt")]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Paraphrase:\nHe left.", "He left."),
        ("改写：他走了。", "他走了。"),
        ("Ответ: Он ушёл.", "Он ушёл."),
        ("- He left", "He left"),
        ("  \n\n", ""),
        ("Time: 5 pm works", "Time: 5 pm works"),
    ],
)
def test_answers_of_many_shapes(answer: str, expected: str) -> None:
    assert answered(answer) == expected


def upper(some: Sequence[str]) -> list[list[str]]:
    return [[text.upper()] for text in some]


def lower(some: Sequence[str]) -> list[list[str]]:
    return [[text.lower(), " "] for text in some]


def test_pivot_and_parallel_text_make_candidates() -> None:
    pairs = [Pair("Кот спит", "The cat sleeps", lang="ru", id="1")]
    (returned,) = BackTranslation(upper, lower)(pairs)
    assert [(pair.a, pair.b, pair.meta["pivot"]) for pair in returned] == [
        ("Кот спит", "кот спит", "КОТ СПИТ")
    ]
    (sided,) = OneSide(lower, "ru")(pairs)
    assert [(pair.a, pair.b, pair.meta["origin"]) for pair in sided] == [
        ("Кот спит", "the cat sleeps", "parallel")
    ]


def shared_words(pairs: Sequence[Pair]) -> list[float]:
    return [len(set(pair.a.split()) & set(pair.b.split())) / len(set(pair.a.split())) for pair in pairs]


def test_the_recipe_scores_and_bands_by_origin(tmp_path: Path) -> None:
    pairs = [
        Pair("один два три четыре пять", "один два три шесть семь", id="1", meta={"origin": "prompt"}),
        Pair("один два три четыре пять", "один два три восемь девять", id="2", meta={"origin": "parallel"}),
        Pair("один два три четыре пять", "одиннадцать двенадцать тринадцать", id="3"),
        Pair("один два три четыре пять", "один два три четыре пять", id="4"),
        Pair("коротко", "кратко", id="5"),
    ]
    steps = recipe(scorer=shared_words, low=0.5, bands=(0.58, 0.62), meaning=shared_words)
    made = Pipeline(steps, tmp_path).run(lambda: pairs, key="1")
    assert [(name, pair.id) for name, pair in banded(made.pairs())] == [("rough", "2"), ("fine", "1")]
    reasons = {drop.pair.id: drop.reason for drop in made.drops()}
    assert reasons == {"3": "meaning-low", "4": "identical", "5": "length-low"}


KILLER = """
import sys, time
from pathlib import Path
import numpy as np
from killing import tear
from paraphrast.build.mining import Store, store

store.CHUNK = 64
texts = [f"предложение {n} 句子 sentence" for n in range(2000)]

def encoder(some):
    time.sleep(0.01)
    return np.array([[len(text), *map(ord, text[-8:].rjust(8))] for text in some], dtype="float32")

print(tear(lambda folder: Store(folder).encode(texts, encoder, label=""), Path(sys.argv[1]), longest=0.15))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")
def test_encoding_killed_ten_times_gives_identical_vectors(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLER, str(tmp_path)]
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, here])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 3
    for name in ("texts", "starts", "vectors", "state.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "torn" / name).read_bytes()
