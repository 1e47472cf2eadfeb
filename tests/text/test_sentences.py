"""Sentences end where a reader would end them, in three languages."""

import pytest
from razdel import sentenize

from paraphrast.errors import CommandError
from paraphrast.text import sentences

CASES = [
    ("ru", "Он пришёл в 5 ч. вечера.| Потом ушёл!| Куда?| Неизвестно…"),
    ("ru", "А. С. Пушкин родился в 1799 г. в Москве.| Это знают все."),
    ("ru", "«Стой!» — крикнул он.| Никто не ответил."),
    ("ru", "Купили хлеб, молоко и т. д. и пошли домой."),
    ("ru", "Глава первая\n\n|Было тихо."),
    ("en", "Dr. Smith met Mr. J. R. Brown on Jan. 5.| They talked."),
    ("en", 'See Fig. 3 and pp. 20-25 of vol. 2.| "Why?" he asked.| Nobody knew.'),
    ("en", "The U.S. economy grew by 3.5 percent.| Prices, e.g. of bread, rose."),
    ("en", "I asked Prof. Green.| No, we left at 5 p.m. and slept."),
    ("en", "A title without a stop\n|The first sentence\nis wrapped by hand.| The second is not."),
    ("zh", "你好！|我们走吧。|他问：“去哪儿？”|没有人回答……|真的吗？！"),
    ("zh", "他看了《你好，李焕英！》这部电影。|很好看。"),
    ("zh", "价格是3.5元。|网址是example.com。"),
    ("zh", "“快来！”，她喊道。|第二句\n|第三句"),
]


@pytest.mark.parametrize(("lang", "marked"), CASES)
def test_sentences_end_where_the_bar_is(lang, marked):
    text = marked.replace("|", "")
    found = sentences(text, lang)
    assert [sentence.text for sentence in found] == [piece.strip() for piece in marked.split("|")]
    assert all(text[sentence.start : sentence.stop] == sentence.text for sentence in found)


def test_russian_sentences_are_razdels_within_a_paragraph():
    text = "В 2020 г. вышла книга. Её купили 3 тыс. человек... Автор, напр. Иванов И. И., доволен!"
    assert [(s.start, s.stop) for s in sentences(text, "ru")] == [(s.start, s.stop) for s in sentenize(text)]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_nothing_but_blanks_has_no_sentences(lang):
    assert sentences(" \n\t ", lang) == sentences("", lang) == []


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(CommandError, match="no language 'fr'; there are de, en, ru, zh"):
        sentences("Bonjour.", "fr")
