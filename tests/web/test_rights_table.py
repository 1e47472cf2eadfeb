"""Role by route, for every route there is: a new route without a row here fails.

A row says who may: `anyone`; `person` (signed in); a role of the account; or, after `in`, a role in the
project of the address, where those who judge and those who watch are apart (`in work`). With `person` at its
end, nobody may by a token.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.people import invite
from paraphrast.annotate.store.roles import MEMBER_ROLES, ROLES, WATCHING, WORKING, includes
from paraphrast.annotate.store.schema import decisions, invitations, items, judgements, members, users
from paraphrast.annotate.store.tokens import list_tokens, make_token
from paraphrast.cli.serving import admit
from paraphrast.web.jobs.verbs import verbs
from paraphrast.web.service.rewriting import Service
from workbench import Bench, list_routes

TABLE = """
GET  /sign-in                                      anyone
POST /sign-in                                      anyone
POST /sign-out                                     anyone
POST /look                                         anyone
GET  /join/{token}                                 anyone
POST /join/{token}                                 anyone
GET  /password/{token}                             anyone
POST /password/{token}                             anyone
GET  /                                             reader
GET  /me                                           person
POST /me/languages                                 person
POST /me/password                                  person
GET  /me/tokens                                    person
POST /me/tokens                                    person
POST /me/tokens/{token}/revoke                     person
GET  /new                                          organiser
POST /new                                          organiser
GET  /accounts                                     owner
POST /accounts/invite                              owner person
POST /accounts/invitations/{invitation}/revoke     owner
POST /accounts/{account}/role                      owner person
POST /accounts/{account}/close                     owner
POST /accounts/{account}/open                      owner person
POST /accounts/{account}/password                  owner person
GET  /backups                                      owner
POST /backups                                      owner
GET  /backups/{name}                               owner
GET  /addresses                                    owner
POST /addresses                                    owner
POST /addresses/ranges                             owner
POST /addresses/{name}/try                         owner
POST /addresses/{name}/remove                      owner
GET  /health                                       anyone
GET  /metrics                                      owner
GET  /seen                                         owner
GET  /files                                        reader
POST /files                                        editor
GET  /files/{upload}                               reader
POST /files/{upload}/remove                        editor
POST /collections                                  editor
GET  /collections/{collection}                     reader
POST /collections/{collection}/share               editor
POST /collections/{collection}/unshare             editor
POST /collections/{collection}/remove              editor
GET  /jobs                                         reader
GET  /jobs/new                                     editor
GET  /jobs/new/{verb:path}                         editor
POST /jobs/new/{verb:path}                         editor
GET  /jobs/{name}                                  reader
GET  /jobs/{name}/live                             reader
POST /jobs/{name}/cancel                           editor
POST /jobs/{name}/resume                           editor
POST /jobs/{name}/remove                           editor
GET  /projects/{slug}                              in reader
GET  /projects/{slug}/work                         in work
POST /projects/{slug}/begin                        in work
POST /projects/{slug}/pages/{page}                 in work
GET  /projects/{slug}/pages/{page}                 in work
POST /projects/{slug}/pages/{page}/skip            in work
POST /projects/{slug}/undo                         in work
POST /api/projects/{slug}/page                     in work
PUT  /api/projects/{slug}/pages/{page}/draft       in work
POST /api/projects/{slug}/pages/{page}             in work
GET  /projects/{slug}/dashboard                    in watch reader
GET  /projects/{slug}/live                         in watch reader
GET  /projects/{slug}/export                       in watch editor
POST /projects/{slug}/import                       in watch editor
POST /projects/{slug}/import/{upload}              in watch editor
GET  /projects/{slug}/controls                     in watch editor
POST /projects/{slug}/controls/{item}/veto         in watch editor
GET  /projects/{slug}/settings                     in watch organiser
POST /projects/{slug}/settings                     in watch organiser
POST /projects/{slug}/state                        in watch organiser
POST /projects/{slug}/invite                       in watch organiser
POST /projects/{slug}/next                         in watch organiser
POST /projects/{slug}/reassign                     in watch organiser
GET  /projects/{slug}/trail                        in watch organiser
GET  /projects/{slug}/members                      in watch organiser
POST /projects/{slug}/members/{member}/role        in watch organiser
POST /projects/{slug}/members/{member}/remove      in watch organiser
POST /projects/{slug}/invitations/{invitation}/revoke  in watch organiser
GET  /projects/{slug}/workers/{worker}             in watch organiser
POST /projects/{slug}/workers/{worker}/decide      in watch organiser
POST /projects/{slug}/workers/{worker}/password    in watch organiser person
POST /projects/{slug}/decisions/{decision}/revert  in watch organiser
POST /projects/{slug}/judgements/{judgement}/review  in watch organiser
"""
JOBS = """
GET  /api/v1/openapi.json                          anyone
GET  /api/v1/verbs                                 reader
POST /api/v1/pairs/score                           reader
GET  /api/v1/files                                 reader
POST /api/v1/files                                 editor
GET  /api/v1/files/{upload}                        reader
GET  /api/v1/files/{upload}/content                reader
DELETE /api/v1/files/{upload}                      editor
GET  /api/v1/jobs                                  reader
GET  /api/v1/jobs/{name}                           reader
DELETE /api/v1/jobs/{name}                         editor
POST /api/v1/jobs/{name}/cancel                    editor
POST /api/v1/jobs/{name}/resume                    editor
GET  /api/v1/jobs/{name}/log                       reader
GET  /api/v1/jobs/{name}/events                    reader
GET  /api/v1/jobs/{name}/files/{path:path}         reader
"""
REWRITING = """
POST /rewrite                                      reader
POST /v1/chat/completions                          reader
GET  /v1/models                                    reader
"""
ORDERS = "".join(f"POST /api/v1/{one.path} {one.role}\n" for one in verbs().values())
TABLE = TABLE.rstrip() + JOBS + REWRITING.lstrip() + ORDERS
ROWS = [line.split() for line in TABLE.strip().splitlines()]
PERSONAL = {(row[0], row[1]) for row in ROWS if row[-1] == "person"}
RULES = {(row[0], row[1]): row[2:-1] if row[3:] and row[-1] == "person" else row[2:] for row in ROWS}
NOTHING = "999999"  # the number of nothing: who may is told that it is not there, and nothing is changed


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A workbench as it is served, on SQLite: rights do not depend on the database."""
    store = open_store("sqlite", request)
    yield Bench(store, rewriting=Service({}, admit=admit))
    store.close()


