"""Chains as pipelines: checked when made, with branches and sampling, moved by the scheduler, seen once."""

import pytest
import sqlalchemy as sa

from paraphrast.annotate.chains import Output, _send, advance
from paraphrast.annotate.loading import from_dict, parse, template
from paraphrast.annotate.results import judged, labels
from paraphrast.annotate.rounds import to_best
from paraphrast.annotate.scheduler import Scheduler, visit_project
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.database import dump
from paraphrast.annotate.store.projects import Item, add_items, by_id, change, create, export_items, find
from paraphrast.annotate.store.submit import submit
from paraphrast.annotate.watch import read_warnings
from paraphrast.errors import CommandError, DataError

OFF = {"training": False, "exam": None, "control": None, "fast_seconds": None}
TEXTS = {"ru": "Ты дурак", "en": "You fool", "zh": "你真蠢"}


def make(world, name: str, kind: str, *, rules: dict | None = None, **settings):
    table = {"name": name, "kind": kind, "page": 5, "rules": {**OFF, **(rules or {})}, **settings}
    with world.store.write() as connection:
        return create(connection, from_dict(table), owner=None, at=world.clock())


def fill(world, row, texts: dict[str, str]) -> None:
    with world.store.write() as connection:
        add_items(connection, row, [Item({"text": text}, key) for key, text in texts.items()], at=0)


def work(world, row, name: str, say, *, role: str = "annotator", pages: int = 99) -> list[dict]:
    """Let one person judge all there is for them, and give the fields they were shown."""
    user, shown = world.worker(row, name, role), []
    for _ in range(pages):
        page = take(world.store, row, user.id)
        if page is None:
            break
        world.clock.now += 60
        shown += [item.fields for item in page.items]
        answers = {str(item.id): say(name, item.fields) for item in page.items}
        submit(world.store, row, page.id, user.id, answers, key=page.id)
    return shown


def write(name: str, fields: dict) -> dict:
    return {"label": "rewritten", "text": f"{name} {fields['text']}"}


def russe(world, **rules):
    tone = make(world, "tone", "text-classification", votes=1)
    content = make(
        world,
        "content",
        "pair-yes-no",
        votes=2,
        rules=rules,
        aggregation={"by": "majority"},
        chain=[{"next": "tone", "accept": ["yes"]}],
    )
    writing = make(world, "write", "rewrite", votes=2, chain={"next": "content"})
    fill(world, writing, TEXTS)
    return writing, content, tone


def test_the_chain_feeds_accepted_output_onwards(world) -> None:
    writing, content, tone = russe(world)
    for name in ("анна", "bob"):
        work(world, writing, name, write)
    assert advance(world.store, writing, at_once=True) == 6
    for name in ("王", "eva"):
        work(world, content, name, lambda _, fields: {"label": "yes" if "анна" in fields["b"] else "no"})
    assert advance(world.store, content, at_once=True) == 3
    assert advance(world.store, content, at_once=True) == 0
    with world.store.read() as connection:
        texts = {item["text"] for item in export_items(connection, find(connection, "tone"))}
    assert texts == {f"анна {text}" for text in TEXTS.values()}
    assert tone.slug == "tone"


def test_nobody_judges_what_they_wrote_or_have_seen_in_an_earlier_step(world) -> None:
    writing, content, tone = russe(world)
    for name in ("анна", "bob"):
        work(world, writing, name, write)
    advance(world.store, writing, at_once=True)
    yes = lambda *_: {"label": "yes"}  # noqa: E731
    # both writers have read every source, so nothing is left for them; others see all six pairs
    assert work(world, content, "анна", yes) == work(world, content, "bob", yes) == []
    assert len(work(world, content, "王", yes)) == len(work(world, content, "eva", yes)) == 6
    advance(world.store, content, at_once=True)
    neutral = lambda *_: {"label": "neutral"}  # noqa: E731
    for name in ("анна", "bob", "王", "eva"):
        assert work(world, tone, name, neutral) == []
    assert len(work(world, tone, "new", neutral)) == 6


def test_a_small_crowd_may_look_twice_but_never_at_its_own(lite_world) -> None:
    world = lite_world
    writing, content, _ = russe(world, fresh_eyes=False)
    for name in ("анна", "bob"):
        work(world, writing, name, write)
    advance(world.store, writing, at_once=True)
    for name, other in (("анна", "bob"), ("bob", "анна")):
        shown = work(world, content, name, lambda *_: {"label": "yes"})
        assert sorted(fields["b"] for fields in shown) == sorted(f"{other} {text}" for text in TEXTS.values())


