"""The language of short texts, among Russian, English, Chinese, German and the rest."""

from pathlib import Path

import pytest

from paraphrast.text import language

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("data").joinpath("languages.tsv").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("lang", ["ru", "en", "zh", "de", "other"])
def test_short_texts_are_told_apart(lang):
    texts = [text for name, text in ROWS if name == lang]
    wrong = [text for text in texts if language(text) != lang]
    assert len(wrong) <= 0.05 * len(texts), wrong


def test_the_whole_table_is_nearly_right():
    right = sum(language(text) == name for name, text in ROWS)
    assert len(ROWS) >= 100
    assert right / len(ROWS) >= 0.97


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Смотри https://www.example.com/how-to-do-that-in-english", "ru"),
        ("Прислaть aдpec", "ru"),
        ("@john #topic 你好吗", "zh"),
        ("Мы обсудили deep learning и transformers", "ru"),
        ("", "other"),
        ("😀 123", "other"),
    ],
)
def test_mixed_text_has_the_language_of_most_of_it(text, wanted):
    assert language(text) == wanted
