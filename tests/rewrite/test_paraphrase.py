"""Paraphrasing: other words that mean the same, within the change that was asked for."""

import pytest

from paraphrast.errors import CommandError
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.checks.changes import share_changed
from paraphrast.rewrite.checks.checked import Checked, Task

SENTENCES = [
    ("ru", "Мальчик быстро купил красивую книгу в магазине."),
    ("en", "The boy quickly bought a beautiful book in the shop."),
    ("zh", "公司计划明年扩大生产规模，提高产品质量。"),
]


def calm(texts):
    return [0.0 for _ in texts]


def agrees(pairs):
    return [1.0 for _ in pairs]


def flat(texts):
    """Find every text as likely as any other."""
    return [1.0 for _ in texts]


def proposing(lang, drafts, **task):
    given = {"toxicity": calm, "pair": agrees, "goal": "paraphrase", **task}
    return Checked("mine", lambda texts: [drafts for _ in texts], Task(lang, **given))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Директор решил помочь новому сотруднику."),
        ("en", "The famous doctor began a significant study."),
        ("zh", "公司计划明年扩大生产规模，提高产品质量。"),
    ],
)
def test_synonyms_come_in_the_same_form_and_the_pair_model_agrees(lang, text):
    (record,) = rewriter("synonym", lang).records([text])
    assert record.b != text
    assert record.meta["paraphrase"] >= 0.5
    assert 0 < record.meta["change"] < 0.7


@pytest.mark.parametrize(("lang", "text"), SENTENCES)
def test_fewer_words_are_exchanged_when_less_change_is_asked_for(lang, text):
    settings = {"toxicity": calm, "pair": agrees, "model": flat}
    free = rewriter("synonym", lang, **settings).records([text])[0]
    bound = rewriter("synonym", lang, change=(0.0, 0.2), **settings).records([text])[0]
    assert bound.meta["change"] <= 0.2 < free.meta["change"]


def test_names_numbers_and_quotes_are_not_exchanged():
    text = "Anna said “a beautiful book” and bought 3 good books in London."
    (record,) = rewriter("synonym", "en", toxicity=calm, pair=agrees, model=flat).records([text])
    assert record.b != text
    assert all(kept in record.b for kept in ("Anna", "“a beautiful book”", "3", "London"))


def test_an_exchange_that_the_language_model_minds_is_not_made():
    minds = lambda texts: [float("purchased" in text) for text in texts]  # noqa: E731
    drafts = rewriter("synonym", "en", toxicity=calm, pair=agrees, model=minds).system([SENTENCES[1][1]])
    assert drafts[0]
    assert not any("purchased" in draft for draft in drafts[0])


@pytest.mark.parametrize(("lang", "text"), SENTENCES)
def test_copy_is_refused_and_the_source_comes_back(lang, text):
    (record,) = rewriter("copy", lang, toxicity=calm, pair=agrees).records([text])
    assert record.b == text
    assert record.meta["flags"] == ["refused: nothing is changed"]


def test_only_what_the_pair_model_accepts_leaves():
    doubts = lambda pairs: [float("cat" in pair.b) for pair in pairs]  # noqa: E731
    (record,) = proposing("en", ["A dog sat", "The cat was sitting"], pair=doubts).records(["The cat sat"])
    assert record.b == "The cat was sitting"
    (record,) = proposing("en", ["A dog sat"], pair=doubts).records(["The cat sat"])
    assert record.b == "The cat sat"
    assert "does not take it for a paraphrase (0.00)" in record.meta["flags"][0]


def test_what_newly_offends_is_refused():
    minds = lambda texts: [float("idiot" in text) for text in texts]  # noqa: E731
    (record,) = proposing("en", ["The idiot sat"], toxicity=minds).records(["The man sat"])
    assert record.meta["flags"] == ["refused: it offends where the source does not"]


def test_the_score_chooses_and_the_others_are_told():
    longer = lambda pairs: [float(len(pair.b)) for pair in pairs]  # noqa: E731
    drafts = ["A cat sat here", "A cat was sitting here", "A cat sits"]
    (record,) = proposing("en", drafts, score=longer).records(["The cat sat"])
    assert [record.b, *record.meta["others"]] == sorted(drafts, key=len, reverse=True)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_back_translation_goes_there_and_back(lang):
    texts = {"ru": "Кот сидел дома", "en": "The cat sat", "zh": "猫坐在家里"}

    def there(texts, n=1):
        return [[f"pivot {text}"] for text in texts]

    def back(texts, n=1):
        return [[f"{text} {turn}", " "][:n] for turn, text in enumerate(texts)]

    system = rewriter(
        "back-translation", lang, toxicity=calm, pair=agrees, there=there, back=back, n=2
    ).system
    assert system([texts[lang]]) == [[f"pivot {texts[lang]} 0"]]
    with pytest.raises(CommandError, match="needs two translators"):
        rewriter("back-translation", lang, toxicity=calm, pair=agrees)


def test_llm_is_asked_to_paraphrase():
    asked = []

    def model(prompts, n=1):
        asked.extend(prompts)
        return [["Кошка сидела у дома"] for _ in prompts]

    (record,) = rewriter("llm", "ru", to="paraphrase", toxicity=calm, pair=agrees, model=model).records(
        ["Кот сидел дома"]
    )
    assert record.b == "Кошка сидела у дома"
    assert "другими словами" in asked[0]


def test_texts_without_words_are_left():
    (record,) = rewriter("synonym", "en", toxicity=calm, pair=agrees, model=flat).records(["12:30!"])
    assert (record.b, record.meta["flags"]) == ("12:30!", ["fine"])


@pytest.mark.parametrize(
    ("lang", "a", "b", "share"),
    [("ru", "кот спит дома", "дома спит кот", 2 / 3), ("en", "a b c d", "a b", 0.5), ("zh", "猫", "猫", 0.0)],
)
def test_change_counts_words(lang, a, b, share):
    assert share_changed(a, b, lang) == pytest.approx(share)
