"""Turns of phrase and orders of clauses: the same in other words, by rules that people can read."""

import pytest

from paraphrast.rewrite import DEFAULTS, rewriter
from paraphrast.rewrite.phrases.orders import reorder
from paraphrast.rewrite.phrases.phrase_rules import read_book, say_otherwise
from paraphrast.rewrite.systems.rephrase import Rephrase
from paraphrast.rewrite.task import Task
from paraphrast.text import LANGS
from paraphrast.text.rules import find, read_rules, say


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("ru", "Приобретя дом, они купили машину.", "Купив дом, они приобрели машину."),
        (
            "en",
            "She buys books. In order to read, she sits down.",
            "She purchases books. To read, she sits down.",
        ),
        ("zh", "他购买了一本书。", "他买了一本书。"),
    ],
)
def test_a_turn_comes_in_the_form_and_with_the_capitals_of_what_stood_there(lang, text, said):
    assert say_otherwise(text, lang) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("He has come home.", "He has returned home."),
        ("She received an additional ten dollars.", "She got a further ten dollars."),
        ("They put on weight.", "They put on weight."),
    ],
)
def test_an_english_verb_has_the_form_that_the_sentence_asks_for(text, said):
    assert say_otherwise(text, "en") == said


def test_an_order_is_not_lost_where_a_turn_takes_the_word_that_it_looks_for():
    rephrase = Rephrase(Task("en", lambda texts: [0.0 for _ in texts]))
    (drafts,) = rephrase(["He went home because he was ill."])
    assert drafts[0].startswith(("Because he was ", "Since he was "))


def test_names_numbers_and_quotes_are_left_alone():
    text = "He said “in order to buy” in London."
    assert say_otherwise(text, "en").count("“in order to buy”") == 1


def test_in_chinese_a_turn_is_a_word_and_not_part_of_one():
    assert say_otherwise("购买力下降了。", "zh").startswith("购买力")


def test_in_chinese_an_entity_may_lie_within_a_turn_that_keeps_it():
    assert say_otherwise("造成16人死亡。", "zh") == "导致16人死亡。"
    assert "周三" in say_otherwise("他周三来。", "zh")


def test_what_one_turn_spoils_is_offered_in_halves_too():
    text = "他购买了一本书，不过他没有时间。"
    drafts = rewriter("rephrase", "zh").system([text])[0]
    assert len(find(text, read_book("zh"))) > 1
    assert any(draft.startswith("他购买了") and draft != text for draft in drafts)


@pytest.fixture
def own_rules(tmp_path):
    """Rules of a line each -> a function from texts to what they make of them."""

    def make(*lines):
        (tmp_path / "own.rules").write_text("\n".join(lines), encoding="utf-8")
        rules = read_rules(tmp_path, "ru")
        return lambda text: say(text, find(text, rules), 0)

    return make


def test_a_russian_noun_is_not_exchanged_for_one_of_another_gender(own_rules):
    rewrite = own_rules("~машина/NOUN <> ~автомобиль")
    assert rewrite("Новая машина сломалась.") == "Новая машина сломалась."
    assert rewrite("Новыми машинами гордились.") == "Новыми автомобилями гордились."


def test_a_russian_noun_whose_form_is_not_sure_stays(own_rules):
    assert own_rules("~машина = ~автомобиль")("Новые машины сломались.") == "Новые машины сломались."


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("ru", "Если завтра будет дождь, мы останемся дома.", "Мы останемся дома, если завтра будет дождь."),
        ("en", "Because it rained, we stayed at home.", "We stayed at home because it rained."),
        ("zh", "虽然他累了，但他没有休息。", "他没有休息，虽然他累了。"),
    ],
)
def test_clauses_change_places(lang, text, said):
    assert said in [reorder(text, lang, way) for way in range(3)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Собака увидела хозяина и залаяла.", "Увидев хозяина, собака залаяла."),
        ("Отправляю вам счёт за последний месяц.", "Отправляю вам счёт за последний месяц."),
        ("Ты помнишь дорогу?", "Помнишь ли ты дорогу?"),
        ("Ты помнишь дорогу.", "Ты помнишь дорогу."),
    ],
)
def test_a_russian_order_asks_what_a_word_is(text, said):
    assert reorder(text, "ru") == said


def test_a_russian_adjective_agrees_with_what_follows_it():
    assert say_otherwise("Мы жили в небольшой комнате.", "ru").endswith("в маленькой комнате.")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Если завтра будет дождь, мы останемся дома."),
        ("en", "Because of the rain, the match was put off."),
        ("zh", "因为下雨，所以比赛推迟了。"),
    ],
)
def test_the_default_paraphrase_is_rephrased_and_the_pair_model_agrees(lang, text):
    assert DEFAULTS["paraphrase"] == ("paraphrase", "rephrase")
    (record,) = rewriter("paraphrase", lang).records([text])
    assert record.meta["system"] == "rephrase"
    assert record.b != text
    assert record.meta["paraphrase"] >= 0.5


@pytest.mark.parametrize("lang", LANGS)
def test_what_no_table_knows_comes_back_and_says_so(lang):
    (record,) = rewriter("rephrase", lang).records(["Zxqv 12."])
    assert record.b == "Zxqv 12."
    assert record.meta["flags"] == ["refused: no candidate"]


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_found_in_an_empty_text(lang):
    assert find("", read_book(lang)) == []
    assert reorder("", lang) == ""
