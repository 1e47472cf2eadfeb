"""People who forget a password, mistook a language, or join together from one address are not lost."""

import asyncio
import re
from html import unescape

import pytest

from paraphrast.annotate.store.accounts import make_reset
from paraphrast.annotate.store.people import check_password, hash_password
from paraphrast.annotate.store.schema import users
from paraphrast.text.languages import LANGS
from paraphrast.web import application
from paraphrast.web.context import SESSION, strings
from paraphrast.web.security import LARGEST_UPLOAD, Limit, Limits

OLD, NEW = "correct horse", "battery staple"


def known_password(bench, user) -> None:
    with bench.store.write() as connection:
        connection.execute(users.update().where(users.c.id == user.id).values(password=hash_password(OLD)))


def link_of(page) -> str:
    return re.search(r'value="http://127.0.0.1:8400(/password/[\w-]+)"', page.text).group(1)


@pytest.mark.parametrize("lang", LANGS)
def test_who_forgot_a_password_sets_another_by_a_link_of_the_owner(bench, lang: str) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    row = bench.project(owner=owner_user)
    anna, client = bench.person("анна")
    bench.join(row, anna)
    known_password(bench, anna)
    assert strings("en")["password-link"] in owner.get(f"/projects/same/workers/{anna.id}").text
    made = owner.submit(f"/projects/same/workers/{anna.id}/password")
    link = link_of(made)
    lost = bench.visitor()
    lost.cookies.set("lang", lang)
    assert "анна" in lost.get(link).text
    short = lost.submit(link, new="short")
    assert short.status_code == 409
    assert strings(lang)["refused-password-length"].split("{")[0] in unescape(short.text)
    assert lost.submit(link, new=NEW).headers["location"] == "/sign-in"
    assert check_password(bench.store, "анна", OLD) is None
    assert check_password(bench.store, "анна", NEW).id == anna.id
    # the link works once, and whoever was signed in is not any more
    assert strings(lang)["refused-password-link"] in unescape(lost.submit(link, new=OLD * 2).text)
    assert lost.get(link).status_code == 404
    assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in"


def test_a_link_expires_and_a_newer_one_takes_its_place(bench) -> None:
    anna, _ = bench.person("анна")
    known_password(bench, anna)
    now = bench.store.clock()
    with bench.store.write() as connection:
        first = make_reset(connection, anna.id, at=now, by=None)
        second = make_reset(connection, anna.id, at=now, by=None)
    client = bench.visitor()
    assert client.get(f"/password/{first}").status_code == 404
    assert client.get(f"/password/{second}").status_code == 200
    real = bench.store.clock
    bench.store.clock = lambda: real() + 49 * 3600
    assert client.get(f"/password/{second}").status_code == 404


def test_an_owner_cannot_enter_accounts_that_are_not_only_his_workers(bench) -> None:
    first_user, first = bench.person("first", owner=True)
    second_user, second = bench.person("second", owner=True)
    mine = bench.project(owner=second_user, name="mine")
    other = bench.project(owner=first_user, name="other")
    both, only, guest = (bench.person(name)[0] for name in ("both", "only", "guest"))
    for user in (first_user, second_user, both, only, guest):
        known_password(bench, user)
    for row, user in ((mine, both), (other, both), (mine, only), (mine, first_user), (other, guest)):
        bench.join(row, user)
    ask = "/projects/mine/workers/{}/password"
    assert second.submit(ask.format(only.id)).status_code == 200
    for user in (both, first_user, guest):
        refused = second.submit(ask.format(user.id))
        assert refused.status_code == 409, user.name
        assert "an owner of the workbench" in refused.text
    assert first.submit(f"/projects/other/workers/{both.id}/password").status_code == 200


def test_a_password_is_changed_by_who_knows_it_and_other_devices_are_signed_out(bench) -> None:
    anna, client = bench.person("анна")
    known_password(bench, anna)
    elsewhere = bench.visitor()
    assert elsewhere.submit("/sign-in", name="анна", password=OLD).status_code == 303
    wrong = client.submit("/me/password", old="nonsense", new=NEW)
    assert (wrong.status_code, strings("en")["refused-password-present"] in wrong.text) == (409, True)
    assert client.submit("/me/password", old=OLD, new="short").status_code == 409
    done = client.submit("/me/password", old=OLD, new=NEW)
    assert strings("en")["me-password-saved"] in done.text
    assert client.get("/").status_code == 200
    assert elsewhere.get("/", follow_redirects=False).headers["location"] == "/sign-in"
    assert check_password(bench.store, "анна", NEW)


