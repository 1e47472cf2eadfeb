"""What taking a rude word out leaves open is filled or closed; what the source has so stays."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.text.english.repair.open_ends import close_open_ends


@pytest.mark.parametrize(
    ("text", "source", "new"),
    [
        ("The cops are.", "The cops are pigs.", "The cops are bad."),
        ("You're and nobody cares.", "You're pathetic and nobody cares.", "You're bad and nobody cares."),
        ("She is a bad who lies.", "She is a dirty rat who lies.", "She is a bad person who lies."),
        ("You look like a.", "You look like a troll.", "You look bad."),
        ("Don't be a artist.", "Don't be a fucking artist.", "Don't be an artist."),
        ("Get a job, you.", "Get a job, you hippie.", "Get a job."),
        ("Leave, you person.", "Leave, you jerk.", "Leave."),
        ("Hes a person and lies.", "Hes a twat and lies.", "Hes a bad person and lies."),
        ("Most clerics are people.", "Most clerics are wimps.", "Most clerics are bad people."),
        ("Only a total bad would go.", "Only a total crook would go.", "Only a total bad person would go."),
    ],
)
def test_hollows_are_mended(text, source, new):
    assert close_open_ends(text, source) == new


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Yes, he is.", "Yes, he is, bitch."),  # the source says no more either
        ("I know what you are.", "I know what you are, moron."),
        ("What is it like?", "What the fuck is it like?"),
        ("I hate you.", "I hate you, bastard."),
        ("I love you.", "I love you bitch."),
        ("He has an user of an hour", "He has an user of an hour, damn"),
    ],
)
def test_whole_sentences_stay(text, source):
    assert close_open_ends(text, source) == text


def test_a_rewriting_keeps_its_predicate():
    assert rewriter("detox", "en")(["You are such a donkey, read the manual."]) == [
        "You are unpleasant, read the manual."
    ]
