"""`rewrite explain`: every rule that takes a text is named, with its file and line."""

import json
from importlib.resources import files

import pytest

from paraphrast.rewrite.explain import explain
from paraphrast.text import LANGS


@pytest.mark.parametrize(
    ("lang", "text", "kind", "file"),
    [
        ("ru", "Если завтра будет дождь, мы останемся дома.", "order", "rules/ru/clauses.rules"),
        ("en", "If it rains, we will stay.", "order", "rules/en/clauses.rules"),
        ("zh", "虽然他累了，但他没有休息。", "order", "rules/zh/clauses.rules"),
        ("ru", "Он приобрёл дом.", "phrase", "rules/ru/phrases.rules"),
        ("en", "He left in order to rest.", "phrase", "rules/en/phrases.rules"),
        ("zh", "他购买了一本书。", "phrase", "rules/zh/phrases.rules"),
        ("zh", "关你屁事！", "rude phrase", "lists/zh.toml"),
        ("en", "Why the hell not?", "rude phrase", "lists/en.toml"),
        ("ru", "Какого хрена он молчит?", "rude phrase", "rules/ru/rude/phrases.rules"),
        ("ru", "Гореть ему в аду.", "rude phrase", "rules/ru/rude/harsh.rules"),
        ("ru", "Эти мудаки ушли.", "rude word", "lists/ru.toml"),
        ("en", "Two idiots left.", "polite word", "lists/en.toml"),
        ("zh", "傻逼滚蛋。", "polite word", "lists/zh.toml"),
        ("en", "We drove to Scunthorpe.", "exception", "lists/en.toml"),
        ("zh", "孩子们在操场上。", "exception", "lists/zh.toml"),
        ("ru", "Дал понять, что устал.", "exception", "rules/ru/phrases.rules"),
        ("en", "Women drivers are too stupid to park.", "refusal", "lists/en.toml"),
    ],
)
def test_explain_names_file_and_line(lang, text, kind, file):
    (fired, *_) = [one for one in explain(text, lang) if one.kind == kind]
    path, _, line = fired.place.rpartition(":")
    assert path.endswith(file)
    assert int(line) > 0


@pytest.mark.parametrize(
    ("lang", "text", "kind", "old", "new", "row"),
    [
        ("ru", "Сука принесла щенков.", "cue", "сука", "сука", "'сук[аиеу] сукой"),
        ("en", "The bitch had six puppies.", "cue", "bitch", "bitch", "'bitch(?:es)?' ="),
        ("zh", "王八是鳖的俗称。", "cue", "王八", "王八", "'王八' ="),
        ("ru", "Гнида ушла.", "double", "гнида", "гнида", "гнид\\w*"),
        ("en", "This a$$ left.", "double", "ass", "ass", "ass(?:es)?"),
        ("zh", "那个王八跑了。", "double", "王八", "王八", "王八"),
        ("ru", "Она просто сука.", "said of", "сука", "плохая женщина", "'плохой женщина' ="),
        (
            "ru",
            "Мой сосед — полная сволочь.",
            "said of",
            "полная сволочь",
            "плохой человек",
            'bad = "плохой"',
        ),
        ("en", "The reviewers were cretins and we left.", "said of", "cretins", "unwise people", "cretins?"),
    ],
)
def test_what_a_word_means_besides_and_what_it_says_of_somebody_is_explained(lang, text, kind, old, new, row):
    (fired,) = [one for one in explain(text, lang) if one.kind == kind]
    assert (fired.old, fired.new) == (old, new)
    lines = (files("paraphrast.rewrite") / "lists" / f"{lang}.toml").read_text(encoding="utf-8").splitlines()
    assert row in lines[int(fired.place.rpartition(":")[2]) - 1]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Мудаки принесли щенков."),
        ("en", "Two morons had six puppies."),
        ("zh", "傻逼买了甲鱼。"),
    ],
)
def test_a_rude_word_alone_has_no_other_sense(lang, text):
    kinds = {one.kind for one in explain(text, lang)}
    assert "rude word" in kinds
    assert not kinds & {"cue", "double", "said of"}


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_explained_where_nothing_fires(lang):
    assert explain("", lang) == []
    assert explain("12:30", lang) == []


def test_the_shell_explains(shell):
    ran = shell("rewrite", "explain", "He left in order to rest.", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out.splitlines()[0])["rule"] == "en: in order to"
    wrong = shell("rewrite", "explain", "Hallo", "--lang", "xx")
    assert wrong.code == 2
    assert "Traceback" not in wrong.err
