"""What is in the box, as cards of facts: base, licence, data, command, scores."""

import tomllib
from pathlib import Path
from typing import Any

from paraphrast.errors import unknown

FOLDER = Path(__file__).parent / "cards"


def names() -> list[str]:
    """List the models that ship."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def card(name: str) -> dict[str, Any]:
    """Read a model's card."""
    if name not in names():
        raise unknown("model card", name, names())
    with open(FOLDER / f"{name}.toml", "rb") as file:
        return tomllib.load(file)


def size(facts: dict[str, Any]) -> float:
    """Add up the megabytes of the files that a card names."""
    weights = FOLDER.parent / "weights"
    return sum((weights / str(name)).stat().st_size for name in facts["files"]) / 1e6