@pytest.mark.parametrize("lang", LANGS)
def test_a_language_that_was_forgotten_can_be_added(bench, lang: str) -> None:
    row = bench.project(rules={"native": lang})
    user, client = bench.person("анна", native="")
    bench.join(row, user)
    assert client.submit("/projects/same/begin").status_code == 403
    assert 'href="/me"' in client.get("/projects/same").text
    saved = client.submit("/me/languages", native=[lang, "xx"])
    assert re.findall(r'value="(\w+)" checked', saved.text) == [lang]
    assert client.submit("/projects/same/begin").status_code == 303


def test_a_whole_class_joins_from_one_address(bench) -> None:
    bench.app = application(store=bench.store)
    token = bench.invitation(bench.project(), uses=40)
    codes = [
        bench.visitor().submit(f"/join/{token}", name=f"pupil{n}", password=OLD).status_code
        for n in range(32)
    ]
    assert codes == [303] * 32


def test_one_account_cannot_be_tried_without_end_from_many_addresses(bench) -> None:
    free = Limit(10_000, 10_000)
    bench.app = application(store=bench.store, limits=Limits(free, free, Limit(4, 0.001)))
    user, _ = bench.person("анна")
    known_password(bench, user)
    codes = [bench.visitor().submit("/sign-in", name="Анна ", password="x").status_code for _ in range(6)]
    assert codes == [401] * 4 + [429] * 2
    assert bench.visitor().submit("/sign-in", name="bob", password="x").status_code == 401


def send_slowly(app, path: str, cookie: str, *, length: int) -> tuple[int, int]:
    """Send a body piece by piece, as a network does; give the status and how many bytes were taken."""
    taken, status = 0, []

    async def receive() -> dict:
        nonlocal taken
        taken += 65536
        return {"type": "http.request", "body": b"x" * 65536, "more_body": taken < length}

    async def send(message: dict) -> None:
        status.append(message.get("status"))

    headers = [(b"content-length", str(length).encode()), (b"host", b"127.0.0.1:8400")]
    headers += [(b"content-type", b"multipart/form-data; boundary=x"), (b"cookie", cookie.encode())]
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "scheme": "http", "server": ("127.0.0.1", 8400), "client": ("127.0.0.1", 1),
        "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    return status[0], taken


def test_a_large_body_is_refused_before_it_is_read(bench) -> None:
    owner_user, _ = bench.person("owner", owner=True)
    row = bench.project(owner=owner_user)
    worker, client = bench.person("worker")
    bench.join(row, worker)
    _, outsider = bench.person("outsider")
    size = 200 * 1024**2
    cookies = {
        401: "",
        403: f"{SESSION}={client.cookies.get(SESSION)}",
        404: f"{SESSION}={outsider.cookies.get(SESSION)}",
    }
    for expected, cookie in cookies.items():
        status, taken = send_slowly(bench.app, "/projects/same/import", cookie, length=size)
        assert (status, taken) == (expected, 0)
    assert send_slowly(bench.app, "/sign-in", "", length=size) == (413, 0)
    assert send_slowly(bench.app, "/projects/same/import", "", length=LARGEST_UPLOAD + 1) == (413, 0)


def test_an_import_needs_the_token_of_the_form(bench) -> None:
    user, owner = bench.person("owner", owner=True)
    bench.project(owner=user)
    file = {"file": ("x.csv", "id,a,b\nx1,x,y\n", "text/csv")}
    assert owner.post("/projects/same/import", files=file).status_code == 403
    assert owner.post("/projects/same/import", files=file, data={"csrf": "x"}).status_code == 403
    foreign = {"origin": "https://evil.example"}
    data = {"csrf": owner.token()}
    assert owner.post("/projects/same/import", files=file, data=data, headers=foreign).status_code == 403
    assert owner.post("/projects/same/import", files=file, data=data).status_code == 200


QQP = "pair,question1,question2,rater,same\n1,Кот,猫,w1,да\n2,Dog,狗,w1,не\n1,Кот,猫,w2,не\n"


