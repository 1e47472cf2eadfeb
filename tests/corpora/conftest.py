"""Archives that the tests make themselves."""

import io
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest


@pytest.fixture
def pack(tmp_path: Path) -> Callable[[str, Mapping[str, str | bytes]], Path]:
    """Write NAME.tar.xz into the test's folder, with the members under a folder of the same name."""

    def write(name: str, members: Mapping[str, str | bytes]) -> Path:
        path = tmp_path / f"{name}.tar.xz"
        with tarfile.open(path, "w:xz") as tar:
            for member, content in members.items():
                raw = content.encode() if isinstance(content, str) else content
                info = tarfile.TarInfo(f"{name}/{member}")
                info.size = len(raw)
                tar.addfile(info, io.BytesIO(raw))
        return path

    return write