def test_one_pool_goes_into_730_fine_and_1933_coarse(lite_world) -> None:
    world, rows = lite_world, {}
    with world.store.write() as connection:
        for name in ("cspc-fine", "cspc-coarse", "cspc-writing"):
            rows[name] = create(connection, template(name), owner=None, at=0)
        row = rows["cspc-writing"]
        add_items(connection, row, [Item({"text": f"句子 {n}"}, str(n)) for n in range(2800)], at=0)
        numbers = {
            one.key: one.id
            for one in connection.execute(sa.select(schema.items).where(schema.items.c.project == row.id))
        }
        outputs = [
            Output(
                Item({"a": f"句子 {n}", "b": f"改写 {n}"}, f"{n}/1", root=f"{row.id}:{numbers[str(n)]}"),
                "rewritten",
                numbers[str(n)],
            )
            for n in range(2800)
        ]
        following = {name: rows[name] for name in ("cspc-fine", "cspc-coarse")}
        # as they come, in three portions, the second of them twice
        sent = [
            _send(connection, row, following, outputs[low:high], 0.0)
            for low, high in ((0, 900), (900, 1500), (900, 1500), (1500, 2800))
        ]
        drawn = {
            name: {item["id"] for item in export_items(connection, there)}
            for name, there in following.items()
        }
    assert sent == [900, 600, 0, 1163]
    assert (len(drawn["cspc-fine"]), len(drawn["cspc-coarse"])) == (730, 1933)
    assert not drawn["cspc-fine"] & drawn["cspc-coarse"]
    early = sum(int(key.split("/")[0]) < 900 for key in drawn["cspc-fine"])
    assert 200 < early < 295  # a fair draw of the first 900 has 247


def test_a_share_is_drawn_and_a_branch_without_one_gets_everything(lite_world) -> None:
    world = lite_world
    for name in ("some", "rest", "all"):
        make(world, name, "pair-yes-no")
    row = make(
        world,
        "write",
        "rewrite",
        votes=1,
        chain=[{"next": "some", "share": 0.25}, {"next": "rest", "share": 0.75}, {"next": "all"}],
    )
    fill(world, row, {str(n): f"текст {n}" for n in range(60)})
    work(world, row, "анна", write)
    assert advance(world.store, row, at_once=True) == 120
    with world.store.read() as connection:
        keys = {
            name: {one["id"] for one in export_items(connection, find(connection, name))}
            for name in ("some", "rest", "all")
        }
    assert keys["some"] | keys["rest"] == keys["all"]
    assert not keys["some"] & keys["rest"]
    assert 5 <= len(keys["some"]) <= 25


@pytest.mark.parametrize("aggregation", [{"by": "mean"}, {"by": "majority", "binarise": True}])
def test_a_scale_is_accepted_by_its_nearest_step_or_as_it_is_binarised(lite_world, aggregation: dict) -> None:
    world = lite_world
    make(world, "next", "pair-yes-no")
    row = make(world, "grade", "pair-graded", votes=2, aggregation=aggregation, chain={"next": "next"})
    with world.store.write() as connection:
        add_items(connection, row, [Item({"a": "да", "b": str(n)}, str(n)) for n in range(4)], at=0)
    for name in ("анна", "王"):
        work(world, row, name, lambda name, fields: {"label": fields["b"]})
    assert advance(world.store, row, at_once=True) == 2
    with world.store.read() as connection:
        assert {one["id"] for one in export_items(connection, find(connection, "next"))} == {"2", "3"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"chain": {"next": "nowhere"}}, "'nowhere' of the chain is not there; make it first"),
        ({"chain": {"next": "pick"}}, "shows choices, which rewrite does not give"),
    ],
)
def test_a_chain_is_checked_when_it_is_made(lite_world, settings: dict, message: str) -> None:
    make(lite_world, "pick", "pick-one")
    with pytest.raises(CommandError, match=message):
        make(lite_world, "write", "rewrite", **settings)


def test_a_chain_in_a_circle_is_refused(lite_world) -> None:
    world = lite_world
    last = make(world, "b", "pair-yes-no")
    make(world, "a", "pair-yes-no", chain={"next": "b", "accept": ["yes"]})
    circle = from_dict({"name": "b", "kind": "pair-yes-no", "rules": OFF, "chain": {"next": "a"}})
    with world.store.write() as connection, pytest.raises(CommandError, match="leads from 'a' back to 'b'"):
        change(connection, last, circle, at=0, user=None)


