"""Every benchmark can be called without arguments, and what the table names is there."""

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
COMMANDS = [path for path in sorted(FOLDER.glob("*.py")) if "__main__" in path.read_text(encoding="utf-8")]


def needs_arguments(source: str) -> bool:
    """Say whether a parser asks for something that has no default, and no small default stands in for it."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "add_argument"
        ):
            first = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            given = {word.arg: getattr(word.value, "value", None) for word in node.keywords}
            if given.get("required") or (
                not str(first).startswith("-") and given.get("nargs") not in ("?", "*")
            ):
                return "small.default(" not in source
    return False


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.name)
def test_a_benchmark_has_a_small_default(path):
    assert not needs_arguments(path.read_text(encoding="utf-8"))


def test_a_benchmark_without_one_is_caught():
    assert needs_arguments('parser.add_argument("data", type=Path)')
    assert not needs_arguments('small.default("x", "y")\nparser.add_argument("data", type=Path)')


def test_every_command_of_the_table_is_there():
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+\.(?:py|tsv))", table)) | set(
        re.findall(r"`(rewrite_read\.\w+\.tsv)", table)
    )
    assert len(named) > 15
    assert [name for name in named if not (FOLDER / name).is_file()] == []
