"""A token reaches no further than what it was made for: not to other things, not past its own end."""

from collections.abc import Iterator
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.people import invite
from paraphrast.annotate.store.schema import users
from paraphrast.annotate.store.tokens import make_token
from paraphrast.web.jobs import queue
from workbench import Bench


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A workbench on SQLite: rights do not depend on the database."""
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


def program(bench: Bench, user: Any, *scopes: str) -> Any:
    """Give a client that sends a token of somebody."""
    with bench.store.write() as connection:
        token = make_token(connection, user, "test", scopes, days=1, at=bench.store.clock())
    client = bench.visitor()
    client.headers["authorization"] = f"Bearer {token}"
    return client


def role_of(bench: Bench, user: Any) -> str:
    with bench.store.read() as connection:
        return connection.execute(users.select().where(users.c.id == user.id)).one().role


@pytest.mark.parametrize("role", ["reader", "editor", "owner"])
def test_a_token_for_one_project_sees_no_jobs_and_makes_no_projects(bench: Bench, role: str) -> None:
    user, _ = bench.person("хозяйка", owner=True)
    bench.project(owner=user)
    bench.project(owner=user, name="other")
    entry = queue.Entry("0" * 32, "build stats", [], "/tmp", "/tmp", user=user.id)
    queue.add(bench.store, entry)
    client = program(bench, user, role, "project:same")
    for path in ("", f"/{'0' * 32}", f"/{'0' * 32}/log", f"/{'0' * 32}/events", f"/{'0' * 32}/files/x"):
        assert client.get(f"/api/v1/jobs{path}").status_code == 403, path
    assert client.get("/new").status_code == 403
    made = client.post("/new", data={"chosen": "fluency", "name": "mine"}, follow_redirects=False)
    assert made.status_code == 403
    home = client.get("/").text
    assert 'href="/projects/same"' in home
    assert "other" not in home
    assert program(bench, user, role).get("/api/v1/jobs").json()["jobs"][0]["name"] == "0" * 32


def test_a_token_makes_no_way_in_that_outlives_it(bench: Bench) -> None:
    """Whoever finds the token of an owner cannot become one."""
    user, _ = bench.person("хозяйка", owner=True)
    row = bench.project(owner=user)
    worker, _ = bench.person("анна")
    bench.join(row, worker)
    with bench.store.write() as connection:
        connection.execute(users.update().values(password="x"))
    client = program(bench, user, "owner")
    tries = [
        ("/accounts/invite", {"role": "owner"}),
        (f"/accounts/{worker.id}/role", {"role": "owner"}),
        (f"/accounts/{worker.id}/password", {}),
        (f"/accounts/{worker.id}/open", {}),
        (f"/projects/same/workers/{worker.id}/password", {}),
        ("/me/tokens", {"name": "x", "role": "owner"}),
        ("/me/password", {"old": "x", "new": "battery staple"}),
    ]
    for path, form in tries:
        assert client.post(path, data=form, follow_redirects=False).status_code == 403, path
    assert role_of(bench, worker) == "annotator"


def test_an_invitation_is_not_used_by_a_token_and_never_lowers_a_role(bench: Bench) -> None:
    user, browser = bench.person("хозяйка", owner=True)
    with bench.store.write() as connection:
        link = invite(connection, "annotator", at=bench.store.clock(), uses=2)
    said = program(bench, user, "reader").post(f"/join/{link}", follow_redirects=False)
    assert said.status_code == 403
    assert role_of(bench, user) == "owner"
    assert browser.submit(f"/join/{link}").status_code == 303
    assert role_of(bench, user) == "owner"
