"""The rules of phrases and of clauses: their linter and their examples."""

import re
from pathlib import Path

import pytest

from paraphrast.errors import DataError
from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.rewrite.phrases.phrase_rules import read_book
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.lexicon import read_lists
from paraphrast.rewrite.words.paradigms import row_pattern
from paraphrast.rewrite.words.rude_phrases import read_book as read_rude
from paraphrast.rewrite.words.senses import is_meant_harmlessly
from paraphrast.text import LANGS
from paraphrast.text.rules import find, matches, read_rules, say, say_idioms
from paraphrast.text.rules.linting import lint, lint_idioms, read_counts
from paraphrast.text.rules.reading import ANY, FORM

COUNTS = Path(__file__).parents[2] / "benchmarks"


DEAD = {"ru": 0, "en": 0, "zh": 0}


@pytest.mark.parametrize("lang", LANGS)
def test_the_linter_has_nothing_to_say_but_of_known_dead_lines(lang):
    counts = read_counts(COUNTS / f"rewrite_counts.{lang}.tsv")
    told = [*lint(read_book(lang), counts), *lint(clause_book(lang), counts)]
    dead = [one for one in told if ": dead: " in one]
    others = [one for one in told if one not in dead]
    assert not others, "\n".join(["", *others])
    assert len(dead) <= DEAD[lang], "\n".join(dead)  # may only fall


@pytest.mark.parametrize("table", ["phrases", "harsh", "spelling"])
def test_the_linter_has_nothing_to_say_of_rude_phrases(table):
    rules = read_rude("ru", table)
    told = lint_idioms(rules, read_counts(COUNTS / "rewrite_counts.rude.ru.tsv"))
    assert rules.rules
    assert not told, "\n".join(["", *told])


@pytest.mark.parametrize("table", ["phrases", "harsh", "spelling"])
def test_examples_of_rude_phrases_come_out_as_written(table):
    rules = read_rude("ru", table)
    wrong = [told for example in rules.examples if (told := broken_idiom(example, rules))]
    assert not wrong, "\n".join(["", *wrong])


def broken_idiom(example, rules):
    """Say what is wrong with an example of a rude phrase, or nothing."""
    said, taken = say_idioms(example.text, rules)
    places = [one.rule.place for one in taken]
    if example.said is None:
        return f"{example.place}: must not apply to {example.text!r}" if example.rule in places else ""
    if example.rule not in places:
        return f"{example.place}: does not apply; what does: {', '.join(places) or 'no rule'}"
    return "" if said == example.said else f"{example.place}: not {example.said!r}, but {said}"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_other_languages_have_expressions_and_no_rules_of_rude_phrases(lang):
    assert not read_rude(lang, "phrases").rules
    assert lexicon.list_expressions(lang, "phrases")
    assert not lexicon.list_expressions("ru", "phrases")


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_can_be_read_and_says_something(lang):
    for rule in read_book(lang).rules:
        assert all(rule.new), rule.place
        assert rule.old[0] != ANY, rule.place
        assert rule.old[-1] != ANY or lang != "zh", rule.place
        assert all(way.count(ANY) <= rule.old.count(ANY) for way in rule.new), rule.place
        assert lang != "zh" or FORM not in "".join("".join(way) for way in rule.new), rule.place
    assert len(read_book(lang).rules) >= 500


@pytest.mark.parametrize("lang", LANGS)
def test_examples_come_out_as_written_and_counter_examples_are_left_alone(lang):
    rules = read_book(lang)
    assert rules.examples
    wrong = [told for example in rules.examples if (told := broken(example, rules))]
    assert not wrong, "\n".join(["", *wrong])


