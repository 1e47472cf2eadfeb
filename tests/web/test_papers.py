"""The papers' projects, walked from making one to its labels in a real browser.

Here each is walked once, in one of the languages and looks; `benchmarks/annotate_grid.py papers` walks all.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import open_store
from sites import serve
from walks import PAPERS, Walk
from workbench import Bench

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

LOOKS = [("ru", False, 1280), ("en", True, 360), ("zh", False, 768)]
WALKS = [(name, *LOOKS[place % 3]) for place, name in enumerate(PAPERS)]


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    yield Bench(store)
    store.close()


@pytest.mark.parametrize(("name", "lang", "dark", "width"), WALKS)
def test_a_project_of_a_paper_is_walked_to_its_labels(
    bench: Bench, browser: Any, tmp_path: Path, name: str, lang: str, dark: bool, width: int
) -> None:
    with serve(bench.app) as site:
        labels = Walk(bench, site, browser, name=name, lang=lang).run(tmp_path, dark=dark, width=width)
    assert {row["id"] for row in labels} == {"t0", "t1"}
    assert all(row["label"] for row in labels)
