"""Forms of words: number, case, agreement, and taking another word's form."""

import pytest

from paraphrast.text import (
    abbreviations,
    agree,
    counted,
    diminutives,
    expansions,
    inflect,
    list_forms,
    replaced,
)
from paraphrast.text.inflection import count_class
from paraphrast.text.languages import Lang
from paraphrast.text.shorthand import facts


@pytest.mark.parametrize(
    ("lang", "word", "grammemes", "wanted"),
    [
        ("ru", "кошка", {"plur", "gent"}, "кошек"),
        ("ru", "Москва", {"loct"}, "Москве"),
        ("ru", "бежать", {"past", "femn"}, "бежала"),
        ("ru", "большой", {"femn", "accs"}, "большую"),
        ("ru", "пальто", {"gent"}, "пальто"),
        ("ru", "вчера", {"plur"}, None),
        ("en", "Child", {"plur"}, "Children"),
        ("en", "cities", {"sing"}, "city"),
        ("en", "write", {"past"}, "wrote"),
        ("en", "stop", {"GRND"}, "stopping"),
        ("en", "try", {"3per"}, "tries"),
        ("en", "cat", {"gent"}, None),
        ("zh", "书", {"plur"}, "书"),
    ],
)
def test_words_take_the_form_asked_for(lang, word, grammemes, wanted):
    assert inflect(word, grammemes, lang) == wanted


@pytest.mark.parametrize(
    ("lang", "word", "by", "wanted"),
    [
        ("ru", "Кошками", "собака", "Собаками"),
        ("ru", "купила", "приобрести", "приобрела"),
        ("ru", "быстрого", "скорый", "скорого"),
        ("ru", "домов", "быстро", None),
        ("ru", "стали", "металл", None),
        ("ru", "Спи", "дремать", "Дремли"),
        ("ru", "хохлов", "украинец", "украинцев"),
        ("ru", "долбоебами", "человек", "людьми"),
        ("ru", "спиздят", "украсть", "украдут"),
        ("ru", "зажравшиеся", "наглый", "наглые"),
        ("en", "bought", "purchase", "purchased"),
        ("en", "Starting", "begin", "Beginning"),
        ("en", "errors", "mistake", "mistakes"),
        ("en", "written", "compose", "composed"),
        ("zh", "购买", "买", "买"),
    ],
)
def test_a_synonym_takes_the_form_of_the_word_it_replaces(lang, word, by, wanted):
    assert replaced(word, by, lang) == wanted


@pytest.mark.parametrize(
    ("word", "head", "wanted"),
    [
        ("новый", "машину", "новую"),
        ("красный", "яблоками", "красными"),
        ("этот", "окно", "это"),
        ("старый", "друга", "старого"),
    ],
)
def test_an_adjective_agrees_with_its_noun(word, head, wanted):
    assert agree(word, head, "ru") == wanted


@pytest.mark.parametrize(
    ("lang", "word", "number", "wanted"),
    [
        ("ru", "день", 1, "день"),
        ("ru", "день", 2, "дня"),
        ("ru", "день", 5, "дней"),
        ("en", "day", 5, "days"),
        ("zh", "天", 5, "天"),
    ],
)
def test_a_noun_goes_with_its_number(lang, word, number, wanted):
    assert counted(word, number, lang) == wanted


def test_there_are_facts_enough_about_short_and_small_words():
    assert len(facts("diminutives", "ru")) >= 100
    assert all(len(facts("shorthand", lang)) >= 100 for lang in ("ru", "en", "zh"))
    assert facts("diminutives", "zh") == {}


def test_diminutives_and_abbreviations_go_both_ways():
    assert diminutives("Кошками".lower(), "ru") == ["кошечка"]
    assert expansions("НИИ", "ru") == ["научно-исследовательский институт"]
    assert abbreviations("例外", "zh") == []
    assert all(
        short in abbreviations(phrase, lang)
        for lang in ("ru", "en", "zh")
        for short, phrases in facts("shorthand", lang).items()
        for phrase in phrases
    )


@pytest.mark.parametrize(
    ("lang", "alike", "other"),
    [("ru", (2, 3, 24), 5), ("ru", (5, 11, 112, 0), 21), ("en", (2, 5, 21, 0), 1)],
)
def test_numbers_of_one_class_ask_for_one_form(lang: Lang, alike: tuple[int, ...], other: int) -> None:
    noun = {"ru": "книга", "en": "book"}[lang]
    assert len({count_class(number, lang) for number in alike}) == 1
    assert len({counted(noun, number, lang) for number in alike}) == 1
    assert count_class(other, lang) != count_class(alike[0], lang)
    assert counted(noun, other, lang) != counted(noun, alike[0], lang)


def test_chinese_numbers_ask_for_nothing() -> None:
    assert {count_class(number, "zh") for number in range(30)} == {"many"}


@pytest.mark.parametrize("word", ["begin", "commit", "run", "admit", "stop", "open", "visit"])
def test_no_english_verb_gets_an_ending_that_it_has_not(word: str) -> None:
    forms = {inflect(word, form, "en") for form in ({"past"}, {"PRTF"}, {"GRND"}, {"3per"})}
    wrong = {"begined", "beginned", "commited", "runned", "runed", "admited", "stoped", "openned", "visitted"}
    assert not forms & {
        *wrong,
        "comiting",
        "commiting",
        "beging",
        "begining",
        "runing",
        "stoping",
        "visitting",
    }
    assert not set(list_forms(word, "en")) & wrong
