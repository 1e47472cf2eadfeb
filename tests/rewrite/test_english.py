"""English phrases: threats, commands, animals, wits and groups are said politely; plain sentences stay."""

import pytest

from paraphrast.rewrite.words.rude_phrases import has_rude_phrase, say_phrases


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'll break your legs if you do it.", "I will be very angry with you if you do it."),
        ("Get lost, he is as dumb as a rock", "Go away, he is not very wise"),
        ("My boss is a lying snake and a liar.", "My boss is unpleasant and a liar."),
        ("They left, the greedy bastards.", "They left."),
        ("You drunk bastard, you forgot it!", " you forgot it!"),
        ("Please stop fucking up my edits .", "Please stop spoiling my edits ."),
        ("wtf is this", "what is this"),
        ("They give no fucks, he gave no shits", "They do not care, he did not care"),
        ("Nobody asked for your dumbass opinion, Karen.", "Nobody asked for your bad opinion, Karen."),
        ("people are idiots for that", "people are unreasonable for that"),
        ("I hope you lose your job.", "I am very angry with you."),
        ("The senator is a bigoted piece of shit.", "The senator is bigoted."),
        ("It hurt like a bitch, my ass hurts too", "It hurt a lot, my back hurts too"),
        ("I wouldn't take his ass to the store", "I wouldn't take him to the store"),
        ("My uncle calls everybody a retard.", "My uncle calls everybody names."),
        ("You filthy animal, clean your room.", " clean your room."),
        ("He still acts like a dipshit.", "He still acts badly."),
        ("She's a stuck-up bitch.", "She's stuck-up."),
        ("What a sorry excuse for a teacher.", "What a bad teacher."),
        ("He couldn't organise a piss-up in a brewery.", "He cannot do anything right."),
        ("You absolute donut, that was mine.", " that was mine."),
        ("I'm such an idiot, I forgot it.", "I'm careless, I forgot it."),
        ("That cheeky git took it.", "That person took it."),
        ("Kiss my fat ass.", "Leave me alone."),
        ("Why don't you crawl back under your rock?", "Why don't you go away?"),
        ("It's a damn shame.", "It's a shame."),
        ("The guy at the desk was a total prick to us.", "The guy at the desk was unpleasant to us."),
    ],
)
def test_rude_phrases_are_said_politely(text, said):
    assert say_phrases(text, "en") == said


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
        "Nobody asked you to leave; he has the memory of an elephant.",
        "I hope you get better, and may he rest in peace.",
        "She is a badass, and her first-class ticket is as hot as a stone.",
        "The kids climb a tree, jump off a bridge and fly a kite; we take a hike and swim.",
        "Her dress was drop dead gorgeous, and I would rather die than lose you.",
        "The girls are loud today, and I love you, you know.",
        "Take your pills, use your head and get a brain scan.",
        "That sob story came from a POS terminal.",
        "What a lucky girl, and what a pig she keeps; the damned were there.",
        "You lucky people, she has a face like her father.",
    ],
)
def test_plain_sentences_have_no_rude_phrase(text):
    assert not has_rude_phrase(text, "en")
