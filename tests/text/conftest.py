"""Real text to check against, where the machine has it."""

import lzma
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus():
    """Read the first characters of a monolingual corpus, or skip."""
    data = Path(os.environ.get("PARAPHRAST_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")

    def read(name: str, length: int) -> str:
        path = data.parent / "corpora" / "mono" / f"{name}.txt.xz"
        if not path.exists():
            pytest.skip(f"no {path}")
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            return lines.read(length)

    return read
