"""What owners and workers see of quality control and chains."""

import time
from html import unescape

import pytest
import sqlalchemy as sa

from paraphrast.annotate.loading import from_dict
from paraphrast.annotate.project import Rules
from paraphrast.annotate.quality import RULES, Facts, find_broken_rule
from paraphrast.annotate.results import progress
from paraphrast.annotate.scheduler import visit_project
from paraphrast.annotate.store import schema
from paraphrast.annotate.store.controls import list_controls
from paraphrast.annotate.store.database import dump
from paraphrast.annotate.store.decide import decide, set_member
from paraphrast.annotate.store.projects import Item, add_items
from paraphrast.web.context import strings


def known(bench, row, count: int = 2) -> None:
    with bench.store.write() as connection:
        items = [Item({"a": "Сон", "b": "梦"}, f"k{n}", "control", {"label": "yes"}) for n in range(count)]
        add_items(connection, row, items, at=0.0)


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_owner_is_warned_and_vetoes_a_control(bench, lang: str) -> None:
    owner, boss = bench.person("boss", owner=True)
    row = bench.project(owner=owner, rules={"control": 0.7})
    user, _ = bench.person("анна")
    bench.join(row, user)
    with bench.store.write() as connection:
        set_member(connection, row.id, user.id, stage="work", spam=0.9)
    visit_project(bench.store, row.id)
    boss.cookies.set("lang", lang)
    words = strings(lang)
    page = boss.get("/projects/same/dashboard").text
    assert words["warn-no-controls"].split(":")[0] in page
    assert words["warn-waiting"].format(count=1) in page
    known(bench, row)
    html = boss.get("/projects/same/controls").text
    assert html.count(words["veto"]) == 2
    with bench.store.read() as connection:
        item = list_controls(connection, row)[0]["id"]
    assert boss.submit(f"/projects/same/controls/{item}/veto", vetoed="true").status_code == 303
    html = boss.get("/projects/same/controls").text
    assert (html.count(words["veto"]), html.count(f">{words['restore']}<")) == (1, 1)
    boss.submit(f"/projects/same/controls/{item}/veto", vetoed="false")
    assert boss.get("/projects/same/controls").text.count(words["veto"]) == 2
    assert boss.submit("/projects/same/controls/9999/veto").status_code == 409


# What each rule says when it is broken.
GROUNDS = {
    "control": Facts(control_right=1, control_seen=6),
    "skill": Facts(control_right=1, control_seen=6, evidence=9.0),
    "fast": Facts(fast=1),
    "haste": Facts(hasty=3),
    "skipped": Facts(skipped=5),
}


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_decisions_are_told_in_words(bench, lang: str) -> None:
    owner, boss = bench.person("boss", owner=True)
    row = bench.project(owner=owner, pay=0.01)
    user, _ = bench.person("анна")
    bench.join(row, user)
    words = strings(lang)
    assert set(GROUNDS) == set(RULES)
    told = {"exam": {"right": 6, "seen": 6, "attempt": 1}, "manual": {"reason": "тест"}}
    for rule, facts in GROUNDS.items():
        rules = Rules(skill="share" if rule == "control" else "sequential")
        told[rule] = find_broken_rule(rules, facts).evidence
    with bench.store.write() as connection:
        for rule, evidence in told.items():
            action = "admit" if rule == "exam" else "ban"
            decide(connection, row, user.id, rule, action, at=1.0, evidence=evidence)
        decide(connection, row, user.id, "of an older version", "ban", at=1.0, evidence={"its own": 7})
    boss.cookies.set("lang", lang)
    for part in ("dashboard", f"workers/{user.id}"):
        page = unescape(boss.get(f"/projects/same/{part}").text)
        for rule, evidence in told.items():
            assert f"{words['rule']}: {words[f'rule-{rule}']}" in page
            for name, value in evidence.items():
                assert f"{words[f'evidence-{name}']}: {value}" in page
        assert all(f"{words[f'evidence-{name}']}: 0" in page for name in ("void", "asked_again", "paid"))
        assert "log_ratio" not in page
        assert "its own: 7" in page


def test_a_worker_in_doubt_is_told_to_wait(bench) -> None:
    row = bench.project()
    user, client = bench.person("bob")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    with bench.store.write() as connection:
        set_member(connection, row.id, user.id, spam=0.9)
    assert strings("en")["waiting"] in client.get("/projects/same/work").text


def test_who_is_invited_as_expert_has_something_to_do(bench) -> None:
    row = bench.project(votes=1)
    token = bench.invitation(row, "expert")
    _, client = bench.person("знаток")
    assert client.submit(f"/join/{token}").status_code == 303
    client.submit("/projects/same/begin")
    assert len(client.api("/api/projects/same/page").json()["page"]["items"]) == 10


def test_a_missing_step_of_a_chain_does_not_refuse_what_people_hand_in(bench) -> None:
    row = bench.project(kind="rewrite", items=[{"text": "Ты дурак"}], votes=1)
    lost = from_dict({"name": "same", "kind": "rewrite", "votes": 1, "chain": {"next": "gone"}})
    table = schema.projects
    with bench.store.write() as connection:
        connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=dump(lost)))
    user, client = bench.person("анна")
    bench.join(row, user)
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    answers = {str(page["items"][0]["id"]): {"label": "rewritten", "text": "Ты неправ"}}
    sent = client.api(f"/api/projects/same/pages/{page['id']}", {"answers": answers, "key": "k"})
    assert (sent.status_code, sent.json()["saved"]) == (200, 1)


def test_where_people_came_from_is_kept_as_a_hash(bench) -> None:
    row = bench.project()
    token = bench.invitation(row)
    user, client = bench.person("王")
    client.submit(f"/join/{token}")
    client.submit("/projects/same/begin")
    with bench.store.read() as connection:
        one = connection.execute(sa.select(schema.members).where(schema.members.c.user == user.id)).one()
    assert one.invitation is not None
    assert len(one.address) == 64
    assert "testclient" not in one.address


def test_a_served_workbench_runs_the_scheduler(bench) -> None:
    row = bench.project(kind="rewrite", items=[{"text": "你真蠢"}], votes=1, name="write", undo_minutes=0.0)
    following = bench.project(name="judge", items=[])
    linked = from_dict(
        {"name": "write", "kind": "rewrite", "votes": 1, "undo_minutes": 0.0, "chain": {"next": "judge"}}
    )
    table = schema.projects
    with bench.store.write() as connection:
        connection.execute(sa.update(table).where(table.c.id == row.id).values(settings=dump(linked)))
    user, client = bench.person("анна")
    bench.join(row, user)
    client.submit("/projects/write/begin")
    page = client.api("/api/projects/write/page").json()["page"]
    answers = {str(page["items"][0]["id"]): {"label": "rewritten", "text": "你错了"}}
    client.api(f"/api/projects/write/pages/{page['id']}", {"answers": answers, "key": "k"})
    bench.app.state.scheduler.seconds = 0.05
    with client:  # as long as it is served, and nobody does anything
        for _ in range(200):
            with bench.store.read() as connection:
                if progress(connection, following)["items"]:
                    break
            time.sleep(0.05)
    with bench.store.read() as connection:
        assert progress(connection, following)["items"] == 1
