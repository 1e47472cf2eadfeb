"""Real servers and browsers for tests, and a workbench with work in every state to look at."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from paraphrast.annotate.store.accounts import make_reset
from paraphrast.annotate.store.addresses import add_address
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.decide import decide
from paraphrast.annotate.store.people import User, hash_password
from paraphrast.annotate.store.schema import users
from paraphrast.annotate.store.submit import begin, submit
from paraphrast.annotate.store.tokens import make_token
from paraphrast.annotate.store.views import View, add_views
from paraphrast.web.context import SESSION
from paraphrast.web.jobs import leases, queue
from workbench import Bench

LOCALES = {"ru": "ru-RU", "en": "en-GB", "zh": "zh-CN"}
TITLE = {"ru": "Пары предложений", "en": "Pairs of sentences", "zh": "句对"}
MIXED = [
    {"a": "Поезд пришёл раньше, чем обычно, и никто его не встретил.", "b": "火车比平时早到了，没有人来接。"},
    {"a": "The train came early, and nobody was there to meet it.", "b": "Поезд пришёл раньше времени."},
    {"a": "火车早到了。", "b": "The train came early."},
    {"a": "СамоеДлинноеСловоБезЕдиногоПробела" * 6, "b": "一" * 200},
]


@contextmanager
def serve(app: Any) -> Iterator[str]:
    """Run an application behind a real server, on a port of its own."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def visit(browser: Any, *, lang: str = "en", dark: bool = False, width: int = 1280) -> Any:
    """Open a page that keeps any error in its scripts or against its security policy."""
    phone = width < 600
    context = browser.new_context(
        locale=LOCALES[lang], viewport={"width": width, "height": 844 if phone else 900},
        color_scheme="dark" if dark else "light", is_mobile=phone, has_touch=phone,
    )  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
    return page


def fits(page: Any) -> bool:
    """Tell whether nothing sticks out at the side."""
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def _keep_files(bench: Bench, owner: User) -> tuple[str, str]:
    """Make what the server keeps beside projects; give a shared collection and the session of its maker."""
    with bench.store.write() as connection:
        add_address(connection, "hook", "webhook", "https://hooks.example.org/x", at=0.0, by=owner.id)
        make_token(connection, owner, "скрипт", ["reader"], days=1, at=bench.store.clock())
        add_views(connection, [View(1.0, owner.id, None, "127.0.0.1", "GET", "/", 200)], at=1.0)
    _, client = bench.person("李雷", role="editor")
    bench.person("Мария", role="reader")
    place = client.submit("/collections", name="Собрание 文集").headers["location"]
    client.submit(f"{place}/share", name="Мария", role="reader")
    sent = {"csrf": client.token(), "collection": place.rpartition("/")[2]}
    client.post("/files", data=sent, files={"file": ("текст.txt", "Кошка спит.".encode(), "text/plain")})
    return place, client.cookies.get(SESSION)


def _ask_for_work(bench: Bench, session: str) -> list[str]:
    """Have somebody ask for long work, in several states, and list the pages about it."""
    client, places = bench.visitor(), []
    client.cookies.set(SESSION, session)
    for _ in range(3):
        chosen = {"in-source": "upload:1", "set-columns": "a=СамоеДлинноеСлово" * 9}
        places.append(client.submit("/jobs/new/build/stats", **chosen).headers["location"])
    client.submit(f"{places[0]}/cancel")
    job = leases.claim(bench.store, "here:1")
    assert job
    made = [queue.Made("СамоеДлинноеСловоБезПробела" * 5 + ".jsonl", 9_999)]
    leases.end(bench.store, job, "failed", code=1, error="текст.txt, line 2: " + "猫" * 200, files=made)
    (Path(job.folder) / "log.txt").write_text("paraphrast: " + "x" * 300, encoding="utf-8")
    return ["/jobs", "/jobs/new", "/jobs/new/detect/check", "/jobs/new/identify/predict", *places]


def furnish(bench: Bench) -> list[tuple[str, str]]:
    """Fill a workbench, and list its pages with the session of who sees each."""
    owner, his = bench.person("хозяйка", owner=True)
    mixed = bench.project(owner=owner, name="mixed", items=MIXED, votes=3, title=TITLE, page=4)
    ticks = [{"name": "label", "ask": "?", 
              "options": [{"value": "1", "say": "1"}, {"value": "0", "say": "0"}]},
             {"name": "note", "kind": "text", "ask": {"ru": "Почему?", "en": "Why?"}, "required": False},
             {"name": "marks", "kind": "ticks", "ask": "Что?", "required": False,
              "options": [{"value": "x", "say": "X", "when": "долгое пояснение " * 5}]}]  # fmt: skip
    asked = bench.project(owner=owner, name="asked", items=MIXED[:2], questions=ticks, votes=1)
    known = [{"fields": MIXED[0], "answer": {"label": "yes"}, "why": {"ru": "Да."}, "use": use}
             for use in ("shown", "training")]  # fmt: skip
    lesson = bench.project(owner=owner, name="lesson", items=MIXED, examples=known, rules={"training": True})
    people = [bench.person(name) for name in ("анна", "Bob", "王芳", "stopped")]
    for row in (mixed, asked, lesson):
        for user, _ in people:
            bench.join(row, user)
            begin(bench.store, row, user.id)
    for number, (user, _) in enumerate(people[1:3]):
        page = take(bench.store, mixed, user.id)
        answers = {str(item.id): {"label": "yes" if (item.id + number) % 2 else "no"} for item in page.items}
        submit(bench.store, mixed, page.id, user.id, answers, key=page.id)
    page = take(bench.store, lesson, people[0][0].id)
    submit(
        bench.store,
        lesson,
        page.id,
        people[0][0].id,
        {str(one.id): {"label": "no"} for one in page.items},
        key="k",
    )
    with bench.store.write() as connection:
        decide(connection, mixed, people[3][0].id, "manual", "ban", at=0.0, evidence={"reason": "тест"})
        connection.execute(users.update().values(password=hash_password("correct horse")))
        token = make_reset(connection, people[1][0].id, at=bench.store.clock(), by=owner.id)
    invited = bench.invitation(mixed)
    mine, out = his.cookies.get(SESSION), people[3][1].cookies.get(SESSION)
    worker, done = people[0][1].cookies.get(SESSION), people[1][1].cookies.get(SESSION)
    projects = ("dashboard", "settings", "trail", "members", f"workers/{people[1][0].id}")
    collection, brings = _keep_files(bench, owner)
    return [
        ("", "/sign-in"), ("", f"/join/{invited}"), ("", f"/password/{token}"), ("", "/join/nothing"),
        (mine, "/"), (mine, "/new"), (mine, "/me"), (mine, "/backups"), (mine, "/nowhere"),
        (mine, "/accounts"), (mine, "/addresses"), (mine, "/seen"), (mine, "/me/tokens"),
        (brings, "/files"), (brings, collection), *((brings, path) for path in _ask_for_work(bench, brings)),
        *((mine, f"/projects/mixed/{part}") for part in projects),
        (worker, "/"), (worker, "/me"), (worker, "/projects/mixed"), (worker, "/projects/lesson"),
        (worker, "/projects/mixed/work"), (worker, "/projects/asked/work"), (done, "/projects/mixed/work"),
        (worker, f"/projects/lesson/pages/{page.id}"), (out, "/projects/mixed/work"),
    ]  # fmt: skip
