"""The papers' projects, walked from making them to their labels in a real browser.

Here each is walked in some of the languages and looks; `benchmarks/annotate_grid.py papers` walks all, with
as many people as the papers had.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from sites import serve
from walks import Walk
from workbench import Bench

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

# every paper, and every two of language, look and width where there are as many walks as pairs
WALKS = [
    ("rupaws", "ru", False, 1280),
    ("parade", "en", True, 360),
    ("russe", "zh", False, 360),
    ("russe", "ru", True, 768),
    ("cspc", "zh", True, 1280),
    ("cspc", "en", False, 768),
]
# what a walk must have come past, so that none ends early
SEEN = {
    "rupaws": {"preview", "rupaws-1-page-0", "rupaws-1-told-0", "rupaws-1-nothing", "dashboard-rupaws"},
    "parade": {"preview", "parade-2-page-0", "parade-2-nothing", "dashboard-parade"},
    "russe": {"russe-content-0-told-0", "russe-content-0-told-1", "russe-toxicity-0-page-2"},
    "cspc": {"cspc-writing-0-page-0", "dashboard-cspc-fine", "dashboard-cspc-coarse"},
}


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


@pytest.mark.parametrize(("paper", "lang", "dark", "width"), WALKS)
def test_the_projects_of_a_paper_are_walked_to_their_labels(
    bench: Bench, browser: Any, tmp_path: Path, paper: str, lang: str, dark: bool, width: int
) -> None:
    with serve(bench.app) as site:
        walk = Walk(bench, site, browser, paper=paper, lang=lang)
        walk.check(walk.run(tmp_path, dark=dark, width=width))
    assert walk.seen >= SEEN[paper], sorted(walk.seen)
