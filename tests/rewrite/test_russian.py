"""Russian rude words however they are spelled, and rude phrases in their forms."""

import pytest

from paraphrast.rewrite.words.lexicon import find_rude, meant, right_spelling, unmask_text
from paraphrast.rewrite.words.rude_phrases import has_rude_phrase, say_phrases, say_sure_words


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("дэбилы", "дебилы"),
        ("казлов", "козлов"),
        ("пзьдец", "пиздец"),
        ("дахуя", "дохуя"),
        ("ибанутая", "ебанутая"),
        ("ахуели", "охуели"),
        ("гавнюк", "говнюк"),
        ("далбаёбы", "долбоебы"),
        ("пидарасов", "пидорасов"),
    ],
)
def test_families_of_misspelt_words_are_read_as_one(wrong, right):
    assert right_spelling(wrong, "ru") == right
    assert meant(wrong, "ru") == meant(right, "ru") is not None


@pytest.mark.parametrize(
    "word", ["ибо", "дебелый", "прибалтика", "епархия", "пудра", "козлик", "башня", "блат"]
)
def test_decent_words_that_look_alike_stay(word):
    assert right_spelling(word, "ru") == word
    assert find_rude(word, "ru") == []


def test_signs_spaces_and_latin_letters_become_plain_ones():
    assert unmask_text("Пиз*дуй отсюда, cyкa", "ru") == "Пиздуй отсюда, сука"
    assert unmask_text("Цена 5*3, почта a@b.ru", "ru") == "Цена 5*3, почта a@b.ru"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Это твари, а не люди", "Это плохие люди"),
        ("Какого такого хуя он молчит", "Почему он молчит"),
        ("Ему надо морду набить", "Его надо наказать"),
        ("Они набили ей морду", "Они наказали её"),
        ("Эту мразь посадить на кол", "Этого человека наказать"),
        ("Какая сука сломала лифт", "Кто сломал лифт"),
        ("Без схемы хуй разберёшь", "Без схемы не разберёшь"),
        ("Сделаю как нехуй делать", "Сделаю легко"),
        ("Пошёл вон!", "Уходи!"),
        ("Ты дебил?", "Ты что?"),
        ("Мама даст пиздюлей", "Мама накажет"),
        ("Быдло думает иначе", "Люди думают иначе"),
    ],
)
def test_russian_phrases_are_said_in_their_forms(text, said):
    assert say_phrases(text, "ru") == said


@pytest.mark.parametrize(
    "text",
    [
        "Он пошёл вон туда",
        "Стол поставили к стенке",
        "Жирные курицы не несутся",
        "Корова старая, но молоко даёт",
        "Хрен растёт за домом",
        "Соратника президента застрелили в столице",
        "Он вырвал зуб и набил подушку",
    ],
)
def test_phrases_that_only_look_rude_stay(text):
    assert say_phrases(text, "ru") == text
    assert not has_rude_phrase(text, "ru")


def test_harsh_phrases_do_not_make_a_text_rude():
    assert say_phrases("Гореть ему в аду", "ru") == "Ему будет плохо"
    assert not has_rude_phrase("Гореть ему в аду", "ru")


def test_what_means_one_thing_is_said_at_once_with_what_goes_with_it():
    assert say_sure_words("Эта наглая хохлушка спиздила деньги", "ru") == "Эта наглая украинка украла деньги"
    assert say_sure_words("Дураки смеются", "ru") == "Дураки смеются"  # an insult may mean many things