def broken(example, rules):
    """Say what is wrong with an example, or nothing."""
    taken = matches(example.text, rules)
    there = [one for one in taken if one.rule.place == example.rule]
    what = "exception" if any(one.keeps for one in rules.rules if one.place == example.rule) else "rule"
    if example.said is None:
        return f"{example.place}: the {what} must not apply, but takes {example.text!r}" if there else ""
    if not there:
        others = ", ".join(f"{one.rule.id!r} ({one.rule.place})" for one in taken)
        return f"{example.place}: the {what} does not apply; what does: {others or 'no rule'}"
    if what == "exception":
        return "" if example.said == example.text else f"{example.place}: an exception changes nothing"
    ways = sorted({say(example.text, there, way) for way in range(4)})
    return "" if example.said in ways else f"{example.place}: not {example.said!r}, but {' | '.join(ways)}"


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        ("en", ["large = big", "    + A large cat. -> A huge cat."], "2: not 'A huge cat.', but A big cat."),
        (
            "ru",
            ["так как = ибо", "    - Так как он устал."],
            "2: the rule must not apply, but takes 'Так как",
        ),
        (
            "zh",
            ["但是 = 不过", "    + 他来了。 -> 他来了。"],
            "2: the rule does not apply; what does: no rule",
        ),
        (
            "en",
            ["of course = surely", "    + Of course not. -> Surely not.", "of course not = no"],
            "2: the rule does not apply; what does: 'en: of course not' (en/own.rules:3)",
        ),
        (
            "en",
            ["~start = ~begin", "~start at quarterback = ~start at quarterback", "    + He started at home."],
            "3: the exception does not apply; what does: 'en: ~start' (en/own.rules:1)",
        ),
        (
            "ru",
            ["опять = снова", "опять же = опять же", "    - Опять же, он устал."],
            "3: the exception must not apply, but takes 'Опять же",
        ),
        (
            "ru",
            ["~точить = ~править", "~точить лясы = ~точить лясы", "    + Бабушка точила лясы."],
            "3: the exception does not apply; what does: no rule",  # точила is another word's form too
        ),
        (
            "zh",
            ["走 = 去", "走路子 = 走路子", "    + 他走路子。 -> 他去路子。"],
            "3: an exception changes nothing",
        ),
    ],
)
def test_an_example_that_does_not_hold_says_why(own_book, lang, lines, told):
    rules = own_book(lang, *lines)
    (example,) = rules.examples
    assert told in broken(example, rules)


@pytest.mark.parametrize(
    ("lang", "lines", "text"),
    [
        ("ru", ["опять = снова", "опять же = опять же"], "Опять же, он устал."),
        ("ru", ["~ждать = ~ожидать", "ждет не дождется = ждет не дождется"], "Он ждёт не дождётся лета."),
        (
            "en",
            ["~start = ~begin", "~start at quarterback = ~start at quarterback"],
            "Bo starts at quarterback.",
        ),
        ("en", ["~start/VERB = ~begin", "~start/VERB at bat = ~start at bat"], "Bo started at bat."),
        ("zh", ["走 = 去", "走路子 = 走路子"], "他喜欢走路子。"),
        ("zh", ["去 = 走", "去KTV = 去KTV"], "他们去KTV。"),
    ],
)
def test_an_exception_has_an_example_of_what_it_keeps(own_book, lang, lines, text):
    for shown in (f"    + {text}", f"    + {text} -> {text}"):
        rules = own_book(lang, *lines, shown, "    - 5.")
        assert [broken(example, rules) for example in rules.examples] == ["", ""]
        assert find(text, rules) == []
        assert not any(":2:" in one for one in lint(rules, {}))


@pytest.mark.parametrize("lang", LANGS)
def test_each_rude_or_innocent_word_is_a_pattern(lang):
    wrong = []
    for table in ("hard", "mild", "innocent", "double", "masked"):
        literal = lang == "zh" and table != "innocent"
        for word in [] if literal else read_lists(lang)[table].split():
            try:
                re.compile(row_pattern(word, lang))
            except (re.error, DataError) as error:
                wrong.append(f"lists/{lang}.toml: {table}: {word!r} is no pattern: {error}")
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize(
    ("lang", "harmless", "rude"),
    [
        ("ru", "Гнида — это яйцо вши.", "Сосед, гнида, залил потолок."),
        ("en", "Use a bastard file.", "Some bastard stole it."),
        ("zh", "王八是鳖的俗称。", "那个王八跑了。"),
    ],
)
def test_a_cue_shows_the_harmless_sense_of_a_listed_word(lang, harmless, rude):
    assert is_meant_harmlessly(harmless, lang)
    assert not is_meant_harmlessly(rude, lang)
    for words, cues in read_lists(lang)["cues"].items():
        assert all(re.compile(row_pattern(one, lang)) for one in f"{words} {cues}".split()), words


