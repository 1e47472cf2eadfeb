"""What a trained rewriter says of itself: settings, data, scores, command."""

import hashlib
import platform
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from msgspec import Struct, json

from paraphrast import __version__
from paraphrast.data import Pair
from paraphrast.files import cards
from paraphrast.rewrite.training.settings import Settings

NAME = "rewriter.json"


class Data(Struct, frozen=True):
    """How many pairs a corpus gave, why others were dropped, and a fingerprint of what is left."""

    name: str
    pairs: int
    dropped: dict[str, int]
    sha256: str


class Card(Struct, frozen=True):
    """The facts of one trained rewriter; `history` has a row for each epoch."""

    settings: Settings
    train: tuple[Data, ...]
    dev: Data
    scores: dict[str, float]
    history: tuple[dict[str, float], ...]
    parameters: int
    seconds: float
    command: str
    versions: dict[str, str]


def describe_data(name: str, pairs: Sequence[Pair], dropped: dict[str, int]) -> Data:
    """Count and hash what is learned from."""
    digest = hashlib.sha256()
    for pair in pairs:
        digest.update(json.encode((pair.a, pair.b)))
    return Data(name, len(pairs), dropped, digest.hexdigest())


def list_versions() -> dict[str, str]:
    """Say which versions decide a result here."""
    packages = [name for name in ("torch", "transformers") if _is_installed(name)]
    return {"paraphrast": __version__, "python": platform.python_version()} | {
        name: metadata.version(name) for name in packages
    }


def _is_installed(name: str) -> bool:
    """Say whether a package is there."""
    return next(iter(metadata.distributions(name=name)), None) is not None


def write_card(folder: Path, card: Card) -> None:
    """Write the card of a folder, whole or not at all."""
    cards.write(folder / NAME, card)


def read_card(folder: Path) -> Card:
    """Read the card of a folder."""
    return cards.read(folder / NAME, Card, "a trained rewriter")
