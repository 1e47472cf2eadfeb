"""Everything that people do on the server's own pages works in a browser that runs no scripts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from paraphrast.annotate.store.people import hash_password
from paraphrast.annotate.store.schema import users
from paraphrast.web.context import strings
from sites import LOCALES, serve
from workbench import PASSWORD, Bench

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")


@pytest.fixture
def site(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Bench, str]]:
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "uploads"))
    store = open_store("sqlite", request)
    bench = Bench(store)
    bench.person("хозяйка", owner=True)
    bench.person("Мария", role="reader")
    with store.write() as connection:
        connection.execute(users.update().values(password=hash_password(PASSWORD)))
    with serve(bench.app) as place:
        yield bench, place
    store.close()


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_pages_work_without_scripts(
    site: tuple[Bench, str], browser: Any, tmp_path: Path, lang: str
) -> None:
    bench, place = site
    words = strings(lang)
    (tmp_path / "текст.txt").write_text("Кошка спит. 猫在睡觉。", encoding="utf-8")
    page = browser.new_context(locale=LOCALES[lang], java_script_enabled=False).new_page()
    page.goto(place)
    page.fill("[name=name]", "хозяйка")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.goto(f"{place}/files")
    page.set_input_files("[name=file]", tmp_path / "текст.txt")
    page.click("form[action='/files'] button")
    assert page.locator("a[download]").inner_text() == "текст.txt"
    page.goto(f"{place}/jobs/new/build/stats")
    page.select_option("[name=in-source]", index=1)
    page.click("form[action='/jobs/new/build/stats'] button")
    assert words["job-waiting"] in page.locator("main").inner_text()
    page.click("form[action$='/cancel'] button")
    assert words["job-cancelled"] in page.locator("main").inner_text()
    page.goto(f"{place}/files")
    page.fill("form[action='/collections'] [name=name]", "Собрание 集")
    page.click("form[action='/collections'] button")
    assert page.locator("h1").inner_text() == "Собрание 集"
    page.fill("form[action$='/share'] [name=name]", "Мария")
    page.click("form[action$='/share'] button")
    assert "Мария" in page.locator("main").inner_text()
    page.click("form[action$='/unshare'] button")
    assert "Мария" not in page.locator("main").inner_text()
    page.goto(f"{place}/me/tokens")
    page.fill("[name=name]", "скрипт")
    page.click("form[action='/me/tokens'] button")
    assert page.locator("#link").input_value().startswith("paraphrast_")
    page.goto(f"{place}/accounts")
    page.click("form[action='/accounts/invite'] button")
    assert "/join/" in page.locator("#link").input_value()
    page.click(f".look button[value={'en' if lang == 'zh' else 'zh'}]")
    assert page.get_attribute("html", "lang") != lang
    assert page.url == f"{place}/accounts", "the form itself is no page"
    page.click(f".look button[value={lang}]")
    page.click("form[action='/sign-out'] button")
    assert words["sign-in"] in page.locator("main").inner_text()
    assert page.url == f"{place}/sign-in"
    page.context.close()
    assert bench.store
