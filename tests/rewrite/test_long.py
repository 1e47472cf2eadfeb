"""Long texts, texts of other languages, texts without words, and what else may leave."""

import itertools

import pytest

from paraphrast.data import Pair
from paraphrast.errors import DataError
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.checks.passages import Passage, cut_passages, join_records, limit_of
from paraphrast.rewrite.phrases.phrase_rules import read_book
from paraphrast.rewrite.task import Task
from paraphrast.text.rules import matching

CALM = {
    "ru": "Вчера мы гуляли у реки и кормили уток. Потом пошёл дождь, и все ушли домой. ",
    "en": "Yesterday we walked by the river and fed the ducks. Then it rained and all went home. ",
    "zh": "昨天我们在河边散步，喂了鸭子。后来下雨了，大家都回家了。",
}
RUDE = {
    "ru": "А ты, сука, опять опоздал.",
    "en": "And you, you fucking idiot, were late again.",
    "zh": "你他妈的又迟到了。",
}
SWEARING = {"ru": "сука", "en": "fucking", "zh": "他妈的"}


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_end_of_a_long_text_is_made_neutral_and_the_rest_is_left(lang):
    text = CALM[lang] * (3 * limit_of(lang) // len(CALM[lang])) + RUDE[lang]
    (record,) = rewriter("detox", lang=lang).records([text])
    calm = text.removesuffix(RUDE[lang])
    assert record.b.startswith(calm)
    assert SWEARING[lang] not in record.b
    assert record.meta["toxicity"][0] > 0.5  # the judge has read the end too
    assert record.meta["changes"]
    for change in record.meta["changes"]:
        assert record.a[change["start"] : change["stop"]] == change["old"]
        assert change["start"] >= len(calm)


def test_an_offence_without_listed_words_at_the_end_of_a_long_text_is_marked():
    text = CALM["ru"] * 30 + "Ты умственно отсталый, и место тебе на помойке."
    (record,) = rewriter("duplicate", lang="ru").records([text])
    assert record.b == text
    assert "toxic" in record.meta["flags"]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_passages_cover_all_that_is_said_and_are_short(lang):
    text = "\n" + CALM[lang] * 20 + "слово " * 200 + "а" * 3000
    found = cut_passages(text, lang)
    assert all(one.stop - one.start <= limit_of(lang) for one in found)
    assert all(one.stop <= after.start for one, after in itertools.pairwise(found))
    left = text
    for one in reversed(found):
        left = left[: one.start] + left[one.stop :]
    assert not left.strip()


def test_passages_are_joined_with_what_stood_between_them():
    text = "один два. \n три четыре"
    meta = {"system": "x", "flags": ["fine"], "toxicity": [0.1, 0.1], "change": 0.0, "changes": []}
    changes = [{"start": 0, "stop": 3, "old": "три", "new": "пять"}]
    other = {**meta, "flags": [], "toxicity": [0.9, 0.2], "changes": changes, "others": ["шесть"]}
    parts = [Pair("один два.", "один два.", meta=meta), Pair("три четыре", "пять четыре", meta=other)]
    record = join_records(
        text, [Passage(0, 9), Passage(12, 22)], parts, Task("ru", lambda texts: [0.0] * len(texts))
    )
    assert record.b == "один два. \n пять четыре"
    assert record.meta["changes"] == [{"start": 12, "stop": 15, "old": "три", "new": "пять"}]
    assert record.meta["flags"] == []
    assert record.meta["toxicity"] == [0.9, 0.2]
    assert record.meta["change"] == 0.25
    assert "others" not in record.meta


def test_no_more_than_a_passage_of_a_long_text_is_compared_at_once(monkeypatch):
    made, sizes = rewriter("detox", lang="ru"), []
    rewritten = made.rewrite_texts
    monkeypatch.setattr(made, "rewrite_texts", lambda some: sizes.extend(map(len, some)) or rewritten(some))
    (record,) = made.records(["Ты идиот. " * 400])
    assert "идиот" not in record.b
    assert max(sizes) <= limit_of("ru")


@pytest.mark.parametrize(("lang", "word"), [("ru", "слово, "), ("en", "word, ")])
def test_a_thousand_commas_are_not_a_thousand_times_all_turns(monkeypatch, lang, word):
    calls, matched = [], matching.match_items
    monkeypatch.setattr(matching, "match_items", lambda *given: calls.append(1) or matched(*given))
    assert matching.find(word * 1000, read_book(lang)) == []
    assert len(calls) < 20_000


@pytest.mark.parametrize(
    ("lang", "text", "flag"),
    [
        ("ru", "You are a fucking idiot, John.", "refused: this is English, not Russian"),
        ("en", "Ты полный идиот, иди домой.", "refused: this is Russian, not English"),
        ("zh", "Ты полный идиот, иди домой.", "refused: this is Russian, not Chinese"),
        ("en", "你他妈的真是个傻逼。", "refused: this is Chinese, not English"),
    ],
)
def test_a_text_of_another_language_is_left_alone_and_marked(lang, text, flag):
    (record,) = rewriter("detox", lang=lang).records([text])
    assert record.b == text
    assert flag in record.meta["flags"]
    assert "toxic" in record.meta["flags"]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_what_else_may_leave_offends_nobody_and_is_not_the_source(lang):
    rude = {
        "ru": "Этот дебил Иванов украл деньги.",
        "en": "You are a fucking idiot, John.",
        "zh": "这个白痴昨天来了。",
    }
    (record,) = rewriter("detox", lang=lang).records([rude[lang]])
    judge = rewriter("duplicate", lang=lang)
    assert record.b != rude[lang]
    assert rude[lang] not in record.meta.get("others", [])
    assert all("toxic" not in one.meta["flags"] for one in judge.records(record.meta.get("others", [])))


def test_a_rude_source_that_comes_back_from_a_paraphraser_is_marked():
    (record,) = rewriter("copy", lang="ru").records(["Ты идиот, иди домой"])
    assert record.meta["flags"] == ["refused: nothing is changed", "toxic"]
    assert record.meta["toxicity"][1] > 0.5


@pytest.mark.parametrize(
    ("lang", "text", "address"),
    [
        ("ru", "Зайди на http://site.ru/suka.html, мудак, и почитай.", "http://site.ru/suka.html"),
        ("en", "Visit http://example.com/fuck, you moron, and read.", "http://example.com/fuck"),
        ("zh", "去 http://site.cn/傻逼 看看，傻逼。", "http://site.cn/傻逼"),
    ],
)
def test_an_address_stays_whole_whatever_it_spells(lang, text, address):
    (record,) = rewriter("detox", lang=lang).records([text])
    assert address in record.b
    assert record.b != text


@pytest.mark.parametrize(
    ("texts", "kind", "said"),
    [
        ("одна строка", TypeError, "a list of texts, not one text"),
        (["да", None], TypeError, "text 2 is None"),
        (["\ud83d"], DataError, "text 1 holds half of a character"),
    ],
)
def test_what_is_no_text_is_told(texts, kind, said):
    with pytest.raises(kind, match=said):
        rewriter("delete", lang="ru")(texts)


def test_texts_may_come_one_by_one():
    assert rewriter("delete", lang="ru")(text for text in ["Привет", ""]) == ["Привет", ""]


def test_a_change_that_is_too_large_is_the_reason_why_the_source_came_back():
    made = rewriter("detox", lang="ru", change=(0.0, 0.1))
    (record,) = made.records(["Ты идиот, иди домой к маме"])
    assert record.b == record.a
    reason, *rest = record.meta["flags"]
    assert reason.startswith("refused: 0.")
    assert reason.endswith("at most 0.10 was asked for")
    assert "toxic" in rest