def fill(path: str) -> str:
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: "same" if found.group(1) == "slug" else NOTHING, path)


def may(rule: list[str], role: str, member: str | None) -> bool:
    """Say whether the table lets somebody in, by their role on the workbench and in the project."""
    if rule[0] in ("anyone", "person"):
        return True
    if rule[0] != "in":
        return includes(role, rule[0])
    if member is None:
        return False
    if rule[1] == "work":
        return member in WORKING
    return includes(member, rule[-1]) and (rule[1] != "watch" or member in WATCHING)


def ask(client: Any, method: str, path: str, **headers: str) -> int:
    sent = headers or {"x-csrf-token": client.token()}
    return client.request(method, fill(path), headers=sent, follow_redirects=False).status_code


def is_in(status: int, *, outsider: bool) -> bool:
    return status not in ((401, 403, 404) if outsider else (401, 403))


def test_every_route_has_a_row_and_every_row_a_route(bench: Any) -> None:
    assert list_routes(bench.app.routes) == set(RULES), "a new route needs a row in TABLE"


@pytest.mark.parametrize("role", ROLES)
def test_what_each_role_of_the_workbench_may(bench: Any, role: str) -> None:
    bench.project()
    user, client = bench.person("somebody", role=role)
    with bench.store.write() as connection:
        token = make_token(connection, user, "x", [role], days=1, at=bench.store.clock())
    for (method, path), rule in RULES.items():
        if rule[0] == "anyone":
            continue  # they answer 401 to a wrong password, and one of them signs out
        inside = rule[0] == "in"
        status = ask(client, method, path)
        assert is_in(status, outsider=inside) == may(rule, role, None), (role, method, path, status)
        status = ask(bench.visitor(), method, path, authorization=f"Bearer {token}")
        allowed = may(rule, role, None) and (method, path) not in PERSONAL
        assert is_in(status, outsider=inside) == allowed, ("token", role, method, path, status)


@pytest.mark.parametrize("member", MEMBER_ROLES)
def test_what_each_role_in_a_project_may(bench: Any, member: str) -> None:
    row = bench.project()
    user, client = bench.person("somebody", role="owner")
    bench.join(row, user, member)
    inside = {place: rule for place, rule in RULES.items() if rule[0] == "in"}
    for (method, path), rule in inside.items():
        if path.endswith(("/state", "/begin", "/members/{member}/role")):
            continue  # these are asked below, as they may change what the others see
        status = ask(client, method, path)
        assert is_in(status, outsider=False) == may(rule, "owner", member), (member, method, path, status)
    for place in [one for one in inside if one[1].endswith(("/state", "/begin", "/members/{member}/role"))]:
        assert is_in(ask(client, *place), outsider=False) == may(inside[place], "owner", member), place


@pytest.mark.parametrize("cap", ROLES)
def test_an_owner_of_a_project_is_held_to_the_role_of_the_token(bench: Any, cap: str) -> None:
    user, _ = bench.person("owner", owner=True)
    bench.project(owner=user)
    with bench.store.write() as connection:
        token = make_token(connection, user, "x", [cap], days=1, at=bench.store.clock())
    for (method, path), rule in RULES.items():
        if rule[0] == "in" and rule[1] == "watch":
            status = ask(bench.visitor(), method, path, authorization=f"Bearer {token}")
            allowed = may(rule, cap, cap) and (method, path) not in PERSONAL
            assert is_in(status, outsider=False) == allowed, (cap, method, path, status)


