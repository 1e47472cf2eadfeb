"""Quality control: each rule on and off, every decision logged with its evidence and reversible."""

import msgspec
import pytest
import sqlalchemy as sa

from paraphrast.annotate.follow import follow_crowd
from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality import RULES, Facts, find_broken_rule
from paraphrast.annotate.quality.exam import is_passed
from paraphrast.annotate.results import judged, progress
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.decide import decide, revert, review
from paraphrast.annotate.store.leave import skip
from paraphrast.annotate.store.people import member
from paraphrast.annotate.store.projects import Item, add_items
from paraphrast.annotate.store.submit import begin, submit
from paraphrast.annotate.workers import decisions, trail, workers
from paraphrast.errors import CommandError

BREAKING = {
    "control": ["control_right", "control_seen"],
    "skill": ["evidence"],
    "fast": ["fast"],
    "haste": ["hasty"],
    "skipped": ["skipped"],
}
LANGUAGES = {"ru": ("Дом", "Здание"), "en": ("House", "Building"), "zh": ("房子", "楼房")}


@pytest.mark.parametrize(
    ("rules", "facts", "broken"),
    [
        ({"skill": "share"}, Facts(control_right=3, control_seen=5), "control"),
        ({"skill": "share"}, Facts(control_right=0, control_seen=4), None),
        ({"skill": "share"}, Facts(control_right=7, control_seen=10), None),
        ({}, Facts(control_right=3, control_seen=5), None),
        ({}, Facts(evidence=8.0), "skill"),
        ({}, Facts(evidence=7.8), None),
        ({}, Facts(control_evidence=5.4), "skill"),
        ({}, Facts(control_right=4, control_seen=6, evidence=5.2), None),
        ({}, Facts(control_right=6, control_seen=6, evidence=7.8), None),
        ({}, Facts(control_right=6, control_seen=6, evidence=8.0), "skill"),
        ({}, Facts(control_right=4, control_seen=6, evidence=5.4), "skill"),
        ({}, Facts(control_right=4, control_seen=4, evidence=5.4), None),
        ({"wrong_ban": 0.0001}, Facts(evidence=5.4), None),
        ({"skill": "off"}, Facts(evidence=99), None),
        ({}, Facts(hasty=3), "haste"),
        ({}, Facts(hasty=2), None),
        ({"haste": None}, Facts(hasty=30), None),
        ({"haste": 0}, Facts(hasty=30), None),
        ({"control": None}, Facts(control_right=0, control_seen=10), None),
        ({}, Facts(fast=1), "fast"),
        ({"fast_pages": 2}, Facts(fast=1), None),
        ({"fast_seconds": None}, Facts(fast=9), None),
        ({}, Facts(skipped=4), None),
        ({}, Facts(skipped=5), "skipped"),
        ({"skipped_pages": 0}, Facts(skipped=50), None),
    ],
)
def test_each_rule_has_its_mark_and_its_switch(rules: dict, facts: Facts, broken: str | None) -> None:
    found = find_broken_rule(Rules(**rules), facts)
    assert (found.rule if found else None) == broken


def test_every_rule_of_the_registry_can_be_broken() -> None:
    rules = Rules()
    worst = Facts(0, 99, 99, 99, 99, 99.0, 99.0)
    broken = set()
    for name in RULES:
        kept = {"control": {"skill": "share"}, "skill": {}}.get(name, {"skill": "off"})
        only = {field: getattr(worst, field) for field in BREAKING[name]}
        found = find_broken_rule(msgspec.structs.replace(rules, **kept), Facts(**only))
        broken.add(found.rule)
    assert broken == set(RULES)


def test_the_exam_is_passed_only_above_the_mark() -> None:
    assert [is_passed(Rules(), right, 10) for right in (7, 8, 9)] == [False, False, True]


def known(world, row, role: str, count: int, label: str = "yes") -> None:
    with world.store.write() as connection:
        words = list(LANGUAGES.values())
        items = [
            Item(
                {"a": words[n % 3][0], "b": words[n % 3][1]},
                f"{role}{n}",
                role,
                {"label": label},
                "потому что",
            )
            for n in range(count)
        ]
        add_items(connection, row, items, at=world.clock())


