"""Two lexicons a language, with no pair in common."""

import pytest

from paraphrast.errors import CommandError
from paraphrast.text import LANGS, lexicons, synonyms
from paraphrast.text.synonyms import dump, load, read


def pairs(lang, name):
    return {
        (one, two)
        for one, entries in read(lang, name).items()
        for members in entries.values()
        for two in members
    }


@pytest.mark.parametrize("lang", LANGS)
def test_the_lexicons_of_a_language_share_no_pair(lang):
    main, other = (pairs(lang, name) for name in lexicons(lang))
    assert len(main) >= 7_000
    assert len(other) >= 6_000
    assert not main & other
    assert not main & {(two, one) for one, two in other}


@pytest.mark.parametrize(
    ("lang", "word", "tag", "wanted"),
    [
        ("ru", "врач", "NOUN", "доктор"),
        ("en", "purchase", "VERB", "buy"),
        ("en", "Began", "VERB", "start"),
        ("zh", "购买", "VERB", "采购"),
    ],
)
def test_synonyms_mean_the_same(lang, word, tag, wanted):
    found = [other for name in lexicons(lang) for other in synonyms(word, lang, tag, lexicon=name)]
    assert wanted in found
    assert word not in found


def test_a_tag_narrows_the_answer_down():
    assert synonyms("врач", "ru", "VERB") == []
    assert set(synonyms("buy", "en", "VERB")) < set(synonyms("buy", "en"))


def test_no_word_is_its_own_synonym():
    assert not any(one == two for lang in LANGS for name in lexicons(lang) for one, two in pairs(lang, name))


def test_a_lexicon_survives_writing_and_reading():
    lexicon = {"дом": {"NOUN": ["здание", "жилище"]}, "run": {"VERB": ["go"], "NOUN": ["trip"]}}
    assert load(dump(lexicon)) == lexicon


def test_unknown_words_languages_and_lexicons():
    assert synonyms("абракадабрище", "ru") == []
    with pytest.raises(CommandError, match="no lexicon 'third'; there are main, other"):
        synonyms("дом", "ru", lexicon="third")
    with pytest.raises(CommandError, match="no language 'fr'"):
        synonyms("maison", "fr")
