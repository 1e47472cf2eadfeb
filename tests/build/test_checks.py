"""Mined pairs and the check of meaning: what it drops, and what is held back where nobody has read it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from paraphrast import models
from paraphrast.build.doubts import Doubtful
from paraphrast.build.mining import Prompted, recipe
from paraphrast.build.pipeline import Made, Pipeline
from paraphrast.build.steps import Step
from paraphrast.data import Pair, Scorer
from paraphrast.text import LANGS, Lang

Shell = Callable[..., Any]
Chat = Callable[[Callable[[dict[str, Any]], str]], None]  # endpoints are opened once: each test names its own

# a sentence, a paraphrase of it, and four ways to refuse one
ANSWERS: dict[Lang, tuple[str, str, list[str]]] = {
    "ru": (
        "Вчера банк открыл новый офис в Москве.",
        "Новое отделение банка заработало вчера в Москве.",
        ["Извините, я не могу помочь с этим запросом.", "К сожалению, я не могу выполнить эту просьбу.",
         "Я языковая модель и не могу обсуждать эту тему.", "Как искусственный интеллект, я не имею мнения."],
    ),
    "en": (
        "She bought a new car last week.",
        "Last week she purchased a new automobile.",
        ["I'm sorry, but I can't help with that request.", "I cannot assist with that.",
         "As an AI language model, I am unable to paraphrase this sentence.", "I won't rewrite this text."],
    ),
    "zh": (
        "这家银行昨天在市中心开设了一个新的办事处。",
        "昨天，该银行在市中心新开了一家办事处。",
        ["抱歉，我无法协助处理这个请求。", "对不起，我不能改写这句话。",
         "作为一个人工智能语言模型，我无法讨论这个话题。", "很抱歉，我不能提供帮助。"],
    ),
}  # fmt: skip


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def names(steps: Sequence[Step]) -> list[str]:
    return [step.name for step in steps]


def prompted(lang: Lang) -> Prompted:
    """Ask a model that gives a paraphrase and four refusals for a text."""
    _, paraphrase, refusals = ANSWERS[lang]
    return Prompted(lambda prompts: [[paraphrase, *refusals] for _ in prompts], lang)


def ran(steps: list[Step], pairs: list[Pair], folder: Path) -> Made:
    return Pipeline(steps, folder).run(lambda: pairs, key="1")


@pytest.mark.parametrize("lang", LANGS)
def test_refusals_of_a_language_model_fail_the_check_of_meaning(lang: Lang, tmp_path: Path) -> None:
    text, paraphrase, refusals = ANSWERS[lang]
    made = ran(recipe(prompted(lang)), [Pair(text, text, lang=lang, id="1")], tmp_path)
    assert [pair.b for pair in made.pairs()] == [paraphrase]
    drops = {drop.pair.b: (drop.step, drop.reason) for drop in made.drops()}
    assert drops == dict.fromkeys(refusals, ("meaning", "meaning-low"))


@pytest.mark.parametrize("lang", LANGS)
def test_answers_without_a_check_stay_with_a_warning(lang: Lang, tmp_path: Path) -> None:
    text, paraphrase, refusals = ANSWERS[lang]
    with pytest.warns(Doubtful, match="12 of 12 refusals") as said:
        steps = recipe(prompted(lang), meaning="unchecked")
    assert said[0].filename == __file__
    made = ran(steps, [Pair(text, text, lang=lang, id="1")], tmp_path)
    assert [pair.b for pair in made.pairs()] == [paraphrase, *refusals]


def test_only_a_pair_model_that_drops_something_spares_the_check() -> None:
    make = prompted("ru")
    assert "meaning" in names(recipe(make))
    assert "meaning" in names(recipe(make, scorer=wording))
    assert "meaning" in names(recipe(make, scorer="bundled", low=0.1))
    assert "meaning" not in names(recipe(make, scorer="bundled", low=0.5))
    assert "meaning" not in names(recipe(make, scorer=models.pair(), low=0.6, meaning="unchecked"))
    assert "meaning" not in names(recipe())
    (step,) = (step for step in recipe(make, meaning=wording) if step.name == "meaning")
    assert step.settings["scorer"] == "wording"


def wording(pairs: Sequence[Pair]) -> list[float]:
    """Score as a metric does, which knows nothing of meaning: by the beginning of the texts."""
    return [0.8 if pair.a[:3] == pair.b[:3] else 0.3 for pair in pairs]


BANDED: dict[Lang, list[str]] = {
    "ru": ["один два три четыре пять", "один два три шесть семь", "восемь девять десять сто"],
    "en": ["the cat sat on a warm mat", "the cat sat by an open door", "big dogs jump quickly now"],
    "zh": [
        "今天下午我们一起去公园散步聊天吧",
        "今天下午我们一起去商店买些东西",
        "昨晚他独自在家里看完了那部老电影",
    ],
}


def sure(pairs: Sequence[Pair]) -> list[float]:
    return [0.9 for _ in pairs]


class Model:
    """A pair model of a person's own."""

    threshold = 0.5

    def __init__(self, likeness: float) -> None:
        self.likeness = likeness

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        return [self.likeness for _ in pairs]


