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


def _languages_of(name: str) -> tuple[str, ...]:
    """List the languages that a model reads, in the order of their numbers.

    >>> _languages_of("rewriter")
    ('ru', 'en', 'zh')
    """
    return tuple(card(name)["langs"])


def require_language(name: str, lang: str | None) -> None:
    """Refuse a language that a model was not made for; a text that says none is read as it comes."""
    known = _languages_of(name)
    if lang is not None and lang not in known:
        raise CommandError(
            f"the bundled {name} model reads {', '.join(known)}, not {lang}: its pieces were pruned to these "
            "languages; use a measure of words or letters, or a model of your own (hub:NAME)"
        )


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
