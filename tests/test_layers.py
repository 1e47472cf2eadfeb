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
    ["models", "engine", "plans", "client"],
    JOBS,
    ["web", "cli"],
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def imported(source: str, within: str | None = None) -> Iterator[str]:
    """Yield the part of paraphrast, or of one of its parts, that each import of the source reaches for."""
    place = ["paraphrast"] if within is None else ["paraphrast", within]
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[: len(place)] == place and len(parts) > len(place):
                yield parts[len(place)]


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


KNOWN_CYCLES = {  # folders of a job that still import each other in a circle; nothing may be added
    "annotate": {"results", "store", "timeline"},
    "detect": {"evidence", "index", "meaning"},
}


def neighbours(job: Path) -> dict[str, set[str]]:
    """Say which files and folders of a job each of its files and folders imports."""
    units = {path.name.removesuffix(".py") for path in job.iterdir()}
    found: dict[str, set[str]] = {unit: set() for unit in units}
    for path in job.rglob("*.py"):
        unit = path.relative_to(job).parts[0].removesuffix(".py")
        for name in imported(path.read_text(encoding="utf-8"), within=job.name):
            if name in units and name != unit:
                found[unit].add(name)
    return found


def reached(start: str, found: dict[str, set[str]]) -> set[str]:
    """Say what imports lead to from a start."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in found[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def circles(job: Path) -> set[str]:
    """Name the folders of a job that imports lead back to, and the files on the way."""
    found = neighbours(job)
    far = {unit: reached(unit, found) for unit in found}
    round_ = {unit for unit in found if unit in far[unit]}
    folders = {path.name for path in job.iterdir() if path.is_dir()}
    return {unit for unit in round_ if any(other in far[unit] and unit in far[other] for other in folders)}


@pytest.mark.parametrize("job", JOBS)
def test_folders_of_a_job_do_not_import_in_circles(job: str) -> None:
    assert circles(ROOT / job) <= KNOWN_CYCLES.get(job, set())


def test_a_circle_of_folders_is_caught(tmp_path: Path) -> None:
    for name, source in {
        "words": "from paraphrast.job.grammar import mend",
        "grammar": "def f():\n    from paraphrast.job.words.lists import find",
        "checks": "from paraphrast.job.words.lists import find",
    }.items():
        (tmp_path / "job" / name).mkdir(parents=True)
        (tmp_path / "job" / name / "lists.py").write_text(source, encoding="utf-8")
    assert circles(tmp_path / "job") == {"words", "grammar"}
