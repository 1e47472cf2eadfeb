"""Negative controls with the bundled models: what should not be fooled is not."""

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.metrics import score
from paraphrast.metrics.extended import own_judgements

RUDE = {
    "ru": [
        ("Ты просто идиот, если веришь в эту чушь!", "Ты ошибаешься, если веришь в эту неправду!"),
        ("Заткнись, придурок, никто тебя не спрашивал.", "Помолчи, пожалуйста, тебя никто не спрашивал."),
        ("Эти козлы опять подняли цены на проезд.", "Они снова подняли цены на проезд."),
    ],
    "en": [
        ("You are a complete idiot if you believe this crap.", "You are mistaken if you believe this story."),
        ("Shut up, moron, nobody asked you.", "Please be quiet, nobody asked you."),
        ("These bastards raised the bus fares again.", "They raised the bus fares again."),
    ],
    "zh": [
        ("你要是信这种鬼话，你就是个白痴！", "你要是相信这种说法，那就想错了。"),
        ("闭嘴，笨蛋，没人问你。", "请安静一下，没有人问你。"),
        ("这帮混蛋又涨车票价了。", "他们又涨了车票的价格。"),
    ],
}


def bad(kind: str, source: str, good: str, lang: str) -> str:
    parts = list(good) if lang == "zh" else good.split()
    if kind == "copy":
        return source
    if kind == "empty":
        return ""
    if kind == "keywords":
        return " ".join(sorted(parts, key=len)[-3:])
    return ("" if lang == "zh" else " ").join(np.random.default_rng(0).permutation(parts))


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
@pytest.mark.parametrize("preset", ["fitted", "plain"])
def test_j_ranks_four_bad_systems_below_an_honest_rewrite(lang: str, preset: str) -> None:
    values = {}
    for kind in ("honest", "copy", "empty", "keywords", "scrambled"):
        pairs = [
            Pair(a=source, b=good if kind == "honest" else bad(kind, source, good, lang), lang=lang)
            for source, good in RUDE[lang]
        ]
        values[kind] = score("j", pairs, preset=preset, samples=10).value
    assert max(values, key=lambda kind: values[kind]) == "honest", values
    assert values["empty"] == 0


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_extended_score_knows_a_copy_and_an_unrelated_text(lang: str) -> None:
    good = [pair for pair in own_judgements() if pair.lang == lang and pair.label >= 0.9][:12]
    unrelated = [Pair(a=pair.a, b=good[i - 1].b, lang=lang) for i, pair in enumerate(good)]
    copies = [Pair(a=pair.a, b=pair.a, lang=lang) for pair in good]
    told = [score("spscore-extended", pairs, samples=10).value for pairs in (good, unrelated, copies)]
    assert told[0] > 0.5
    assert told[1] < 0.2
    assert told[2] == 0


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_bertscore_of_unrelated_texts_is_near_zero_once_rescaled(lang: str) -> None:
    sources = sorted({pair.a for pair in own_judgements() if pair.lang == lang})[:40]
    unrelated = [Pair(a=a, b=b, lang=lang) for a, b in zip(sources[:20], sources[20:], strict=True)]
    found = score("bertscore", unrelated, against="source", samples=10)
    assert abs(found.value) < 0.1
    assert "rescaled:yes" in found.signature
