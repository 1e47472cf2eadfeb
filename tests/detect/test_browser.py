"""A real browser opens the report: what it shows, what can be switched, and where the keys lead.

Set PARAPHRAST_SCREENSHOTS to a folder to keep pictures of the report.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.report import page

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
MAYAK = (
    "Старый маяк на северном мысу построили рыбаки из соседней деревни. Каждую осень смотритель поднимался "
    "по винтовой лестнице и зажигал керосиновую лампу. Корабли видели этот свет за двадцать миль."
)
GARDEN = (
    "Яблони в заброшенном саду зацвели только в конце мая, когда потеплели ночи. Садовник подрезал сухие "
    "ветки и побелил стволы известью. Осенью урожай отвезли на ярмарку в областной город."
)
ESSAY = (
    "Этим летом я читал о побережье и о людях, которые там живут.\n"
    "Старый маяк на северном мысу построили рыбаки из соседней деревни. Прошло много лет.\n"
    "Как пишет автор, «Садовник подрезал сухие ветки и побелил стволы известью. Осенью урожай отвезли на "
    "ярмарку в областной город».\n"
    "Каждую осень смoтритель поднимался по винтовой лестнице и зажигал керосиновую лампу. Вот и всё."
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    with Writer(folder / "index") as writer:
        writer.add([Document("маяк.txt", MAYAK), Document("сад.txt", GARDEN)])
    found = check(Document("сочинение.txt", ESSAY), Index(folder / "index"))
    (folder / "report.html").write_text(page.html(found), encoding="utf-8")
    return folder / "report.html"


def opened(browser: Any, report: Path, *, dark: bool = False, phone: bool = False) -> Any:
    """Open the report without a network; whatever its script complains about is kept."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
    context = browser.new_context(
        viewport=size, color_scheme="dark" if dark else "light", offline=True, locale="ru-RU"
    )
    shown = context.new_page()
    shown.set_default_timeout(10_000)
    shown.problems = []
    shown.on("pageerror", lambda error: shown.problems.append(str(error)))
    shown.on("request", lambda asked: asked.url.startswith("file:") or shown.problems.append(asked.url))
    shown.goto(report.as_uri())
    return shown


def percent(shown: Any, name: str) -> float:
    return float(shown.text_content(f"#{name}").rstrip("%"))


@pytest.mark.parametrize(("dark", "phone"), [(False, False), (True, False), (False, True), (True, True)])
def test_the_report_is_readable_by_day_and_night(browser: Any, report: Path, dark: bool, phone: bool) -> None:
    shown = opened(browser, report, dark=dark, phone=phone)
    ink, paper = shown.eval_on_selector(
        "#text", "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    )
    light = [sum(int(part) for part in colour[4:-1].split(",")) / 3 for colour in (ink, paper)]
    assert (light[0] > 180 and light[1] < 60) if dark else (light[0] < 60 and light[1] > 180)
    # nothing sticks out to the right
    assert shown.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert percent(shown, "borrowed") + percent(shown, "quoted") + percent(
        shown, "original"
    ) == pytest.approx(100, abs=0.2)
    assert shown.is_visible("text=letters of another alphabet")
    folder = os.environ.get("PARAPHRAST_SCREENSHOTS")
    if folder:
        name = f"report-{'dark' if dark else 'light'}-{'phone' if phone else 'desk'}.png"
        shown.screenshot(path=str(Path(folder) / name), full_page=True)
    assert shown.problems == []


def test_what_is_left_out_can_be_counted_again(browser: Any, report: Path) -> None:
    shown = opened(browser, report)
    borrowed, quoted = percent(shown, "borrowed"), percent(shown, "quoted")
    assert quoted > 10
    garden = "li:has(input[data-source='сад.txt']) .share"
    assert shown.text_content(garden) == "0.0%"
    shown.uncheck("input[data-reason=quotation]")
    assert shown.text_content(garden) == f"{quoted:.1f}%"
    assert percent(shown, "quoted") == 0
    assert percent(shown, "borrowed") == pytest.approx(borrowed + quoted, abs=0.2)
    shown.uncheck("input[data-source='сад.txt']")
    assert percent(shown, "borrowed") == pytest.approx(borrowed, abs=0.2)
    assert not shown.is_visible(".card[data-source='сад.txt']")
    shown.check("input[data-source='сад.txt']")
    shown.check("input[data-reason=quotation]")
    assert percent(shown, "borrowed") == pytest.approx(borrowed, abs=0.1)
    for box in shown.query_selector_all("input[data-kind]"):
        box.uncheck()
    assert percent(shown, "original") == 100
    assert shown.problems == []


def test_the_keyboard_leads_through_the_passages(browser: Any, report: Path) -> None:
    shown = opened(browser, report)
    now = "document.activeElement.textContent"
    shown.keyboard.press("j")
    first = shown.evaluate(now)
    assert first.startswith("Старый маяк")
    shown.keyboard.press("j")
    assert shown.evaluate(now) != first
    shown.keyboard.press("k")
    assert shown.evaluate(now) == first
    assert shown.locator(".card.now").count() == 1
    shown.keyboard.press("Enter")
    assert shown.evaluate("document.activeElement.className").startswith("card")
    assert "маяк.txt" in shown.evaluate(now)
    shown.keyboard.press("Escape")
    assert shown.evaluate(now) == first
    # a source that is switched off is passed over
    shown.uncheck("input[data-source='маяк.txt']")
    shown.evaluate("document.activeElement.blur()")
    shown.keyboard.press("j")
    assert "Садовник" in shown.evaluate(now)
    assert shown.problems == []
