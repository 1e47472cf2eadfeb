"""Addresses, handles, code, formulas and emoji leave as they came, whatever they look like."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.checks.literals import Hidden, hide_literals
from paraphrast.text import Lang

RUDE: list[tuple[Lang, str, list[str]]] = [
    ("en", "Write to bob@assholes.com, you idiot", ["bob@assholes.com"]),
    ("en", "@fuckface99 is wrong, you moron 🙂", ["@fuckface99", "🙂"]),
    ("en", "Run `rm -rf shit`, you idiot", ["`rm -rf shit`"]),
    ("ru", "Пиши на xuj@suka.ru, дебил", ["xuj@suka.ru"]),
    ("ru", "@mudak_77 опять врёт, сука 🙂", ["@mudak_77", "🙂"]),
    ("ru", "Блять, опять сервер упал 😡 y=x^2 не считает", ["😡", "y=x^2"]),
    ("zh", "傻逼，你的邮箱 shabi@qq.com 我记住了😂", ["shabi@qq.com", "😂"]),
    ("zh", "@傻逼王 你他妈闭嘴👍", ["@傻逼王", "👍"]),
]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_literals_leave_as_they_came(lang: Lang) -> None:
    texts = [text for one, text, _ in RUDE if one == lang]
    kept = [literals for one, _, literals in RUDE if one == lang]
    for record, literals in zip(rewriter("detox", lang)(texts), kept, strict=True):
        assert all(literal in record for literal in literals), record
        assert record not in texts  # the rest was rewritten


def test_a_rude_word_with_a_sign_for_a_letter_is_no_handle() -> None:
    assert hide_literals("you @sshole", "en").literals == ()
    assert hide_literals("ask @fuckface", "en").literals == ("@fuckface",)


def test_a_text_with_signs_of_its_own_is_left_alone() -> None:
    text = "icon \ue000 and bob@example.com"
    assert hide_literals(text, "en") == Hidden(text)


def test_an_output_that_loses_or_doubles_a_literal_is_found_out() -> None:
    hidden = hide_literals("mail a@b.org and c@d.org now", "en")
    first, second = hidden.text[5], hidden.text[11]
    assert hidden.lost(f"write {first}, {second}") is None
    assert hidden.lost(f"write {first}") == "c@d.org"
    assert hidden.lost(f"write {second}, {first}") == "a@b.org"
    assert hidden.lost(f"write {first} {first} {second}") == "a@b.org"