@pytest.mark.parametrize("lang", LANGS)
def test_a_file_with_other_columns_is_shown_and_then_imported(bench, lang: str) -> None:
    user, owner = bench.person("owner", owner=True)
    bench.project(owner=user, items=[])
    owner.cookies.set("lang", lang)
    sent = {"files": {"file": ("qqp.csv", QQP, "text/csv")}, "data": {"csrf": owner.token()}}
    shown = owner.post("/projects/same/import", **sent)
    assert shown.status_code == 200 or "question1" in shown.text
    assert re.search(r'name="column:a".*?<option selected>question1</option>', shown.text, re.S)
    assert strings(lang)["columns-note"] in unescape(shown.text)
    assert "猫" in shown.text
    upload = re.search(r'action="(/projects/same/import/[^"]+)"', shown.text).group(1)
    form = {"name": "qqp.csv", "kind": "table", "column:id": "pair", "column:a": "question1",
            "column:b": "question2", "column:worker": "rater", "column:label": "same"}  # fmt: skip
    wrong = owner.submit(upload, **form)
    assert wrong.status_code == 422
    assert "qqp.csv" in wrong.text
    looked = owner.submit(upload, **form, labels="да=yes\nне=no", preview="yes")
    assert "w1: yes" in looked.text
    done = owner.submit(upload, **form, labels="да=yes\nне=no")
    assert strings(lang)["import-done"].format(items=2, judgements=3) in unescape(done.text)
    again = owner.submit(upload, **form)
    assert strings(lang)["refused-upload-gone"] in unescape(again.text)


def test_an_upload_belongs_to_one_person_and_one_project(bench) -> None:
    user, owner = bench.person("owner", owner=True)
    other_user, other = bench.person("other", owner=True)
    bench.project(owner=user, items=[])
    bench.project(owner=other_user, items=[], name="else")
    sent = {
        "files": {"file": ("qqp.csv", QQP, "text/csv")},
        "data": {"csrf": owner.token(), "preview": "yes"},
    }
    shown = owner.post("/projects/same/import", **sent)
    upload = re.search(r'action="/projects/same/import/([^"]+)"', shown.text).group(1)
    assert other.submit(f"/projects/else/import/{upload}", kind="table").status_code == 409
    assert other.submit(f"/projects/else/import/..%2f{upload}", kind="table").status_code in (404, 409)


def test_the_first_owner_makes_and_takes_backups_and_nobody_else(bench, tmp_path) -> None:
    bench.app = application(store=bench.store, backups=tmp_path / "kept")
    keeper_user, keeper = bench.person("keeper", owner=True)
    _, second = bench.person("second", owner=True)
    bench.project(owner=keeper_user)
    assert 'href="/backups"' in keeper.get("/").text
    assert 'href="/backups"' not in second.get("/").text
    assert keeper.submit("/backups").headers["location"] == "/backups"
    name = re.search(r'href="/backups/([^"]+)"', keeper.get("/backups").text).group(1)
    taken = keeper.get(f"/backups/{name}")
    assert taken.content[:4] == b"\x28\xb5\x2f\xfd"
    assert (tmp_path / "kept" / name).stat().st_mode & 0o077 == 0
    for path in ("/backups", f"/backups/{name}"):
        assert second.get(path).status_code == 403
    assert second.submit("/backups").status_code == 403
    assert keeper.get("/backups/..%2fweb.db").status_code == 404


@pytest.mark.parametrize("lang", LANGS)
def test_a_database_that_is_gone_is_told_in_words_without_its_place(
    bench, monkeypatch, capsys, lang: str
) -> None:
    from paraphrast.errors import DatabaseError

    _, client = bench.person("анна")
    client.cookies.set("lang", lang)

    def broken(*_given):
        raise DatabaseError("/secret/place.db cannot grow: the disk is full")

    monkeypatch.setattr(bench.store, "read", broken)
    answer = client.get("/")
    assert answer.status_code == 503
    assert strings(lang)["refused-no-data"] in unescape(answer.text)
    assert "secret" not in answer.text
    assert "the disk is full" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "other"), [("Мария", "МАРИЯ"), ("Bob", "bOB"), ("Ёж", "ёж"), ("李雷", "李雷")]
)
def test_a_name_is_known_in_large_and_small_letters_of_any_alphabet(bench, name: str, other: str) -> None:
    owner_user, owner = bench.person("хозяйка", owner=True)
    assert owner_user.role == "owner"
    bench.person(name, role="reader")
    place = owner.submit("/collections", name="x").headers["location"]
    assert owner.submit(f"{place}/share", name=other, role="reader").status_code == 303
    token = bench.invitation(None, "reader", uses=3)
    for taken in (name, other):
        refused = bench.visitor().submit(f"/join/{token}", name=taken, password=NEW)
        assert refused.status_code == 409, taken
        assert strings("en")["refused-name-taken"].partition("{name}")[2].rstrip(".") in unescape(
            refused.text
        )
