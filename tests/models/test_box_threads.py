"""How many threads the bundled models take."""

import os

import pytest

from paraphrast.models.bundled import box


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert box.threads() == 3


@pytest.mark.parametrize("value", ["", "0", "many"])
def test_nonsense_in_the_environment_is_not_obeyed(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", value)
    assert 1 <= box.threads() <= (os.cpu_count() or 1)
