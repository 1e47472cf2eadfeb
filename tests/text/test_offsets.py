"""Whatever the text, an answer points at its evidence."""

from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paraphrast.text import LANGS, forms, language, lemmas, normal, sentences, stems, words
from paraphrast.text.languages import READ
from paraphrast.text.stretches import folded, inside, spelled, stretches

PIECES = st.sampled_from(
    [
        *"аЯёaZ9 .,!?…。！？《》\n\t'’-—_@#:)(\u0301\u200b\u00adﬁＡ½電мoр",
        "don't",
        "т.е.",
        "http://a.b",
        "👨‍👩‍👧",
        "你好",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join), st.text(st.characters(codec="utf-16-le")))


def in_order(text, tokens):
    """Check that tokens follow one another inside the text and leave out nothing but blanks."""
    done = 0
    for token in tokens:
        assert done <= token.start < token.stop <= len(text)
        assert not text[done : token.start].strip()
        done = token.stop
    assert not text[done:].strip()


@pytest.mark.parametrize("lang", LANGS)
@given(text=TEXTS)
@example(text="\x00")
@example(text="\ud800你好")
@example(text=" \u2029 a")
def test_words_cover_the_text(lang, text):
    found = words(text, lang)
    in_order(text, found)
    assert all(text[word.start : word.stop] == word.text for word in found)


@pytest.mark.parametrize("lang", LANGS)
@given(text=TEXTS)
def test_sentences_cover_the_text(lang, text):
    found = sentences(text, lang)
    in_order(text, found)
    assert all(text[sentence.start : sentence.stop] == sentence.text for sentence in found)


@pytest.mark.parametrize("lang", ["ru", "en"])
@given(text=TEXTS)
@example(text="Он сказал: «Да…» (т.е. :D xD) e-mail a@b.ru 3,5 don't")
def test_stretches_hold_the_forms_of_the_text(lang, text):
    codes = folded(text, lang)
    low = spelled(codes)
    assert len(low) == len(text)
    start, stop = (column.tolist() for column in stretches(codes, lang))
    found = [low[a:b] for a, b in zip(start, stop, strict=True)]
    held = inside(found, lang)
    assert held.forms == forms(low, lang)
    words = iter(zip(held.forms, held.starts, held.stops, strict=True))
    for one, count in zip(found, held.counts, strict=True):
        assert all(one[start:stop].lower() == form for form, start, stop in islice(words, count))


@given(text=TEXTS)
@example(text="见http://a.b/c，ＡＢＣ１２:) 👨‍👩‍👧")
@example(text="電腦坏了\ud800")
def test_chinese_stretches_leave_out_nothing_but_marks(text):
    low = spelled(folded(text, "zh"))
    start, stop = (column.tolist() for column in stretches(folded(text, "zh"), "zh"))
    assert all(a < b for a, b in zip(start, stop, strict=True))
    assert all(a <= b for a, b in zip(stop, start[1:], strict=False))
    held = {place for a, b in zip(start, stop, strict=True) for place in range(a, b)}
    # beyond the first plane there are Chinese characters that this Python may not know yet
    near = {place for place, one in enumerate(low) if one < "\U00010000"}
    assert held & near == {place for place in near if low[place].isalnum()}


@given(left=TEXTS, right=TEXTS)
def test_a_copied_chinese_passage_is_cut_like_its_source(left, right):
    passage = "研究人员发现，这种新材料在高温条件下仍能保持稳定的导电性能。"

    def cuts(text):
        first = text.index(passage)
        places = stretches(folded(text, "zh"), "zh")[0].tolist()
        return [place - first for place in places if first + 3 <= place < first + len(passage)]

    assert cuts(f"{left}{passage}{right}") == cuts(passage)


@pytest.mark.parametrize("function", [lemmas, stems])
@pytest.mark.parametrize("lang", LANGS)
@given(text=TEXTS)
@example(text="𗀀 а𗀀")
def test_each_word_has_one_lemma_and_one_stem(lang, function, text):
    assert [token[1:] for token in function(text, lang)] == [token[1:] for token in words(text, lang)]


@pytest.mark.parametrize("lang", [None, *LANGS])
@given(text=TEXTS, data=st.data())
@example(text="e\u200d\u0301", data=None)
@example(text="\u1100\u1161\u11a8", data=None)
def test_normal_spans_stay_inside_the_original(lang, text, data):
    found = normal(text, lang)
    starts = found.starts
    assert starts == sorted(starts)
    assert found.span(0, len(found.text))[1] <= len(text)
    assert all(0 <= one.start < one.stop <= len(text) for one in found.undone)
    if data is None or not found.text:
        return
    start = data.draw(st.integers(0, len(found.text) - 1))
    stop = data.draw(st.integers(start + 1, len(found.text)))
    first, last = found.span(start, stop)
    assert 0 <= first < last <= len(text)
    # What nothing was done to says the same in both.
    if not any(one.start < last and first < one.stop for one in found.undone):
        assert text[first:last] == found.text[start:stop]


@given(text=st.one_of(*map(st.text, ["абв где.,\n", "ABC abc.,\n123", "你好。\n123"])))
def test_plain_text_is_its_own_normal(text):
    found = normal(text, "ru")
    assert found.text == text
    assert found.undone == []
    assert found.starts == list(range(len(text)))


@given(text=TEXTS)
def test_normal_of_normal_changes_nothing(text):
    once = normal(text).text
    assert normal(once).text == once


@given(text=TEXTS)
def test_every_text_has_a_language_or_is_other(text):
    assert language(text) in (*READ, "other")
