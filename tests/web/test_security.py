"""Nobody does what is not theirs: rights on every route, forged requests, markup and injections in texts."""

import re

import pytest
from fastapi.routing import APIRoute

from paraphrast.annotate.store.people import check_password, open_session
from paraphrast.web import application
from paraphrast.web.context import SESSION
from paraphrast.web.security import Limit, Limits, local_path
from workbench import list_routes

PUBLIC = {
    ("GET", "/sign-in"), ("POST", "/sign-in"), ("POST", "/sign-out"), ("POST", "/look"),
    ("GET", "/join/{token}"), ("POST", "/join/{token}"), ("GET", "/password/{token}"),
    ("POST", "/password/{token}"), ("GET", "/health"),
    ("GET", "/api/v1/openapi.json"),
}  # fmt: skip
EVIL = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7919 * 104729 }}",
    "javascript:alert(1)",
    "'; DROP TABLE judgements; --",
    "</textarea><svg onload=alert(1)>",
    "../../etc/passwd",
    "рукопись <b>жирная</b>",
    "标题 <iframe src=//evil.example>",
]


def routes(app) -> list[tuple[str, str]]:
    """List every method and path the application answers, however its routers are nested."""
    found = []

    def walk(many) -> None:
        for route in many:
            if isinstance(route, APIRoute):
                found.extend((method, route.path) for method in route.methods)
            elif hasattr(route, "routes") and not isinstance(route, APIRoute):
                walk(route.routes or [])
            elif hasattr(route, "original_router"):
                walk(route.original_router.routes)

    walk(app.routes)
    return sorted(set(found))


def fill(path: str) -> str:
    values = {
        "slug": "same",
        "page": "0" * 24,
        "worker": "1",
        "decision": "1",
        "judgement": "1",
        "item": "1",
        "token": "x",
        "upload": "x",
        "name": "x",
    }
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found.group(1), "1"), path)


def test_every_route_is_known_and_the_private_ones_ask_who_is_there(bench) -> None:
    bench.project()
    stranger = bench.visitor()
    seen = routes(bench.app)
    assert len(seen) >= 25
    assert set(seen) >= PUBLIC
    for method, path in seen:
        if (method, path) in PUBLIC:
            continue
        answer = stranger.request(
            method, fill(path), headers={"x-csrf-token": stranger.token()}, follow_redirects=False
        )
        refused = answer.status_code == 401 or (
            answer.status_code == 303 and answer.headers["location"] == "/sign-in"
        )
        assert refused, (method, path, answer.status_code)


def test_other_projects_are_invisible_and_roles_are_kept_apart(bench) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    row = bench.project(owner=owner_user)
    worker_user, worker = bench.person("worker")
    bench.join(row, worker_user)
    _, outsider = bench.person("outsider", owner=True)
    for method, path in routes(bench.app):
        if "{slug}" not in path:
            continue
        headers = {"x-csrf-token": outsider.token()}
        answer = outsider.request(method, fill(path), headers=headers, follow_redirects=False)
        assert answer.status_code == 404, (method, path, answer.status_code)
    assert "same" not in outsider.get("/").text
    private = [
        ("GET", "dashboard"), ("GET", "live"), ("GET", "export"), ("GET", "trail"), ("GET", "settings"),
        ("GET", "workers/1"), ("POST", "import"), ("POST", "invite"), ("POST", "state"), ("POST", "settings"),
        ("POST", "next"), ("POST", "reassign"),
        ("POST", "workers/1/decide"), ("POST", "workers/1/password"), ("POST", "import/x"),
        ("POST", "decisions/1/revert"), ("POST", "judgements/1/review"),
    ]  # fmt: skip
    for method, part in private:
        form = {
            "role": "owner",
            "to": "open",
            "action": "ban",
            "worker": "1",
            "text": "x",
            "csrf": worker.token(),
        }
        body = (
            {"data": form, "files": {"file": ("x.csv", "a")}}
            if part == "import"
            else {"data": form}
            if method == "POST"
            else {}
        )
        answer = worker.request(method, f"/projects/same/{part}", follow_redirects=False, **body)
        assert answer.status_code == 403, (method, part, answer.status_code)
    assert owner.get("/projects/same/work").status_code == 403
    assert worker.get("/new").status_code == 403
    assert worker.submit("/new", chosen="fluency", name="x").status_code == 403


