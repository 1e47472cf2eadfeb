"""What whoever runs the server needs: health, numbers, who saw what, accounts in browser and shell."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store import Store
from paraphrast.annotate.store.accounts import make_reset
from paraphrast.annotate.store.backup import back_up, restore
from paraphrast.annotate.store.folders import uploads_folder
from paraphrast.annotate.store.people import local_owner
from paraphrast.annotate.store.schema import users
from paraphrast.annotate.store.views import KEPT_SECONDS, View, add_views, list_views
from paraphrast.cli.serve import has_passwords, is_reached_by_others, welcome
from paraphrast.errors import DatabaseError
from paraphrast.text.languages import LANGS
from paraphrast.web import application
from paraphrast.web.context import strings
from paraphrast.web.jobs import queue
from paraphrast.web.viewlog import ViewLog
from workbench import FREE, Bench

PASSWORD = "correct horse"


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


def test_health_needs_no_account_and_says_when_the_data_is_gone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = bench.visitor()
    assert visitor.get("/health").json()["status"] == "ok"

    def broken() -> Any:
        raise DatabaseError("/secret/place.db is gone")

    monkeypatch.setattr(bench.store, "read", broken)
    answer = visitor.get("/health", headers={"accept": "application/json"})
    assert (answer.status_code, "secret" in answer.text) == (503, False)


def test_metrics_are_the_owners_and_count_what_was_answered(bench: Bench) -> None:
    _, owner = bench.person("owner", owner=True)
    owner.get("/nowhere")
    text = owner.get("/metrics").text
    assert 'paraphrast_requests_total{method="GET",status="404"} 1' in text
    assert 'paraphrast_request_seconds_bucket{le="+Inf"} 1' in text
    assert "paraphrast_jobs_waiting 0\n" in text
    entry = queue.Entry("0" * 32, "build stats", [], "/tmp", "/tmp")
    queue.add(bench.store, entry)
    assert "paraphrast_jobs_waiting 1\n" in owner.get("/metrics").text
    free = re.search(r"paraphrast_disk_free_bytes (\d+)\n", text)
    assert free
    assert int(free.group(1)) > 0
    _, organiser = bench.person("organiser", role="organiser")
    assert organiser.get("/metrics").status_code == 403


@pytest.mark.parametrize("lang", LANGS)
def test_who_saw_what_is_written_and_secrets_are_not(bench: Bench, lang: str) -> None:
    row = bench.project()
    invitation = bench.invitation(row)
    bench.app = application(store=bench.store, limits=FREE, seen=True)
    user, owner = bench.person("хозяйка", owner=True)
    owner.cookies.set("lang", lang)
    with owner:  # the writing begins and ends with the server
        owner.get("/projects/nothing?x=猫")
        owner.get(f"/join/{invitation}")
        owner.get("/static/style.css")
        bench.visitor().get("/")
    with bench.store.read() as connection:
        lines = list_views(connection)
    assert [(line.user, line.method, line.path, line.status) for line in lines] == [
        (user.id, "GET", "/join/…", 200),
        (user.id, "GET", "/projects/nothing?x=%E7%8C%AB", 404),
    ]
    page = owner.get("/seen")
    assert strings(lang)["seen"] in page.text
    assert "/projects/nothing" in page.text
    assert invitation not in page.text
    _, other = bench.person("other", role="organiser")
    assert other.get("/seen").status_code == 403


def test_nothing_is_written_on_ones_own_machine_and_old_lines_go(bench: Bench) -> None:
    user, owner = bench.person("owner", owner=True)
    with owner:
        owner.get("/")
    with bench.store.write() as connection:
        assert list_views(connection) == []
        old = View(1.0, user.id, None, "h", "GET", "/old", 200)
        add_views(connection, [old, old._replace(at=KEPT_SECONDS + 10)], at=KEPT_SECONDS + 20)
        assert [line.at for line in list_views(connection)] == [KEPT_SECONDS + 10]


def test_views_that_wait_are_written_at_the_end(bench: Bench) -> None:
    user, _ = bench.person("anna")
    log, now = ViewLog(bench.store), bench.store.clock()
    for number in range(1203):
        log.add(View(now + number, user.id, None, "h", "GET", f"/{number}", 200))
    log.stop()
    with bench.store.read() as connection:
        assert len(list_views(connection, limit=5000)) == 1203


def test_what_could_not_be_written_is_written_later(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    user, _ = bench.person("anna")
    log, write = ViewLog(bench.store), bench.store.write
    for number in range(700):
        log.add(View(bench.store.clock() + number, user.id, None, "h", "GET", f"/{number}", 200))

    def busy() -> Any:
        raise DatabaseError("the database is held by another process for too long")

    monkeypatch.setattr(bench.store, "write", busy)
    for _ in range(3):
        with pytest.raises(DatabaseError):
            log.write()
    monkeypatch.setattr(bench.store, "write", write)
    log.stop()
    with bench.store.read() as connection:
        assert {line.path for line in list_views(connection, limit=5000)} == {f"/{n}" for n in range(700)}


@pytest.mark.parametrize("lang", LANGS)
def test_an_owner_keeps_the_accounts(bench: Bench, lang: str) -> None:
    words = strings(lang)
    keeper, owner = bench.person("owner", owner=True)
    owner.cookies.set("lang", lang)
    anna, client = bench.person("анна")
    with bench.store.write() as connection:  # people that can sign in are listed
        connection.execute(users.update().values(password="x"))
    assert "анна" in owner.get("/accounts").text
    assert owner.submit(f"/accounts/{anna.id}/role", role="organiser").status_code == 303
    assert client.get("/new").status_code == 200
    assert owner.submit(f"/accounts/{anna.id}/role", role="king").status_code == 409
    assert owner.submit(f"/accounts/{keeper.id}/role", role="reader").status_code == 409
    shown = owner.submit(f"/accounts/{anna.id}/password").text
    link = re.search(r'value="http://127.0.0.1:8400(/password/[\w-]+)"', shown)
    assert bench.visitor().get(link.group(1)).status_code == 200
    assert owner.submit(f"/accounts/{anna.id}/close").status_code == 303
    assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in"
    assert bench.visitor().get(link.group(1)).status_code == 404
    assert words["account-closed"] in owner.get("/accounts").text
    assert owner.submit(f"/accounts/{anna.id}/open").status_code == 303
    assert owner.submit("/accounts/999/close").status_code == 409
    made = owner.submit("/accounts/invite", role="editor", uses="2")
    joined = re.search(r'value="http://127.0.0.1:8400(/join/[\w-]+)"', made.text).group(1)
    first = bench.visitor()
    assert first.submit(joined, name="王芳", password=PASSWORD).status_code == 303
    assert first.get("/files").status_code == 200
    number = re.search(r'action="(/accounts/invitations/\d+/revoke)"', owner.get("/accounts").text).group(1)
    assert owner.submit(number).status_code == 303
    assert bench.visitor().get(joined).status_code == 404
    assert owner.submit(number).status_code == 409


@pytest.mark.parametrize("lang", LANGS)
def test_a_person_makes_a_token_sees_it_once_and_ends_it(bench: Bench, lang: str) -> None:
    words = strings(lang)
    _, client = bench.person("анна", role="editor")
    client.cookies.set("lang", lang)
    made = client.submit("/me/tokens", name="скрипт 猫", role="reader", days="2")
    token = re.search(r'value="(paraphrast_[\w-]+)"', made.text).group(1)
    sent = {"authorization": f"Bearer {token}"}
    assert bench.visitor().get("/api/v1/files", headers=sent).status_code == 200
    page = client.get("/me/tokens")
    assert token not in page.text
    assert "скрипт 猫" in page.text
    over = client.submit("/me/tokens", name="x", role="owner", days="2")
    assert (over.status_code, words["refused-scope-more"].partition("{")[0] in over.text) == (409, True)
    form = {"name": "x", "role": "reader"}
    assert bench.visitor().post("/me/tokens", headers=sent, data=form).status_code == 403
    number = re.search(r'action="(/me/tokens/\d+/revoke)"', page.text).group(1)
    assert client.submit(number).status_code == 303
    assert bench.visitor().get("/api/v1/files", headers=sent).status_code == 401


def test_members_and_invitations_of_a_project_are_kept_in_the_browser(bench: Bench) -> None:
    user, owner = bench.person("owner", owner=True)
    row = bench.project(owner=user)
    anna, hers = bench.person("анна")
    bench.join(row, anna, "reader")
    assert "анна" in owner.get("/projects/same/members").text
    assert hers.get("/projects/same/dashboard").status_code == 200
    assert hers.get("/projects/same/export").status_code == 403
    assert owner.submit(f"/projects/same/members/{anna.id}/role", role="editor").status_code == 303
    assert hers.get("/projects/same/export?what=items").status_code == 200
    assert owner.submit(f"/projects/same/members/{anna.id}/remove").status_code == 303
    assert hers.get("/projects/same/dashboard").status_code == 404
    worker, _ = bench.person("worker")
    bench.join(row, worker)
    assert owner.submit(f"/projects/same/members/{worker.id}/remove").status_code == 409
    link = bench.invitation(row)
    page = owner.get("/projects/same/members").text
    number = re.search(r'action="(/projects/same/invitations/\d+/revoke)"', page)
    assert owner.submit(number.group(1)).status_code == 303
    assert bench.visitor().get(f"/join/{link}").status_code == 404


@pytest.mark.parametrize(
    ("host", "address", "others"),
    [
        ("127.0.0.1", None, False), ("localhost", "", False), ("::1", "http://localhost:8400", False),
        ("127.0.0.1", "http://[::1]:8400/", False), ("0.0.0.0", None, True), ("::", None, True),
        ("192.168.1.2", None, True), ("127.0.0.1", "https://разметка.рф", True),
        ("127.0.0.1", "https://localhost.evil.example", True),
    ],
)  # fmt: skip
def test_whether_others_reach_the_server(host: str, address: str | None, others: bool) -> None:
    assert is_reached_by_others(host, address) is others


def test_who_worked_alone_sets_a_password_when_others_are_let_in(bench: Bench, capsys: Any) -> None:
    owner = local_owner(bench.store)
    assert local_owner(bench.store) == owner
    assert not has_passwords(bench.store)
    welcome(bench.store, "https://crowd.example.org")
    said = capsys.readouterr().err
    assert "'local'" in said
    link = re.search(r"https://crowd.example.org(/password/\S+)", said).group(1)
    assert bench.visitor().submit(link, new=PASSWORD).headers["location"] == "/sign-in"
    assert has_passwords(bench.store)
    client = bench.visitor()
    assert client.submit("/sign-in", name="local", password=PASSWORD).status_code == 303
    assert client.get("/accounts").status_code == 200
    welcome(bench.store, "https://crowd.example.org")
    assert "/password/" not in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_takes_files_tokens_and_collections_along(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "here"))
    store = open_store("sqlite", request)
    bench = Bench(store)
    _, client = bench.person("анна", role="editor")
    place = client.submit("/collections", name="собрание").headers["location"]
    body = "Кошка спит 猫 cat\n".encode() * 200_000  # more than one piece
    files = {"file": ("текст.txt", body, "text/plain")}
    sent = {"csrf": client.token(), "collection": place.rpartition("/")[2]}
    assert client.post("/files", data=sent, files=files).status_code == 200
    back_up(store, tmp_path / "all.backup")
    store.close()
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "there"))
    (tmp_path / "other").mkdir()
    other = open_store(kind, request, folder=tmp_path / "other")
    restore(other, tmp_path / "all.backup")
    again = Bench(other)
    mover = again.visitor()
    mover.cookies = client.cookies
    assert "собрание" in mover.get(place).text
    upload = mover.get("/api/v1/files").json()["files"][0]
    assert mover.get(f"/files/{upload['id']}").content == body
    assert (uploads_folder(other) / upload["digest"][:2] / upload["digest"]).stat().st_mode & 0o077 == 0
    _, late = again.person("late", role="editor")  # numbers go on after those of the backup
    assert late.submit("/collections", name="x").status_code == 303
    other.close()


def test_accounts_from_the_shell(shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    missing = shell("account", "list")
    assert (missing.code, "there is no database" in missing.err) == (2, True)
    with closing(Store("sqlite:///paraphrast.db")) as store:
        local_owner(store)
    made = shell("account", "create", "анна", "--role", "editor", "--address", "https://a.example")
    assert re.fullmatch(r"https://a\.example/password/[\w-]+\n", made.out), made.err
    assert shell("account", "role", "АННА", "organiser").code == 0
    listed = [json.loads(line) for line in shell("account", "list", "--json").out.splitlines()]
    assert [(row["name"], row["role"]) for row in listed] == [("local", "owner"), ("анна", "organiser")]
    token = shell("account", "token", "анна", "--role", "editor", "--only", "project:same", "--days", "2")
    assert token.out.startswith("paraphrast_")
    assert "editor project:same" in shell("account", "tokens", "анна").out
    assert shell("account", "revoke", "анна", "1").code == 0
    assert "revoked" in shell("account", "tokens", "анна").out
    assert "/password/" in shell("account", "reset", "анна").out
    for word in ("close", "open"):
        assert shell("account", word, "анна").code == 0
    assert shell("account", "seen", "анна").out == ""
    assert shell("account", "remove", "анна").code == 0
    assert "removed-2" in shell("account", "list").out or "анна" not in shell("account", "list").out
    for wrong, said in [
        (("role", "nobody", "reader"), "there is no account 'nobody'"),
        (("role", "local", "king"), "no role 'king'"),
        (("role", "local", "reader"), "needs an owner"),
        (("close", "local"), "needs an owner"),
        (("create", "!"), "a name has 2 to 64"),
        (("token", "local", "--days", "999"), "up to 366 days"),
        (("revoke", "local", "77"), "no such token"),
    ]:
        ran = shell("account", *wrong)
        assert (ran.code, said in ran.err, "Traceback" in ran.err) == (2, True, False), (wrong, ran.err)


def test_addresses_from_the_shell(shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Store("sqlite:///paraphrast.db").close()
    assert shell("address", "add", "chat", "http://127.0.0.1:9/x").code == 0
    assert shell("address", "list").out == "chat\twebhook\thttp://127.0.0.1:9/x\n"
    refused = shell("address", "try", "chat")
    assert (refused.code, "which is private" in refused.err) == (2, True)
    assert shell("address", "allow", "127.0.0.0/8").code == 0
    unreachable = shell("address", "try", "chat")
    assert (unreachable.code, "cannot be reached" in unreachable.err) == (1, True)
    assert shell("address", "allow", "x").code == 2
    assert shell("address", "allow").code == 0
    assert shell("address", "remove", "chat").code == 0
    assert shell("address", "list").out == ""


def test_the_first_page_is_small_and_comes_from_here(bench: Bench) -> None:
    client = bench.visitor()
    page = client.get("/sign-in")
    parts = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert parts
    total = len(page.content) + sum(len(client.get(part).content) for part in set(parts))
    assert total < 100_000
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


def test_a_link_to_set_a_password_does_not_open_a_closed_account(bench: Bench) -> None:
    anna, _ = bench.person("anna")
    with bench.store.write() as connection:
        link = make_reset(connection, anna.id, at=bench.store.clock(), by=None)
        connection.execute(users.update().where(users.c.id == anna.id).values(closed=1.0))
    bench.visitor().submit(f"/password/{link}", new=PASSWORD)
    assert bench.visitor().submit("/sign-in", name="anna", password=PASSWORD).status_code == 401
