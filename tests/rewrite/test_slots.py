"""Slots: entities go in whole and come back exactly, whatever the model does around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paraphrast.rewrite.entities.slots import Slotted, Style, has_all_slots, hide, put_slots, restore

TEXTS = [
    ("ru", "Анна приехала 5 мая 2020 года и отдала 300 рублей за «Мастера».", ["<date0>", "<money0>"]),
    ("en", "Mr. Smith paid $30 on 3 May 2019; see www.example.com", ["<money0>", "<date0>", "<url0>"]),
    ("zh", "2023年5月3日，他花了500元买了《红楼梦》。", ["<date0>", "<money0>", "<title0>"]),
]


@pytest.mark.parametrize(("lang", "text", "slots"), TEXTS)
def test_entities_become_typed_slots_and_come_back(lang, text, slots):
    hidden = hide(text, lang)
    assert set(slots) <= set(hidden.table)
    assert all(slot in hidden.text for slot in hidden.table)
    assert restore(hidden.text, hidden.table) == text


@given(st.text(alphabet="ab 12.,<>date0年月日《》“”元$%", max_size=60), st.sampled_from(["ru", "en", "zh"]))
def test_any_text_comes_back_exactly(text, lang):
    hidden = hide(text, lang)
    assert restore(hidden.text, hidden.table) == text


def test_a_text_that_looks_like_a_slot_keeps_its_own():
    hidden = hide("<number0> is not 7", "en")
    assert restore(hidden.text, hidden.table) == "<number0> is not 7"


def test_equal_entities_share_a_slot_and_others_do_not():
    hidden = hide("From 5 km to 5 km and 7 km", "en")
    assert hidden.text == "From <number0> to <number0> and <number1>"


@pytest.mark.parametrize(
    ("lang", "text"), [("zh", "“今天天气很好，我们走吧。”"), ("en", "“We should go home now.”")]
)
def test_a_text_that_is_one_quote_is_looked_into(lang, text):
    assert "<quote0>" not in hide(text, lang).table


def test_what_offends_is_never_hidden():
    assert "сука" in hide("Он сказал: «ты сука» и ушёл домой к себе.", "ru").text


def test_long_rare_words_become_slots_and_short_ones_are_left():
    style = Style(vocabulary={"他", "在", "修"})
    assert "<word0>" in hide("他在修洗衣机", "zh", style).text
    assert hide("他在修伞", "zh", style).text == "他在修伞"


def test_the_target_of_a_pair_gets_the_slots_of_its_source():
    hidden = hide("5月3日他读了《家》。", "zh")
    assert put_slots("《家》是他5月3日读的。", hidden.table) == "<title0>是他<date0>读的。"
    assert put_slots("15 of 5", {"<number0>": "5"}) == "15 of <number0>"


def test_a_writer_behind_slots_cannot_misspell_and_lost_slots_go():
    class Shout:
        name = "shout"

        def __call__(self, texts, n=1):
            return [[text.split("<")[0].upper(), f"SO {text}"][:n] for text in texts]

    made = Slotted(Shout(), "en")
    assert made(["He owes 512 dollars"], n=2) == [["SO He owes 512 dollars"]]
    assert made(["He owes 512 dollars"], n=1) == [["HE OWES "]]


def test_completeness_counts():
    hidden = hide("5 and 7", "en")
    assert has_all_slots("<number1> & < number0 >", hidden)
    assert not has_all_slots("<number1>", hidden)
