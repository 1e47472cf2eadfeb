"""Projects: the templates of the papers' tasks, wrong files, and the rounds that follow judgements."""

import numpy as np
import pytest

from paraphrast.annotate.answers import check_answer
from paraphrast.annotate.loading import kinds, load, parse, template, templates
from paraphrast.annotate.project import Rules, say
from paraphrast.annotate.quality.crowd import Crowd
from paraphrast.annotate.quality.skill import is_doubtful, must_wait
from paraphrast.annotate.results import labels
from paraphrast.annotate.rounds import settle, to_best
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.projects import Item, add_items
from paraphrast.annotate.store.submit import submit
from paraphrast.errors import DataError

PAPERS = {
    "rupaws": (2, "full-agreement", None),
    "parade": (3, "majority", None),
    "russe-paraphrase": (3, "dawid-skene", None),
    "russe-content": (3, "dawid-skene", 0.9),
    "russe-toxicity": (3, "dawid-skene", 0.9),
    "evaluation-content": (10, "dawid-skene", 0.9),
    "evaluation-fluency": (10, "dawid-skene", 0.9),
    "evaluation-toxicity": (10, "dawid-skene", 0.9),
    "cspc-fine": (3, "mean", None),
    "cspc-coarse": (3, "majority", None),
    "cspc-writing": (1, "majority", None),
}


@pytest.mark.parametrize("name", PAPERS)
def test_templates_follow_the_papers(name: str) -> None:
    project = template(name)
    assert (project.votes, project.aggregation.by, project.aggregation.above) == PAPERS[name]
    for lang in ("ru", "en", "zh"):
        assert say(project.title, lang)
        assert len(say(project.instructions, lang)) > 50
        assert [one for one in project.examples if one.use == "shown" and one.lang == lang]


def test_every_template_is_tested() -> None:
    assert set(templates()) == set(PAPERS)
    assert template("parade").question().positive == ("2", "3")
    assert [question.name for question in template("rupaws").questions] == ["label", "correct"]
    assert template("evaluation-toxicity").aggregation.unsure == "experts"
    assert len(template("cspc-fine").question().options) == 6


@pytest.mark.parametrize("kind", kinds())
def test_a_project_of_two_lines_is_enough(kind: str) -> None:
    project = parse(f'name = "mine"\nkind = "{kind}"')
    assert project.questions[0].ask


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "is not TOML"),
        ('name = "x"', "kind is None; it can be pair-yes-no"),
        ('name = "Моё"\nkind = "fluency"', "small latin letters"),
        ('name = "x"\nkind = "fluency"\nvote = 3', "unknown field `vote`"),
        ('name = "x"\nkind = "fluency"\nvotes = "three"', "Expected `int`"),
        ('name = "x"\nkind = "fluency"\naggregation.by = "magic"', "it can be majority"),
        ('name = "x"\nkind = "fluency"\n[[questions]]\nname = "other"', "one of them is 'label'"),
        ('name = "x"\nkind = "fluency"\nrules.wait = 1.0', "wait is from 0 .off. to under 1"),
        (
            'name = "x"\nkind = "fluency"\n[[examples]]\nfields = {}\nanswer = {label = "1"}',
            "needs the text 'text'",
        ),
    ],
)
def test_a_wrong_file_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(text, path="p.toml")


def test_a_file_turns_rules_off_with_nought() -> None:
    rules = parse('name = "x"\nkind = "fluency"\nrules = {wait = 0, doubt = 0, haste = 0}').rules
    assert not must_wait(rules, 0.99)
    table, nine = np.zeros((1, 2)), np.full(1, 9.0)
    crowd = Crowd(table, table, nine, nine, nine, nine, np.zeros(1, int), share=0.5, leak=0.25)
    assert is_doubtful(Rules(), crowd).all()
    assert not is_doubtful(rules, crowd).any()


def test_a_missing_file_names_the_templates() -> None:
    with pytest.raises(DataError, match="no template of this name: cspc-coarse"):
        load("nowhere")


