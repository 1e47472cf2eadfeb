"""The pool of controls: it grows from sure tasks of independent people, and never runs out unseen."""

import pytest
import sqlalchemy as sa

from annotate.simulated import Crowd, project, truth
from paraphrast.annotate.follow import follow_crowd
from paraphrast.annotate.results import judged, progress
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.controls import list_controls, veto_control
from paraphrast.annotate.store.decide import gather_facts
from paraphrast.annotate.store.people import add_member, invite, redeem
from paraphrast.annotate.store.projects import Item, add_items
from paraphrast.annotate.store.submit import submit
from paraphrast.annotate.watch import find_warnings
from paraphrast.errors import CommandError


def test_the_pool_grows_from_sure_tasks_of_trusted_people_and_the_owner_can_veto(lite_world) -> None:
    world = lite_world
    row = project(world, 80)
    crowd = Crowd(world, row, seed=4)
    crowd.honest(6, 1.0)
    crowd.work()
    with world.store.write() as connection:
        grown = [one for one in list_controls(connection, row) if one["grown"]]
        assert len(grown) >= 20
        assert all(one["gold"]["label"] == truth(one["fields"]) for one in grown)
        assert {one["gold"]["label"] for one in grown} == {"yes", "no"}
        assert all(0 <= one["difficulty"] < 0.7 for one in grown)
        # nobody was shown a control that they had judged as a task
        pairs = connection.execute(
            sa.select(schema.items.c.id, schema.items.c.grown, schema.judgements.c.user)
            .join(schema.judgements, schema.judgements.c.item == schema.items.c.id)
            .where(schema.items.c.grown.is_not(None))
        ).all()
        said = {(one.item, one.user) for one in judged(connection, row)}
        assert pairs
        assert not [one for one in pairs if (one.grown, one.user) in said]
        # what has grown is what others say: a record is kept on the owner's controls alone
        assert all(gather_facts(connection, row, one.user).control_seen <= 6 for one in pairs)
        seen = next(one for one in grown if one["seen"])
        veto_control(connection, row, seen["id"], at=1.0, by=None)
        assert [one["vetoed"] for one in list_controls(connection, row) if one["id"] == seen["id"]] == [True]
        with pytest.raises(CommandError, match="no such control"):
            veto_control(connection, row, 10**6, at=1.0, by=None)
    fresh = world.worker(row, "fresh")
    with world.store.write() as connection:
        connection.execute(sa.update(schema.items).where(schema.items.c.role == "task").values(missing=1))
    shown = set()
    while page := take(world.store, row, fresh.id):
        shown |= {one.id for one in page.items}
        answers = {str(one.id): {"label": truth(one.fields)} for one in page.items}
        submit(world.store, row, page.id, fresh.id, answers, key=page.id)
    assert len(shown) > 80
    assert seen["id"] not in shown


def test_a_control_of_which_the_crowd_believes_otherwise_by_now_goes_unless_a_person_keeps_it(
    lite_world,
) -> None:
    world = lite_world
    row = project(world, 80)
    crowd = Crowd(world, row, seed=4)
    crowd.honest(6, 1.0)
    crowd.work()
    owner = world.worker(row, "owner").id

    def grown() -> dict[int, bool]:
        with world.store.read() as connection:
            return {one["id"]: one["vetoed"] for one in list_controls(connection, row) if one["grown"]}

    def turn(item: int, label: str) -> None:
        change = sa.update(schema.items).where(schema.items.c.id == item)
        with world.store.write() as connection:
            connection.execute(change.values(gold=f'{{"label": "{label}"}}'))

    first, second, *others = grown()
    with world.store.read() as connection:
        gold = {one["id"]: one["gold"]["label"] for one in list_controls(connection, row)}
    for item in (first, second):
        turn(item, {"yes": "no", "no": "yes"}[gold[item]])
    follow_crowd(world.store, row)
    vetoed = grown()
    assert vetoed[first]
    assert vetoed[second]
    assert not any(vetoed[item] for item in others)
    with world.store.write() as connection:
        veto_control(connection, row, first, at=2.0, by=owner, vetoed=False)
    follow_crowd(world.store, row)
    assert not grown()[first]
    assert grown()[second]


