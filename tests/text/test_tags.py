"""Parts of speech: tables in three languages, and the accuracy the card of the English tagger claims."""

from pathlib import Path

import pytest

from paraphrast.errors import CommandError
from paraphrast.text import tags, words
from paraphrast.text.english.perceptron import TAGS, Tagger, dump, english, parse

GOLD = Path(__file__).with_name("data") / "tagger.test.tsv"


def gold():
    rows = [
        line.split("\t") for line in GOLD.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    return [(words.split(), tags.split()) for words, tags in rows]


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("ru", "Анна быстро купила две новые книги в Москве.", "PROPN ADV VERB NUM ADJ NOUN ADP PROPN PUNCT"),
        ("ru", "Он был рад, что мы не опоздали!", "PRON AUX ADJ PUNCT SCONJ PRON PART VERB PUNCT"),
        ("ru", "Эта цена — 5 $ :)", "DET NOUN PUNCT NUM SYM SYM"),
        ("en", "The old man didn't see Mary's car.", "DET ADJ NOUN AUX PART VERB PROPN PART NOUN PUNCT"),
        ("en", "She will quickly read it to him.", "PRON AUX ADV VERB PRON ADP PRON PUNCT"),
        ("en", "Write to a@b.com or pay $5", "VERB ADP X CCONJ VERB SYM NUM"),
        ("zh", "我们在北京买了新书。", "PRON ADP PROPN VERB AUX NOUN PUNCT"),
        ("zh", "因为天气很好，他不去公司", "SCONJ NOUN ADV ADJ PUNCT PRON ADV VERB NOUN"),
    ],
)
def test_each_word_has_its_part_of_speech(lang, text, wanted):
    found = tags(text, lang)
    assert [token.text for token in found] == wanted.split()
    assert [token[1:] for token in found] == [token[1:] for token in words(text, lang)]


def test_the_english_tagger_is_as_good_as_its_card_says():
    rows = gold()
    assert len(rows) >= 150
    right = [one == two for forms, wanted in rows for one, two in zip(english()(forms), wanted, strict=True)]
    assert sum(right) / len(right) >= 0.935


def test_the_measure_notices_a_tagger_that_knows_nothing():
    nothing = Tagger({}, {})
    right = [one == two for forms, wanted in gold() for one, two in zip(nothing(forms), wanted, strict=True)]
    assert sum(right) / len(right) < 0.2


def test_every_gold_tag_is_universal():
    assert {tag for _, wanted in gold() for tag in wanted} <= set(TAGS)


def test_a_model_survives_writing_and_reading():
    tagger = parse(dump({"wcat": {7: 3.0}, "1s": {15: -2.0}}, {"the": "DET"}))
    assert tagger.weights == {"wcat": {7: 3.0}, "1s": {15: -2.0}}
    assert tagger(["the", "cat"]) == ["DET", "NOUN"]


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(CommandError, match="no language 'fr'"):
        tags("mot", "fr")
