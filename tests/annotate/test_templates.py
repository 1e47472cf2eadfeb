"""The ready projects have enough known items, in the languages they serve, for their rules to work."""

import re

import msgspec
import pytest

from paraphrast.annotate.answers import values
from paraphrast.annotate.loading import from_dict, in_language, template, templates
from paraphrast.annotate.quality.exam import is_passed
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Item, add_items, create
from paraphrast.annotate.store.submit import submit

SERVED = {
    "rupaws": ("ru", "en", "zh"),
    "parade": ("en",),
    "russe-paraphrase": ("ru",),
    "russe-content": ("ru",),
    "russe-toxicity": ("ru",),
    "evaluation-content": ("ru", "en", "zh"),
    "evaluation-fluency": ("ru", "en", "zh"),
    "evaluation-toxicity": ("ru", "en", "zh"),
    "cspc-fine": ("zh",),
    "cspc-coarse": ("zh",),
}
LEAST = {"training": 4, "exam": 5, "control": 6}
SCRIPT = {"ru": "[а-яё]", "en": "[a-z]", "zh": "[一-鿿]"}
CASES = [(name, lang) for name, langs in SERVED.items() for lang in langs]


def spoken(name: str, lang: str):
    return from_dict(in_language(msgspec.to_builtins(template(name)), lang))


def test_every_template_is_counted() -> None:
    # what the crowd writes for CSPC is judged in the next step: there is nothing to know beforehand
    assert set(templates()) == {*SERVED, "cspc-writing"}


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_there_is_enough_to_teach_examine_and_control(name: str, lang: str) -> None:
    project = spoken(name, lang)
    assert project.rules.native in (None, lang)
    for use, least in LEAST.items():
        if (name, use) == ("russe-paraphrase", "exam"):
            continue
        known = project.known(use)
        assert len(known) >= least, (use, len(known))
        # one answer to everything does not pass
        labels = [one.answer["label"] for one in known]
        assert max(labels.count(label) for label in labels) <= 0.7 * len(labels), (use, labels)
    assert all(one.why for one in project.known("training"))
    assert len(project.known("control")) > project.rules.control_least
    exam = len(project.known("exam"))
    assert not exam or is_passed(project.rules, exam - 1, exam), "one slip should not shut the door"


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_every_known_item_is_answered_legally_in_its_language_and_comes_once(name: str, lang: str) -> None:
    project, seen = spoken(name, lang), set()
    for example in project.examples:
        for question in project.questions:
            if question.required:
                assert example.answer[question.name] in values(project, question, example.fields)
        assert tuple(example.fields.values()) not in seen, example.fields
        seen.add(tuple(example.fields.values()))
        for text in example.fields.values():
            assert re.search(SCRIPT[example.lang], text.lower()), text
            others = [script for other, script in SCRIPT.items() if other != example.lang]
            assert not re.search("|".join(others), text.lower()), text


@pytest.mark.parametrize(
    ("name", "lang"), [("evaluation-toxicity", "zh"), ("rupaws", "en"), ("parade", "en")]
)
def test_the_controls_of_a_template_ban_who_answers_them_wrong(lite_world, name: str, lang: str) -> None:
    world, project = lite_world, spoken(name, lang)
    known = {tuple(one.fields.values()): one for one in project.examples}
    tasks = [{field: f"{lang} {number} {field}" for field in project.fields} for number in range(80)]
    with world.store.write() as connection:
        row = create(connection, project, owner=None, at=world.clock())
        add_items(connection, row, [Item(fields) for fields in tasks], at=world.clock())
    user = world.worker(row, "careless")

    def answer(fields, stage: str):
        example = known.get(tuple(fields.values()))
        right = dict(example.answer if example else next(iter(known.values())).answer)
        if example and example.use == "control" and stage == "work":
            others = [one.value for one in project.question().options if one.value != right["label"]]
            right["label"] = others[-1] if right["label"] in ("3", "yes", "toxic") else others[0]
        return right

    for _ in range(12):
        with world.store.read() as connection:
            who = member(connection, row.id, user.id)
        if who.state != "active":
            break
        page = take(world.store, row, user.id)
        world.clock.now += 60
        answers = {str(item.id): answer(item.fields, page.stage) for item in page.items}
        submit(world.store, row, page.id, user.id, answers, key=page.id)
    assert (who.stage, who.state) == ("work", "banned")
