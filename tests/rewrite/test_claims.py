"""Texts that despise a group are refused: their meaning is the offence, whatever the words."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.words.lexicon import has_claim
from paraphrast.text import LANGS


@pytest.mark.parametrize(
    "text",
    [
        "Women drivers are too stupid to park.",
        "I tell you, all Muslims are savages.",
        "Why are blondes so dumb?",
        "Teachers are lazy idiots who know nothing.",
        "Trans people are mentally ill freaks.",
        "Asians can't drive.",
        "The Jews run the banks; the Jews control the press.",
        "Immigrants should be shot.",
        "Old people should not be allowed to vote.",
        "I hate all fags and Jews.",
    ],
)
def test_claims_about_a_group_are_found(text):
    assert has_claim(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        "Women drivers pay less for insurance.",
        "Muslims are asked to register at the mosque.",
        "It is not true that women are stupid.",
        "I do not think that immigrants are lazy.",
        "People who say that Jews are greedy are wrong.",
        "The boys are lazy on Sundays, and my girls are little animals.",
        "These men are dangerous.",
        "Politicians are greedy.",  # criticism of what people chose to do
        "Refugees are fleeing from terrorists.",
        "Poor people are hit hardest by the tax.",
        "You are a stupid liar.",
    ],
)
def test_other_sentences_claim_nothing_of_a_group(text):
    assert not has_claim(text, "en")


def test_only_languages_with_a_table_know_claims():
    assert not any(has_claim("Women are stupid", lang) for lang in LANGS if lang != "en")


@pytest.mark.parametrize(
    ("lang", "text", "fine"),
    [
        ("en", "Women drivers are too stupid to park.", "The park is closed."),
        ("en", "Women can't think logically.", "The women think about it."),
        ("ru", "Все мигранты — тупые животные, гнать их надо.", "Мигранты получили документы в среду."),
        ("zh", "外地人都是垃圾，素质低得要命。", "外地人可以在三号窗口办理手续。"),
    ],
)
def test_a_text_that_despises_a_group_is_refused_and_not_made_milder(lang, text, fine):
    despising, other = rewriter("detox", lang).records([text, fine])
    assert despising.b == text
    assert despising.meta["flags"][0] == "refused: it despises a group, and milder words would only hide that"
    assert (other.b, other.meta["flags"]) == (fine, ["fine"])