def hand_in(world, row, user, label="yes", seconds=60):
    page = take(world.store, row, user.id)
    world.clock.now += seconds
    answers = {str(item.id): {"label": label} for item in page.items}
    return page, submit(world.store, row, page.id, user.id, answers, key=page.id)


def state(world, row, user) -> tuple[str, str]:
    with world.store.read() as connection:
        found = member(connection, row.id, user.id)
    return found.stage, found.state


def test_training_explains_the_exam_does_not_and_the_good_are_admitted(lite_world) -> None:
    world = lite_world
    row = world.project(rules={"training": True, "exam": 0.8})
    known(world, row, "training", 2)
    known(world, row, "exam", 5)
    good, bad = world.worker(row, "good"), world.worker(row, "bad")
    page, receipt = hand_in(world, row, good, "no")
    assert page.stage == "training"
    assert [(one["right"], one["answer"], one["why"]) for one in receipt["feedback"]] == [
        (False, {"label": "yes"}, "потому что")
    ] * 2
    page, receipt = hand_in(world, row, good)
    assert (page.stage, receipt["feedback"], receipt["stage"]) == ("exam", [], "work")
    hand_in(world, row, bad)
    _, receipt = hand_in(world, row, bad, "no")
    assert receipt["state"] == "refused"
    with pytest.raises(CommandError, match="not admitted"):
        take(world.store, row, bad.id)
    with world.store.read() as connection:
        found = {one["name"]: (one["action"], one["evidence"]["right"]) for one in decisions(connection, row)}
    assert found == {"good": ("admit", 5), "bad": ("refuse", 0)}


def test_an_exam_can_be_taken_again_where_the_project_says_so(lite_world) -> None:
    world = lite_world
    row = world.project(rules={"exam": 0.8, "exam_attempts": 2})
    known(world, row, "exam", 5)
    user = world.worker(row, "анна")
    assert hand_in(world, row, user, "no")[1]["state"] == "active"
    assert hand_in(world, row, user, "yes")[1]["stage"] == "work"


def test_hidden_controls_ban_a_careless_worker_and_the_ban_can_be_reverted(lite_world) -> None:
    world = lite_world
    row = world.project(
        items=100,
        votes=1,
        rules={
            "control": 0.7,
            "control_every": 2,
            "control_least": 4,
            "discard_banned": True,
            "skill": "share",
        },
    )
    known(world, row, "control", 20)
    user = world.worker(row, "bob")
    seen = []
    while state(world, row, user)[1] == "active":
        page, receipt = hand_in(world, row, user, "no")
        seen.append(len(page.items))
        assert receipt["feedback"] == []
    assert set(seen) == {5}
    with world.store.read() as connection:
        decision = decisions(connection, row)[0]
        assert (decision["rule"], decision["action"], decision["by"]) == ("control", "ban", None)
        assert decision["evidence"]["right"] == 0
        assert progress(connection, row)["votes"] == 0
    with world.store.write() as connection:
        restored = revert(connection, row, decision["id"], at=world.clock(), by=None)
    assert restored > 0
    assert state(world, row, user) == ("work", "active")
    with world.store.read() as connection:
        assert progress(connection, row)["votes"] == restored
        assert [one["action"] for one in trail(connection, row)][:2] == ["revert", "submit"]
    hand_in(world, row, user, "no")
    assert state(world, row, user)[1] == "active"


def test_fast_pages_and_skipped_pages_ban(lite_world) -> None:
    world = lite_world
    row = world.project(items=100, rules={"fast_seconds": 15, "skipped_pages": 5})
    fast, lazy, good = (world.worker(row, name) for name in ("fast", "lazy", "good"))
    assert hand_in(world, row, fast, seconds=14)[1]["state"] == "banned"
    assert hand_in(world, row, good, seconds=16)[1]["state"] == "active"
    states = [skip(world.store, row, take(world.store, row, lazy.id).id, lazy.id) for _ in range(5)]
    assert states == ["active"] * 4 + ["banned"]


def test_haste_is_judged_by_the_item_so_a_short_last_page_bans_nobody_honest(lite_world) -> None:
    world = lite_world
    row = world.project(items=14, page=10, votes=2, rules={"fast_seconds": 15})
    honest, hasty = world.worker(row, "анна"), world.worker(row, "王")
    for user, seconds, state_after in ((honest, 8, "active"), (hasty, 5, "banned")):
        page, receipt = hand_in(world, row, user, seconds=20)
        assert (len(page.items), receipt["state"]) == (10, "active")
        page, receipt = hand_in(world, row, user, seconds=seconds)
        assert (len(page.items), receipt["state"]) == (4, state_after)