@pytest.mark.parametrize(
    ("chain", "message"),
    [
        ('[chain]\nnext = "x"\naccept = ["maybe"]', r"accept \['maybe'\] are not answers"),
        ('[[chain]]\nnext = "x"\n[[chain]]\nnext = "x"', "different next projects"),
        ('[chain]\nnext = "x"\ntake = 5\nshare = 0.5', "not both"),
        ('[[chain]]\nnext = "x"\nshare = 0.8\n[[chain]]\nnext = "y"\nshare = 0.8', "sum to 1 at most"),
    ],
)
def test_a_wrong_branch_says_what_is_wrong(chain: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(f'name = "p"\nkind = "pair-yes-no"\n{chain}', path="p.toml")


def test_the_scheduler_moves_a_chain_without_anybodys_action(world) -> None:
    writing, content, _ = russe(world)
    scheduler = Scheduler(world.store)
    scheduler.run_once()
    work(world, writing, "анна", write)
    assert [one.sent for one in scheduler.run_once() if one.project == "write"] == [0]  # can be taken back
    world.clock.now += 11 * 60
    assert [one.sent for one in scheduler.run_once() if one.project == "write"] == [3]
    assert [one.project for one in scheduler.run_once()] == ["content"]  # what came in is looked at once
    assert scheduler.run_once() == []  # and nothing has happened since
    with world.store.read() as connection:
        assert len(list(export_items(connection, content))) == 3


def test_a_page_that_was_followed_by_another_does_not_wait(lite_world) -> None:
    world = lite_world
    make(world, "content", "pair-yes-no")
    row = make(world, "write", "rewrite", votes=1, chain={"next": "content"})
    fill(world, row, {str(n): f"句子 {n}" for n in range(12)})
    work(world, row, "王", write, pages=2)
    # only the last page can be taken back
    assert visit_project(world.store, row.id).sent == 5


def test_a_missing_step_stops_no_hand_in_and_the_owner_is_told(lite_world) -> None:
    world = lite_world
    row = make(world, "write", "rewrite", votes=1)
    fill(world, row, TEXTS)
    lost = from_dict({"name": "write", "kind": "rewrite", "rules": OFF, "chain": {"next": "gone"}})
    with world.store.write() as connection:  # as a database from before chains were checked has it
        table = schema.projects
        connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=dump(lost)))
        row = by_id(connection, row.id)
    assert len(work(world, row, "анна", write)) == 3
    world.clock.now += 3600
    found = visit_project(world.store, row.id)
    assert (found.sent, found.problem) == (
        0,
        "the next project 'gone' of the chain is not there; make it first",
    )
    with world.store.read() as connection:
        assert {"what": "chain", "name": "gone"} in read_warnings(connection, row)


def test_settings_of_a_chain_with_one_branch_are_read_as_they_were_kept(lite_world) -> None:
    world = lite_world
    make(world, "content", "pair-yes-no")
    row = make(world, "write", "rewrite", chain={"next": "content"})
    table = schema.projects
    with world.store.write() as connection:
        kept = connection.execute(sa.select(table.c.settings).where(table.c.id == row.id)).scalar_one()
        old = kept.replace('"chain":[{', '"chain":{').replace('"share":0.0}]', '"share":0.0}')
        assert old != kept
        connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=old))
        assert by_id(connection, row.id).project == row.project


@pytest.mark.parametrize(
    ("settings", "sees"),
    [
        ({}, 4),
        ({"experts": "raters", "aggregation": {"by": "majority", "above": 0.9, "unsure": "experts"}}, 4),
        ({"aggregation": {"by": "majority", "above": 0.9, "unsure": "experts"}}, 0),
        ({"experts": "last"}, 0),
    ],
)
def test_experts_are_raters_like_others_where_the_project_says_so(
    lite_world, settings: dict, sees: int
) -> None:
    world = lite_world
    row = world.project(items=4, votes=1, **settings)
    assert len(work(world, row, "знаток", lambda *_: {"label": "yes"}, role="expert")) == sees
    with world.store.read() as connection:
        assert len(list(judged(connection, row))) == sees
        assert len(labels(connection, row)) == sees


def test_the_second_round_goes_to_people_who_can_sign_in(lite_world) -> None:
    world = lite_world
    row = world.project(
        items=0, votes=4, kind="pair-graded", aggregation={"by": "majority", "binarise": True}
    )
    with world.store.write() as connection:
        items = [Item({"a": "да", "b": "да" if n % 2 else "нет"}, f"t{n}") for n in range(40)]
        add_items(connection, row, items, at=0)
    good = lambda _, fields: {"label": "3" if fields["b"] == "да" else "0"}  # noqa: E731
    bad = lambda name, fields: {"label": "3" if name == "x" else "0"}  # noqa: E731
    for name, say in (("same/elsewhere", good), ("анна", good), ("x", bad), ("yy", bad)):
        work(world, row, name, say)
    found = to_best(world.store, row, low=0.99)
    assert found.best == ["анна"]
