"""Nouns that a deletion took away are put where something waits for them, and nowhere else."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.words.table import word_table
from paraphrast.text.english.repair.noun_gaps import restore_nouns, sort_noun


@pytest.mark.parametrize(
    ("draft", "source", "whole"),
    [
        ("That stole my bike.", "That fuck stole my bike.", "That person stole my bike."),
        ("She is one tough.", "She is one tough bitch.", "She is one tough person."),
        ("Is the kind of you read", "Is the kind of trash you read", "Is the kind of thing you read"),
        ("A person won", "A moron won", "A person won"),
        ("The in seat 4 snores.", "The wankstain in seat 4 snores.", "The person in seat 4 snores."),
        ("Only wear that.", "Only assholes wear that.", "Only people wear that."),
        ("What a our mayor is.", "What a cockwomble our mayor is.", "What a bad person our mayor is."),
        ("I saw I liked", "I saw shit I liked", "I saw things I liked"),
        ("A lot of odd on TV", "A lot of odd shit on TV", "A lot of odd things on TV"),
        ("It is so on many levels", "It is so ridiculous on many levels", "It is so bad on many levels"),
        ("It sounds to me.", "It sounds ignorant to me.", "It sounds bad to me."),
        ("Stole my pen.", "Bitch stole my pen.", "That person stole my pen."),
        ("Little took it.", "Little fucker took it.", "Little person took it."),
        ("I think person won.", "I think this moron won.", "I think this person won."),
        ("She is a stuck-up.", "She is a stuck-up bitch.", "She is a stuck-up person."),
        ("A bunch of lazy run it", "A bunch of lazy cowards run it", "A bunch of lazy people run it"),
        ("Killing this is a must", "Killing this vermin is a must", "Killing this person is a must"),
    ],
)
def test_a_lost_noun_is_put(draft, source, whole):
    assert restore_nouns(draft, source, word_table("en")) == whole


@pytest.mark.parametrize(
    ("draft", "source"),
    [
        ("That is wrong, the coat fits", "That shit is wrong, the fucking coat fits"),
        ("That is funny.", "That shit is funny."),  # stands for a thing alone
        ("Where is my hat?", "Where the fuck is my hat?"),
        ("Get out of here!", "Bitch get out of here!"),
        ("The dog barks.", "The fucking dog barks."),
        ("He is with us.", "He is fucking with us."),
        ("I hate this", "I hate this shit"),
    ],
)
def test_a_whole_draft_stays(draft, source):
    assert restore_nouns(draft, source, word_table("en")) == draft


def test_a_rewriting_names_who_it_is_about():
    made = rewriter("detox", "en")(["That f*ck stole my bike.", "This shitbird never pays his share."])
    assert made == ["That person stole my bike.", "This person never pays his share."]


@pytest.mark.parametrize(
    ("word", "kind"),
    [("asshat", "person"), ("wankstains", "person"), ("crap", "thing"), ("table", None), ("stupid", None)],
)
def test_a_rude_word_names_a_person_or_a_thing(word, kind):
    assert sort_noun(word, word_table("en")) == kind
