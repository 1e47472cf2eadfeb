"""A language that was added as a folder: what it can be asked for, and what it refuses with a reason."""

import pytest

from paraphrast.errors import CommandError
from paraphrast.text import (
    Lang,
    entities,
    expansions,
    forms,
    inflect,
    is_stop,
    language,
    lemmas,
    normal,
    sentences,
    stems,
    synonyms,
    tags,
    words,
)  # fmt: skip
from paraphrast.text.cues import find_cues
from paraphrast.text.edits import edits
from paraphrast.text.languages import LANGS, READ, languages_with
from paraphrast.text.opposites import is_opposite
from paraphrast.text.rough import rough_sentences

TEXT = (
    "Am 3. Mai 2020 kam Dr. Anna Vogel z. B. mit 20 Mio. Euro nach Bonn. Die Häuser der Siemens AG blieben!"
)


def test_words_keep_their_letters():
    assert forms("Straße, Übung und 3,5 km", "de") == ["straße", "übung", "und", "3,5", "km"]
    assert [token.text for token in words("Ja!", "de")] == ["Ja", "!"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (TEXT, 2),
        ("Der 2. Weltkrieg endete 1945. Danach wurde gebaut.", 2),
        ("Herr Prof. Weber kam um 8 Uhr. Er blieb bis 9.", 2),
        ("„Wirklich?“, fragte er. „Ja!“", 2),
        ("Das gilt u. a. für Bern, Basel usw. und weitere Städte.", 1),
    ],
)
def test_sentences_end_where_they_should(text, count):
    found = sentences(text, "de")
    assert len(found) == count
    assert [(one.start, one.stop) for one in found] == rough_sentences(text, "de")
    assert all(text[one.start : one.stop] == one.text for one in found)


def test_dictionary_forms_and_stems():
    assert [token.text for token in lemmas("Die Häuser waren schöner", "de")] == [
        "der",
        "haus",
        "sein",
        "schön",
    ]
    assert [token.text for token in stems("Häuser Hauses", "de")] == ["haus", "haus"]
    assert is_stop("Nicht", "de")
    assert not is_stop("Haus", "de")
    assert expansions("usw.", "de") == ["und so weiter"]


def test_entities_are_found_by_patterns_and_lists():
    found = [(one.kind, one.text) for one in entities(TEXT, "de")]
    assert found == [
        ("date", "3. Mai 2020"),
        ("person", "Anna Vogel"),
        ("money", "20 Mio. Euro"),
        ("place", "Bonn"),
        ("organisation", "Siemens AG"),
    ]
    assert entities("Der Tisch steht im Garten.", "de") == []


def test_the_language_is_told_and_the_spelling_stays():
    assert language(TEXT) == "de"
    assert language("The house is big and old") == "en"
    assert normal("Grüße", "de").text == "Grüße"


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda lang: tags("Haus", lang), "tags"),
        (lambda lang: inflect("Haus", {"plur"}, lang), "inflection"),
        (lambda lang: find_cues("nicht", lang), "cues"),
        (lambda lang: is_opposite("gut", "schlecht", lang), "opposites"),
        (lambda lang: edits("Haus", lang, "abbreviations"), "edits"),
        (lambda lang: synonyms("Haus", lang), "synonyms"),
    ],
)
def test_what_is_not_there_says_why(ask, name):
    with pytest.raises(CommandError, match=f"German has no {name}: .{{10,}}"):
        ask("de")


@pytest.mark.parametrize("lang", LANGS)
def test_the_other_languages_lack_nothing_that_a_job_asks_for(lang: Lang):
    for name in ("tags", "inflection", "cues", "opposites", "edits", "clauses", "order", "voice", "rules"):
        assert lang in languages_with(name)
        assert "de" not in languages_with(name)
    assert {*LANGS, "de"} == {*READ}
