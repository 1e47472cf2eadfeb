"""A function that only its own file uses says so by its underscore."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import paraphrast

PACKAGE = Path(paraphrast.__file__).parent
ROOT = PACKAGE.parents[1]
WRITTEN = {".py", ".toml", ".md", ".html", ".js"}  # entry points, cards and pages name functions too


def unmarked(source: str, elsewhere: set[str]) -> list[str]:
    """Name the functions of a file that nothing else names, and that have no underscore."""
    defined = [x for x in ast.parse(source).body if isinstance(x, ast.FunctionDef | ast.AsyncFunctionDef)]
    plain = [x.name for x in defined if not x.decorator_list and not x.name.startswith("_")]
    return [name for name in plain if name not in elsewhere]


def test_what_only_its_own_file_uses_is_marked() -> None:
    folders = [PACKAGE, *(ROOT / name for name in ("tests", "benchmarks", "training", "packages"))]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in WRITTEN]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    words = {path: set(re.findall(r"\w+", text)) for path, text in texts.items()}
    named = Counter(word for some in words.values() for word in some)
    found = {}
    for path in PACKAGE.rglob("*.py"):
        elsewhere = {word for word in words[path] if named[word] > 1}
        if names := unmarked(texts[path], elsewhere):
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert found == {}, "give these an underscore, or use them"


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
    assert unmarked(source, elsewhere) == names
