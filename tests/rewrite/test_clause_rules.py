"""Rules of clauses: what a line may ask, what it makes of a sentence, and what is wrong with a line."""

from pathlib import Path

import pytest

from paraphrast.errors import DataError
from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.text import LANGS
from paraphrast.text.rules import find_orders, read_clauses, say_orders
from paraphrast.text.rules.clauses import read_slot
from paraphrast.text.rules.linting import lint, read_counts

COUNTS = Path(__file__).parents[2] / "benchmarks"
LEAST = 3  # times that 100,000 sentences need a line


@pytest.fixture
def own_clauses(tmp_path):
    """Give a function from a language and lines to the book that they make."""

    def make(lang, *lines):
        (tmp_path / "clauses.rules").write_text("\n".join(lines), encoding="utf-8")
        return read_clauses(tmp_path, lang)

    return make


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_of_clauses_has_an_example_and_a_counter_example(lang):
    book = clause_book(lang)
    shown = {one.rule for one in book.examples if one.said}
    barred = {one.rule for one in book.examples if one.said is None}
    assert [rule.place for rule in book.rules if rule.place not in shown & barred] == []


@pytest.mark.parametrize("lang", LANGS)
def test_examples_come_out_as_written_and_counter_examples_are_left_to_others(lang):
    book = clause_book(lang)
    wrong = []
    for example in book.examples:
        fits = [one for one in find_orders(example.text, book) if one.rule.place == example.rule]
        if bool(fits) != bool(example.said) or (fits and example.said not in fits[0].said):
            wrong.append(f"{example.place}: {example.text!r} -> {[one.said for one in fits]}")
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_of_clauses_is_worth_its_place(lang):
    counts, hits = read_counts(COUNTS / f"rewrite_counts.{lang}.tsv"), {}
    for rule in clause_book(lang).rules:
        if rule.id in counts:  # a new line is counted when the texts are read anew
            hits[rule.place] = hits.get(rule.place, 0) + counts[rule.id]
    assert hits
    assert {place: count for place, count in hits.items() if count < LEAST} == {}


@pytest.mark.parametrize("lang", LANGS)
def test_no_stretch_of_a_rule_is_lost(lang):
    for rule in clause_book(lang).rules:
        names = {slot.name for item in rule.old if (slot := read_slot(item))}
        spelled = {name for name in names if not is_a_word(rule, name, clause_book(lang))}
        for way in rule.new:
            said = {slot.name for item in way if (slot := read_slot(item))}
            assert spelled <= said <= names, rule.place


def is_a_word(rule, name, book):
    """Say whether a stretch is one of a set of words, which another one may take the place of."""
    slot = next(slot for item in rule.old if (slot := read_slot(item)) and slot.name == name)
    return any(one in book.sets for one in slot.conditions)


@pytest.mark.parametrize(
    ("lang", "lines", "text", "said"),
    [
        ("en", ["if {A} , {B} = {B} if {A}"], "If it is 5, stop.", "Stop if it is 5."),
        ("en", ["if {A} , {B} = {B} if {A}"], "If Tom (or I) comes, go!", "Go if Tom (or I) comes!"),
        ("en", ['" {B} , " he said . = he said : " {B} . "'], "“Go,” he said.", "He said: “Go.”"),
        (
            "en",
            ["{A?} over {N:number} {B} = {A} above {N} {B}"],
            "It weighs over 30kg.",
            "It weighs above 30kg.",
        ),
        ("ru", ["если {A} , {B} = {B} , если {A}"], "Если Анна придёт, скажи.", "Скажи, если Анна придёт."),
        ("ru", ["{A} ~стать/VERB {B:infinitive} = {A} ~начать {B}"], "Он стал читать.", "Он начал читать."),
        ("zh", ["如果 {A} ， {B} = {B} ， 如果 {A}"], "如果下雨，我不去。", "我不去，如果下雨。"),
    ],
)
def test_a_stretch_is_put_where_the_rule_says(own_clauses, lang, lines, text, said):
    assert say_orders(text, own_clauses(lang, *lines)) == said


@pytest.mark.parametrize(
    ("line", "text", "fits"),
    [
        ("{A:not-short} now = now {A}", "He is here now.", False),
        ("{A:short} now = now {A}", "He is here now.", True),
        ("{A:ends-here} now = now {A}", "He is here now.", True),
        ("{A:begins-here} now = now {A}", "He is here now.", False),
        ("{A:has-here} {B:denied} = {B} {A}", "He is here not now.", True),
        ("{A} now = now {A}", "Is he here now?", False),  # a question, which the rule does not name
        ("{A} now ? = now {A} ?", "Is he here now?", True),
        ("{A} now = now {A}", 'He said "go now.', False),  # a quote would be torn
    ],
)
def test_conditions_and_sets_are_asked(own_clauses, line, text, fits):
    assert bool(find_orders(text, own_clauses("en", "here :: here | over there", line))) is fits


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("if {A:mian} , {B} = {B} if {A}", "en/clauses.rules:1: no condition: mian"),
        ("if {A} , {B} = {C} if {A}", "en/clauses.rules:1: not looked for: C"),
        ("if {A , {B} = {B} if", "en/clauses.rules:1: no stretch: {A"),
        ("says :: " + "a | " * 60 + "b", "en/clauses.rules:1: a line of 249 characters"),
    ],
)
def test_a_wrong_line_of_clauses_is_named_with_its_place(own_clauses, line, told):
    with pytest.raises(DataError) as caught:
        own_clauses("en", line)
    assert told in str(caught.value)


def test_the_linter_sees_rules_of_clauses(own_clauses):
    book = own_clauses("en", "if {A} , {B} = {B} if {A}", "if {A:single} , {B} = {B} when {A}")
    told = " ".join(lint(book, {}))
    assert "clauses.rules:2: shadowed" in told
    assert "clauses.rules:1: without example" in told
    same = own_clauses("en", "if {A} , {B} = {B} if {A}", "if {A} , {B} = {B} when {A}")
    assert "clauses.rules:2: duplicate" in " ".join(lint(same, {}))
