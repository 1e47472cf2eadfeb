"""The adversarial recipe: the translation route with a real small translator, the native route, the gate."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from paraphrast.build.adversarial import alone, native, translated
from paraphrast.build.doubts import Doubtful
from paraphrast.build.gate import agreed, items
from paraphrast.build.pipeline import Pipeline
from paraphrast.build.steps import Step
from paraphrast.build.survival import lost
from paraphrast.data import Judgement, Pair
from paraphrast.errors import DataError
from paraphrast.text import Lang

WORDS = {
    "the": "", "dog": "собака", "man": "человек", "bites": "кусает", "sees": "видит", "a": "",
    "red": "красный", "house": "дом", "old": "старый", "often": "часто",
}  # fmt: skip
MEANINGS = {**{russian: english for english, russian in WORDS.items() if russian}, **{w: w for w in WORDS}}


def literal(texts: Sequence[str]) -> list[list[str]]:
    """Translate word by word."""
    rows = [[WORDS.get(word, word) for word in text.lower().rstrip(".").split()] for text in texts]
    return [[" ".join(filter(None, row)).capitalize() + "."] for row in rows]


def tidy(texts: Sequence[str]) -> list[list[str]]:
    """Translate word by word and put people before animals, as a model with strong habits would."""
    order = ["человек", "кусает", "видит", "собака"]
    rows = [some[0].rstrip(".").lower().split() for some in literal(texts)]
    return [
        [" ".join(sorted(row, key=lambda w: order.index(w) if w in order else 9)).capitalize() + "."]
        for row in rows
    ]


def meaning(texts: Sequence[str]) -> np.ndarray:
    """Encode a text in either language by its words and, a little, by their places."""
    names = sorted({word for word in MEANINGS.values() if word})
    rows = np.zeros((len(texts), 2 * len(names)), dtype="float32")
    for row, text in zip(rows, texts, strict=True):
        for place, word in enumerate(text.lower().rstrip(".").split()):
            known = MEANINGS.get(word)
            if known in names and WORDS.get(known):
                row[names.index(known)] = 1
                row[len(names) + names.index(known)] = 0.1 * place
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def loss(texts: Sequence[str]) -> list[float]:
    """Call long texts improbable."""
    return [len(text) / 6 for text in texts]


PAIRS = [
    Pair("The dog bites a man.", "The man bites a dog.", 0.0, "en", "swap"),
    Pair("The dog often sees a man.", "Often the dog sees a man.", 1.0, "en", "move"),
    Pair("The naïve dog.", "The dog.", 1.0, "en", "accent"),
    Pair("The dog sees a man " * 4, "The dog sees a man " * 4, 1.0, "en", "long"),
    Pair("The dog bites a man.", "The old red house.", 0.0, "en", "far"),
]


def run(
    pool: dict[str, object], folder: Path, budget: int | None = None
) -> tuple[list[Pair], dict[str, str]]:
    steps = translated(pool, lang="ru", encoder=meaning, model=loss, low=0.8, budget=budget)  # type: ignore[arg-type]
    made = Pipeline(steps, folder).run(lambda: PAIRS, key="1")
    return list(made.pairs()), {drop.pair.id: drop.reason for drop in made.drops()}


def test_the_papers_route_denoises_translates_and_chooses(tmp_path: Path) -> None:
    kept, reasons = run({"greedy": tidy, "beam": literal}, tmp_path)
    assert reasons == {"accent": "script", "long": "perplexity-high", "far": "similarity-low"}
    assert [pair.id for pair in kept] == ["swap", "move"]
    assert kept[0].a == "Собака кусает человек."
    assert kept[0].meta["decoder_a"] == "beam"
    assert kept[0].meta["source_a"] == PAIRS[0].a
    assert kept[0].lang == "ru"


def test_a_swap_that_the_translator_undid_is_found(tmp_path: Path) -> None:
    _, reasons = run({"greedy": tidy}, tmp_path)
    assert reasons["swap"] == "identical"
    meta = {"source_a": "The dog bites a man.", "source_b": "The man bites a dog."}
    assert lost(Pair("Человек кусает собаку.", "Человек кусал собаку.", 0.0, "ru", meta=meta))
    assert not lost(Pair("Собака кусает человека.", "Человек кусает собаку.", 0.0, "ru", meta=meta))
    assert not lost(Pair("Человек кусает собаку.", "Человек кусал собаку.", 1.0, "ru", meta=meta))


def test_the_budget_keeps_the_best(tmp_path: Path) -> None:
    kept, reasons = run({"beam": literal}, tmp_path, budget=1)
    assert len(kept) == 1
    assert "over-budget" in reasons.values()


@pytest.mark.parametrize(
    ("lang", "text"),
    [("ru", "Банк открыл новый офис в Москве."), ("en", "He saw 3 men in Paris."), ("zh", "他买了3本书。")],
)  # fmt: skip
def test_the_native_route_is_ranked_by_a_language_model(lang: Lang, text: str, tmp_path: Path) -> None:
    steps = native(lang, model=loss, per_text=2)
    kept = list(Pipeline(steps, tmp_path).run(lambda: alone([text], lang), key="1").pairs())
    assert len(kept) == 2
    assert kept[0].meta["nll"] <= kept[1].meta["nll"]
    every = list(
        Pipeline(native(lang, per_text=99), tmp_path).run(lambda: alone([text], lang), key="1").pairs()
    )
    assert min(len(pair.b) for pair in every) == len(kept[0].b)
    assert {pair.meta["kind"] for pair in every}


@pytest.mark.parametrize(
    ("lang", "text", "doubtful"),
    [("ru", "Он приобрёл дом.", True), ("en", "It began quickly.", True), ("zh", "如何购买这本书", False)],
)
def test_the_recipe_has_synonyms_where_they_are_right_or_asked_for(
    lang: Lang, text: str, doubtful: bool, tmp_path: Path
) -> None:
    def kinds(steps: list[Step]) -> set[str]:
        made = Pipeline(steps, tmp_path).run(lambda: alone([text], lang), key="1")
        return {pair.meta["kind"] for pair in made.pairs()}

    assert ("synonym" in kinds(native(lang, per_text=99))) is not doubtful
    with pytest.warns(Doubtful, match="readers found") if doubtful else nullcontext():
        steps = native(lang, per_text=99, synonyms=True)
    assert "synonym" in kinds(steps)  # in the same folder: what was made before is not taken for it


def votes(**given: str) -> list[Judgement]:
    said = {"y": "yes", "n": "no"}
    return [
        Judgement(item, f"w{n}", said[vote]) for item, some in given.items() for n, vote in enumerate(some)
    ]


def test_only_full_agreement_on_both_criteria_stays() -> None:
    pairs = [
        Pair("a", "b", 1.0, id=name, meta={"kind": "x"}) for name in ("good", "torn", "ugly", "alone", "not")
    ]
    same = votes(good="yy", torn="yn", ugly="yy", alone="y", **{"not": "nn"})
    correct = votes(good="yy", torn="yy", ugly="yn", alone="yy", **{"not": "yy"})
    found = {pair.id: (verdict.reason, pair.label) for pair, verdict in agreed(pairs, same, correct)}
    assert found == {
        "good": (None, 1.0),
        "torn": ("raters-disagree", 1.0),
        "ugly": ("not-well-formed", 1.0),
        "alone": ("not-annotated", 1.0),
        "not": (None, 0.0),
    }
    with pytest.raises(DataError, match="vote 'maybe' is neither yes nor no"):
        list(agreed(pairs, [Judgement("good", "w", "maybe")], correct))


def test_raters_see_neither_label_nor_origin() -> None:
    shown = list(items([Pair("a", "b", 1.0, "ru", meta={"kind": "negation"})]))
    assert shown == [Pair("a", "b", lang="ru", id="0")]
