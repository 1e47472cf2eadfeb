"""What offends in Russian beside the well-known words: coinages, idioms of violence, ill wishes."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.words.lexicon import find_rude, meant
from paraphrast.rewrite.words.rude_phrases import has_rude_phrase, say_phrases, say_sure_words


@pytest.fixture(scope="module")
def neutral():
    return rewriter("detox", lang="ru")


@pytest.mark.parametrize(
    "word",
    [
        "лахтодебил",
        "хохломрази",
        "алкобыдло",
        "козоёбы",
        "измандякали",
        "обдристался",
        "пересрался",
        "охуевают",
    ],
)
def test_coinages_with_rude_roots_are_never_fine(word):
    assert [one.text for one in find_rude(word, "ru")]


@pytest.mark.parametrize(
    "word",
    [
        "скипидар",
        "лапидарный",
        "йокосука",
        "командовать",
        "обсерватория",
        "нокдаун",
        "серебро",
        "осрамить",
        "рассеять",
        "мандат",
    ],
)
def test_decent_words_with_such_letters_are_fine(word):
    assert find_rude(word, "ru") == []
    assert meant(word, "ru") is None


@pytest.mark.parametrize(
    ("rude", "said"),
    [
        ("Эти пендосы приехали", "Эти американцы приехали"),
        ("Опять журналюги врут", "Опять журналисты врут"),
        ("Он наебашил салат", "Он сделал салат"),
        ("Кот насрал в ботинок", "Кот нагадил в ботинок"),
        ("Я затупил на экзамене", "Я ошибся на экзамене"),
        ("Тут срут в подъезде", "Тут гадят в подъезде"),
        ("Пора пожрать", "Пора поесть"),
        ("Они охуевают от цен", "Они удивляются от цен"),
        ("Не слушай этих кремлеботов", "Не слушай этих пропагандистов"),
        ("Этот ссыкун убежал", "Этот трус убежал"),
        ("Сожрала весь торт", "Съела весь торт"),
        ("Либерахи опять спорят", "Либералы опять спорят"),
    ],
)
def test_words_that_mean_one_thing_are_said_in_their_form(rude, said):
    assert say_sure_words(rude, "ru") == said


@pytest.mark.parametrize(
    ("rude", "said"),
    [
        ("Таких врачей убить мало", "Таких врачей надо наказать"),
        ("Стрелять таких надо", "Наказывать таких надо"),
        ("Сдохни, тварь", "Уходи"),
        ("Врун, чтоб вам пусто было", "Врун"),
        ("От него воняет", "От него плохо пахнет"),
        ("Замолчи, курица!", "Замолчи!"),
        ("Платят большие бабки", "Платят большие деньги"),
        ("Когда их уже убивать начнут", "Когда их уже наказывать начнут"),
    ],
)
def test_harsh_idioms_are_said_politely_but_make_no_text_rude(rude, said):
    assert say_phrases(rude, "ru") == said
    assert not has_rude_phrase(rude, "ru")


@pytest.mark.parametrize(
    ("rude", "said"),
    [
        ("Таким вандалам надо руки отрубать", "Таких вандалов надо наказать"),
        ("Да пошли они нахуй", "Пусть они уходят"),
        ("Послал его на хер", "Прогнал его"),
        ("Мне похуй на тебя", "Мне нет дела до тебя"),
        ("Кому он нахуй нужен", "Кому он нужен"),
        ("Он забил хуй на работу", "Он махнул рукой на работу"),
        ("Кто-то ссыт в подъезде", "Кто-то мочится в подъезде"),
        ("Они ебутся с настройками", "Они возятся с настройками"),
        ("Мне в падлу готовить", "Мне не хочется готовить"),
        ("Старый пердун опять врёт", "Старик опять врёт"),
        ("Таким грибникам руки по самую жопу оторвать", "Таких грибников наказать"),
        ("Иди дрочи отсюда", "Уходи отсюда"),
    ],
)
def test_rude_idioms_are_said_politely(rude, said):
    assert say_phrases(rude, "ru") == said
    assert has_rude_phrase(rude, "ru")


@pytest.mark.parametrize(
    "text",
    [
        "Мне надо убить время до поезда",
        "Герой хочет убить дракона",
        "Повесь картину, я буду вешать их на стену",
        "Бумаги старые, их надо сжечь",
        "Стрелять надо в центр мишени",
        "Виноград надо давить ногами",
        "Бабки на лавке обсуждают погоду",
        "Курица в духовке почти готова",
        "Мусор вынесли вчера",
        "Открой рот, доктор посмотрит горло",
        "Прикрыть рот рукой вежливо",
        "Врач отрезал ему бинт",
        "Они сели играть в очко",
        "Дети пошли сосать леденцы",
        "У него на кухне подгорело мясо",
    ],
)
def test_idioms_that_only_look_so_stay(text):
    assert say_phrases(text, "ru") == text
    assert not has_rude_phrase(text, "ru")


def test_a_text_that_only_curses_keeps_its_words_for_other_ways():
    assert say_phrases("Чтоб ты подавился!", "ru") == "Чтоб ты подавился!"


@pytest.mark.parametrize(
    ("rude", "gone"),
    [
        ("Я уже заебался! Отдыхать хочу! Когдааа?!! ;(((", "заеб"),
        ("Воду говнюки отключили. СПАСИИИБО :|", "говн"),
        ("сам пидр(((((((((9((99", "пидр"),
        ("Опять эти лахтодебилы пишут под каждым постом", "дебил"),
    ],
)
def test_stretched_letters_and_smileys_with_nines_keep_no_rude_word(neutral, rude, gone):
    said = neutral([rude])[0]
    assert said != rude
    assert gone not in said.lower()


@pytest.mark.parametrize(
    "text",
    [
        "Командует на складе завхоз, мандат у него в столе.",
        "Кобель и кошка спят на одном коврике.",
        "В обсерватории сегодня показывают Марс.",
        "Бабушка сварила суп из брюшка и потрохов.",
        "Совки и вёдра лежат в кладовой.",
    ],
)
def test_polite_sentences_come_back_unchanged(neutral, text):
    assert neutral([text]) == [text]
