"""Dictionary forms, stems and stop words."""

import pytest

from paraphrast.errors import CommandError
from paraphrast.text import is_stop, lemma, lemmas, stems, stop_words


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("ru", "Дети шли по улицам большого города.", "ребёнок идти по улица большой город ."),
        ("ru", "Дети спали, мы вышли", "ребёнок спать , мы выйти"),
        ("ru", "Ему понравились эти книги", "он понравиться этот книга"),
        ("en", "The children were running and didn't stop.", "the child be run and do not stop ."),
        ("en", "Mice’s feet are smaller than ours", "mouse 's foot be small than ours"),
        ("zh", "他們買了電腦。", "他们 买 了 电脑 。"),
    ],
)
def test_lemmas_are_dictionary_forms(lang, text, wanted):
    assert [token.text for token in lemmas(text, lang)] == wanted.split()


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [("ru", "Книгами", "книгу"), ("en", "Running", "runs"), ("zh", "電腦", "电脑")],
)
def test_forms_of_one_word_share_lemma_and_stem(lang, one, two):
    assert lemma(one, lang) == lemma(two, lang)
    assert stems(one, lang)[0].text == stems(two, lang)[0].text


def test_ё_does_not_matter_to_a_russian_stem():
    assert stems("ёлками", "ru")[0].text == stems("елками", "ru")[0].text == "елк"


@pytest.mark.parametrize(
    ("lang", "stop", "content"),
    [
        ("ru", "Который", "дом"),
        ("ru", "её", "ель"),
        ("en", "Don’t", "house"),
        ("en", "THE", "cat"),
        ("zh", "我们", "北京"),
    ],
)
def test_stop_words_are_not_content_words(lang, stop, content):
    assert is_stop(stop, lang)
    assert not is_stop(content, lang)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_list_of_stop_words_is_neither_short_nor_everything(lang):
    assert 150 < len(stop_words(lang)) < 700


@pytest.mark.parametrize("function", [lemmas, stems, lemma, is_stop])
def test_an_unknown_language_is_refused_by_name(function):
    with pytest.raises(CommandError, match="no language 'xx'"):
        function("word", "xx")
