"""What a model directory says of itself: data, command, scores, versions."""

import hashlib
import platform
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from paraphrast import __version__
from paraphrast.data import Pair
from paraphrast.files import cards
from paraphrast.identify.settings import Settings

NAME = "card.json"


class Data(Struct, frozen=True):
    """How much there was to learn from, and a fingerprint of it."""

    name: str
    pairs: int
    positive: int
    groups: int
    sha256: str


class Card(Struct, frozen=True):
    """The facts of one trained model; `agreement` is of its 8-bit graph with the exact one on dev."""

    model: str
    settings: Settings
    reads: str
    parameters: int
    train: tuple[Data, ...]
    dev: Data
    scores: dict[str, float]
    threshold: float
    history: tuple[dict[str, float], ...]
    command: str
    vectors: str
    versions: dict[str, str]
    seconds: float
    agreement: float | None = None


def data(name: str, pairs: Sequence[Pair]) -> Data:
    """Count a corpus and hash its texts and labels, in order."""
    digest = hashlib.sha256()
    for pair in pairs:
        digest.update(json.encode((pair.a, pair.b, pair.label)))
    groups = {pair.group for pair in pairs if pair.group}
    positive = sum((pair.label or 0) >= 0.5 for pair in pairs)
    return Data(name, len(pairs), positive, len(groups), digest.hexdigest())


def versions() -> dict[str, str]:
    """Say which versions of what decides a result are here."""
    found = {"paraphrast": __version__, "python": platform.python_version(), "machine": platform.machine()}
    for package in ("torch", "transformers", "onnxruntime", "numpy"):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def write(folder: Path, card: Card) -> None:
    """Write the card of a folder, whole or not at all."""
    cards.write(folder / NAME, card)


def read(folder: Path) -> Card:
    """Read the card of a folder."""
    return cards.read(folder / NAME, Card, "a trained model")


def summary(card: Card) -> dict[str, Any]:
    """Give what a person wants first."""
    return {
        "model": card.model,
        "parameters": card.parameters,
        "train": [f"{each.name}: {each.pairs} pairs, {each.positive} positive" for each in card.train],
        "dev": f"{card.dev.name}: {card.dev.pairs} pairs, {card.dev.positive} positive",
        **{name: round(score, 4) for name, score in card.scores.items()},
        "epochs": len(card.history),
        "seconds": round(card.seconds, 1),
    }
