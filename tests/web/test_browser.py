"""A real browser walks an annotator and an owner through the workbench.

Set PARAPHRAST_SCREENSHOTS to a folder to keep pictures of every step.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from databases import open_store
from paraphrast.annotate.loading import template as ready_template
from paraphrast.annotate.results import judged, progress
from paraphrast.web.context import strings
from sites import fits, serve
from sites import visit as open_page
from workbench import Bench

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "pair-yes-no": ({"a": "Кошка спит на окне.", "b": "На окне дремлет кошка."}, "1"),
    "pair-graded": (
        {"a": "The bridge was built in five years.", "b": "It took five years to build the bridge."},
        "3",
    ),
    "text-classification": ({"text": "这家店的服务真不错。"}, "2"),
    "fluency": ({"text": "Вчера мы ходить в кино."}, "2"),
    "rewrite": ({"text": "Ну и дурак же ты."}, "1"),
    "pick-one": ({"choices": ["他很高兴。", "他非常开心。", "他心情不错。"]}, "3"),
}


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A workbench on SQLite: what a browser shows does not depend on the database."""
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


@pytest.fixture
def site(bench: Any) -> Iterator[str]:
    """The workbench behind a real server, on a port of its own."""
    with serve(bench.app) as address:
        yield address


def picture(page: Any, name: str) -> None:
    folder = os.environ.get("PARAPHRAST_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def visit(browser: Any, *, lang: str = "en", dark: bool = False, phone: bool = False) -> Any:
    return open_page(browser, lang=lang, dark=dark, width=390 if phone else 1280)


def join(page: Any, address: str, name: str, *, lang: str = "en") -> None:
    page.goto(address)
    page.fill("[name=name]", name)
    page.fill("[name=password]", "correct horse")
    page.check(f"[name=native][value={'ru' if lang == 'ru' else lang}]")
    page.click("button.main")


def ready(page: Any) -> None:
    """Wait until the script of a page of tasks listens to keys."""
    page.wait_for_selector(".task.current")


LOOKS = [("ru", False, False), ("en", True, False), ("zh", True, True)]
TITLE = {"ru": "Пары предложений", "en": "Pairs of sentences", "zh": "句对"}
TOLD = {
    "ru": "Решите, значат ли тексты одно и то же.",
    "en": "Decide whether the texts mean the same.",
    "zh": "请判断意思是否相同。",
}


def lesson(bench: Any) -> Any:
    """A project with instructions in three languages, training and an exam."""
    known = [
        {
            "fields": {"a": f"Дом {n}", "b": f"房子 {n}"},
            "answer": {"label": "yes"},
            "why": "Одно и то же.",
            "use": use,
        }
        for use in ("shown", "training", "exam")
        for n in range(2)
    ]
    first, second = "Поезд пришёл раньше, чем обычно, и никто его не встретил", "火车比平时早到了，没有人来接"
    items = [{"a": f"{first} ({n}).", "b": f"{second}（{n}）。"} for n in range(6)]
    rules = {"training": True, "exam": 0.8}
    settings: dict[str, Any] = {
        "title": TITLE,
        "instructions": TOLD,
        "examples": known,
        "votes": 1,
        "page": 3,
    }
    return bench.project(items=items, rules=rules, **settings)


def learn(page: Any, words: dict[str, str], look: str) -> None:
    """Read the instructions, be taught, and pass the exam, by keyboard."""
    picture(page, f"{look}-1-instructions")
    assert fits(page)
    page.click(f"text={words['begin']}")
    ready(page)
    assert words["stage-training"] in page.inner_text(".badge")
    page.keyboard.press("2")
    page.keyboard.press("1")
    picture(page, f"{look}-2-training")
    page.keyboard.press("Enter")
    page.wait_for_selector(".feedback.bad")
    assert page.locator(".feedback.good").count() == 1
    picture(page, f"{look}-3-explanations")
    page.click(f"text={words['continue']}")
    ready(page)
    assert words["stage-exam"] in page.inner_text(".badge")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"text={words['admitted']}")
    page.click(f"text={words['continue']}")


