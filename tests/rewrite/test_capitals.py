"""Sentences that are rewritten in Russian begin with a capital, as most that people write; others stay."""

from paraphrast.rewrite import rewriter


def test_a_rewritten_russian_sentence_begins_with_a_capital():
    assert rewriter("detox", "ru")(["какого хрена автобус опять не пришёл"]) == [
        "Почему автобус опять не пришёл"
    ]


def test_what_is_fine_keeps_its_small_letter_and_english_its_own():
    assert rewriter("detox", "ru")(["автобус опять не пришёл"]) == ["автобус опять не пришёл"]
    assert rewriter("detox", "en")(["that bitch took my seat"]) == ["that woman took my seat"]
