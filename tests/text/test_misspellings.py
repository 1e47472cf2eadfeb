"""Misspelt words are read as they were meant; what may be meant as it stands stays."""

import pytest

from paraphrast.text.misspellings import mend_spelling


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Он заплтаил за квартру.", "Он заплатил за квартру."),  # квартру: a flat or a quarter
        ("Мы опазздывали вчреа.", "Мы опаздывали вчера."),
        ("She recieved an envellope.", "She received an envelope."),
        ("We bougth the tickets.", "We bought the tickets."),
        ("今天天气气很好。", "今天天气很好。"),
    ],
)
def test_the_one_known_word_that_is_a_slip_away(text: str, meant: str) -> None:
    assert mend_spelling(text) == meant


@pytest.mark.parametrize(
    ("text", "beside", "meant"),
    [
        ("Купил новую квартру.", "Новая квартира куплена.", "Купил новую квартиру."),
        ("a new aprtment", "this apartment is new", "a new apartment"),
        ("我们在会室议。", "会议室里有我们。", "我们在会议室。"),
    ],
)
def test_a_word_of_the_other_text_decides(text: str, beside: str, meant: str) -> None:
    assert mend_spelling(text, beside.replace("квартира", "квартиру")) == meant


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("martial law", "marital law"),
        ("the efferent nerve", "the afferent nerve"),  # no dictionary has either
        ("Звонил Жирковскй.", "Звонил Жирковский."),  # a name may be another's
        ("Wahsington called.", ""),
        ("кот и кит", "кит и кот"),
        ("новый лендлорд", "прежний лендлорд"),
        ("这个故事很长。", "这个事故很长。"),
        ("妈妈天天看书。", "妈妈看书。"),
        ("常常常常说", "常常常常说"),
        ("ab12 zzz9", ""),
        ("", "word"),
    ],
)
def test_what_may_be_meant_stays(text: str, beside: str) -> None:
    assert mend_spelling(text, beside) == text
