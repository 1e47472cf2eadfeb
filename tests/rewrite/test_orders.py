"""English sentences in another order, by what their words are."""

import pytest

from paraphrast.rewrite.phrases.orders import reorder
from paraphrast.text.english.recasting.voices import list_verb_forms


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The surfer is riding a small wave.", "A small wave is being ridden by the surfer."),
        ("The council has closed two schools.", "Two schools have been closed by the council."),
        ("He wrote the letter yesterday.", "Yesterday, the letter was written by him."),
        ("The guard shut down the old pumps.", "The old pumps were shut down by the guard."),
        ("The woman cut the bread with a knife.", "The bread was cut with a knife by the woman."),
        ("The thief was caught by two guards.", "Two guards caught the thief."),
        ("He was bitten by a dog.", "A dog bit him."),
        ("The choir will be led by her mother.", "Her mother will lead the choir."),
    ],
)
def test_what_was_done_changes_places_with_who_did_it(text, said):
    assert reorder(text, "en") == said


@pytest.mark.parametrize(
    "text",
    [
        "The train took two hours.",  # a measure
        "The storm made landfall.",  # half of a saying
        "Nobody cut the grass.",
        "The girl washed her hands.",  # whose hands?
        "They cut the grass.",  # now or then
        "The teacher gave the boys homework.",
        "The roof was mended by hand.",
        "The price was cut by ten percent.",
        "The man bought a present for his wife.",  # it may go with either
    ],
)
def test_what_is_not_plain_keeps_its_voice(text):
    assert reorder(text, "en") == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A boy is flying a kite on the beach.", "On the beach, there is a boy flying a kite."),
        ("There is no man riding a horse.", "No man is riding a horse."),
        ("A man wearing a hat is playing the violin.", "Wearing a hat, a man is playing the violin."),
        ("A cat, which is old, is sleeping.", "There is an old cat sleeping."),
        (
            "The boy is singing a song and is eating an apple.",
            "The boy is eating an apple and singing a song.",
        ),
        ("Some dogs are jumping in the snow.", "In the snow, there are some dogs jumping."),
    ],
)
def test_a_scene_is_told_otherwise(text, said):
    assert reorder(text, "en") == said


@pytest.mark.parametrize(
    "text",
    [
        "The man wearing a hat is my uncle.",
        "A lion is an animal.",
        "A woman is smiling and she is standing.",
        "He lives in the city.",
        "The boy is washing a dog and drying it.",  # one after the other
    ],
)
def test_what_is_no_plain_scene_stays(text):
    assert reorder(text, "en") == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Iraqi parliament dismisses minister", "Minister dismissed by Iraqi parliament"),
        ("Oslo is the capital of Norway.", "The capital of Norway is Oslo."),
        ("What is the retirement age in Greece?", "Can you tell me what the retirement age in Greece is?"),
        ("Is eating honey good for health?", "Is it true that eating honey is good for health?"),
        ("Did the king write a book?", "Is it true that the king wrote a book?"),
        ("What are the best books for young readers?", "Which books are best for young readers?"),
    ],
)
def test_headlines_questions_and_equals(text, said):
    assert reorder(text, "en") == said


def test_a_quote_is_left_alone_and_so_is_another_language():
    text = "“The council closed two schools,” wrote the paper."
    assert "The council closed two schools" in reorder(text, "en")
    assert reorder("Он закрыл дверь", "ru", 1) == "Он закрыл дверь"


def test_no_form_of_a_verb_is_taken_for_one_of_another():
    assert list_verb_forms()["found"].base == "find"
    assert list_verb_forms()["saw"].base == "see"
    assert list_verb_forms()["playing"].base == "play"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cups are being placed on a rack by a woman.", "A woman is placing cups on a rack."),
        (
            "When it got dark, the guards locked the gate.",
            "The gate was locked by the guards when it got dark.",
        ),
        ("The firm filed the claim yesterday in a court.", "Yesterday, the firm filed the claim in a court."),
        ("Lea Park, a local teacher, won.", "A local teacher, Lea Park, won."),
        ("The crew filmed a report on floods.", "A report on floods was filmed by the crew."),
        ("When will the train leave?", "When is the train going to leave?"),
        ("Is it safe to visit the island?", "Is visiting the island safe?"),
        ("Strong quake hits northern Chile: USGS", "USGS: Strong quake hits northern Chile"),
        ("Greece to sell two islands", "Two islands to be sold by Greece"),
        ("Two tourists abducted from hotel in Mali", "Two tourists have been abducted from hotel in Mali"),
        ("Old president overthrown by rebels", "Rebels overthrow old president"),
        ("Minister to speak in Rome", "Minister will speak in Rome"),
        ("He met a man who was old.", "He met an old man."),
        ("Two girls in red coats feeding ducks.", "There are two girls in red coats feeding ducks."),
    ],
)
def test_more_clauses_times_and_titles(text, said):
    assert reorder(text, "en") == said


@pytest.mark.parametrize(
    "text",
    [
        "We saw her brother.",
        "Mayor returns to stir up election",
        "He arrives later this week.",
        "Will Smith is an actor.",
        "It takes no more than 20 minutes.",
        "What are good books about birds?",
        "He met a man who was able to help.",
        "The boy seemed a good pupil.",
        "He has two sisters.",
        "She was born in London.",
        "The prize was shared by all.",
        "Karpov is the same age as my son.",
        "Who is it?",
        "Annual Review of Physiology, 48, 625.",
    ],
)
def test_what_no_rule_is_for_stays(text):
    assert reorder(text, "en") == text
