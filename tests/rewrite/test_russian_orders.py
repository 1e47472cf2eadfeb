"""Plain Russian clauses in another order."""

import pytest

from paraphrast.rewrite.checks.kept import find_loss
from paraphrast.rewrite.phrases.orders import reorder
from paraphrast.text.russian.pieces import read_clause
from paraphrast.text.russian.recasting.orders import list_orders


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Соседи кормят бездомную кошку.", "Бездомную кошку кормят соседи."),
        ("Наши хоккеисты стали чемпионами Европы", "Чемпионами Европы стали наши хоккеисты"),
        ("Новый мост соединил два берега реки.", "Два берега реки соединил новый мост."),
        ("Учитель подарил нам старый атлас.", "Старый атлас нам подарил учитель."),
        ("Директор не читал этот отчёт.", "Этот отчёт директор не читал."),
        ("Министр обещает снизить налоги.", "Снизить налоги обещает министр."),
        ("Она часто теряет ключи.", "Ключи она часто теряет."),
        ("Никто его не слышал.", "Его никто не слышал."),
        ("Закончился ремонт старого вокзала.", "Ремонт старого вокзала закончился."),
        ("Пострадавшего увезли в больницу.", "В больницу увезли пострадавшего."),
    ],
)
def test_a_plain_clause_is_said_in_another_order(text, said):
    assert reorder(text, "ru") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("хулиганы разрушили памятник", "памятник был разрушен хулиганами"),
        ("министр Иван Петров открыл новую школу", "новая школа была открыта министром Иваном Петровым"),
        ("вчера суд арестовал двух братьев", None),
        ("рабочие построили дома на берегу", "дома на берегу были построены рабочими"),
    ],
)
def test_what_someone_did_becomes_what_was_done_if_every_form_is_sure(text, said):
    assert (said in list_orders(text)) if said else not any("был" in one for one in list_orders(text))


@pytest.mark.parametrize(
    "text",
    [
        "завод купил банк",
        "только полиция знает правду",
        "у меня была собака",
        "врач купил хлеб и продал машину",
        "молодые люди на улице",
        "он купил машину",
        "это мой дом",
        "цена выросла на 62 коп",
        "человек, который живёт рядом, купил дом",
    ],
)
def test_an_order_that_may_say_something_else_is_left_alone(text):
    assert list_orders(text) == []


def test_clauses_are_turned_one_by_one_and_what_leads_them_stays():
    text = "По словам врача, в городе началась эпидемия гриппа, но больницы готовы к наплыву пациентов."
    said = "По словам врача, эпидемия гриппа началась в городе, но к наплыву пациентов готовы больницы."
    assert reorder(text, "ru") == said


def test_a_long_name_keeps_its_capital_within_a_sentence():
    assert reorder("Южная Корея закрывает границу.", "ru") == "Границу закрывает Южная Корея."
    assert reorder("Корейские власти закрывают границу.", "ru") == "Границу закрывают корейские власти."


def test_a_clause_with_a_word_that_fits_no_piece_is_not_read():
    assert read_clause("ну вот и всё") is None


def test_a_name_in_another_case_is_still_there():
    assert find_loss("Закон подписал Иван Вишняков", "Закон подписан Иваном Вишняковым", "ru") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Воры разбили окно и вынесли телевизор.", "Разбив окно, воры вынесли телевизор."),
        ("Он взял зонт и вышел на улицу.", "Взяв зонт, он вышел на улицу."),
        ("Он спал и видел сны.", "Он спал и видел сны."),
        ("Дождь кончился и выглянуло солнце.", "Дождь кончился и выглянуло солнце."),
    ],
)
def test_the_first_of_two_deeds_becomes_a_gerund(text, said):
    assert reorder(text, "ru") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("продаю новый стол", "новый стол продаю"),
        ("настроение у меня испортилось", "у меня испортилось настроение"),
        ("в Минске за взятку задержали чиновника", "чиновник был задержан в Минске за взятку"),
        ("военная операция провалилась", "провалилась военная операция"),
    ],
)
def test_clauses_without_a_doer_or_an_object_are_turned_too(text, said):
    assert list_orders(text)[0] == said


def test_what_moves_further_is_preferred_to_a_frame_that_moves_little():
    assert reorder("В Киеве полиция вновь применила газ.", "ru").startswith("Газ ")


def test_what_is_going_to_be_done_is_said_so():
    assert list_orders("правительство отменит налог")[0] == "налог будет отменён правительством"
    assert not any("будет" in one for one in list_orders("депутаты примут участие в митинге"))
