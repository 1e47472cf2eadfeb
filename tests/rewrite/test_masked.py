"""`replace` with a masked language model: what it offers is judged, and the nearest in meaning is taken."""

import numpy as np
import pytest

from paraphrast import models
from paraphrast.errors import CommandError
from paraphrast.rewrite import rewriter

RUDE = ("сука", "idiot", "傻逼", "villain")


def judge(texts):
    return [float(any(word in text.lower() for word in RUDE)) for text in texts]


def encoder(texts):
    """Put texts with a person in them near each other, and all others elsewhere."""
    people = ("сука", "женщина", "idiot", "man", "傻逼", "人")
    return np.array([[1.0, 0.0] if any(word in t.lower() for word in people) else [0.6, 0.8] for t in texts])


@pytest.mark.parametrize(
    ("lang", "text", "offered", "expected"),
    [
        ("ru", "Эта сука опоздала.", ["дрянь", "погода", "женщина"], "Эта женщина опоздала."),
        ("en", "That idiot is late.", ["villain", "weather", "man", "12"], "That man is late."),
        ("zh", "这个傻逼来了。", ["天气", "人"], "这个人来了。"),
    ],
)
def test_the_nearest_word_that_does_not_offend_is_put_in(lang, text, offered, expected):
    filled = lambda gaps, k: [offered[:k] for _ in gaps]  # noqa: E731
    made = rewriter("replace", lang, toxicity=judge, model=filled, encoder=encoder)
    assert made([text]) == [expected]


@pytest.mark.parametrize(("lang", "text", "left"), [("en", "That idiot, he is late.", "That, he is late.")])
def test_a_word_for_which_nothing_is_found_is_taken_out(lang, text, left):
    made = rewriter(
        "replace", lang, toxicity=judge, model=lambda gaps, k: [[] for _ in gaps], encoder=encoder
    )
    assert made([text]) == [left]


def test_two_words_are_replaced_one_after_the_other():
    made = rewriter(
        "replace", "en", toxicity=judge, model=lambda gaps, k: [["man"] for _ in gaps], encoder=encoder
    )
    assert made(["An idiot is an idiot."]) == ["A man is a man."]


def test_a_masked_model_of_the_hub_layout_fills_gaps(tmp_path):
    pytest.importorskip("transformers")
    from rewrite import tiny

    filler = models.filler(str(tiny.masked(tmp_path / "masked")))
    found = filler([("the ", " train"), ("他 ", " 人")], 5)
    assert [len(some) for some in found] == [5, 5]
    assert all(word.isalpha() for some in found for word in some)
    (text,) = rewriter("replace", "en", toxicity=judge, model=str(tmp_path / "masked"))(["the idiot is late"])
    assert "idiot" not in text
    with pytest.raises(CommandError, match="cannot be loaded"):
        models.filler(str(tiny.causal(tmp_path / "causal")))