@pytest.mark.parametrize("apart", [True, False])
def test_people_of_one_invitation_make_no_controls_and_the_owner_is_warned(lite_world, apart: bool) -> None:
    world = lite_world
    row = project(world, 60)
    crowd = Crowd(world, row, seed=5)
    crowd.honest(5, 1.0)
    with world.store.write() as connection:
        token = invite(connection, "annotator", at=world.clock(), project=row.id, uses=9)
    for name in crowd.say:
        user = world.worker(row, name, ready=False)
        with world.store.write() as connection:
            connection.execute(sa.delete(schema.members).where(schema.members.c.user == user.id))
            if apart:
                add_member(connection, row.id, user.id, "annotator", at=0)
            else:
                redeem(connection, token, user, at=world.clock())
    crowd.work()
    with world.store.read() as connection:
        grown = [one for one in list_controls(connection, row) if one["grown"]]
        warned = {one["what"] for one in find_warnings(connection, row)}
    assert bool(grown) == apart
    assert ("one-invitation" in warned) == (not apart)


def test_pages_stop_and_the_owner_is_warned_when_the_controls_are_used_up(lite_world) -> None:
    world = lite_world
    row = project(world, 200, controls=2, votes=1)
    user = world.worker(row, "王")
    pages = 0
    while page := take(world.store, row, user.id):
        answers = {str(one.id): {"label": truth(one.fields)} for one in page.items}
        submit(world.store, row, page.id, user.id, answers, key=page.id)
        pages += 1
    assert pages < 20
    with world.store.read() as connection:
        assert progress(connection, row)["complete"] < 200
        assert {"what": "controls-used-up", "count": 1} in find_warnings(connection, row)
    with world.store.write() as connection:
        more = [Item({"a": "Сон", "b": "梦"}, f"more{n}", "control", {"label": "yes"}) for n in range(9)]
        add_items(connection, row, more, at=0)
    assert take(world.store, row, user.id)


@pytest.mark.parametrize(("leak", "some"), [(0.25, True), (1.0, False)])
def test_controls_that_everyone_knows_are_left_out_and_pages_go_on(
    lite_world, leak: float, some: bool
) -> None:
    world = lite_world
    row = project(world, 40, controls=12, rules={"control_every": 2})
    with world.store.write() as connection:
        connection.execute(sa.update(schema.projects).values(leak=leak))
    user = world.worker(row, "анна")
    page = take(world.store, row, user.id)
    with world.store.read() as connection:
        controls = {one["id"] for one in list_controls(connection, row)}
    assert len(page.items) == row.project.page
    assert bool({one.id for one in page.items} & controls) is some


def test_a_project_without_controls_is_warned_about_but_works(lite_world) -> None:
    world = lite_world
    row = project(world, 10, controls=0)
    user = world.worker(row, "анна")
    assert take(world.store, row, user.id)
    with world.store.read() as connection:
        assert find_warnings(connection, row) == [{"what": "no-controls"}]


def test_writing_goes_on_without_controls_but_who_misses_them_is_out(lite_world) -> None:
    world = lite_world
    row = world.project(items=60, votes=2, kind="rewrite", rules={"control": 0.7, "control_every": 2})
    labels = ["neutral", "unclear", "offensive"]
    with world.store.write() as connection:
        known = [Item({"text": f"句子 {n}"}, f"k{n}", "control", {"label": labels[n % 3]}) for n in range(9)]
        add_items(connection, row, known, at=0)
    careless, careful = world.worker(row, "bot"), world.worker(row, "анна")
    with world.store.read() as connection:
        gold = {one["id"]: one["gold"] for one in list_controls(connection, row)}
    pages = 0
    while page := take(world.store, row, careful.id):
        answers = {
            str(one.id): gold.get(one.id) or {"label": "rewritten", "text": "写好了"} for one in page.items
        }
        submit(world.store, row, page.id, careful.id, answers, key=page.id)
        pages += 1
    assert pages > 9
    states = []
    while "banned" not in states and (page := take(world.store, row, careless.id)):
        answers = {str(one.id): {"label": "rewritten", "text": "好"} for one in page.items}
        states.append(submit(world.store, row, page.id, careless.id, answers, key=page.id)["state"])
    assert states[-1] == "banned"