def test_training_questions_come_back_while_labelling(lite_world) -> None:
    world = lite_world
    row = world.project(items=100, rules={"repeat_training_every": 2})
    known(world, row, "training", 1)
    user = world.worker(row, "王")
    feedback = [hand_in(world, row, user)[1]["feedback"] for _ in range(4)]
    assert [len(one) for one in feedback] == [0, 1, 0, 1]


def test_a_person_reviews_single_votes_and_bans_by_hand(lite_world) -> None:
    world = lite_world
    row = world.project(items=5, votes=1)
    owner, user = world.worker(row, "owner", "owner", ready=False), world.worker(row, "anna")
    hand_in(world, row, user)
    with world.store.write() as connection:
        one = next(iter(judged(connection, row)))
        review(connection, row, one.id, "rejected", at=1.0, by=owner.id, reason="careless")
        assert progress(connection, row)["votes"] == 4
        review(connection, row, one.id, "valid", at=2.0, by=owner.id)
        assert progress(connection, row)["votes"] == 5
        key = decide(connection, row, user.id, "manual", "ban", at=3.0, by=owner.id)
        assert member(connection, row.id, user.id).state == "banned"
        revert(connection, row, key, at=4.0, by=owner.id)
        with pytest.raises(CommandError, match="no such decision"):
            revert(connection, row, key, at=5.0, by=owner.id)
        table = workers(connection, row)
    assert (table[0]["name"], table[0]["judged"], table[0]["state"]) == ("anna", 5, "active")


def test_native_language_and_instructions_come_first(lite_world) -> None:
    world = lite_world
    row = world.project()
    user = world.worker(row, "anna", ready=False)
    with pytest.raises(CommandError, match="read the instructions"):
        take(world.store, row, user.id)
    assert begin(world.store, row, user.id) == "work"
    with world.store.read() as connection:
        assert connection.execute(sa.select(schema.members.c.stage)).scalar() == "work"


@pytest.mark.parametrize("skill", ["sequential", "share"])
@pytest.mark.parametrize(("seconds", "state_after"), [(10, "banned"), (60, "active")])
def test_haste_against_others_bans_after_three_pages(lite_world, seconds, state_after, skill) -> None:
    world = lite_world
    row = world.project(items=100, votes=9, page=10, rules={"skill": skill, "wait": None})
    others = [world.worker(row, name) for name in ("анна", "bob", "王", "eva")]
    for user in others:
        for _ in range(3):
            hand_in(world, row, user, seconds=100)
    hasty = world.worker(row, "hasty")
    for _ in range(4):
        try:
            hand_in(world, row, hasty, seconds=seconds)
        except CommandError:
            break
        follow_crowd(world.store, row)
    assert state(world, row, hasty)[1] == state_after
    with world.store.read() as connection:
        found = [one for one in decisions(connection, row) if one["user"] == hasty.id]
    if state_after == "banned":
        assert found[0]["rule"] == "haste"
        assert found[0]["evidence"]["pages"] == 3
        assert found[0]["evidence"]["void"] == 30
    assert all(state(world, row, user)[1] == "active" for user in others)


def test_seconds_that_a_program_claims_cannot_hide_haste(lite_world) -> None:
    world = lite_world
    row = world.project(items=100, votes=9, page=10, rules={"fast_seconds": None, "wait": None})
    for name in ("анна", "bob", "王", "eva"):
        user = world.worker(row, name)
        for _ in range(3):
            hand_in(world, row, user, seconds=100)
    bot = world.worker(row, "bot")
    for _ in range(3):
        page = take(world.store, row, bot.id)
        world.clock.now += 5
        answers = {str(item.id): {"label": "yes"} for item in page.items}
        claimed = {str(item.id): 12.0 for item in page.items}
        submit(world.store, row, page.id, bot.id, answers, key=page.id, seconds=claimed)
    follow_crowd(world.store, row)
    assert state(world, row, bot)[1] == "banned"
