"""Who is asking, by a session, by a token or on their own machine, and what a role lets them do."""

from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from fastapi import Depends

from databases import open_store
from paraphrast.annotate.store.roles import ROLES, includes
from paraphrast.annotate.store.schema import users
from paraphrast.annotate.store.tokens import list_tokens, make_token, revoke_token
from paraphrast.errors import CommandError
from paraphrast.text.languages import LANGS
from paraphrast.web import application, rights
from paraphrast.web.context import SESSION, strings
from paraphrast.web.rights import Account
from workbench import Bench

DAY = 86400.0


def give_token(bench: Any, user: Any, *scopes: str, days: float = 1) -> dict[str, str]:
    with bench.store.write() as connection:
        made = make_token(connection, user, "test", scopes, days=days, at=bench.store.clock())
    return {"authorization": f"Bearer {made}"}


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A workbench on SQLite: rights do not depend on the database."""
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


@pytest.fixture
def doors(bench: Any) -> Any:
    """A workbench with an address for each role."""

    def add(role: str) -> None:
        @bench.app.api_route(f"/api/doors/{role}", methods=["GET", "POST"])
        def door(account: Annotated[Account, Depends(getattr(rights, role))]) -> dict[str, Any]:
            return {"name": account.name, "role": account.role, "scopes": list(account.scopes)}

    for role in ROLES:
        add(role)
    return bench


def test_a_role_opens_its_own_door_and_those_before_it(doors: Any) -> None:
    for role in ROLES:
        user, client = doors.person(role, role=role)
        for scope in ROLES[: ROLES.index(role) + 1]:
            sent = give_token(doors, user, scope)
            for door in ROLES:
                path = f"/api/doors/{door}"
                assert (client.get(path).status_code == 200) == includes(role, door), (role, door)
                said = doors.visitor().post(path, headers=sent)
                assert said.status_code == (200 if includes(scope, door) else 403), (role, scope, door)
    assert doors.visitor().get("/api/doors/reader").json() == {"error": "sign in first"}
    said = doors.visitor().get("/api/doors/owner", headers=sent | give_token(doors, user, "editor")).json()
    assert said == {"error": "this needs the role 'owner'; yours is 'editor'"}


def test_a_token_ends_is_revoked_and_dies_with_its_account(doors: Any) -> None:
    user, client = doors.person("анна", role="editor")
    over, gone, closed = (give_token(doors, user, "editor", days=days) for days in (1, 30, 30))
    visitor, real = doors.visitor(), doors.store.clock
    door = "/api/doors/editor"
    assert [visitor.get(door, headers=one).status_code for one in (over, gone, closed)] == [200] * 3
    doors.store.clock = lambda: real() + 2 * DAY
    assert visitor.get(door, headers=over).status_code == 401
    with doors.store.write() as connection:
        second = list_tokens(connection, user.id)[1]
        revoke_token(connection, user.id, second.id, at=real())
        with pytest.raises(CommandError, match="no such token"):
            revoke_token(connection, user.id + 1, second.id - 1, at=real())
    assert visitor.get(door, headers=gone).status_code == 401
    assert visitor.get(door, headers=closed).status_code == 200
    with doors.store.write() as connection:
        connection.execute(users.update().where(users.c.id == user.id).values(closed=real()))
    assert visitor.get(door, headers=closed).status_code == 401
    assert client.get(door).status_code == 401


@pytest.mark.parametrize("given", ["", "x", "paraphrast_x", "' OR 1=1 --", "a" * 5000, "токен"])
def test_a_forged_token_is_refused_even_with_a_good_cookie(doors: Any, given: str) -> None:
    _, client = doors.person("owner", owner=True)
    said = client.get("/api/doors/reader", headers={"authorization": f"Bearer {given}".encode()})
    assert said.status_code == 401
    assert said.json()["error"].startswith("this token has expired")
    wrong = client.post("/api/doors/reader", headers={"authorization": "Basic eDp5"})
    assert wrong.status_code == 403  # not a token: the cookie counts, and lacks the token of its forms


def test_what_a_role_had_when_the_token_was_made_does_not_outlive_the_role(doors: Any) -> None:
    user, _ = doors.person("boss", role="organiser")
    sent = give_token(doors, user, "organiser")
    with doors.store.write() as connection:
        connection.execute(users.update().where(users.c.id == user.id).values(role="reader"))
    assert doors.visitor().get("/api/doors/reader", headers=sent).json()["role"] == "reader"
    assert doors.visitor().get("/api/doors/editor", headers=sent).status_code == 403


def test_a_token_for_one_project_does_not_reach_another(doors: Any) -> None:
    user, _ = doors.person("owner", owner=True)
    doors.project(owner=user)
    doors.project(owner=user, name="other")
    sent = give_token(doors, user, "organiser", "project:same")
    visitor = doors.visitor()
    assert visitor.get("/projects/same/export?what=items", headers=sent).status_code in (200, 403)
    assert visitor.get("/projects/other/export?what=items", headers=sent).status_code == 404
    assert visitor.get("/api/doors/editor", headers=sent).status_code == 403


@pytest.mark.parametrize(
    ("scopes", "days", "said"),
    [
        (["owner"], 1, "cannot do more"),
        ([], 1, "needs one role"),
        (["reader", "editor"], 1, "needs one role"),
        (["reader", "проект"], 1, "a scope is a role"),
        (["reader"], 0, "up to 366 days"),
        (["reader"], 400, "up to 366 days"),
    ],
)
def test_tokens_that_cannot_be_made(bench: Any, scopes: list[str], days: float, said: str) -> None:
    user, _ = bench.person("anna", role="editor")
    with bench.store.write() as connection, pytest.raises(CommandError, match=said):
        make_token(connection, user, "x", scopes, days=days, at=0.0)


def local(bench: Any) -> Any:
    bench.app = application(store=bench.store, local=True)
    return bench.visitor()


def test_on_ones_own_machine_nobody_signs_in(bench: Any) -> None:
    client = local(bench)
    assert client.get("/").status_code == 200
    assert (
        client.submit("/new", chosen="fluency", name="mine").headers["location"] == "/projects/mine/dashboard"
    )
    assert client.get("/projects/mine/dashboard").status_code == 200
    program = bench.visitor()
    assert program.post("/api/nothing", json={}).status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8400"},
        {"host": "localhost.evil.example"},
        {"x-forwarded-for": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_what_comes_by_another_name_or_a_proxy_is_not_local(bench: Any, lang: str, headers: dict) -> None:
    client = local(bench)
    said = client.get("/", headers={"accept-language": lang, **headers})
    assert said.status_code == 403
    assert strings(lang)["refused-local"] in said.text


def test_a_page_of_another_site_cannot_write_on_ones_own_machine(bench: Any) -> None:
    client = local(bench)
    foreign = {"origin": "https://evil.example"}
    form = {"chosen": "fluency", "name": "x"}
    assert client.post("/new", data=form).status_code == 403
    assert client.post("/new", data=form, headers=foreign).status_code == 403
    assert client.post("/new", json=form, headers=foreign).status_code == 403
    simple = {"content-type": "text/plain"}
    assert client.post("/new", content=b"{}", headers=simple).status_code == 403
    assert client.post("/new", json=form, headers={"origin": "http://localhost:3000"}).status_code == 403


def test_a_program_on_ones_own_machine_removes_what_it_made(bench: Any) -> None:
    """No page of another site can send DELETE without being asked first, so it needs no token of a form."""
    program = local(bench)
    sent = {"content-type": "application/octet-stream"}
    made = program.post("/api/v1/files?name=кот.txt", content="кот".encode(), headers=sent).json()["files"][0]
    place = f"/api/v1/files/{made['id']}"
    assert program.delete(place, headers={"origin": "https://evil.example"}).status_code == 403
    assert program.delete(place).status_code == 204
    job = program.post("/api/v1/build/stats", json={"source": {"records": [{"a": "x", "b": "猫"}]}}).json()
    assert program.delete(f"/api/v1/jobs/{job['name']}").status_code == 204


def test_a_forged_session_is_nobody(bench: Any) -> None:
    bench.person("anna")
    for value in ("x", "0" * 43, "' OR '1'='1"):
        client = bench.visitor()
        client.cookies.set(SESSION, value)
        assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in"
