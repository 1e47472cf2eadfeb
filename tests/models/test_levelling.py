"""How a text is typed does not decide what it says: looks are taken from the other text."""

import pytest

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.models.bundled.levelling import level

PAIRS = [
    ("Анна переехала из Пскова в Тверь.", "Анна уехала из Пскова и живёт теперь в Твери.", "ru"),
    ("The committee approved the plan, Mary said.", "Mary said that the plan was approved.", "en"),
    ("会议推迟到星期五，因为经理病了。", "经理生病了，所以会议改到星期五。", "zh"),
]


@pytest.mark.parametrize(
    ("a", "b", "levelled"),
    [
        ("АННА УЕХАЛА В ПСКОВ", "В Псков уехала Анна.", ("Анна уехала в Псков.", "В Псков уехала Анна.")),
        (
            "mary left. nobody knew",
            "Nobody knew. Mary left",
            ("Mary left. Nobody knew", "Nobody knew. Mary left"),
        ),
        ("да", "ДА", ("да", "да")),
        ("Ёлка стоит!", "Елка стоит", ("Елка стоит!", "Елка стоит!")),
        ("好的👍", "好的。", ("好的。", "好的。")),
        ("👍", "ok", ("ok", "👍")),  # a text of pictures alone keeps them
    ],
)
def test_what_one_text_lacks_it_takes_from_the_other(a: str, b: str, levelled: tuple[str, str]) -> None:
    assert level(a, b) == level(b, a) == tuple(sorted(levelled))


def test_a_question_stays_a_question() -> None:
    assert level("Он дома?", "Он дома.") == ("Он дома.", "Он дома?")


@pytest.mark.parametrize(("a", "b", "lang"), PAIRS)
def test_typing_changes_no_decision(a: str, b: str, lang: str) -> None:
    score = models.pair()
    typed = [a, a.upper(), a.lower(), a.rstrip(".。"), f"{a} 🙂"]
    values = score([Pair(text, b, lang=lang) for text in typed])
    assert len({value >= 0.5 for value in values}) == 1


def test_other_words_are_still_told_apart() -> None:
    pairs = [
        Pair("THE TRIAL ENDED ON FRIDAY", "The trial ended on Monday.", lang="en"),
        Pair("кот укусил собаку", "Собака укусила кота.", lang="ru"),
    ]
    assert max(models.pair()(pairs)) < 0.5