@pytest.mark.parametrize(
    ("lang", "row", "forms", "others"),
    [
        ("ru", "~ржать", "ржать ржал ржёшь ржут", "ржавый рожь"),
        ("ru", "(?:по|за)?~хрюкать", "хрюкает похрюкала захрюкайте", "хрюканье перехрюкал"),
        ("ru", "[её]бан+~ый", "ёбанный ебаного ебаную", "ебанул"),
        ("en", "~muppet", "muppet muppets", "muppetvision"),
        ("en", "muppets?", "muppet muppets", "muppeting"),
        ("zh", "货", "货", "货物"),
    ],
)
def test_a_row_stands_for_all_forms_of_its_word(lang, row, forms, others):
    pattern = re.compile(row_pattern(row, lang))
    assert all(pattern.fullmatch(form.replace("ё", "е")) for form in forms.split())
    assert not any(pattern.fullmatch(word) for word in others.split())


@pytest.mark.parametrize("row", ["~прямо", "(?:про|за)~чего"])
def test_a_row_whose_word_has_no_forms_is_named(row):
    with pytest.raises(DataError, match=r"has no forms that begin with .*; write them out"):
        row_pattern(row, "ru")


def test_a_list_that_cannot_be_read_is_named(tmp_path, monkeypatch):
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "en.toml").write_text('crap = "this"\ncrap = "that"\n', encoding="utf-8")
    monkeypatch.setattr(lexicon, "files", lambda package: tmp_path)
    with pytest.raises(DataError, match=r"rewrite/lists/en.toml: not TOML: .*line 2"):
        read_lists.__wrapped__("en")


@pytest.fixture
def own_book(tmp_path):
    """Give a function from a language and lines to the book that they make."""

    def make(lang, *lines):
        (tmp_path / "own.rules").write_text("\n".join(lines), encoding="utf-8")
        return read_rules(tmp_path, lang)

    return make


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        ("en", ["in order to = to", "in order to = so as to"], "own.rules:2: duplicate"),
        ("ru", ["так как = поскольку", "так как = ибо"], "own.rules:2: duplicate"),
        ("zh", ["但是 = 不过", "但是 = 可是"], "own.rules:2: duplicate"),
        ("en", ["large = big", "large/ADJ = huge"], "own.rules:2: shadowed"),
        ("en", ["at ~time = now and then", "at times = sometimes"], "own.rules:2: shadowed"),
        ("en", ["~take ... home = ~carry ... home", "~take it home = ~keep it"], "own.rules:2: shadowed"),
        ("ru", ["в ~год = за ~год", "в году = тогда"], "own.rules:2: shadowed"),
        ("en", ["very large = huge", "the only two = the only two"], "own.rules:2: idle"),
        ("ru", ["очень большой = огромный", "так или иначе = так или иначе"], "own.rules:2: idle"),
        ("zh", ["但是 = 不过", "因公 = 因公"], "own.rules:2: idle"),
        ("en", ["very large = huge"], "own.rules:1: without example"),
    ],
)
def test_the_linter_finds_what_is_planted(own_book, lang, lines, told):
    assert told in " ".join(lint(own_book(lang, *lines), {}))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "of course = surely",
                "    + Of course. -> Surely.",
                "of course not = no",
                "    + Of course not. -> No.",
            ],
        ),
        ("en", ["because of = due to", "    + Because of me. -> Due to me.", "not because = not because"]),
        ("ru", ["большой = крупный", "    + Большой дом. -> Крупный дом.", "большой театр = большой театр"]),
        ("zh", ["因 = 因为", "    + 因雨 -> 因为雨", "因公 = 因公"]),
    ],
)
def test_the_linter_leaves_what_is_right(own_book, lang, lines):
    rules = own_book(lang, *lines)
    known = {rule.id: 1 for rule in rules.rules if rule.new == (rule.old,)}
    assert lint(rules, known) == []


def test_a_line_is_dead_when_no_text_needed_either_of_its_directions(own_book):
    rules = own_book("en", "huge <> vast", "tiny <> minute")
    (told,) = lint(rules, {"en: huge": 0, "en: vast": 3, "en: tiny": 0, "en: minute": 0})
    assert "own.rules:2: dead" in told
    shown = own_book("en", "huge <> vast", "tiny <> minute", "    + A tiny hole. -> A minute hole.")
    assert lint(shown, {"en: huge": 0, "en: vast": 3, "en: tiny": 0, "en: minute": 0}) == []


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
