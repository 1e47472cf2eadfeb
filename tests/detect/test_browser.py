"""A real browser opens the report: what it shows, what can be switched and decided, where the keys lead.

Set PARAPHRAST_SCREENSHOTS to a folder to keep pictures of the report.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from detect.handed_in import CASES, hand_in
from paraphrast.data import Document, Match, Span
from paraphrast.detect.check import Check, check_each_other, summed
from paraphrast.detect.report import group, page
from paraphrast.detect.report.decisions import apply_decisions
from paraphrast.detect.report.record import load_decisions, make_report

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
LANGS = list(CASES)
PARTS = ("borrowed", "quoted", "unreferenced", "original")
DISGUISES = {
    "ru": "похожие буквы другого алфавита",
    "en": "letters of another alphabet",
    "zh": "看不见的字符",
}


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Check]:
    return {lang: hand_in(lang, tmp_path_factory.mktemp("index")) for lang in LANGS}


@pytest.fixture(scope="module")
def reports(checks: dict[str, Check], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    for lang, found in checks.items():
        (folder / f"{lang}.html").write_text(page.html(found), encoding="utf-8")
    return {lang: folder / f"{lang}.html" for lang in checks}


def opened(browser: Any, report: Path, *, dark: bool = False, width: int = 1280) -> Any:
    """Open the report without a network; whatever its script complains about is kept."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        offline=True,
        locale="ru-RU",
    )
    shown = context.new_page()
    shown.set_default_timeout(10_000)
    shown.problems = []
    shown.on("pageerror", lambda error: shown.problems.append(str(error)))
    shown.on("console", lambda line: shown.problems.append(line.text) if line.type == "error" else None)
    shown.on(
        "request",
        lambda asked: asked.url.startswith(("file:", "blob:")) or shown.problems.append(asked.url),
    )
    shown.goto(report.as_uri())
    return shown


def picture(shown: Any, name: str) -> None:
    folder = os.environ.get("PARAPHRAST_SCREENSHOTS")
    if folder:
        shown.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def percent(shown: Any, name: str) -> float:
    return float(shown.text_content(f"#{name}").rstrip("%"))


def figures(shown: Any) -> dict[str, float]:
    return {name: percent(shown, name) for name in PARTS}