def test_a_token_for_one_project_opens_nothing_else(bench: Any) -> None:
    user, _ = bench.person("owner", owner=True)
    with bench.store.write() as connection:
        scopes = ["owner", "project:same"]
        token = make_token(connection, user, "x", scopes, days=1, at=bench.store.clock())
    for (method, path), rule in RULES.items():
        if rule[0] not in ("anyone", "in") and "{" not in path and path != "/":  # which lists what it is for
            asked = f"{path}?name=x.txt"
            status = ask(bench.visitor(), method, asked, authorization=f"Bearer {token}")
            assert status == 403, (method, path, status)


def test_a_stranger_is_asked_to_sign_in_everywhere_else(bench: Any) -> None:
    bench.project()
    stranger = bench.visitor()
    for (method, path), rule in RULES.items():
        answer = stranger.request(
            method, fill(path), headers={"x-csrf-token": stranger.token()}, follow_redirects=False
        )
        sent_on = answer.status_code == 303 and answer.headers["location"] == "/sign-in"
        refused = answer.status_code == 401 or sent_on
        assert refused or rule[0] == "anyone", (method, path, answer.status_code)


def test_numbers_of_another_project_lead_nowhere(bench: Any) -> None:
    """IDOR: an organiser of one project names workers, votes, decisions and invitations of another."""
    victim, theirs = bench.person("victim", owner=True)
    thief, client = bench.person("thief", role="organiser")
    other, _mine = bench.project(owner=victim, name="other"), bench.project(owner=thief)
    worker, hers = bench.person("анна")
    bench.join(other, worker)
    hers.submit("/projects/other/begin")
    page = hers.api("/api/projects/other/page").json()["page"]
    answers = {str(item["id"]): {"label": "yes"} for item in page["items"]}
    hers.api(f"/api/projects/other/pages/{page['id']}", {"answers": answers, "key": "k"})
    theirs.submit(f"/projects/other/workers/{worker.id}/decide", action="ban", reason="x")
    theirs.submit("/projects/other/invite", role="annotator")
    with bench.store.write() as connection:
        token = make_token(connection, victim, "x", ["owner"], days=1, at=bench.store.clock())
        key = list_tokens(connection, victim.id)[0].id
        invite(connection, "editor", at=bench.store.clock(), by=victim.id)
    assert token

    def look() -> list[Any]:
        with bench.store.read() as connection:
            tables = (decisions, invitations, items, judgements, members, users)
            return [connection.execute(table.select().order_by(*table.primary_key)).all() for table in tables]

    before = look()
    with bench.store.read() as connection:
        vote = connection.execute(judgements.select()).first().id
        decision = connection.execute(decisions.select()).first().id
        invitation = connection.execute(invitations.select()).first().id
        item = connection.execute(items.select()).first().id
    tries = [
        (f"/projects/same/workers/{worker.id}/decide", {"action": "admit"}),
        (f"/projects/same/workers/{worker.id}/password", {}),
        (f"/projects/same/decisions/{decision}/revert", {}),
        (f"/projects/same/judgements/{vote}/review", {"to": "rejected", "worker": str(worker.id)}),
        (f"/projects/same/controls/{item}/veto", {}),
        (f"/projects/same/members/{worker.id}/role", {"role": "owner"}),
        (f"/projects/same/members/{worker.id}/remove", {}),
        (f"/projects/same/invitations/{invitation}/revoke", {}),
        (f"/me/tokens/{key}/revoke", {}),
        (f"/projects/other/members/{thief.id}/role", {"role": "owner"}),
    ]
    for path, form in tries:
        assert client.submit(path, **form).status_code in (403, 404, 409, 422), path
    assert client.get(f"/projects/same/workers/{worker.id}").status_code == 404
    assert look() == before


def test_nobody_rises_above_who_lets_them(bench: Any) -> None:
    victim, theirs = bench.person("owner", owner=True)
    row = bench.project(owner=victim)
    organiser, client = bench.person("organiser", role="annotator")
    bench.join(row, organiser, "organiser")
    path = "/projects/same/members/{}/role"
    assert client.submit(path.format(organiser.id), role="owner").status_code == 409
    assert client.submit(path.format(victim.id), role="reader").status_code == 409
    assert client.submit(f"/projects/same/members/{victim.id}/remove").status_code == 409
    assert client.submit("/projects/same/invite", role="owner").status_code == 403
    assert theirs.submit(path.format(victim.id), role="reader").status_code == 409  # the last owner
    assert theirs.submit(path.format(organiser.id), role="owner").status_code == 303
    assert client.get("/accounts").status_code == 403  # an owner of a project, not of the workbench
    joined = bench.visitor()
    link = bench.invitation(row, "owner")
    joined.submit(f"/join/{link}", name="guest", password="correct horse")
    assert joined.get("/projects/same/members").status_code == 200
    assert joined.get("/new").status_code == 403
