"""A workbench with a desk for jobs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import open_store
from paraphrast.web.api.desk import Desk
from workbench import Bench


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    store = open_store("sqlite", request)
    bench = Bench(store)
    bench.app.state.desk = Desk(tmp_path / "jobs")
    yield bench
    store.close()
