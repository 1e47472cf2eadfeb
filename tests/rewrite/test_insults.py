"""What is said of somebody: an insult in the predicate leaves no hole."""

import pytest

from paraphrast.models.bundled.tagger import Word
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.words.insults import find_said_of, find_subject


def words(text):
    return [Word(word, 0, 0, 0.0, 0.0) for word in text.split()]


def said(text, lang, size=1):
    """What stands for the last words of a text before its sign, should they go."""
    some = words(text)
    last = len(some) - 1 if not some[-1].text.isalpha() else len(some)
    found = find_said_of(some, range(last - size, last), lang)
    return found.text if found else None


@pytest.mark.parametrize(
    ("lang", "text", "new"),
    [
        ("ru", "Он мудак !", "плохой человек"),
        ("ru", "Вы все дебилы", "неумные люди"),
        ("ru", "Мой начальник — урод .", "плохой человек"),
        ("ru", "Она просто сука .", "плохая женщина"),
        ("ru", "Это пиздец .", "ужас"),
        ("ru", "Ты тупая !", "неумная"),
        ("en", "He is an asshole !", "bad person"),
        ("en", "They are all morons .", "unwise people"),
        ("en", "This is shit .", "bad"),
    ],
)
def test_an_insult_says_politely_what_it_tells_of_somebody(lang, text, new):
    assert said(text, lang) == new


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Закрой дверь , идиот !"),  # an address, nothing is said of anybody
        ("ru", "Он ударил мудака ."),  # an object
        ("ru", "Они признали ошибки бляди"),  # an address without its comma
        ("en", "Close the door , moron !"),
        ("en", "He met a moron ."),
        ("en", "He is a teacher ."),  # no insult
    ],
)
def test_addresses_objects_and_plain_words_are_no_such_insults(lang, text):
    assert said(text, lang) is None


def test_what_only_makes_an_insult_stronger_goes_with_it():
    some = words("Он полный дебил")
    assert find_said_of(some, range(2, 3), "ru") == (1, 2, "неумный человек")


@pytest.mark.parametrize(
    ("lang", "text", "new"),
    [
        ("ru", "Твой брат еблан", "Твой брат плохой человек"),
        ("ru", "Заткнись, придурок.", "Замолчи."),
        ("ru", "Какая же сволочь это придумала?", "Какой же человек это придумал?"),
        ("en", "My boss is a fucking retard.", "My boss is unreasonable."),
    ],
)
def test_whole_sentences_keep_their_predicate(lang, text, new):
    assert rewriter("detox", lang)([text]) == [new]


def test_an_insult_that_begins_a_clause_stays_a_person():
    assert find_subject(words("Мудила на джипе подрезал меня"), range(0, 1), "ru") == 0
    assert find_subject(words("Урод подрезал меня"), range(0, 1), "ru") == 0
    assert find_subject(words("Урод , уходи"), range(0, 1), "ru") is None  # an address
    assert find_subject(words("Урод уходи"), range(0, 1), "ru") is None
    assert find_subject(words("Стол на кухне"), range(0, 1), "ru") is None  # no insult


@pytest.mark.parametrize(
    ("lang", "text"), [("ru", "Какого хрена вы шумите?"), ("en", "Why the hell not?"), ("zh", "关你屁事！")]
)
def test_a_rude_phrase_is_work_whatever_the_judge_says(lang, text):
    (record,) = rewriter("detox", lang, toxicity=lambda texts: [0.0 for _ in texts]).records([text])
    assert "fine" not in record.meta["flags"]
    assert record.b != text