def expected(report: Any) -> dict[str, float]:
    return {name: round(100 * getattr(report, name), 1) for name in PARTS}


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 360)])
@pytest.mark.parametrize("lang", LANGS)
def test_the_report_is_readable_by_day_and_night(
    browser: Any, reports: dict[str, Path], lang: str, dark: bool, width: int
) -> None:
    shown = opened(browser, reports[lang], dark=dark, width=width)
    ink, paper = shown.eval_on_selector(
        "#text", "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    )
    light = [sum(int(part) for part in colour[4:-1].split(",")) / 3 for colour in (ink, paper)]
    assert (light[0] > 180 and light[1] < 60) if dark else (light[0] < 60 and light[1] > 180)
    # nothing sticks out to the right
    assert shown.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert shown.is_visible(f"text={DISGUISES[lang]}")
    assert shown.is_visible("#concealed")
    picture(shown, f"report-{lang}-{'dark' if dark else 'light'}-{width}")
    assert shown.problems == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_the_numbers_of_the_check(
    browser: Any, reports: dict[str, Path], checks: dict[str, Check], lang: str
) -> None:
    shown = opened(browser, reports[lang])
    assert figures(shown) == expected(checks[lang])
    assert sum(figures(shown)[name] for name in ("borrowed", "quoted", "original")) == pytest.approx(100)
    assert figures(shown)["unreferenced"] > 10
    assert shown.get_attribute("html", "lang") == lang
    case = CASES[lang]
    assert shown.text_content("h1").split() == [case.essay.id, *case.essay.title.split()]
    source = case.sources[0]
    head = shown.text_content("body > header")
    assert all(word in head for word in (source.id, source.title, source.meta["author"], source.meta["date"]))
    assert shown.get_attribute("li.more a", "href") == source.meta["url"]


@pytest.mark.parametrize("lang", LANGS)
def test_passages_have_numbers_and_each_source_is_shown_once(
    browser: Any, reports: dict[str, Path], lang: str
) -> None:
    shown = opened(browser, reports[lang])
    numbers = shown.eval_on_selector_all(
        "#text a", "links => links.map(a => a.dataset.label).filter(Boolean)"
    )
    assert numbers == ["1", "2", "3"]
    assert shown.eval_on_selector_all(".card .number", "all => all.map(e => e.textContent)") == numbers
    # the second was cut by quotation marks into quotations with and without a reference, one card for both
    assert shown.get_attribute("#p2", "data-reasons").split() == ["quotation", "unreferenced"]
    assert shown.locator("#text a.unreferenced").count() == 1
    # one word of the third passage was changed, in the text and in the source
    changed = {"ru": ("крутой", "винтовой"), "en": ("long", None), "zh": ("陡峭", "螺旋")}[lang]
    assert changed[0] in shown.eval_on_selector_all("#text ins", "all => all.map(e => e.textContent)")
    gone = shown.eval_on_selector_all("#p3 del", "all => all.map(e => e.textContent)")
    assert gone == ([changed[1]] if changed[1] else [])
    # on paper too: numbers, every card, no buttons
    shown.emulate_media(media="print")
    before = "e => getComputedStyle(e, '::before').content"
    assert shown.eval_on_selector("#text a[data-label='2']", before) == '"2"'
    assert shown.is_visible("#p3")
    assert not shown.is_visible("#p3 button")
    picture(shown, f"report-{lang}-print")


def test_what_is_left_out_can_be_counted_again(browser: Any, reports: dict[str, Path]) -> None:
    shown = opened(browser, reports["ru"])
    first = figures(shown)
    garden = "li:has(input[data-source='сад.txt']) .share"
    assert shown.text_content(garden) == "0.0%"
    shown.uncheck("input[data-reason=unreferenced]")
    assert shown.text_content(garden) == f"{first['unreferenced']:.1f}%"
    assert percent(shown, "unreferenced") == 0
    assert percent(shown, "borrowed") == pytest.approx(first["borrowed"] + first["unreferenced"], abs=0.11)
    shown.uncheck("input[data-source='сад.txt']")
    assert percent(shown, "borrowed") == first["borrowed"]
    assert not shown.is_visible(".card[data-source='сад.txt']")
    shown.check("input[data-source='сад.txt']")
    shown.check("input[data-reason=unreferenced]")
    assert figures(shown) == first
    for box in shown.query_selector_all("input[data-kind]"):
        box.uncheck()
    assert percent(shown, "original") == 100
    assert shown.problems == []


@pytest.mark.parametrize("lang", LANGS)
def test_decisions_are_saved_and_count_the_same_in_python(
    browser: Any, reports: dict[str, Path], checks: dict[str, Check], lang: str, tmp_path: Path
) -> None:
    shown = opened(browser, reports[lang])
    note = 'своё: </script><b>"x" 注\nконец'
    shown.click("#p1 [data-verdict=dismissed]")
    shown.click("#p2 [data-verdict=accepted]")
    shown.fill("#p1 textarea", note)
    shown.uncheck("input[data-kind=near-copy]")
    shown.uncheck("input[data-reason=quotation]")
    decided = figures(shown)
    assert decided != expected(checks[lang])
    with shown.expect_download() as saved:
        shown.click("#save-decisions")
    saved.value.save_as(tmp_path / "decisions.json")
    applied = apply_decisions(make_report(checks[lang]), load_decisions(tmp_path / "decisions.json"))
    assert expected(applied) == decided
    shares = shown.eval_on_selector_all("input[data-source] ~ .share", "all => all.map(e => e.textContent)")
    assert shares == [f"{100 * source.share:.1f}%" for source in applied.sources]
    # the page saves itself, and the page made of the decisions is the same
    with shown.expect_download() as saved:
        shown.click("#save-page")
    saved.value.save_as(tmp_path / "saved.html")
    (tmp_path / "applied.html").write_text(page.html(applied), encoding="utf-8")
    for name in ("saved.html", "applied.html"):
        again = opened(browser, tmp_path / name)
        assert figures(again) == decided
        assert again.input_value("#p1 textarea") == note
        assert again.get_attribute("#p2 [data-verdict=accepted]", "aria-pressed") == "true"
        assert not again.is_checked("input[data-kind=near-copy]")
        with again.expect_download() as saved:
            again.click("#save-decisions")
        saved.value.save_as(tmp_path / "again.json")
        texts = [(tmp_path / file).read_text(encoding="utf-8") for file in ("again.json", "decisions.json")]
        assert json.loads(texts[0]) == json.loads(texts[1])
        assert again.problems == []
    assert shown.problems == []


def test_the_keyboard_leads_through_the_passages(browser: Any, reports: dict[str, Path]) -> None:
    shown = opened(browser, reports["ru"])
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
    # decisions and notes need no mouse; keys in a note are letters
    borrowed = percent(shown, "borrowed")
    shown.keyboard.press("d")
    assert percent(shown, "borrowed") < borrowed
    shown.keyboard.press("n")
    shown.keyboard.type("jad")
    assert shown.input_value("#p1 textarea") == "jad"
    assert percent(shown, "borrowed") < borrowed
    shown.keyboard.press("Escape")
    shown.click("#p1 [data-verdict=dismissed]")
    assert percent(shown, "borrowed") == borrowed
    # a source that is switched off is passed over
    shown.uncheck("input[data-source='маяк.txt']")
    shown.evaluate("document.activeElement.blur()")
    shown.keyboard.press("j")
    assert "Садовник" in shown.evaluate(now)
    assert shown.problems == []


def test_every_control_has_a_name_and_the_page_works_without_a_pointer(
    browser: Any, reports: dict[str, Path]
) -> None:
    shown = opened(browser, reports["en"])
    nameless = shown.evaluate(
        "[...document.querySelectorAll('button, input, textarea, [role=img], article, section')]"
        ".filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).length"
    )
    assert nameless == 0
    reached = set()
    for _ in range(80):
        shown.keyboard.press("Tab")
        reached.add(shown.evaluate("document.activeElement.tagName"))
    assert {"INPUT", "A", "BUTTON", "TEXTAREA", "ARTICLE"} <= reached


HOSTILE = (
    '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">{{7*7}}" onclick="hacked=1'
)


def test_hostile_texts_are_shown_and_never_run(browser: Any, tmp_path: Path) -> None:
    essay = Document(f"{HOSTILE}.txt", f"{HOSTILE} and some more words", title=HOSTILE)
    meta = {"url": "javascript:window.hacked=1", "author": HOSTILE, "date": HOSTILE}
    source = Document(f"'{HOSTILE}", HOSTILE, title=HOSTILE, meta=meta)
    place = Span(essay.id, 0, len(HOSTILE)), Span(source.id, 0, len(HOSTILE))
    found = summed(essay, {source.id: source}, [Match(*place, kind="paraphrase")])
    (tmp_path / "one.html").write_text(page.html(found), encoding="utf-8")
    (tmp_path / "many.html").write_text(group.overview([found], ["one.html"]), encoding="utf-8")
    shown = opened(browser, tmp_path / "one.html")
    shown.fill("#p1 textarea", HOSTILE)
    with shown.expect_download() as saved:
        shown.click("#save-page")
    saved.value.save_as(tmp_path / "saved.html")
    for name in ("one.html", "many.html", "saved.html"):
        again = opened(browser, tmp_path / name)
        assert again.evaluate("window.hacked") is None
        assert again.locator("img").count() == 0
        assert again.locator("a[href^=javascript]").count() == 0
        assert HOSTILE in again.text_content("body")
        assert again.problems == []
    assert percent(shown, "borrowed") > 50


CLASS = {
    "ru": ("Анна.txt", "Борис.txt", "Вера.txt"),
    "en": ("ann.txt", "bob.txt", "cid.txt"),
    "zh": ("安.txt", "波.txt", "西.txt"),
}


@pytest.mark.parametrize(("lang", "width"), [("ru", 1280), ("en", 360), ("zh", 360)])
def test_the_class_view_shows_who_shares_with_whom(
    browser: Any, lang: str, width: int, tmp_path: Path
) -> None:
    first, second = CASES[lang].sources
    names = CLASS[lang]
    texts = [
        Document(names[0], first.text, meta={"date": "2024-05-02"}),
        Document(names[1], f"{second.text} {first.text}", meta={"date": "2024-05-01"}),
        Document(names[2], CASES[lang].essay.text.split("\n")[0]),
    ]
    (tmp_path / "class.html").write_text(group.overview(list(check_each_other(texts))), encoding="utf-8")
    shown = opened(browser, tmp_path / "class.html", width=width)
    assert shown.get_attribute("html", "lang") == lang
    assert shown.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    heads = shown.eval_on_selector_all(".matrix tbody th", "all => all.map(e => e.textContent)")
    # the earlier text comes first, the one without a date last
    assert [head.split()[1] for head in heads] == [names[1], names[0], names[2]]
    rows = shown.eval_on_selector_all(
        ".matrix tbody tr", "all => all.map(r => [...r.querySelectorAll('td')].map(e => e.textContent))"
    )
    assert rows[1][0] == "100.0%"
    assert rows[0][0] == rows[0][2] == ""
    assert shown.locator(".graph line").count() == 1
    assert shown.get_attribute(".graph line", "marker-end") == "url(#arrow)"
    assert shown.eval_on_selector_all(".graph circle", "all => all.length") == 2
    picture(shown, f"class-{lang}-{width}")
    assert shown.problems == []
