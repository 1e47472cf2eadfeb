"""Words as numbers: what a text is read as depends on that text alone, whatever is read with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from paraphrast.detect.terms import Terms
from paraphrast.text import LANGS, Lang

# Texts as they come: with and without a mark at the end, in lines, with digits and letters, one character.
LINES: dict[Lang, list[str]] = {
    "ru": [
        "Старый маяк построили рыбаки",
        "«Ну что ж, — сказал он. — Идём»",
        "т.е. к 15 мая 2019 г.",
        "дом",
        "",
        "Ёлки",
    ],
    "en": [
        "The old keeper didn't sleep",
        "“Well,” he said, “let's go”",
        "e.g. at 10 a.m. on 5 May",
        "sea",
        "",
        "X-ray",
    ],
    "zh": [
        "第三十六条　国家机关工作人员滥用职权的，依法给予处分",
        "昨天下午，外交部发言人在例行记者会上回答了记者提问",
        "守塔的老人每天晚上都为海边的渔民点亮一盏灯。到了秋天，他的孙子从城里来看他",
        "新华社北京3月5日电（记者 王敏）",
        "研究人员发现这种新材料在高温下仍能保持稳定",
        "他买了一台iPhone12和两本书",
        "人民",
        "的",
        "",
        "本法自公布之日起施行\n中华人民共和国主席令",
        "電腦壞了，怎麼辦？",
    ],
}
CHINESE = "国家人民机关工作的在了和发现研究学生老师今天明天海边村庄出版社会主义，。\n A1"
TABLE = Terms("zh")


def as_read(table: Terms, lines: list[str]) -> list[list[int]]:
    return [numbers.tolist() for numbers in table.each(lines)]


@pytest.mark.parametrize("lang", LANGS)
def test_a_batch_is_read_as_its_texts_are_one_by_one(lang: Lang) -> None:
    table = Terms(lang)
    alone = [table.numbers(line).tolist() for line in LINES[lang]]
    assert sum(map(len, alone)) > 10
    for turn in range(len(alone)):  # every text beside every other, first and last
        lines = LINES[lang][turn:] + LINES[lang][:turn]
        assert as_read(table, lines) == alone[turn:] + alone[:turn]


@given(lines=some.lists(some.text(some.sampled_from(CHINESE), max_size=40), min_size=2, max_size=6))
def test_a_batch_of_any_chinese_texts_is_read_as_they_are_one_by_one(lines: list[str]) -> None:
    assert as_read(TABLE, lines) == [TABLE.numbers(line).tolist() for line in lines]


def test_a_chinese_stretch_is_read_alike_between_any_marks() -> None:
    wanted = [TABLE.stem(value) for value in TABLE.numbers("研究人员发现这种新材料").tolist()]
    for before, after in (("他说，", "。"), ("在国家机关。", ""), ("A", "1"), ("\n", "\n人民")):
        whole = TABLE.numbers(f"{before}研究人员发现这种新材料{after}").tolist()
        found = [TABLE.stem(value) for value in whole]
        assert any(found[k : k + len(wanted)] == wanted for k in range(len(found))), (before, after)


def test_words_that_differ_are_told_apart() -> None:
    assert TABLE.numbers("研究材料").tolist() != TABLE.numbers("材料研究").tolist()
