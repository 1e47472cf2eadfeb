"""English phrases: threats, commands, animals, wits and groups are said politely; plain sentences stay."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.lexicon import phrased, unphrased


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'll break your legs if you do it.", "I will be very angry with you if you do it."),
        ("Somebody should shoot that guy.", "Somebody should stop that guy."),
        ("Stick your advice where the sun doesn't shine.", "Keep your advice to yourself."),
        ("Get lost, he is as dumb as a rock", "Go away, he is not very wise"),
        ("That fat cow took my seat.", "That woman took my seat."),
        ("My boss is a lying snake and a liar.", "My boss is unpleasant and a liar."),
        ("Women drivers have no brains.", "Women drivers do not think enough."),
        ("All Muslims are terrorists.", "Muslims are sometimes extremists."),
        ("They left, the greedy bastards.", "They left."),
        ("You drunk bastard, you forgot it!", " you forgot it!"),
        ("Please stop fucking up my edits .", "Please stop spoiling my edits ."),
        ("wtf is this", "what is this"),
        ("They give no fucks, he gave no shits", "They do not care, he did not care"),
        ("Nobody asked for your dumbass opinion, Karen.", "Nobody asked for your bad opinion, Karen."),
        ("people are idiots for that", "people are unreasonable for that"),
    ],
)
def test_rude_phrases_are_said_politely(text, said):
    assert unphrased(text, "en") == said


@pytest.mark.parametrize(
    "text",
    [
        "The fat cow gave milk, and the pigs were fed by the farmer.",
        "He will get lost in the woods if you let him go back to the village.",
        "All Muslims are welcome, and women drivers pay less for insurance.",
        "They were shut up in prison, and he forgot to shut it.",
        "Owls have no sense of smell; you have no sense of rhythm.",
        "I'll kill the process, cut you some slack and break your record.",
        "She is a strong man up there, in the hall of kings.",
        "The victims did not deserve to die.",
    ],
)
def test_plain_sentences_have_no_rude_phrase(text):
    assert not phrased(text, "en")


def test_a_phrase_no_judge_minds_is_rewritten():
    assert rewriter("detox", "en")(["Your brain is the size of a peanut."]) == ["You do not understand much."]
