"""What the documentation shows is run: Python blocks and console blocks, in order, in an empty folder.

A line of output under a command must begin a line of what the command prints, in that order; `...` skips.
Blocks marked `sh` are for people: they install things.
"""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(block: str) -> list[tuple[str, list[str]]]:
    """Take a console block apart into commands and the lines shown under each."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip() and line.strip() != "...":
            found[-1][1].append(line)
    return found


def check(command: str, shown: list[str], folder: Path) -> None:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "200"}
    ran = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{command}\n{ran.stderr}"
    printed = iter(ran.stdout.splitlines())
    for line in shown:
        assert any(real.startswith(line) for real in printed), (
            f"{command} does not print {line!r}:\n{ran.stdout}"
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    if "corpora.load(" in text:
        (tmp_path / "corpora").symlink_to(request.getfixturevalue("data_dir"))
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "paraphrast"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paraphrast "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    names: dict[str, object] = {"__name__": "example"}
    for kind, block in BLOCK.findall(text):
        if kind == "python":
            exec(compile(block, str(page), "exec"), names)
        else:
            for line, shown in commands(block):
                check(line, shown, tmp_path)


def test_an_example_that_fails_is_caught(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    with pytest.raises(AssertionError, match="false"):
        check("false", [], tmp_path)
    with pytest.raises(AssertionError, match="does not print 'two'"):
        check("echo one", ["two"], tmp_path)
