"""What a trained rewriter says of itself: settings, data, scores, command."""

import hashlib
import platform
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import msgspec
from msgspec import Struct, json

from paraphrast import __version__
from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
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


def data(name: str, pairs: Sequence[Pair], dropped: dict[str, int]) -> Data:
    """Count and hash what is learned from."""
    digest = hashlib.sha256()
    for pair in pairs:
        digest.update(json.encode((pair.a, pair.b)))
    return Data(name, len(pairs), dropped, digest.hexdigest())


def versions() -> dict[str, str]:
    """Say which versions decide a result here."""
    packages = [name for name in ("torch", "transformers") if installed(name)]
    return {"paraphrast": __version__, "python": platform.python_version()} | {
        name: metadata.version(name) for name in packages
    }


def installed(name: str) -> bool:
    """Say whether a package is there."""
    return next(iter(metadata.distributions(name=name)), None) is not None


def write(folder: Path, card: Card) -> None:
    """Write the card, whole or not at all."""
    part = folder / f"{NAME}.part"
    part.write_bytes(json.format(json.encode(card), indent=2))
    part.replace(folder / NAME)


def read(folder: Path) -> Card:
    """Read the card of a folder."""
    path = folder / NAME
    if not path.is_file():
        raise CommandError(f"{folder} is not a trained rewriter: it has no {NAME}")
    try:
        return json.decode(path.read_bytes(), type=Card)
    except msgspec.DecodeError as error:
        raise DataError(f"not a card of this version: {error}", path=path) from error
