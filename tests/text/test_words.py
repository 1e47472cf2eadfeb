"""Words, numbers and marks: what stays together, what comes apart, and what razdel and jieba say."""

import random
import re

import jieba
import pytest
from razdel import tokenize

from paraphrast.errors import CommandError
from paraphrast.text import Token, forms, is_word, words

jieba.setLogLevel(60)

CASES = [
    ("ru", "Кто-то|сказал|:|«|нет|»|."),
    ("ru", "Т.е.|3,5|кг|,|1/2|чашки|и|2010-2012|гг|."),
    ("ru", "А.С.|Пушкин|—|поэт|."),
    ("ru", "Пишите|на|a.b@mail.ru|или|https://ya.ru/maps?x=1|,|#новость|от|@ivan"),
    ("ru", "Привет|:)|Как|дела|?!|Норм|...|😀|👨‍👩‍👧|🇷🇺"),
    ("ru", "за\u0301мок|и|сло\u200bво|,|мaшинa|mp3"),
    ("ru", "Купил|iPhone|12|за|50|%|цены|(|№|5|)"),
    ("en", "I|do|n't|know|:|it|'s|O'Neil|'s|dog|."),
    ("en", "They|’re|in|the|U.S.|,|e.g.|in|New-York|;|we|ca|n’t|go|."),
    ("en", "Well-known|facts|:|3.14|,|1,000|,|the|1990s|and|the|21st|century|—|done"),
    ("en", "Visit|www.example.com/a_b|(|or|example.org|)|:D|<3"),
    ("en", "a_b|=|snake_case|+|x1|**|--|!"),
    ("zh", "我|爱|NLP|和|GPT-4|，|花|了|3.5|万元|。"),
    ("zh", "地址|是|a.b@c.com|或|看|http://x.cn/a?b=1|。"),
    ("zh", "１２３|个|ＡＢＣ|，|Москва|是|首都|😀|！"),
]


@pytest.mark.parametrize(("lang", "marked"), CASES)
def test_words_are_these(lang, marked):
    wanted = marked.split("|")
    glue = "" if lang == "zh" else " "
    found = words(glue.join(wanted), lang)
    assert [word.text for word in found] == wanted


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("ru", "Т.е.3,5кг,«нет».", ["Т.е.", "3,5", "кг", ",", "«", "нет", "»", "."]),
        ("en", "don't(it's)…", ["do", "n't", "(", "it", "'s", ")", "…"]),
        ("zh", "我 用Python3 写", ["我", "用", "Python3", "写"]),
    ],
)
def test_words_come_apart_without_blanks(lang, text, wanted):
    assert [word.text for word in words(text, lang)] == wanted


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("ru", "Мама мыла раму :D — 3 раза!", ["мама", "мыла", "раму", "3", "раза"]),
        ("en", "Isn't it O'Neil's? :P", ["is", "n't", "it", "o'neil", "'s"]),
        ("zh", "我爱NLP！看 http://X.cn/A", ["我", "爱", "nlp", "看", "http://x.cn/a"]),
    ],
)
def test_forms_are_the_lower_cased_words(lang, text, wanted):
    assert forms(text, lang) == wanted
    assert forms(text, lang) == [word.text.lower() for word in words(text, lang) if is_word(word.text)]


def test_marks_and_emoticons_are_not_words():
    assert [is_word(text) for text in ["мир", "3,5", "'s", "词", "—", "...", ":D", "😀", ""]] == [
        True
    ] * 4 + [False] * 5


def test_an_unknown_language_is_refused_by_name():
    for function in (words, forms):
        with pytest.raises(CommandError, match="no language 'fr'"):
            function("Wort", "fr")


# What this project keeps together or takes apart on purpose, and razdel does not.
ON_PURPOSE = re.compile(r"['’@#_—]|://|www|\w\.\w|\d[^\W\d_]|[^\W\d_]\d|[:;=]\S|[A-Za-z][А-я]|[А-я][A-Za-z]")


def agreement(text, found):
    """Say what share of the tokens of razdel, outside deliberate differences, is found in its place."""
    plain = [m.span() for m in re.finditer(r"\S+", text) if not ON_PURPOSE.search(m[0])]
    inside = {place for start, stop in plain for place in range(start, stop)}
    theirs = {(t.start, t.stop) for t in tokenize(text) if t.start in inside}
    ours = {(t.start, t.stop) for t in found if t.start in inside}
    return len(ours & theirs) / len(theirs)


@pytest.mark.data
@pytest.mark.parametrize(
    ("lang", "name"),
    [("ru", "ru.novels"), ("ru", "ru.koziev_dialogues"), ("en", "en.openstax"), ("en", "en.books")],
)
def test_words_agree_with_razdel_on_real_text(lang, name, corpus):
    text = corpus(name, 300_000)
    assert agreement(text, words(text, lang)) >= 0.989
    if lang == "ru":  # where the deliberate differences are rare, everything counts
        theirs = {(t.start, t.stop) for t in tokenize(text)}
        assert len(theirs & {(t.start, t.stop) for t in words(text, lang)}) / len(theirs) >= 0.989


def test_the_agreement_notices_another_way_of_splitting():
    text = "Мама мыла раму. Папа читал газету."
    assert agreement(text, words(text, "ru")) == 1
    assert agreement(text, [Token(m[0], *m.span()) for m in re.finditer(r"\S+", text)]) < 0.8


@pytest.mark.data
def test_chinese_words_are_jiebas(corpus):
    text = corpus("zh.niutrans_modern", 60_000)
    lines = [line for line in text.splitlines() if not re.search(r"[A-Za-z\d０-９Ａ-ｚ.+#&_%-]", line)]
    theirs = [token for line in lines for token in jieba.cut(line) if not token.isspace()]
    ours = [token.text for line in lines for token in words(line, "zh")]
    assert len(ours) > 20_000
    assert ours == theirs


def test_chinese_words_are_jiebas_on_shuffled_characters():
    letters = list("我们今天去北京大学看书他说人工智能很有意思的是在了中国经济发展")
    chooser = random.Random(0)
    for _ in range(50):
        text = "".join(chooser.choices(letters, k=40))
        assert [token.text for token in words(text, "zh")] == list(jieba.cut(text))
