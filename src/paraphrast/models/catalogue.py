"""What is in the box, as cards of facts: base, licence, data, command, scores."""

import tomllib
from pathlib import Path
from typing import Any

from paraphrast.errors import CommandError, unknown

FOLDER = Path(__file__).parent / "cards"
WEIGHTS = Path(__file__).parent / "weights"


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
    return sum(weights_file(str(name)).stat().st_size for name in facts["files"]) / 1e6


def weights_file(name: str) -> Path:
    """Find a file of the weights, which are a distribution of their own, or say how to install it."""
    path = WEIGHTS / name
    if not path.is_file():
        raise CommandError(
            f"the weights file {name} is not there; install it with: pip install paraphrast-models"
        )
    return path
