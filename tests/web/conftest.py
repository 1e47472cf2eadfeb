"""Workbenches on both databases."""

import re
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("fastapi")

from databases import open_store
from workbench import Bench


@pytest.fixture(params=["sqlite", "postgres"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    store = open_store(request.param, request)
    yield Bench(store)
    store.close()


@pytest.fixture
def hidden() -> Callable[[str, str], str]:
    """Find the value of a hidden field in a page."""

    def find(html: str, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', html)
        assert found, f"no field {name}"
        return found.group(1)

    return find
