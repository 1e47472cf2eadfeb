"""Every page passes axe-core, has a name for each control, fits a phone, and looks right in any language.

Languages, looks and widths are covered in pairs; `benchmarks/annotate_grid.py` walks the whole grid.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.assign import take
from paraphrast.annotate.store.submit import begin, submit
from paraphrast.web.context import SESSION
from sites import fits, serve, visit
from workbench import Bench

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")

# each pair of language, look and width once: 9 pages of a grid of 18
PAIRWISE = [
    ("ru", "light", 1280), ("ru", "dark", 768), ("ru", "light", 360),
    ("en", "dark", 1280), ("en", "light", 768), ("en", "dark", 360),
    ("zh", "light", 1280), ("zh", "dark", 768), ("zh", "dark", 360),
]  # fmt: skip


@pytest.fixture(scope="module")
def furnished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A workbench with work in every state, its server, and who is signed in on it."""
    from sites import furnish

    store = open_store("sqlite", request, folder=tmp_path_factory.mktemp("furnished"))
    bench = Bench(store)
    with serve(bench.app) as site:
        yield furnish(bench), site
    store.close()


def violations(page: Any) -> list[tuple[str, list[str]]]:
    found = axe.Axe().run(page).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]


def test_axe_finds_what_is_wrong(browser: Any) -> None:
    page = visit(browser)
    page.set_content("<html lang=en><title>x</title><main><h1>x</h1><input><button></button></main>")
    assert {name for name, _ in violations(page)} >= {"label", "button-name"}
    page.context.close()


@pytest.mark.parametrize(("lang", "look", "width"), PAIRWISE)
def test_pages_pass_axe_and_fit(furnished: Any, browser: Any, lang: str, look: str, width: int) -> None:
    places, site = furnished
    page = visit(browser, lang=lang, dark=look == "dark", width=width)
    turn = PAIRWISE.index((lang, look, width))
    for number, (who, path) in enumerate(places):
        page.context.clear_cookies()
        if who:
            page.context.add_cookies([{"name": SESSION, "value": who, "url": site}])
        page.goto(site + path)
        assert fits(page), (path, lang, look, width)
        if (number + turn) % 3 == 0:  # each page three times, under other looks
            assert violations(page) == [], (path, lang, look, width)
        assert page.get_attribute("html", "lang") == lang
    assert page.problems == [] or all("404" in one or "403" in one for one in page.problems)
    page.context.close()


OVERLAPS = """charts => charts.flatMap((chart) => {
  const edge = chart.getBoundingClientRect();
  const words = [...chart.querySelectorAll("text")];
  const boxes = words.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const out = boxes.filter(([, a]) => a.left < edge.left - 1 || a.right > edge.right + 1
    || a.bottom > edge.bottom + 1);
  const over = boxes.filter(([, a], n) => boxes.some(([, b], m) => m < n && a.left < b.right - 1
    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
  return [...out, ...over].map(([words]) => words);
})"""


@pytest.mark.parametrize(("lang", "width"), [("ru", 360), ("en", 1280), ("zh", 390)])
def test_the_words_of_charts_are_whole_and_apart(bench: Bench, browser: Any, lang: str, width: int) -> None:
    owner, client = bench.person("хозяйка", owner=True)
    said = [{"ru": f"Оценка {n}", "en": f"Grade {n}", "zh": f"{n}分"} for n in range(6)]
    options = [{"value": str(n), "say": words} for n, words in enumerate(said)]
    row = bench.project(owner=owner, kind="pair-graded", votes=1, page=4, questions=[{"options": options}])
    real, late = bench.store.clock, [0.0]
    bench.store.clock = lambda: real() + late[0]
    for number, name in enumerate(("анна", "王芳", "Bob")):
        user, _ = bench.person(name)
        bench.join(row, user)
        begin(bench.store, row, user.id)
        page = take(bench.store, row, user.id)
        answers = {str(item.id): {"label": str(number)} for item in page.items}
        submit(bench.store, row, page.id, user.id, answers, key=page.id)
        late[0] += 7200
    with serve(bench.app) as site:
        page = visit(browser, lang=lang, width=width)
        page.context.add_cookies([{"name": SESSION, "value": client.cookies.get(SESSION), "url": site}])
        page.goto(f"{site}/projects/same/dashboard")
        charts = page.locator("svg.chart")
        assert charts.count() == 2
        assert charts.locator("text").count() > 12
        assert charts.evaluate_all(OVERLAPS) == []
        page.context.close()


def named(node: Any, found: list[tuple[str, str]]) -> None:
    """Collect role and name of every control in the accessibility tree."""
    for line in node.splitlines():
        if match := re.match(
            r'\s*- (button|link|textbox|radio|checkbox|combobox|spinbutton)(?: "(.*?)")?', line
        ):
            found.append((match.group(1), match.group(2) or ""))


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_every_control_has_a_name_in_the_accessibility_tree(furnished: Any, browser: Any, lang: str) -> None:
    places, site = furnished
    page = visit(browser, lang=lang)
    seen = 0
    for who, path in places:
        page.context.clear_cookies()
        if who:
            page.context.add_cookies([{"name": SESSION, "value": who, "url": site}])
        page.goto(site + path)
        controls: list[tuple[str, str]] = []
        named(page.locator("body").aria_snapshot(), controls)
        assert [role for role, name in controls if not name] == [], path
        seen += len(controls)
    assert seen > 150
    page.context.close()


def test_the_first_stop_of_tab_leads_past_the_bar(furnished: Any, browser: Any) -> None:
    _, site = furnished
    page = visit(browser)
    page.goto(f"{site}/join/nothing")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.context.close()


def test_texts_say_their_language_and_direction(furnished: Any, browser: Any) -> None:
    places, site = furnished
    page = visit(browser, lang="en")
    who, path = next((who, path) for who, path in places if path == "/projects/mixed/work")
    page.context.add_cookies([{"name": SESSION, "value": who, "url": site}])
    page.goto(site + path)
    spoken = page.locator(".texts [lang]").evaluate_all(
        "all => all.map(one => [one.lang, one.textContent[0]])"
    )
    assert {(lang, first) for lang, first in spoken} >= {("ru", "П"), ("zh", "火"), ("en", "T")}
    assert page.locator(".texts [dir=auto]").count() == len(spoken)
    page.context.close()


def test_ctrl_enter_hands_in_from_a_text_and_finds_what_is_missing(bench: Bench, browser: Any) -> None:
    row = bench.project(kind="rewrite", items=[{"text": "Ну и дурак же ты."}] * 2, votes=1)
    with serve(bench.app) as site:
        user, client = bench.person("worker")
        bench.join(row, user)
        page = visit(browser, lang="ru")
        page.context.add_cookies([{"name": SESSION, "value": client.cookies.get(SESSION), "url": site}])
        page.goto(f"{site}/projects/same")
        page.click("form.bottom button")
        page.wait_for_selector(".task.current")
        page.keyboard.press("1")
        page.keyboard.type("Ты неправ, дружище.")
        page.keyboard.press("Control+Enter")
        assert page.locator(".task").nth(1).get_attribute("class").split()[-1] == "current"
        page.keyboard.press("2")
        page.locator("textarea").first.focus()
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".center progress")
        page.context.close()


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()
