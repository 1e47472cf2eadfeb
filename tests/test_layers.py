"""Imports go downwards and siblings never meet; see the order in `LAYERS`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import paraphrast

ROOT = Path(paraphrast.__file__).parent
JOBS = ["corpora", "build", "annotate", "identify", "detect", "rewrite", "metrics"]
LAYERS = [
    ["errors"],
    ["text"],
    ["data", "files"],
    ["stats"],
    ["models", "engine", "plans"],
    JOBS,
    ["tasks"],
    ["web", "cli"],
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def imported(source: str) -> Iterator[str]:
    """Yield the part of paraphrast that each import statement in the source reaches for."""
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "paraphrast" and len(parts) > 1:
                yield parts[1]


def wrong(part: str, source: str) -> list[str]:
    """List what a file of this part may not import: anything above it, and its siblings."""
    return [
        other
        for other in imported(source)
        if other in RANK and other != part and (RANK[other] > RANK[part] or (other in JOBS and part in JOBS))
    ]


def files() -> list[Path]:
    return sorted(
        path
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in ("__init__.py", "__main__.py")
    )


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_downwards(path: Path) -> None:
    part = path.relative_to(ROOT).parts[0].removesuffix(".py")
    assert part in RANK, f"{part} has no place in the layers"
    assert wrong(part, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("detect", "from paraphrast.identify.bow import Bow"),
        ("text", "from paraphrast import data"),
        ("models", "import paraphrast.metrics.bleu"),
        ("stats", "def f():\n    from paraphrast.models import encoder"),
    ],
)
def test_a_sideways_or_upward_import_is_caught(part: str, source: str) -> None:
    assert wrong(part, source)


def test_a_downward_import_is_fine() -> None:
    assert wrong("detect", "from paraphrast.models import encoder\nfrom paraphrast import data") == []
