"""Long texts as windows: everything is read, beside what is nearest, wherever it stands."""

import pytest

from paraphrast.models.bundled import box
from paraphrast.models.bundled.levelling import level
from paraphrast.models.bundled.pair import cut_windows
from paraphrast.models.bundled.windows import pair_windows

SENTENCES = {
    "ru": [
        "Поезд опоздал на час. ",
        "Мы пили чай в буфете. ",
        "Потом объявили посадку. ",
        "Вагон был почти пуст. ",
    ],
    "en": [
        "The train was late. ",
        "We had tea in the bar. ",
        "Then they called us. ",
        "The coach was empty. ",
    ],
    "zh": ["火车晚点了一个小时。", "我们在小卖部喝茶。", "后来广播叫我们上车。", "车厢里几乎没有人。"],
}


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_windows_cover_both_texts_and_none_is_too_long(lang: str) -> None:
    a, b = ("".join(SENTENCES[lang]) * 20, "".join(reversed(SENTENCES[lang])) * 15)
    windows = cut_windows(a, b)
    assert len(windows) > 1
    assert all(0 < len(window.first) <= 126 and 0 < len(window.second) <= 126 for window in windows)
    whole = {piece for window in windows for piece in (*window.first, *window.second)}
    one, two = box.tokenizer().encode_batch([a, b], add_special_tokens=False)
    assert whole == {*one.ids, *two.ids}
    assert sum(len(window.first) for window in windows) >= len(one.ids)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_short_texts_are_one_window(lang: str) -> None:
    assert len(cut_windows(SENTENCES[lang][0], SENTENCES[lang][1])) == 1


def test_what_no_window_asked_for_is_read_too() -> None:
    first = [[1, 2, 3]]
    second = [[1, 2, 3], [7, 8, 9]]
    windows = list(pair_windows(first, second, 126))
    assert [window.second for window in windows] == [[1, 2, 3], [7, 8, 9]]


def test_empty_texts_have_no_window() -> None:
    assert cut_windows("", "one") == []
    assert cut_windows(*level(" ", "\n")) == []


@pytest.mark.parametrize(
    ("a", "b"), [("Ё  ВСЁ", "ё всё"), ("ＡＢＣ", "ABC"), ("電腦壞了", "电脑坏了"), ("So what", "SO WHAT")]
)
def test_looks_are_levelled(a: str, b: str) -> None:
    one, two = level(a, b)
    assert one.casefold() == two.casefold()