@pytest.mark.parametrize("lang", LANGS)
def test_fine_pairs_that_no_check_has_read_are_held_back(lang: Lang, tmp_path: Path) -> None:
    text, near, far = BANDED[lang]
    pairs = [Pair(text, near, lang=lang, id="near"), Pair(text, far, lang=lang, id="far")]
    settings: dict[str, Any] = {"scorer": wording, "low": 0.0, "bands": (0.2, 0.6), "jaccard": None}
    made = ran(recipe(**settings), pairs, tmp_path / "held")
    assert [pair.id for pair in made.pairs()] == ["far"]
    assert [(drop.step, drop.reason, drop.pair.id) for drop in made.drops()] == [
        ("fine", "meaning-unchecked", "near")
    ]
    assert dict(made.counts())["fine"].reasons == {"meaning-unchecked": 1}
    with pytest.warns(Doubtful, match="0 of 17 Russian") as said:
        steps = recipe(**settings, meaning="unchecked")
    assert said[0].filename == __file__
    bands = {pair.id: pair.meta["band"] for pair in ran(steps, pairs, tmp_path / "unchecked").pairs()}
    assert bands == {"near": "fine", "far": "fair"}
    checked = ran(recipe(**settings, meaning=sure), pairs, tmp_path / "checked")
    assert {pair.id: pair.meta["band"] for pair in checked.pairs()} == bands


@pytest.mark.parametrize(
    ("scorer", "low", "kept"),
    [
        (Model(0.9), 0.5, ["1"]),  # the score is the check
        (Model(0.9), 0.1, ["1"]),  # and is one for this pair, though it would let others pass
        (Model(0.4), 0.1, []),  # called no paraphrase by the model itself, however low the bands lie
        (Model(0.4).__call__, 0.1, []),  # nobody knows what this is
        (Model(0.9).__call__, 0.5, []),
    ],
)
def test_the_score_of_a_pair_model_is_a_check_of_what_it_calls_paraphrases(
    scorer: Scorer, low: float, kept: list[str], tmp_path: Path
) -> None:
    text, near, _ = BANDED["en"]
    steps = recipe(scorer=scorer, low=low, bands=(0.1, 0.2), jaccard=None)
    assert [pair.id for pair in ran(steps, [Pair(text, near, id="1")], tmp_path).pairs()] == kept


@pytest.mark.parametrize("lang", LANGS)
def test_mine_by_prompt_checks_meaning_unless_told_not_to(
    lang: Lang, shell: Shell, tmp_path: Path, chat: Chat
) -> None:
    text, paraphrase, refusals = ANSWERS[lang]
    other = BANDED[lang][0]
    chat(lambda body: paraphrase if text in body["messages"][0]["content"] else refusals[0])
    source, out = tmp_path / "corpus.txt", tmp_path / "mined.jsonl"
    source.write_text(f"{text}\n{other}\n", encoding="utf-8")
    asked = ["build", "mine", source, "--lang", lang, "--by", "prompt", "--model", f"endpoint:{lang}-answers"]
    ran = shell(*asked, "-o", out)
    assert ran.code == 0, ran.err
    assert [row["b"] for row in lines(out)] == [paraphrase]
    assert "meaning: 2 -> 1 (meaning-low 1)" in ran.err
    assert "warning" not in ran.err
    assert [drop["reason"] for drop in lines(tmp_path / "mined.jsonl.drops.jsonl")] == ["meaning-low"]
    ran = shell(*asked, "-o", out, "--meaning", "unchecked", "--scorer", "none")
    assert ran.code == 0, ran.err
    assert [row["b"] for row in lines(out)] == [paraphrase, refusals[0]]
    ran = shell(*asked, "-o", out, "--meaning", "unchecked")  # the paraphrase score, unless told otherwise
    assert [row["b"] for row in lines(out)] == [paraphrase]
    assert "score: 2 -> 1 (score-low 1)" in ran.err
    assert ran.err.count("warning: no check of meaning reads the answers") == 1
    assert "12 of 12 refusals" in ran.err


@pytest.mark.parametrize("lang", LANGS)
def test_mine_holds_fine_pairs_back_and_says_what_to_do(
    lang: Lang, shell: Shell, tmp_path: Path, chat: Chat
) -> None:
    text, paraphrase, _ = ANSWERS[lang]
    chat(lambda body: "قطة" if "Arabic" in body["messages"][0]["content"] else paraphrase)
    source, out = tmp_path / "corpus.txt", tmp_path / "mined.jsonl"
    source.write_text(f"{text}\n", encoding="utf-8")
    asked = ["build", "mine", source, "--lang", lang, "--by", "pivot", "-o", out]
    asked += ["--model", f"endpoint:{lang}-pivot"] * 2
    asked += ["--scorer", "chrf", "--score", "0", "--bands", "0,0"]
    ran = shell(*asked)
    assert ran.code == 0, ran.err
    assert lines(out) == []
    assert "fine: 1 -> 0 (meaning-unchecked 1)" in ran.err
    assert "1 fine pair held back" in ran.err
    ran = shell(*asked, "--meaning", "unchecked")
    assert [row["band"] for row in lines(out)] == ["fine"]
    assert ran.err.count("warning: no check of meaning reads the band fine") == 1
    ran = shell(*asked, "--meaning", "bundled")
    assert [row["band"] for row in lines(out)] == ["fine"]
    assert "warning" not in ran.err
    assert "held back" not in ran.err


@pytest.mark.parametrize("name", ["chrf", "nowhere", ""])
def test_what_checks_meaning_is_a_pair_model(name: str, shell: Shell, tmp_path: Path) -> None:
    source = tmp_path / "corpus.txt"
    source.write_text("Кот спит на тёплом окне\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    ran = shell("build", "mine", source, "--lang", "ru", "--meaning", name, "-o", out)
    assert ran.code == 2
    assert f"no pair model {name!r} for --meaning; say bundled" in ran.err
    assert not (tmp_path / "out.jsonl.work").exists()
