"""The workbench looked at: `python benchmarks/annotate_grid.py pages|papers [--to FOLDER] [--only LANG]`.

pages    every page in each language, look and width: does it fit, does axe-core find anything; pictures
papers   the papers' projects walked from making them to their labels, in each language and look, on a phone
         and at a desk

Needs Chromium and the dev extra; prints what is wrong, or nothing, and a line of counts.
"""

import argparse
import shutil
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

LANGS, LOOKS, WIDTHS = ("ru", "en", "zh"), ("light", "dark"), (360, 390, 768, 1280, 1920)
# A walk takes as long as all pages: it is made on a phone and at a desk.
WALKED = (360, 1280)


def open_bench() -> Any:
    """Make an empty workbench in a folder of its own."""
    from paraphrast.annotate.store import Store
    from workbench import Bench

    return Bench(Store(f"sqlite:///{tempfile.mkdtemp()}/grid.db"))


def pages(browser: Any, folder: Path, langs: tuple[str, ...]) -> list[str]:
    """Look at every page under every look, and list what is wrong."""
    from axe_playwright_python.sync_playwright import Axe

    from paraphrast.web.context import SESSION
    from sites import fits, furnish, serve, visit

    bench, wrong, count = open_bench(), [], 0
    with serve(bench.app) as site:
        places = furnish(bench)
        for lang, look, width in product(langs, LOOKS, WIDTHS):
            page = visit(browser, lang=lang, dark=look == "dark", width=width)
            for number, (who, path) in enumerate(places):
                page.context.clear_cookies()
                if who:
                    page.context.add_cookies([{"name": SESSION, "value": who, "url": site}])
                page.goto(site + path)
                page.screenshot(path=folder / f"{number:02}-{lang}-{look}-{width}.png", full_page=True)
                found = [one["id"] for one in Axe().run(page).response["violations"]]
                found += [] if fits(page) else ["sticks out"]
                wrong += [f"{path} {lang} {look} {width}: {', '.join(found)}"] if found else []
                count += 1
            page.context.close()
    print(f"pages, looked at: {count}; wrong: {len(wrong)}; pictures in {folder}")
    return wrong


def papers(browser: Any, folder: Path, langs: tuple[str, ...]) -> list[str]:
    """Walk through the papers' projects in every language and look, on a phone and at a desk.

    Under the first look and width as many people judge as in the paper, elsewhere as few as give a label.
    """
    from sites import serve
    from walks import PAPERS, Walk

    wrong, count, steps = list[str](), 0, 0
    for paper, lang, look, width in product(PAPERS, langs, LOOKS, WALKED):
        bench, whole = open_bench(), (look, width) == (LOOKS[0], WALKED[0])
        with serve(bench.app) as site:
            walk = Walk(bench, site, browser, paper=paper, lang=lang, whole=whole)
            name = f"{look}-{width}"
            walk.shots = lambda page, step, name=name: page.screenshot(
                path=folder / f"{step}-{name}.png", full_page=True
            )
            try:
                walk.check(walk.run(Path(tempfile.mkdtemp()), dark=look == "dark", width=width))
            except AssertionError as error:
                wrong.append(f"{paper} {lang} {look} {width}: {error}")
        count, steps = count + 1, steps + len(walk.seen)
    print(f"papers, walks: {count}, of {steps} pages; wrong: {len(wrong)}; pictures in {folder}")
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    import small

    parts = {"pages": pages, "papers": papers}
    parser.add_argument("part", nargs="?", choices=list(parts), help="both when not given")
    parser.add_argument("--to", type=Path, help="where pictures go")
    parser.add_argument("--only", choices=LANGS, help="this language alone")
    small.default("pages --only en", "the other languages, and the papers' projects walked through (papers)")
    given = parser.parse_args()
    where = given.to or Path(tempfile.mkdtemp(prefix="paraphrast-grid-"))
    where.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        chromium = None
    if chromium is None:
        print("annotate_grid: skipped, it needs Chromium and playwright")
        sys.exit(0)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox"])
        for chosen in [given.part] if given.part else list(parts):
            for line in parts[chosen](opened, where, (given.only,) if given.only else LANGS):
                print(line)