@pytest.mark.parametrize(("lang", "dark", "phone"), LOOKS)
def test_an_annotator_is_taught_examined_and_works(bench, site, browser, lang, dark, phone) -> None:
    words, look = strings(lang), f"{lang}-{'dark' if dark else 'light'}-{'phone' if phone else 'desktop'}"
    row = lesson(bench)
    page = visit(browser, lang=lang, dark=dark, phone=phone)
    join(page, f"{site}/join/{bench.invitation(row)}", f"worker-{look}", lang=lang)
    assert TITLE[lang] in page.inner_text("h1")
    learn(page, words, look)
    ready(page)
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("u")
    assert page.locator(".task.done").count() == 1
    page.keyboard.press("1")
    playwright.expect(page.locator("#saved")).to_contain_text(words["saved"])
    page.reload()
    ready(page)
    assert page.locator("input:checked").count() == 2
    picture(page, f"{look}-4-work")
    assert fits(page)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("input:checked")).to_have_count(0)
    ready(page)
    page.keyboard.press("u")
    playwright.expect(page.locator("input:checked")).to_have_count(3)
    assert page.problems == []
    with bench.store.read() as connection:
        assert progress(connection, row)["votes"] == 0
        assert len(list(judged(connection, row, states=("undone",)))) == 3
    page.context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_task_is_done_by_keyboard(bench, site, browser, kind: str) -> None:
    fields, key = KINDS[kind]
    row = bench.project(kind=kind, items=[fields, fields], votes=1)
    page = visit(browser, lang="ru" if kind in ("fluency", "rewrite") else "en")
    join(page, f"{site}/join/{bench.invitation(row)}", "worker")
    page.click("form.bottom button")
    ready(page)
    for number in range(2):
        page.keyboard.press(key)
        if kind == "rewrite":
            page.keyboard.type("Ты неправ, дружище.")
            page.keyboard.press("Escape")
            if number == 0:
                page.keyboard.press("Enter")
    picture(page, f"kind-{kind}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".center progress")
    assert page.problems == []
    with bench.store.read() as connection:
        assert progress(connection, row)["complete"] == 2
    page.context.close()


@pytest.mark.parametrize(
    ("template", "lang", "pressed", "label"),
    [
        ("cspc-fine", "zh", "5", "5"),
        ("cspc-fine", "ru", "0", "0"),
        ("parade", "en", "1", "1"),
        ("rupaws", "ru", "2", "no"),
    ],
)
def test_a_digit_gives_the_answer_that_shows_it(
    bench, site, browser, template: str, lang: str, pressed: str, label: str
) -> None:
    questions = ready_project(template)["questions"][:1]
    row = bench.project(kind="pair-yes-no", questions=questions, votes=1, page=2)
    page = visit(browser, lang=lang)
    join(page, f"{site}/join/{bench.invitation(row)}", "worker")
    page.click("form.bottom button")
    ready(page)
    page.keyboard.press(pressed)
    assert page.locator("input:checked").evaluate_all("all => all.map(one => one.value)") == [label]
    page.context.close()


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_scale_stands_in_one_row(bench, site, browser, lang: str) -> None:
    row = bench.project(
        kind="pair-graded", questions=ready_project("cspc-fine")["questions"], votes=1, page=1
    )
    page = visit(browser, lang=lang)
    join(page, f"{site}/join/{bench.invitation(row)}", "worker", lang=lang)
    page.click("form.bottom button")
    ready(page)
    tops = page.locator(".scale .option").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 6
    assert len(set(tops)) == 1
    page.context.close()


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_digits_reach_the_boxes_to_tick_and_enter_leaves_them(bench, site, browser, lang: str) -> None:
    questions = ready_project("cspc-fine")["questions"]
    row = bench.project(kind="pair-graded", questions=questions, votes=1, page=2)
    page = visit(browser, lang=lang)
    join(page, f"{site}/join/{bench.invitation(row)}", "worker", lang=lang)
    page.click("form.bottom button")
    ready(page)
    for pressed in ("4", "1", "3", "3", "2", "u", "Enter", "5", "2"):
        page.keyboard.press(pressed)
    found = page.locator("input:checked").evaluate_all("all => all.map(one => one.value)")
    assert found == ["4", "structure", "5", "synonyms"]
    page.keyboard.press("Enter")
    playwright.expect(page.locator("input:checked")).to_have_count(0)
    assert page.problems == []
    with bench.store.read() as connection:
        assert progress(connection, row)["votes"] == 2
    page.context.close()


def ready_project(name: str) -> dict[str, Any]:
    return msgspec.to_builtins(ready_template(name))


@pytest.mark.parametrize(("lang", "dark"), [("en", False), ("ru", True), ("zh", False)])
def test_an_owner_makes_a_project_watches_it_and_exports(bench, site, browser, tmp_path, lang, dark) -> None:
    words, look = strings(lang), f"owner-{lang}-{'dark' if dark else 'light'}"
    page = visit(browser, lang=lang, dark=dark)
    join(page, f"{site}/join/{bench.invitation(None, 'owner')}", "owner")
    page.click(f"text={words['new-project']}")
    page.select_option("[name=chosen]", "russe-toxicity")
    page.fill("[name=name]", "tone")
    page.fill("[name=votes]", "2")
    picture(page, f"{look}-1-new")
    page.click("button.main")
    file = tmp_path / "items.csv"
    file.write_text("id,text\n" + "".join(f"{n},Текст номер {n}\n" for n in range(12)), encoding="utf-8")
    page.set_input_files("[name=file]", str(file))
    page.click(f"form[action$=import] button:has-text('{words['import']}')")
    page.wait_for_selector(f"text={words['import-done'].format(items=12, judgements=0)}")
    page.click(f"text={words['dashboard']}")
    page.click(f"form[action$=invite] button:has-text('{words['invite']}')")
    assert re.match(rf"{site}/join/[\w-]+", page.input_value("#link"))
    page.click(f"text={words['back']}")
    fill(bench)
    page.reload()
    assert page.locator("svg.chart").count() == 3
    assert fits(page)
    picture(page, f"{look}-2-dashboard")
    with page.expect_download() as download:
        page.click(f"form[action$=export] button:has-text('{words['export']}')")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text.count("\n") >= 24
    page.click("table a")
    picture(page, f"{look}-3-worker")
    page.click("button[value=ban]")
    playwright.expect(page.locator(".head")).to_contain_text(words["state-banned"])
    page.click(f".decision button:has-text('{words['revert']}')")
    page.wait_for_selector(f"text={words['reverted']}")
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") == ("light" if dark else "dark")
    assert page.problems == []
    page.context.close()


def fill(bench: Any) -> None:
    """Three workers judge most of the items, a day's work in a moment."""
    from paraphrast.annotate.store.assign import take
    from paraphrast.annotate.store.decide import set_member
    from paraphrast.annotate.store.projects import get
    from paraphrast.annotate.store.submit import submit

    with bench.store.read() as connection:
        row = get(connection, "tone")
    real, hour = bench.store.clock, 0
    for number, name in enumerate(("анна", "Bob", "王芳")):
        user, _ = bench.person(name)
        bench.join(row, user)
        with bench.store.write() as connection:
            set_member(connection, row.id, user.id, stage="work")
        for _ in range(2):
            if (sheet := take(bench.store, row, user.id)) is None:
                break
            hour += 1
            bench.store.clock = lambda hour=hour: real() + 900 * hour
            answers = {
                str(item.id): {"label": "toxic" if (item.id + (number == 1)) % 3 == 0 else "neutral"}
                for item in sheet.items
            }
            submit(bench.store, row, sheet.id, user.id, answers, key=sheet.id)
    bench.store.clock = real