def test_a_page_of_another_worker_cannot_be_read_written_or_skipped(bench) -> None:
    row = bench.project(votes=1)
    (anna, hers), (bob, his) = bench.person("anna"), bench.person("bob")
    for user, client in ((anna, hers), (bob, his)):
        bench.join(row, user)
        client.submit("/projects/same/begin")
    page = hers.api("/api/projects/same/page").json()["page"]
    answers = {str(item["id"]): {"label": "yes"} for item in page["items"]}
    path = f"/api/projects/same/pages/{page['id']}"
    assert his.api(path, {"answers": answers, "key": "k"}).status_code == 409
    assert his.api(f"{path}/draft", answers, method="PUT").json() == {"saved": False}
    assert his.submit(f"/projects/same/pages/{page['id']}/skip").status_code == 409
    assert his.get(f"/projects/same/pages/{page['id']}").status_code == 404
    assert hers.api(path, {"answers": answers, "key": "k"}).json()["saved"] == 10


def test_writes_without_the_token_of_the_visit_are_refused(bench) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    bench.project(owner=owner_user)
    _, other = bench.person("other")
    path = "/projects/same/state"
    assert owner.post(path, data={"to": "paused"}).status_code == 403
    assert owner.post(path, data={"to": "paused", "csrf": other.token()}).status_code == 403
    assert owner.post(path, json={"to": "paused"}).status_code == 403
    foreign = {"origin": "https://evil.example"}
    assert owner.post(path, data={"to": "paused", "csrf": owner.token()}, headers=foreign).status_code == 403
    for method, route in routes(bench.app):
        if method in ("POST", "PUT"):
            assert owner.request(method, fill(route), data={"x": "y"}).status_code == 403, route
    home = {"origin": "http://127.0.0.1:8400"}
    token = owner.token()
    assert (
        owner.post(
            path, data={"to": "paused", "csrf": token}, headers=home, follow_redirects=False
        ).status_code
        == 303
    )


@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded", "text/plain", ""]
)
def test_nothing_is_taken_that_a_page_of_another_site_can_send(bench, kind: str, local: bool) -> None:
    """What a form in a frame without an origin sends: to one's own machine it needs no cookie at all."""
    user, client = bench.person("owner", owner=True)
    bench.project(owner=user)
    if local:
        bench.app = application(store=bench.store, local=True)
        client = bench.visitor()
    body = b'--b\r\ncontent-disposition: form-data; name="file"; filename="x.txt"\r\n\r\ncat\r\n--b--\r\n'
    for method, path in sorted(list_routes(bench.app.routes)):
        if method not in ("GET", "DELETE"):
            headers = {"origin": "null", "content-type": kind}
            said = client.request(method, f"{fill(path)}?name=x.txt", content=body, headers=headers)
            assert said.status_code == 403, (method, path, said.text)


@pytest.mark.parametrize("evil", EVIL)
def test_stored_text_never_becomes_markup(bench, evil: str) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    examples = [{"fields": {"a": evil, "b": evil}, "answer": {"label": "no"}, "why": evil, "use": "shown"}]
    items = [{"a": f"{evil} {n}", "b": evil} for n in range(2)]
    texts = {"title": evil, "instructions": evil, "examples": examples}
    row = bench.project(owner=owner_user, items=items, votes=2, **texts)
    for name, label in (("anna", "yes"), ("bob", "no")):
        user, client = bench.person(name)
        bench.join(row, user)
        pages = [client.get("/projects/same").text]
        client.submit("/projects/same/begin")
        pages.append(client.get("/projects/same/work").text)
        page = client.api("/api/projects/same/page").json()["page"]
        answers = {str(item["id"]): {"label": label} for item in page["items"]}
        client.api(f"/api/projects/same/pages/{page['id']}", {"answers": answers, "key": "k"})
    people = re.findall(r"/workers/(\d+)", owner.get("/projects/same/dashboard").text)
    owner.submit(f"/projects/same/workers/{people[0]}/decide", action="ban", reason=evil)
    for part in ("dashboard", f"workers/{people[0]}", "settings", "trail"):
        pages.append(owner.get(f"/projects/same/{part}").text)
    for html in pages:
        body = re.sub(r"<svg class=\"chart\".*?</svg>", "", html, flags=re.S)
        assert str(7919 * 104729) not in body
        for found in re.findall(r"<[^>]*>", body):
            assert not re.search(r"onerror|onload|alert|evil\.example|<b>жирная|javascript:", found), found
        assert not re.search(r"<script(?! src=\"/static/)", body)


