"""A function that only its own file uses says so by its underscore."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import paraphrast

PACKAGE = Path(paraphrast.__file__).parent
ROOT = PACKAGE.parents[1]
FOLDERS = [PACKAGE, *(ROOT / name for name in ("tests", "benchmarks", "training", "packages"))]
LONGEST = 200  # characters of a string that may name a function: a registry, a string for monkeypatch


def reached(source: str) -> Iterator[str]:
    """Yield the names that code reaches for: imported, behind a dot, or in a short string."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < LONGEST:
            yield from re.findall(r"\w+", node.value)


def users() -> dict[str, set[Path]]:
    """Say for each name which files reach for it: code, tables, pages and documents."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in (path for folder in FOLDERS for path in folder.rglob("*.py")):
        for name in reached(path.read_text(encoding="utf-8")):
            found[name].add(path)
    written = [*PACKAGE.rglob("*.toml"), *PACKAGE.rglob("*.html"), *ROOT.glob("*.toml"), *ROOT.glob("*.md")]
    for path in written:
        for name in re.findall(r"\w+", path.read_text(encoding="utf-8")):
            found[name].add(path)
    return found


def unmarked(source: str, is_used: Callable[[str], object]) -> list[str]:
    """Name the functions of a file that nothing else uses, and that have no underscore."""
    defined = [x for x in ast.parse(source).body if isinstance(x, ast.FunctionDef | ast.AsyncFunctionDef)]
    plain = [x.name for x in defined if not x.decorator_list and not x.name.startswith("_")]
    return [name for name in plain if not is_used(name)]


def test_what_only_its_own_file_uses_is_marked() -> None:
    using = users()
    found = {}
    for path in PACKAGE.rglob("*.py"):
        if names := unmarked(path.read_text(encoding="utf-8"), lambda name, own=path: using[name] - {own}):
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert found == {}, "give these an underscore, or use them"


def test_a_word_that_is_only_said_is_no_use() -> None:
    source = 'from a import cut\nx.kept()\nPLACE = "b:make"\ndef told():\n    left = 1\n'
    assert {*reached(source)} == {"cut", "kept", "b", "make"}


@pytest.mark.parametrize(
    ("source", "elsewhere", "names"),
    [
        ("def helper():\n    pass\n", set(), ["helper"]),
        ("def helper():\n    pass\n", {"helper"}, []),
        ("def _helper():\n    pass\n", set(), []),
        ("@router.get('/')\ndef page():\n    pass\n", set(), []),
    ],
)
def test_a_function_without_callers_elsewhere_is_found(
    source: str, elsewhere: set[str], names: list[str]
) -> None:
    assert unmarked(source, elsewhere.__contains__) == names
