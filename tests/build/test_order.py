"""Other word orders keep the meaning where endings and marks tell the roles; swaps beside them do not."""

import pytest

from paraphrast.build.native import changes
from paraphrast.build.native.frames import restatements, sentences
from paraphrast.text import Lang

KEPT: list[tuple[Lang, str, list[str]]] = [
    (
        "ru",
        "Собака укусила почтальона.",
        ["Почтальона укусила собака.", "Почтальона собака укусила.", "Укусила собака почтальона."],
    ),
    ("ru", "Почтальона укусила собака.", ["Собака укусила почтальона."]),
    ("ru", "Старый врач позвал молодую сестру.", ["Молодую сестру позвал старый врач."]),
    ("ru", "Дети играли в парке.", ["В парке играли дети."]),
    ("ru", "Вчера мы приехали в Омск.", ["Вчера в Омск приехали мы."]),  # nothing is lost
    ("ru", "Наиболее массовые акции состоялись в Москве.", ["В Москве состоялись наиболее массовые акции."]),
    ("ru", "Я люблю зиму.", ["Зиму люблю я."]),  # no name
    ("ru", "Новгородцы очень любят свой город.", ["Свой город очень любят новгородцы."]),
    ("ru", "В чём разница между чаем и кофе?", ["В чём разница между кофе и чаем?"]),
    (
        "en",
        "The dog bit the postman.",
        ["The postman was bitten by the dog.", "It was the dog who bit the postman."],
    ),
    ("en", "Banks hoarded gold and silver.", ["Gold and silver were hoarded by banks."]),
    ("en", "He wrote a counterproposal.", ["A counterproposal was written by him."]),
    ("en", "He gave a red book to Mary.", ["He gave Mary a red book."]),
    ("en", "If it rains, we will stay at home.", ["We will stay at home if it rains."]),
    ("en", "John left early because he was tired.", ["Because he was tired, John left early."]),
    ("en", "compare iphone with samsung", ["compare samsung with iphone"]),
    ("en", "What is the distance from London to Paris?", ["What is the distance from Paris to London?"]),
    ("zh", "小明打败了小红。", ["小明把小红打败了。", "小红被小明打败了。"]),
    ("zh", "他把杯子打破了。", ["杯子被他打破了。"]),
    ("zh", "昨天小明去了上海。", ["小明昨天去了上海。"]),
    ("zh", "我看完了这本书。", ["这本书我看完了。"]),
    ("zh", "从北京到上海有多远？", ["从上海到北京有多远？"]),
]
CHANGED: list[tuple[Lang, str, list[str]]] = [
    ("ru", "Собака укусила почтальона.", ["Собаку укусил почтальон.", "Почтальон укусил собаку."]),
    ("ru", "Тигр полюбил учителя.", ["Тигра полюбил учитель."]),
    ("ru", "Старый врач позвал молодую сестру.", ["Старого врача позвала молодая сестра."]),
    ("ru", "Наш врач увидел нового учителя.", ["Новый учитель увидел нашего врача."]),
    ("en", "The dog bit the postman.", ["The dog was bitten by the postman.", "The postman bit the dog."]),
    ("en", "How do I convert pounds to kilograms?", ["How do I convert kilograms to pounds?"]),
    ("en", "Is Python better than Java?", ["Is Java better than Python?"]),
    ("zh", "小明打败了小红。", ["小明被小红打败了。", "小红把小明打败了。", "小红打败了小明。"]),
    ("zh", "小明比小红高。", ["小红比小明高。"]),
]


@pytest.mark.parametrize(
    ("lang", "text", "expected", "keeps"),
    [(*case, True) for case in KEPT] + [(*case, False) for case in CHANGED],
)
def test_an_order_keeps_the_meaning_and_a_swap_does_not(
    lang: Lang, text: str, expected: list[str], keeps: bool
) -> None:
    made = {change.text: change.keeps for change in changes(text, lang)}
    assert {each: made.get(each) for each in expected} == dict.fromkeys(expected, keeps)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Мать любит дочь."),  # the endings do not tell who loves whom
        ("ru", "Банк открыл офис."),
        ("ru", "В Красноярском крае проходит второй тур выборов."),  # no phrase of place is an object
        ("ru", "Она быстро повернулась от окна и села в кресла."),  # two verbs
        ("ru", "По меньшей мере 15 машин упали в воду."),  # what stands before a number may belong to it
        ("en", "The plan was good."),
        ("en", "At the close of the convention, the party nominated James B."),  # no end of a sentence
        ("en", "Many colonists feared the loss of liberty with trials without juries."),
        ("zh", "他喜欢喝茶。"),
    ],
)
def test_what_could_be_read_two_ways_is_left_alone(lang: Lang, text: str) -> None:
    assert not [change for change in changes(text, lang) if change.kind.startswith("reorder")]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_invented_sentences_give_a_positive_and_a_negative_of_the_same_words(lang: Lang) -> None:
    made = [changes(text, lang, limit=2) for text in sentences(lang, 60)]
    both = [{change.kind for change in few} == {"reorder", "reorder-swap"} for few in made]
    assert sum(both) >= 45
    assert list(sentences(lang, 5)) == list(sentences(lang, 5))


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_half_of_the_restatements_say_the_same_in_other_words(lang: Lang) -> None:
    made = list(restatements(lang, 400))
    assert 0.4 < sum(pair.label == 1.0 for pair in made) / len(made) < 0.5  # some say the very same, and go
    assert all(pair.a != pair.b for pair in made)
    assert list(restatements(lang, 400)) == made


@pytest.mark.parametrize("text", ["我比去年重。", "今天来的人比昨天来的人多。", "这个问题比我想的大。"])
def test_what_is_compared_in_chinese_has_to_be_of_one_kind(text: str) -> None:
    assert not [change for change in changes(text, "zh") if change.kind == "converse"]


def test_names_that_or_joins_are_not_swapped() -> None:
    made = changes("北京市或上海市位于中国。", "zh")
    assert not [change for change in made if change.kind == "entity-swap"]
