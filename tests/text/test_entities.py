"""Entities of thirteen kinds in three languages, each pointing at its evidence."""

from importlib.util import find_spec
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paraphrast.errors import CommandError, MissingExtra
from paraphrast.text import LANGS, entities
from paraphrast.text.entities import HOLDERS

CASES = [
    (
        "ru",
        "Встреча 5 мая 2020 года, 12.05.2021 и в 1999 г.",
        "date:5 мая 2020 года|date:12.05.2021|date:1999 г.",
    ),
    ("ru", "в XIX веке, в среду", "date:XIX веке|date:среду"),
    ("ru", "Начало в 12:30 или в 7 часов вечера", "time:12:30|time:7 часов вечера"),
    ("ru", "Цена 3,5 млн руб., это $20 или 100 евро", "money:3,5 млн руб.|money:$20|money:100 евро"),
    ("ru", "рост на 15 % и 3 процента", "percent:15 %|percent:3 процента"),
    (
        "ru",
        "весит 10 кг, 1 000 000 человек, двадцать три",
        "number:10 кг|number:1 000 000 человек|number:двадцать три",
    ),
    ("ru", "Он сказал: «нет» (тихо).", "quote:«нет»|parenthesis:(тихо)"),
    ("ru", "прочёл роман «Война и мир»", "title:«Война и мир»"),
    ("ru", "a.b@mail.ru и https://ya.ru/x?y=1.", "email:a.b@mail.ru|url:https://ya.ru/x?y=1"),
    ("ru", "Вчера Анна Петровна Иванова уехала в Казань.", "person:Анна Петровна Иванова|place:Казань"),
    ("ru", "Об этом пишет А. С. Пушкин.", "person:А. С. Пушкин"),
    (
        "ru",
        "Сотрудники МГУ и компании «Яндекс»",
        "organisation:МГУ|organisation:компании «Яндекс»|quote:«Яндекс»",
    ),
    ("en", "on March 5, 2020, in 1999 and in the 1980s", "date:March 5, 2020|date:1999|date:the 1980s"),
    ("en", "At 3:30 p.m. or 5 o'clock on Monday", "time:3:30 p.m.|time:5 o'clock|date:Monday"),
    ("en", "It cost $3.5 million or 20 euros", "money:$3.5 million|money:20 euros"),
    ("en", "up 15% or 3 percent", "percent:15%|percent:3 percent"),
    ("en", "ran 10 km with two hundred people", "number:10 km|number:two hundred"),
    ("en", 'He said "no" (twice).', 'quote:"no"|parenthesis:(twice)'),
    ("en", 'the novel "Emma" is long', 'title:"Emma"'),
    ("en", "Mail a@b.com or see www.example.com.", "email:a@b.com|url:www.example.com"),
    ("en", "Yesterday Mr. John Smith flew to New York.", "person:John Smith|place:New York"),
    ("en", "The Bank of England and NASA agreed.", "organisation:Bank of England|organisation:NASA"),
    (
        "en",
        "She studied at Stanford University in California.",
        "organisation:Stanford University|place:California",
    ),
    ("zh", "2020年5月3日，星期五", "date:2020年5月3日|date:星期五"),
    ("zh", "下午3点30分或者12:30", "time:下午3点30分|time:12:30"),
    ("zh", "花了3.5亿元，约$20", "money:3.5亿元|money:$20"),
    ("zh", "增长15%，百分之二十", "percent:15%|percent:百分之二十"),
    ("zh", "身高1.8米，有三本书", "number:1.8米|number:三本"),
    ("zh", "他说：“不。”（小声）", "quote:“不。”|parenthesis:（小声）"),
    ("zh", "我在读《红楼梦》", "title:《红楼梦》"),
    ("zh", "写信给a@b.com或看www.x.cn。", "email:a@b.com|url:www.x.cn"),
    ("zh", "王先生和李小龙住在上海", "person:李小龙|place:上海"),
    ("zh", "他在北京大学工作", "organisation:北京大学"),
]


@pytest.mark.parametrize(("lang", "text", "wanted"), CASES)
def test_entities_are_these(lang, text, wanted):
    found = entities(text, lang)
    assert all(text[entity.start : entity.stop] == entity.text for entity in found)
    assert set(wanted.split("|")) <= {f"{entity.kind}:{entity.text}" for entity in found}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Вера в людей помогает жить. Роман понравился всем."),
        ("ru", "Мы шли по дороге и молчали."),
        ("en", "The cat sat there and may come again. Nobody knows."),
        ("en", "I march on."),
        ("zh", "我们走了一会儿，一起吃饭。"),
    ],
)
def test_plain_sentences_have_no_entities(lang, text):
    assert [entity for entity in entities(text, lang) if entity.kind != "person" or lang != "ru"] == []


def test_a_quote_keeps_the_entities_inside_it():
    text = "Он сказал: «Приеду 5 мая в Казань» (из Москвы)."
    assert [(entity.kind, entity.text) for entity in entities(text, "ru")] == [
        ("quote", "«Приеду 5 мая в Казань»"),
        ("date", "5 мая"),
        ("place", "Казань"),
        ("parenthesis", "(из Москвы)"),
        ("place", "Москвы"),
    ]


PIECES = st.sampled_from(
    [
        *'аЯaZ9 .,:«»“”"()《》%$\n',
        "5 мая",
        "2020",
        "Анна ",
        "John ",
        "London ",
        "北京",
        "三个",
        "10 km",
        "www.a.ru",
        "млн руб.",
    ]
)


@pytest.mark.parametrize("lang", LANGS)
@given(text=st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_whatever_the_text_entities_point_at_their_evidence(lang, text):
    found = entities(text, lang)
    assert all(text[entity.start : entity.stop] == entity.text != "" for entity in found)
    assert found == sorted(found, key=lambda one: (one.start, -one.stop, one.kind))
    atoms = [entity for entity in found if entity.kind not in HOLDERS]
    assert all(one.stop <= two.start for one, two in pairwise(atoms))


NETWORK = all(map(find_spec, ["natasha", "slovnet", "navec"]))


@pytest.mark.skipif(NETWORK, reason="the extra ner is installed")
def test_without_its_extra_the_network_says_what_is_missing():
    with pytest.raises(MissingExtra, match=r"pip install 'paraphrast\[ner\]'"):
        entities("Владимир Иванов", "ru", names="neural")


@pytest.mark.skipif(not NETWORK, reason="the extra ner is not installed")
def test_the_network_finds_names():
    text = "Владимир Иванов работает в Газпроме в Москве."
    found = {(entity.kind, entity.text) for entity in entities(text, "ru", names="neural")}
    assert {("person", "Владимир Иванов"), ("organisation", "Газпроме"), ("place", "Москве")} <= found


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(CommandError, match="no language 'fr'"):
        entities("Paris", "fr")
