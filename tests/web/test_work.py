"""The way of an annotator and of an owner through the pages, without a browser."""

import re

import msgspec
import pytest
from sqlalchemy import select

from paraphrast.annotate.loading import template
from paraphrast.annotate.results import judged, progress
from paraphrast.annotate.store.database import dump
from paraphrast.annotate.store.projects import find
from paraphrast.annotate.store.schema import assignments, pages
from paraphrast.web.context import strings

KINDS = {
    "pair-yes-no": ({"a": "Кошка спит", "b": "Кот дремлет"}, {"label": "yes"}),
    "pair-graded": ({"a": "The cat sleeps", "b": "A cat is asleep"}, {"label": "3"}),
    "text-classification": ({"text": "你好"}, {"label": "neutral"}),
    "fluency": ({"text": "Мама мыть рама"}, {"label": "0.5"}),
    "rewrite": ({"text": "Ты дурак"}, {"label": "rewritten", "text": "Ты неправ"}),
    "pick-one": ({"choices": ["一", "二", "三"], "text": "选"}, {"label": "2"}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_annotator_judges_a_page_of_each_kind(bench, hidden, kind: str) -> None:
    fields, answer = KINDS[kind]
    row = bench.project(kind=kind, items=[fields] * 2, votes=1)
    user, client = bench.person("анна")
    bench.join(row, user)
    assert client.get("/projects/same").status_code == 200
    assert client.submit("/projects/same/begin").headers["location"] == "/projects/same/work"
    html = client.get("/projects/same/work").text
    items = re.findall(r'data-item="(\w+)"', html)
    assert len(items) == 2
    path = re.search(r'action="(/projects/same/pages/\w+)"', html).group(1)
    form = {f"{item}:{name}": value for item in items for name, value in answer.items()}
    done = client.submit(path, key=hidden(html, "key"), **form)
    assert done.headers["location"] == "/projects/same/work"
    assert client.submit(path, key=hidden(html, "key"), **form).status_code == 303
    with bench.store.read() as connection:
        assert progress(connection, row)["complete"] == 2
    assert strings("en")["nothing"].split("!")[0] in client.get("/projects/same/work").text


def test_training_shows_explanations_and_the_exam_admits(bench, hidden) -> None:
    known = [
        {"fields": {"a": "a", "b": "b"}, "answer": {"label": "yes"}, "why": "<b>because</b>", "use": use}
        for use in ("training", "exam")
    ]
    row = bench.project(rules={"training": True, "exam": 0.8}, examples=known)
    user, client = bench.person("bob")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    for stage, label in (("training", "no"), ("exam", "yes")):
        html = client.get("/projects/same/work").text
        item = re.findall(r'data-item="(\w+)"', html)[0]
        path = re.search(r'action="(/projects/same/pages/\w+)"', html).group(1)
        where = client.submit(path, key="k", **{f"{item}:label": label}).headers["location"]
        assert where == path
        receipt = client.get(where).text
        assert ("&lt;b&gt;because" in receipt) == (stage == "training")
    assert strings("en")["admitted"] in receipt


def test_drafts_survive_and_the_last_page_can_be_taken_back(bench) -> None:
    row = bench.project(votes=1, page=3)
    user, client = bench.person("王")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    first = str(page["items"][0]["id"])
    draft = client.api(f"/api/projects/same/pages/{page['id']}/draft", {first: {"label": "no"}}, method="PUT")
    assert draft.json() == {"saved": True}
    assert re.search(r'value="no" checked', client.get("/projects/same/work").text)
    answers = {str(item["id"]): {"label": "no"} for item in page["items"]}
    sent = client.api(f"/api/projects/same/pages/{page['id']}", {"answers": answers, "key": "k"})
    assert sent.json()["saved"] == 3
    assert client.submit("/projects/same/undo").status_code == 303
    assert client.get("/projects/same/work").text.count('value="no" checked') == 3
    assert client.submit(f"/projects/same/pages/{page['id']}/skip").status_code == 303


@pytest.mark.parametrize(
    "wrong", ["да", 7, None, ["no"], {"label": 1}, {"label": {"x": "y"}}, {"why": 5}, {"why": [["结构"]]}]
)
def test_a_draft_of_the_wrong_shape_is_refused_and_never_shown(bench, wrong) -> None:
    row = bench.project(votes=1, page=2, questions=template_questions("cspc-fine"))
    user, client = bench.person("王")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    first = page["items"][0]["id"]
    path = f"/api/projects/same/pages/{page['id']}/draft"
    refused = client.api(path, {first: wrong}, method="PUT")
    assert refused.status_code == 422
    assert "a draft has for each item a table" in refused.json()["error"]
    with bench.store.write() as connection:  # as a version that did not check has left it
        kept = dict(zip(numbers(connection, page["id"]), (wrong, {"label": "4"}), strict=True))
        connection.execute(pages.update().values(draft=dump(kept)))
    shown = client.get("/projects/same/work")
    assert (shown.status_code, shown.text.count(" checked")) == (200, 1)


def numbers(connection, page: str) -> list[str]:
    table = assignments
    query = select(table.c.item).where(table.c.page == page).order_by(table.c.place)
    return [str(item) for item in connection.execute(query).scalars()]


def template_questions(name: str) -> list[dict]:
    return msgspec.to_builtins(template(name))["questions"]


@pytest.mark.parametrize("given", ["Infinity", "-Infinity", "NaN", "-1", '"inf"', "1e999"])
def test_the_seconds_of_a_judgement_are_a_length_of_time(bench, given: str) -> None:
    row = bench.project(votes=1, page=1)
    user, client = bench.person("bob")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    item, path = page["items"][0]["id"], f"/api/projects/same/pages/{page['id']}"
    headers = {"x-csrf-token": client.token(), "content-type": "application/json"}
    body = '{"answers": {"%s": {"label": "no"}}, "key": "k", "seconds": {"%s": %s}}'
    refused = client.post(path, content=body % (item, item, given), headers=headers)
    assert refused.status_code == 422
    assert "the seconds of a judgement are a number from 0 up" in refused.json()["error"]
    assert client.post(path, content=body % (item, item, "2.5"), headers=headers).json()["saved"] == 1
    with bench.store.read() as connection:
        assert [one.seconds for one in judged(connection, row)] == [2.5]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/draft", '{"%s": {"label": "\\ud800"}}'),
        ("PUT", "/draft", '{"%s": {"\\udc00": "да"}}'),
        ("POST", "", '{"answers": {"%s": {"label": "\\ud800"}}, "key": "k"}'),
        ("POST", "", '{"answers": {"%s": {"label": "no"}}, "key": "\\udfff"}'),
    ],
)
def test_half_of_a_character_is_refused_and_nothing_of_it_is_kept(bench, method, path, body) -> None:
    row = bench.project(votes=1, page=1)
    user, client = bench.person("陈")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    item, place = page["items"][0]["id"], f"/api/projects/same/pages/{page['id']}"
    headers = {"x-csrf-token": client.token(), "content-type": "application/json"}
    refused = client.request(method, place + path, content=body % item, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["error"]
    assert client.get("/projects/same/work").text.count(" checked") == 0
    whole = {"answers": {item: {"label": "no"}}, "key": "k"}
    assert client.api(place, whole).json()["saved"] == 1


def test_an_owner_makes_a_project_imports_invites_watches_and_exports(bench) -> None:
    _, owner = bench.person("owner", owner=True)
    assert owner.submit("/new", chosen="russe-toxicity", name="tone", votes=1).status_code == 303
    token = owner.token()
    file = {"file": ("items.csv", 'id,text\n1,"Привет, мир"\n2,你好\n', "text/csv")}
    done = owner.post("/projects/tone/import", data={"csrf": token, "kind": "table"}, files=file)
    assert strings("en")["import-done"].format(items=2, judgements=0) in done.text
    invited = owner.submit("/projects/tone/invite", role="annotator", uses=2).text
    link = re.search(r"http://127.0.0.1:8400(/join/[\w-]+)", invited).group(1)
    worker = bench.visitor()
    assert worker.get(link).status_code == 200
    joined = worker.submit(link, name="анна", password="correct horse", native="ru")
    assert joined.headers["location"] == "/projects/tone"
    page = owner.get("/projects/tone/dashboard").text
    assert "анна" in page
    assert "<svg" not in page
    exported = owner.get("/projects/tone/export?what=items&ending=.tsv")
    assert "Привет, мир" in exported.text
    assert owner.get("/projects/tone/trail").text.count("<tr>") >= 4
    assert owner.get("/projects/tone/settings").status_code == 200


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_template_in_another_language_asks_for_its_speakers_and_has_its_items(bench, lang: str) -> None:
    _, owner = bench.person("owner", owner=True)
    assert owner.submit("/new", chosen="evaluation-content", name="mine", lang=lang).status_code == 303
    with bench.store.read() as connection:
        row = find(connection, "mine")
    assert (row.project.lang, row.project.rules.native) == (lang, lang)
    for name, native in (("near", lang), ("far", "zh" if lang == "ru" else "ru")):
        user, client = bench.person(name, native=native)
        bench.join(row, user)
        assert client.submit("/projects/mine/begin").status_code == (303 if native == lang else 403)
        if native == lang:
            page = client.api("/api/projects/mine/page").json()["page"]
            taught = {one.fields["a"] for one in row.project.known("training")}
            assert page["stage"] == "training"
            assert {item["fields"]["a"] for item in page["items"]} == taught


def test_the_dashboard_draws_charts_and_decisions_can_be_taken_back(bench) -> None:
    owner_user, owner = bench.person("owner", owner=True)
    row = bench.project(owner=owner_user, votes=2, page=4)
    for name, label in (("a", "yes"), ("b", "no")):
        user, client = bench.person(name)
        bench.join(row, user)
        client.submit("/projects/same/begin")
        while page := client.api("/api/projects/same/page").json()["page"]:
            answers = {str(item["id"]): {"label": label} for item in page["items"]}
            client.api(f"/api/projects/same/pages/{page['id']}", {"answers": answers, "key": page["id"]})
    html = owner.get("/projects/same/live").text
    assert html.count("<svg") == 3
    assert "a: yes" in html
    people = re.findall(r"/projects/same/workers/(\d+)", html)
    assert (
        owner.submit(f"/projects/same/workers/{people[0]}/decide", action="ban", reason="тест").status_code
        == 303
    )
    page = owner.get(f"/projects/same/workers/{people[0]}").text
    assert "тест" in page
    decision = re.search(r"/decisions/(\d+)/revert", page).group(1)
    assert owner.submit(f"/projects/same/decisions/{decision}/revert").status_code == 303
    with bench.store.read() as connection:
        one, *_ = judged(connection, row)
    assert (
        owner.submit(f"/projects/same/judgements/{one.id}/review", to="rejected", worker=one.user).status_code
        == 303
    )
    with bench.store.read() as connection:
        assert progress(connection, row)["votes"] == 23


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_interface_speaks_three_languages(bench, lang: str) -> None:
    client = bench.visitor()
    assert client.submit("/look", lang=lang, back="/sign-in").headers["location"] == "/sign-in"
    page = client.get("/sign-in").text
    assert f'<html lang="{lang}"' in page
    assert strings(lang)["welcome"] in page
    assert strings(lang).keys() == strings("en").keys()
    other = bench.visitor()
    assert (
        strings(lang)["welcome"] in other.get("/sign-in", headers={"accept-language": f"{lang}-XX,en"}).text
    )
