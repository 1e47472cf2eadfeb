"""Rude words in disguise are read as what they stand for; other words stay."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.words.disguise import uncover_words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("F**K this b!tch", "FUCK this bitch"),
        ("fcking bstrds", "fucking bastards"),
        ("f u c k you", "fuck you"),
        ("That game is a$$", "That game is ass"),
        ("s-h-i-t, you bi+ch, fu.ck off", "shit, you bitch, fuck off"),
        ("Fu©k it, fuсk it", "Fuck it, fuck it"),  # a sign, and a Cyrillic letter
        ("your a moron, but your dog is not", "you're a moron, but your dog is not"),
        ("I don 't know , it 's late", "I don't know , it's late"),
    ],
)
def test_disguises_are_uncovered(text, plain):
    assert uncover_words(text, "en") == plain


@pytest.mark.parametrize(
    "text",
    [
        "A* search in O(n*m)",
        "Van Dyck painted 911 of them",
        "He said 's' twice!Really",
        "B2B, m4m and $5",
        "S-T-E-M and C++",
    ],
)
def test_other_signs_and_digits_stay(text):
    assert uncover_words(text, "en") == text


def test_a_disguised_insult_is_noticed():
    assert rewriter("detox", "en")(["Close the door, btch."]) == ["Close the door."]