def test_answers_are_checked_by_kind() -> None:
    rewrite = parse('name = "x"\nkind = "rewrite"')
    fields = {"text": "Ты дурак"}
    assert check_answer(rewrite, fields, {"label": "unclear"}) == {"label": "unclear"}
    assert check_answer(rewrite, fields, {"label": "rewritten", "text": " Ты неправ "})["text"] == "Ты неправ"
    for wrong in ({"label": "rewritten"}, {"label": "rewritten", "text": "Ты дурак"}, {"label": "x"}, {}, []):
        with pytest.raises(DataError):
            check_answer(rewrite, fields, wrong)
    pick = parse('name = "x"\nkind = "pick-one"')
    assert check_answer(pick, {"choices": ["一", "二"]}, {"label": "2"}) == {"label": "2"}
    with pytest.raises(DataError, match="takes 1, 2, not '3'"):
        check_answer(pick, {"choices": ["一", "二"]}, {"label": "3"})
    ticks = template("cspc-fine")
    assert check_answer(ticks, {}, {"label": "4", "ticks": ["consistency", "structure"]})["ticks"] == [
        "structure",
        "consistency",
    ]


def everyone(world, row, names, say) -> None:
    for name in names:
        user = world.worker(row, name)
        while page := take(world.store, row, user.id):
            world.clock.now += 60
            answers = {str(item.id): say(name, item.fields) for item in page.items}
            submit(world.store, row, page.id, user.id, answers, key=page.id)


def test_the_unsure_go_to_experts_who_have_the_last_word(lite_world) -> None:
    world = lite_world
    row = world.project(items=4, votes=3, aggregation={"by": "majority", "above": 0.9, "unsure": "experts"})
    everyone(world, row, ["a", "b", "c"], lambda name, fields: {"label": "no" if name == "c" else "yes"})
    with world.store.read() as connection:
        assert all(one["label"] is None for one in labels(connection, row).values())
    assert settle(world.store, row) == {"sent": 0, "experts": 4}
    assert settle(world.store, row)["experts"] == 0
    expert = world.worker(row, "знаток", "expert")
    page = take(world.store, row, expert.id)
    assert len(page.items) == 4
    submit(
        world.store, row, page.id, expert.id, {str(item.id): {"label": "no"} for item in page.items}, key="k"
    )
    with world.store.read() as connection:
        assert {(one["label"], one["from"]) for one in labels(connection, row).values()} == {
            ("no", "experts")
        }


def test_items_of_careless_raters_are_judged_again_by_the_best(lite_world) -> None:
    world, rng = lite_world, np.random.default_rng(0)
    # pages drawn by lot would let a thrower of dice do well by chance, one time in thirty
    world.store.chance = lambda: rng.spawn(1)[0]
    row = world.project(
        items=0, votes=5, kind="pair-graded", aggregation={"by": "majority", "binarise": True}
    )
    with world.store.write() as connection:
        items = [Item({"a": "да", "b": "да" if n % 2 else "нет"}, f"t{n}") for n in range(30)]
        add_items(connection, row, items, at=0)

    def grade(name, fields):
        same = rng.random() < 0.5 if name in ("x", "y") else fields["b"] == "да"
        return {"label": str(rng.integers(2, 4) if same else rng.integers(0, 2))}

    everyone(world, row, ["x", "y", "a", "b", "c"], grade)
    found = to_best(world.store, row)
    assert sorted(found.best) == ["a", "b", "c"]
    assert len(found.items) == 30
    anna = world.people["a"]
    page = take(world.store, row, anna.id)
    # blind: the page of a second round looks like any other
    assert page.draft == {}
    assert {tuple(item.fields) for item in page.items} == {("a", "b")}
    everyone(world, row, ["a", "b", "c"], lambda name, fields: {"label": "3" if fields["b"] == "да" else "0"})
    with world.store.read() as connection:
        result = labels(connection, row)
    assert {one["from"] for one in result.values()} == {"best"}
    assert {key for key, one in result.items() if one["label"] == "1"} == {f"t{n}" for n in range(1, 30, 2)}
