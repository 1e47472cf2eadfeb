"""Assignment: every item gets exactly its votes, from different people, whatever happens in between."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import sqlalchemy as sa

from paraphrast.annotate.results import judged, progress
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.leave import skip, undo
from paraphrast.annotate.store.submit import save_draft, submit
from paraphrast.errors import CommandError, DataError


def answer(page, label="yes"):
    return {str(item.id): {"label": label} for item in page.items}


def balance(world, row) -> None:
    """Votes given, promised and missing always sum to what an item needs, and nobody votes twice."""
    with world.store.read() as connection:
        said = Counter(one.item for one in judged(connection, row))
        held = Counter(
            connection.execute(
                sa.select(schema.assignments.c.item).where(schema.assignments.c.state == "held")
            ).scalars()
        )
        for item in connection.execute(sa.select(schema.items).where(schema.items.c.role == "task")):
            assert said[item.id] + held[item.id] + item.missing == item.needed
        pairs = [(one.item, one.user) for one in judged(connection, row)]
        assert len(pairs) == len(set(pairs))


def test_every_item_gets_its_votes_from_different_people(world) -> None:
    row = world.project(items=23, votes=3)
    for name in ("анна", "bob", "王", "ben"):
        user = world.worker(row, name)
        while page := take(world.store, row, user.id):
            submit(world.store, row, page.id, user.id, answer(page), key=page.id)
            balance(world, row)
    with world.store.read() as connection:
        assert progress(connection, row) == {"items": 23, "complete": 23, "votes": 69, "needed": 69}


def test_items_advance_evenly_and_in_random_order(world) -> None:
    row = world.project(items=40, votes=3, page=10, rules={"skill": "off"})
    orders = []
    for number in range(4):
        user = world.worker(row, f"w{number}")
        page = take(world.store, row, user.id)
        orders.append([item.id for item in page.items])
        submit(world.store, row, page.id, user.id, answer(page), key="k")
    # four pages of ten on forty items: nobody gets a judged item while fresh ones are left
    assert len({item for order in orders for item in order}) == 40
    assert all(order != sorted(order) for order in orders)


def test_where_people_are_compared_what_others_have_judged_is_finished_first(world) -> None:
    row = world.project(items=60, votes=3, page=10)
    given = []
    for name in ("anna", "борис", "陈"):
        user = world.worker(row, name)
        page = take(world.store, row, user.id)
        given.append({item.id for item in page.items})
        if name != "陈":  # a promise is nothing to compare with
            submit(world.store, row, page.id, user.id, answer(page), key="k")
        # of one page half, so that two who come after each other do not get the same ones
        if len(given) == 2:
            assert len(given[0] & given[1]) == 5
    judged = given[0] | given[1]
    assert len(given[2] & judged) == 8


def test_a_page_stays_open_until_it_is_handed_in(world) -> None:
    row = world.project()
    user = world.worker(row, "anna")
    page = take(world.store, row, user.id)
    assert save_draft(world.store, page.id, user.id, {"1": {"label": "yes"}})
    again = take(world.store, row, user.id)
    assert again.id == page.id
    assert again.draft == {"1": {"label": "yes"}}


def test_a_promise_expires_and_its_items_go_to_others(world) -> None:
    row = world.project(items=5, votes=1, minutes=10)
    anna, bob = world.worker(row, "anna"), world.worker(row, "bob")
    page = take(world.store, row, anna.id)
    assert take(world.store, row, bob.id) is None
    world.clock.now += 601
    other = take(world.store, row, bob.id)
    assert {item.id for item in other.items} == {item.id for item in page.items}
    submit(world.store, row, other.id, bob.id, answer(other), key="b")
    receipt = submit(world.store, row, page.id, anna.id, answer(page), key="a")
    assert (receipt["saved"], receipt["late"]) == (0, 5)
    balance(world, row)


def test_a_late_answer_counts_while_the_place_is_free(world) -> None:
    row = world.project(items=5, votes=1, minutes=10)
    anna = world.worker(row, "anna")
    page = take(world.store, row, anna.id)
    world.clock.now += 601
    assert submit(world.store, row, page.id, anna.id, answer(page), key="a")["saved"] == 5
    balance(world, row)


def test_a_page_sent_twice_is_saved_once(world) -> None:
    row = world.project(items=5, votes=2)
    user = world.worker(row, "anna")
    page = take(world.store, row, user.id)
    first = submit(world.store, row, page.id, user.id, answer(page), key="key")
    assert submit(world.store, row, page.id, user.id, answer(page), key="key") == first
    with pytest.raises(CommandError, match="handed in before"):
        submit(world.store, row, page.id, user.id, answer(page, "no"), key="other")
    with world.store.read() as connection:
        assert progress(connection, row)["votes"] == 5


def test_undo_opens_the_page_again_with_its_answers(world) -> None:
    row = world.project(items=10, votes=1)
    user = world.worker(row, "anna")
    page = take(world.store, row, user.id)
    submit(world.store, row, page.id, user.id, answer(page), key="a")
    take(world.store, row, user.id)
    assert undo(world.store, row, user.id) == page.id
    again = take(world.store, row, user.id)
    assert again.draft == answer(page)
    submit(world.store, row, page.id, user.id, answer(page, "no"), key="b")
    balance(world, row)
    with world.store.read() as connection:
        assert {one.label for one in judged(connection, row)} == {"no"}
        assert len(list(judged(connection, row, states=("undone",)))) == 5
    world.clock.now += 3600
    with pytest.raises(CommandError, match="no page to take back"):
        undo(world.store, row, user.id)


def test_a_skipped_page_goes_to_others_and_does_not_come_back(world) -> None:
    row = world.project(items=5, votes=1)
    anna, bob = world.worker(row, "anna"), world.worker(row, "bob")
    page = take(world.store, row, anna.id)
    assert skip(world.store, row, page.id, anna.id) == "active"
    assert take(world.store, row, anna.id) is None
    assert len(take(world.store, row, bob.id).items) == 5


def test_wrong_answers_are_refused_and_nothing_is_saved(world) -> None:
    row = world.project(items=5, votes=1)
    user, other = world.worker(row, "anna"), world.worker(row, "bob")
    page = take(world.store, row, user.id)
    with pytest.raises(DataError, match="not every item"):
        submit(world.store, row, page.id, user.id, {}, key="a")
    with pytest.raises(DataError, match="takes yes, no, not 'maybe'"):
        submit(world.store, row, page.id, user.id, answer(page, "maybe"), key="a")
    with pytest.raises(CommandError, match="no such page"):
        submit(world.store, row, page.id, other.id, answer(page), key="a")
    with world.store.read() as connection:
        assert progress(connection, row)["votes"] == 0


def test_many_at_once_neither_lose_nor_double_an_item(world) -> None:
    row = world.project(items=60, votes=3, page=4)
    users = [world.worker(row, f"w{number}").id for number in range(12)]

    def work(user: int) -> None:
        rng = np.random.default_rng(user)
        while page := take(world.store, row, user):
            if rng.random() < 0.1:
                skip(world.store, row, page.id, user)
                continue
            for _ in range(2):
                submit(world.store, row, page.id, user, answer(page), key=page.id)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, users))
    # whoever found nothing left while others still held pages comes back for what those skipped
    for user in users:
        work(user)
    balance(world, row)
    with world.store.read() as connection:
        assert progress(connection, row)["complete"] == 60
