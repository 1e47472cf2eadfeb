"""Hard pairs made directly: every kind of change, in every language, with agreement kept."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from paraphrast.build.doubts import Doubtful
from paraphrast.build.native import changes, pairs
from paraphrast.data import Pair
from paraphrast.text import Lang

CASES: list[tuple[Lang, str, str, str, bool]] = [
    (
        "ru",
        "Путин поздравил Назарбаева с победой.",
        "Назарбаев поздравил Путина с победой.",
        "entity-swap",
        False,
    ),
    ("ru", "Собака укусила кошку.", "Кошка укусила собаку.", "argument-swap", False),
    (
        "ru",
        "Старый врач позвал молодую сестру.",
        "Старая сестра позвала молодого врача.",
        "",
        False,
    ),  # the verb would have to change too: this must not be made
    (
        "ru",
        "Турция купила китайские копии российских ракет.",
        "Турция купила российские копии китайских ракет.",
        "adjective-swap",
        False,
    ),
    (
        "ru",
        "Удобно жить в Туле и работать в Калуге?",
        "Удобно работать в Туле и жить в Калуге?",
        "verb-swap",
        False,
    ),
    ("ru", "Банк открыл новый офис.", "Банк не открыл новый офис.", "negation", False),
    ("ru", "Банк открыл новый офис.", "Банк закрыл новый офис.", "verb-replacement", False),
    (
        "ru",
        "Чиновники и депутаты ушли в отпуск.",
        "Депутаты и чиновники ушли в отпуск.",
        "coordination",
        True,
    ),
    ("ru", "В 2005 году он переехал в Лондон.", "Он переехал в Лондон в 2005 году.", "adverbial-move", True),
    ("ru", "Это правда, заявил министр.", "Это правда, министр заявил.", "inversion", True),
    ("ru", "Президент подписал закон.", "Закон подписан президентом.", "voice", True),
    ("ru", "Анна старше Ольги.", "Ольга младше Анны.", "converse", True),
    ("ru", "Он приобрёл дом.", "Он купил дом.", "synonym", True),
    (
        "en",
        "On Monday Blair criticised Mugabe at the meeting.",
        "On Monday Mugabe criticised Blair at the meeting.",
        "entity-swap",
        False,
    ),
    ("en", "The teacher thanked the doctor.", "The doctor thanked the teacher.", "argument-swap", False),
    ("en", "The old house has a new roof.", "The new house has a old roof.", "", False),
    ("en", "The rich man has a poor cousin.", "The poor man has a rich cousin.", "adjective-swap", False),
    ("en", "The museum is open on Monday.", "The museum is not open on Monday.", "negation", False),
    ("en", "Do you have tea or coffee?", "Do you have coffee or tea?", "coordination", True),
    ("en", "In 2005, he moved to London.", "He moved to London in 2005.", "adverbial-move", True),
    ("en", "The castle was destroyed by the army.", "The army destroyed the castle.", "voice", True),
    ("en", "Acme bought three mills from Brand.", "Brand sold three mills to Acme.", "converse", True),
    ("en", "It began quickly.", "It began rapidly.", "synonym", True),
    ("zh", "他从北京飞到上海。", "他从上海飞到北京。", "entity-swap", False),
    ("zh", "老师在教室里帮助医生。", "医生在教室里帮助老师。", "argument-swap", False),
    ("zh", "他喜欢吃面包。", "他不喜欢吃面包。", "negation", False),
    ("zh", "我喜欢苹果和香蕉。", "我喜欢香蕉和苹果。", "coordination", True),
    ("zh", "2005年，他搬到了伦敦。", "他 2005年搬到了伦敦。", "adverbial-move", True),
    ("zh", "红队被蓝队击败。", "蓝队击败红队。", "voice", True),
    ("zh", "小明比小红高。", "小红比小明矮。", "converse", True),
    ("zh", "公司从工厂购买了设备。", "工厂把设备卖给了公司。", "converse", True),
    ("zh", "他昨天打败了对手。", "对手输给了他昨天。", "", False),
    ("zh", "如何购买这本书", "怎么购买这本书", "synonym", True),
]


@pytest.mark.parametrize(("lang", "text", "made", "kind", "keeps"), CASES)
def test_a_sentence_is_changed_as_a_person_would(
    lang: Lang, text: str, made: str, kind: str, keeps: bool
) -> None:
    asked = pytest.warns(Doubtful) if kind == "synonym" and lang != "zh" else nullcontext()
    with asked:
        made_here = changes(text, lang, synonyms=kind == "synonym")
    found = [(change.text, change.kind, change.keeps) for change in made_here]
    if kind:
        assert (made, kind, keeps) in found
    else:
        assert made not in [each for each, _, _ in found]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Тула и Калуга рядом."),
        ("ru", "В Москве и в Лондоне идёт дождь."),
        ("ru", "Ни Анна, ни Мария не пришла."),
        ("ru", "Цена составляет 5 или 6 рублей."),
        ("en", "Anna and Mary left."),
        ("en", "It rains in Paris and in London."),
        ("en", "The price is 5 or 6 dollars."),
        ("zh", "北京和上海很远。"),
        ("zh", "他要么去北京，要么去上海。"),
        ("zh", "有一个男人和一个女人在跑步。"),
        ("zh", "价格是5元或6元。"),
    ],
)
def test_items_of_a_list_that_change_places_are_never_called_a_change_of_meaning(
    lang: Lang, text: str
) -> None:
    assert not [change for change in changes(text, lang) if change.kind.endswith("-swap")]


def test_names_in_unlike_items_of_a_list_still_change_places() -> None:
    made = {change.text for change in changes("Врач лечит Ивана в Москве и учит Петра в Лондоне.", "ru")}
    assert "Врач лечит Петра в Москве и учит Ивана в Лондоне." in made


def test_a_number_keeps_the_form_of_the_noun() -> None:
    made = [change.text for seed in range(20) for change in changes("Погибли 23 человека.", "ru", seed=seed)]
    numbers = {
        int(text.split()[1]) for text in made if text.startswith("Погибли ") and text.split()[1].isdigit()
    }
    assert numbers
    assert all(number % 10 in (2, 3, 4) and number % 100 // 10 != 1 for number in numbers)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("ru", "Банк открыл офис в Москве."), ("en", "He met two men in Paris."), ("zh", "他在北京买了3本书。")],
)
def test_the_same_seed_makes_the_same_changes(lang: Lang, text: str) -> None:
    assert changes(text, lang, seed=7) == changes(text, lang, seed=7)
    assert len(changes(text, lang, limit=1)) == 1


@pytest.mark.parametrize("text", ["", " ", "…", "123", "\ud800", "А", "ПУТИН", "«»"])
@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_anything_may_come_in(lang: Lang, text: str) -> None:
    for change in changes(text, lang):
        assert change.text != text


SYNONYMS: list[tuple[Lang, str, str]] = [
    ("ru", "Он приобрёл дом.", "31 right"),
    ("en", "It began quickly.", "32 right"),
]


@pytest.mark.parametrize(("lang", "text", "figure"), SYNONYMS)
def test_synonyms_that_readers_found_wrong_come_only_when_asked_for(
    lang: Lang, text: str, figure: str
) -> None:
    plain = changes(text, lang)
    assert plain == changes(text, lang, synonyms=False)
    assert "synonym" not in {change.kind for change in plain}
    assert "synonym" not in {pair.meta["kind"] for pair in pairs([text], lang, per_text=None)}
    with pytest.warns(Doubtful, match=figure) as said:
        more = changes(text, lang, synonyms=True)
    assert said[0].filename == __file__
    assert {change for change in more if change.kind != "synonym"} == set(plain)
    assert any(change.kind == "synonym" and change.keeps for change in more)
    with pytest.warns(Doubtful, match=figure):
        made = list(pairs([text, text], lang, per_text=None, synonyms=True))
    assert "synonym" in {pair.meta["kind"] for pair in made}


def test_chinese_synonyms_stay_without_a_warning() -> None:
    text = "如何购买这本书"
    made = changes(text, "zh")
    assert "synonym" in {change.kind for change in made}
    assert changes(text, "zh", synonyms=True) == made


def test_true_paraphrases_give_hard_pairs_and_false_ones_nothing() -> None:
    true = Pair("Банк купил завод.", "Завод приобрёл банк из Москвы.", 1.0, "ru", "7")
    false = Pair("Банк купил завод.", "Завод сгорел в Москве.", 0.0, "ru", "8")
    made = list(pairs([true, false], "ru", seed=0))
    assert made
    assert {pair.a for pair in made} == {true.a}
    assert {pair.group for pair in made} == {"7"}
    assert {pair.label for pair in made} <= {0.0, 1.0}
    assert all(pair.meta["kind"] for pair in made)


SAMPLES = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_hand_checked_negatives_are_good(lang: Lang) -> None:
    path = SAMPLES / f"native_sample.{lang}.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) == 100
    assert sum(changed == well == "yes" for _, _, _, changed, well, _ in rows) >= 85
