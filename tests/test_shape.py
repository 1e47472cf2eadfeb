"""The code keeps to a readable size, records exist once, and importing the package costs nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import paraphrast

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "paraphrast"
FOLDERS = ["src", "tests", "benchmarks", "training"]
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
HEAVY = (
    "fastapi httpx lxml matplotlib numpy onnxruntime pyarrow rapidfuzz rjieba scipy sklearn sqlalchemy "
    "tantivy tokenizers torch trafilatura transformers"
)


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function without its docstring."""
    assert node.end_lineno is not None
    first = node.body[0]
    if ast.get_docstring(node) is not None and first.end_lineno is not None:
        return node.end_lineno - first.end_lineno
    return node.end_lineno - node.lineno + 1


def too_long(source: str) -> list[str]:
    """Name what is too big in a file."""
    lines = source.count("\n")
    found = [f"{lines} lines in the file"] if lines > 350 else []
    long = [node for node in functions(ast.parse(source)) if length(node) > 50]
    return found + [f"{length(node)} lines in {node.name}" for node in long]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_stay_readable(path: Path) -> None:
    assert path.name != "utils.py", "a helper lives beside its caller, under a name of its own"
    assert too_long(path.read_text(encoding="utf-8")) == []


def test_a_long_function_is_caught() -> None:
    assert too_long("def f():\n" + "    x = 1\n" * 51) == ["52 lines in f"]
    assert too_long("x = 1\n" * 351) == ["351 lines in the file"]


def paired(tree: ast.AST) -> list[str]:
    """List the classes whose every object holds two texts, as a Pair does."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = {
                line.target.id
                for line in node.body
                if isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and isinstance(line.annotation, ast.Name)
                and line.annotation.id == "str"
                and line.value is None
            }
            if {"a", "b"} <= fields or {"text1", "text2"} <= fields or {"sentence1", "sentence2"} <= fields:
                found.append(node.name)
    return found


def test_there_is_one_pair() -> None:
    found = [
        name
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in paired(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == ["Pair"]


def test_a_second_pair_would_be_caught() -> None:
    assert paired(ast.parse("class Example:\n    a: str\n    b: str\n    gold: int")) == ["Example"]


@pytest.mark.parametrize("module", ["paraphrast", "paraphrast.data", "paraphrast.cli", "paraphrast.engine"])
def test_importing_brings_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sorted(set({HEAVY.split()!r}) & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_the_public_names_are_all_there_is() -> None:
    assert sorted(paraphrast.__all__) == paraphrast.__all__
    for name in paraphrast.__all__:
        assert getattr(paraphrast, name).__module__.startswith(("paraphrast", "typing", "collections"))
    assert [name for name in dir(paraphrast) if not name.startswith("_")] == paraphrast.__all__
    with pytest.raises(AttributeError, match="no attribute 'utils'"):
        _ = paraphrast.utils