def test_injections_find_nothing(bench) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    row = bench.project(owner=owner_user)
    attacks = [
        "/projects/same' OR '1'='1",
        "/projects/../../etc/passwd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
    ]
    for path in [*attacks, "/projects/same/workers/1 OR 1=1", "/projects/%00"]:
        assert owner.get(path).status_code in (404, 422), path
    assert check_password(bench.store, "' OR 1=1 --", "x") is None
    name = {"file": ("../../../../tmp/evil.csv; rm -rf", b"a,b\nx,y\n", "text/csv")}
    answer = owner.post("/projects/same/import", data={"csrf": owner.token()}, files=name)
    assert answer.status_code in (409, 422)
    assert owner.get("/projects/same/export?what=../../x").status_code == 422
    export = owner.get("/projects/same/export?what=items&ending=/../../x")
    assert export.headers["content-disposition"] == 'attachment; filename="same-items.jsonl"'
    assert row.slug == "same"


def test_every_answer_carries_the_shield(bench) -> None:
    client = bench.visitor()
    for path in ("/sign-in", "/static/style.css", "/nowhere"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    html = client.get("/sign-in").text
    assert not re.search(r'(src|href|action)="(https?:)?//', html)
    assert not re.search(r"<[^>]+ (style|on\w+)=", html)


def test_cookies_are_closed_to_scripts_and_other_sites(bench) -> None:
    token = bench.invitation(None, "owner")
    client = bench.visitor()
    client.get("/sign-in")
    joined = client.submit(f"/join/{token}", name="хозяйка", password="correct horse")
    cookie = joined.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie.split(SESSION)[1].split(",")[0]
    safe = bench.visitor()
    safe.base_url = "https://127.0.0.1:8400"
    assert "Secure" in safe.get("/sign-in").headers["set-cookie"]
    old = client.cookies.get(SESSION)
    client.submit("/sign-out")
    client.cookies.set(SESSION, old)
    assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in"


def test_invitations_run_out_and_expire(bench) -> None:
    row = bench.project()
    once, over = bench.invitation(row), bench.invitation(row, days=1e-9)
    assert bench.visitor().get(f"/join/{over}").status_code == 404
    first = bench.visitor()
    assert first.submit(f"/join/{once}", name="anna", password="short").status_code == 409
    assert first.submit(f"/join/{once}", name="anna", password="correct horse").status_code == 303
    assert bench.visitor().submit(f"/join/{once}", name="bob", password="correct horse").status_code == 404
    assert check_password(bench.store, "bob", "correct horse") is None
    assert bench.visitor().get("/join/guess").status_code == 404


def test_passwords_cannot_be_tried_without_end(bench) -> None:
    bench.app = application(store=bench.store, limits=Limits(Limit(3, 0.001), Limit(2, 0.001)))
    client = bench.visitor()
    codes = [client.submit("/sign-in", name="anna", password="x").status_code for _ in range(5)]
    assert codes == [401, 401, 401, 429, 429]
    _, owner = bench.person("owner", owner=True)
    assert [owner.submit("/new", name="!", chosen="fluency").status_code for _ in range(3)] == [422, 422, 429]


def test_too_large_and_endless_requests_are_refused(bench) -> None:
    _, owner = bench.person("owner", owner=True)
    headers = {"x-csrf-token": owner.token(), "content-type": "application/json"}
    assert owner.post("/new", content=b"x" * (3 * 1024**2), headers=headers).status_code == 413
    assert owner.post("/new", content=iter([b"x"]), headers=headers).status_code == 411


def test_sessions_end_by_themselves(bench) -> None:
    user, client = bench.person("anna")
    real = bench.store.clock
    bench.store.clock = lambda: real() + 15 * 24 * 3600
    assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in"
    assert open_session(bench.store, user.id)


def test_redirects_stay_at_home() -> None:
    evil = [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/x\r\nSet-Cookie: y",
    ]
    assert {local_path(path) for path in evil} == {"/"}
    assert local_path("/projects/x") == "/projects/x"


@pytest.mark.parametrize(
    ("address", "link"),
    [
        (None, "http://127.0.0.1:8400/join/"),
        ("https://crowd.example.org/", "https://crowd.example.org/join/"),
        ("https://разметка.рф", "https://разметка.рф/join/"),
    ],
)
def test_invitation_links_do_not_follow_the_host_header(bench, address: str | None, link: str) -> None:
    bench.app = application(store=bench.store, limits=Limits(Limit(99, 99), Limit(99, 99)), address=address)
    user, owner = bench.person("owner", owner=True)
    bench.project(owner=user)
    form = {"csrf": owner.token(), "role": "annotator"}
    shown = owner.post("/projects/same/invite", data=form, headers={"host": "evil.example"})
    assert shown.status_code == 200
    assert f'value="{link}' in shown.text
    assert "evil.example" not in shown.text
