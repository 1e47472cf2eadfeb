"""The rules of phrases: their linter, their examples, and `rewrite explain`."""

import json

import pytest

from paraphrast.errors import DataError
from paraphrast.rewrite.explain import explain
from paraphrast.rewrite.phrases.phrase_rules import book
from paraphrast.text import LANGS
from paraphrast.text.rules import find, read_rules, say
from paraphrast.text.rules.linting import lint
from paraphrast.text.rules.reading import ANY, FORM


@pytest.mark.parametrize("lang", LANGS)
def test_the_linter_finds_no_duplicate_and_no_shadowed_rule(lang):
    assert lint(book(lang)) == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_can_be_read_and_says_something(lang):
    for rule in book(lang).rules:
        assert all(rule.new), rule.place
        assert rule.old[0] != ANY, rule.place
        assert rule.old[-1] != ANY or lang != "zh", rule.place
        assert all(way.count(ANY) <= rule.old.count(ANY) for way in rule.new), rule.place
        assert lang != "zh" or FORM not in "".join("".join(way) for way in rule.new), rule.place
    assert len(book(lang).rules) >= 500


@pytest.mark.parametrize("lang", LANGS)
def test_examples_come_out_as_written_and_counter_examples_are_left_alone(lang):
    rules = book(lang)
    assert rules.examples
    for example in rules.examples:
        there = [one for one in find(example.text, rules) if one.rule.place == example.rule]
        if example.said is None:
            assert there == [], example.place
        else:
            ways = {say(example.text, there, way) for way in range(4)}
            assert there, example.place
            assert example.said in ways, f"{example.place}: {ways}"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["in order to = to", "in order to = so as to"], "duplicate"),
        (["of course = surely", "of course not = surely not", "of course = sure"], "duplicate"),
        (["however , = but", "large = big", "large/ADJ = huge"], "shadowed"),
    ],
)
def test_the_linter_finds_what_is_planted(tmp_path, lines, told):
    (tmp_path / "own.rules").write_text("\n".join(lines), encoding="utf-8")
    assert told in " ".join(lint(read_rules(tmp_path, "en")))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no sign here", "en/own.rules:1: 'no sign here' is no rule"),
        ("a = " + "b" * 300, "en/own.rules:1: a rule of 304 characters"),
        ("    + a text", "en/own.rules:1: an indented line"),
        ("a = b\n    + no arrow", "en/own.rules:2: an example has"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(tmp_path, line, told):
    (tmp_path / "own.rules").write_text(line, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_rules(tmp_path, "en")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("lang", "text", "kind", "file"),
    [
        ("ru", "Если завтра будет дождь, мы останемся дома.", "order", "frames.ru.toml"),
        ("ru", "Он приобрёл дом.", "phrase", "rules/ru/phrases.rules"),
        ("en", "He left in order to rest.", "phrase", "rules/en/phrases.rules"),
        ("zh", "他购买了一本书。", "phrase", "rules/zh/phrases.rules"),
        ("zh", "关你屁事！", "rude phrase", "lists/zh.toml"),
    ],
)
def test_explain_names_file_and_line(lang, text, kind, file):
    (fired, *_) = [one for one in explain(text, lang) if one.kind == kind]
    path, _, line = fired.place.rpartition(":")
    assert path.endswith(file)
    assert int(line) > 0


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
